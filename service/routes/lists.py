"""Lists across matches: the matches themselves, a person's, and the scoreboards."""

from typing import Annotated
from uuid import UUID

from litestar import Router, get
from litestar.params import FromPath, Parameter, QueryParameter
from msgspec import Struct

from domain.kernel.basics import PlayerId
from domain.kernel.errors import Refused
from projections import match_list, scoreboard
from projections.cursors import BadCursor
from projections.match_list import MatchLine, Phase, Wanted
from projections.scoreboard import BotLine, PersonLine, Tally
from service.problems import ServiceProblem
from service.routes.callers import TheService
from service.wiring import Service

Limit = Annotated[int, Parameter(ge=1, le=200, description="How many at most")]
After = Annotated[str | None, Parameter(description="Where to go on: `next` of the page before")]
GameFilter = Annotated[str | None, QueryParameter(name="game", description="A game's key")]
Status = Annotated[Phase | None, QueryParameter(name="status", description="The phase that the matches are in")]
PlayerFilter = Annotated[UUID | None, QueryParameter(name="player", description="Somebody who has a seat")]


class MatchesAnswer(Struct, frozen=True):
    """A page of matches, newest first; ask again with `after=next`, unless that is null: then it is the last page."""

    matches: list[MatchLine]
    next: str | None


class PersonAnswer(Struct, frozen=True):
    """A person's line of a scoreboard.

    `record` counts matches with other people; `practice`, apart, those against bots alone. `place` is
    shared where wins, shared wins and total are equal, and null for somebody who only practised.
    `name` is null where there is no profile.
    """

    place: int | None
    player: PlayerId
    name: str | None
    record: Tally
    practice: Tally


class ScoreboardAnswer(Struct, frozen=True):
    """The scoreboard of a game: a page of people, the best first, and all bots; `next` as in other lists."""

    game: str
    players: list[PersonAnswer]
    bots: list[BotLine]
    next: str | None


@get("/", summary="Find matches, newest first")
async def find_matches(  # noqa: PLR0913, PLR0917 -- a query has as many conditions; Litestar gives them by name
    service: TheService,
    game_key: GameFilter = None,
    status: Status = None,
    player_id: PlayerFilter = None,
    after: After = None,
    limit: Limit = 50,
) -> MatchesAnswer:
    """List the matches for which every given condition holds."""
    if game_key is not None:
        _known(service, game_key)
    player = None if player_id is None else PlayerId(str(player_id))
    return await _matches(service, Wanted(game_key, status, player), limit, after)


@get("/players/{player:uuid}/matches", summary="The matches in which a person has a seat, newest first")
async def matches_of(
    player: FromPath[UUID], service: TheService, after: After = None, limit: Limit = 50
) -> MatchesAnswer:
    """List a person's matches."""
    person = PlayerId(str(player))
    found = await _matches(service, Wanted(player=person), limit, after)
    if not found.matches:
        await service.players.profile(person)
    return found


@get("/scoreboards/{game:str}", summary="The scoreboard of a game")
async def scoreboard_of(
    game: FromPath[str], service: TheService, after: After = None, limit: Limit = 50
) -> ScoreboardAnswer:
    """Show who has won how much at a game: by wins, then shared wins, then total score; bots apart."""
    _known(service, game)
    async with service.pool.connection() as connection:
        try:
            people = await scoreboard.page(connection, game, limit, after)
        except BadCursor as error:
            raise ServiceProblem("malformed", str(error)) from None
        bots = await scoreboard.bots(connection, game)
    names = await service.players.names({line.player for line in people.players})
    lines = [_person(line, names.get(line.player)) for line in people.players]
    return ScoreboardAnswer(game, lines, bots, people.next)


async def _matches(service: Service, wanted: Wanted, limit: int, after: str | None) -> MatchesAnswer:
    async with service.pool.connection() as connection:
        try:
            found = await match_list.page(connection, wanted, limit, after)
        except BadCursor as error:
            raise ServiceProblem("malformed", str(error)) from None
    return MatchesAnswer(found.matches, found.next)


def _person(line: PersonLine, name: str | None) -> PersonAnswer:
    return PersonAnswer(line.place, line.player, name, line.record, line.practice)


def _known(service: Service, game: str) -> None:
    try:
        service.catalogue.game(game)
    except Refused as refused:
        raise ServiceProblem("not_found", refused.detail) from None


# `find_matches` is registered by `service.routes.matches`: two routers cannot share a path.
router = Router("/v1", route_handlers=[matches_of, scoreboard_of], tags=["lists"])

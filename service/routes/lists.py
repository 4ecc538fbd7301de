"""Lists across matches: the matches themselves, a person's, and the scoreboards."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Annotated
from uuid import UUID

from litestar import Router, get
from litestar.params import FromPath, Parameter, QueryParameter
from msgspec import Struct

from domain.kernel.basics import PlayerId
from domain.kernel.errors import Refused
from projections import match_list
from projections.cursors import BadCursor
from projections.match_list import MatchLine, Phase, Wanted
from projections.scoreboards import pages
from projections.scoreboards.board import Tally
from projections.scoreboards.catalogue import board_of
from projections.scoreboards.pages import BotLine, PairLine, PersonLine
from service.players import Caller
from service.problems import ServiceProblem
from service.routes.callers import Asked, TheService, anybody, player_of, service_of
from service.sight import onlooker_of
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

    `record` counts matches with other people; `practice`, apart, those against bots alone. What is counted
    depends on the game. `place` is shared where all that lines are ordered by is equal, and null for
    somebody who only practised. `name` is null where there is no profile.
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


class PairAnswer(Struct, frozen=True):
    """The line of two people who played together; their names stand in the order of `players`."""

    place: int
    players: tuple[PlayerId, PlayerId]
    names: tuple[str | None, str | None]
    record: Tally


class PairsAnswer(Struct, frozen=True):
    """A page of the pairs that played a game, the best first; `next` as in other lists."""

    game: str
    pairs: list[PairAnswer]
    next: str | None


@get("/", summary="Find matches, newest first")
async def find_matches(  # noqa: PLR0913, PLR0917 -- a query has as many conditions; Litestar gives them by name
    request: Asked,
    game_key: GameFilter = None,
    status: Status = None,
    player_id: PlayerFilter = None,
    after: After = None,
    limit: Limit = 50,
) -> MatchesAnswer:
    """List the matches for which every given condition holds, of those that the caller may find."""
    service, caller = service_of(request), await anybody(request)
    if game_key is not None:
        _known(service, game_key)
    player = None if player_id is None else PlayerId(str(player_id))
    return await _matches(service, caller, Wanted(game_key, status, player), limit, after)


@get("/players/{player:uuid}/matches", summary="The matches in which a person has a seat, newest first")
async def matches_of(player: FromPath[UUID], request: Asked, after: After = None, limit: Limit = 50) -> MatchesAnswer:
    """List a person's matches, of those that the caller may find."""
    service, caller = service_of(request), await anybody(request)
    person = PlayerId(str(player))
    found = await _matches(service, caller, Wanted(player=person), limit, after)
    if not found.matches:
        await service.players.profile(person)
    return found


@get("/scoreboards/{game:str}", summary="The scoreboard of a game")
async def scoreboard_of(
    game: FromPath[str], service: TheService, after: After = None, limit: Limit = 50
) -> ScoreboardAnswer:
    """Show how people have fared at a game, the best first, by what suits the game; bots apart."""
    _known(service, game)
    async with service.pool.connection() as connection:
        with _cursor_refused():
            people = await pages.page(connection, game, limit, after)
        bots = await pages.bots(connection, game)
    names = await service.players.names({line.player for line in people.players})
    lines = [_person(line, names.get(line.player)) for line in people.players]
    return ScoreboardAnswer(game, lines, bots, people.next)


@get("/scoreboards/{game:str}/pairs", summary="The scoreboard of the pairs that play a game together")
async def pairs_of(game: FromPath[str], service: TheService, after: After = None, limit: Limit = 50) -> PairsAnswer:
    """Show how pairs have fared at a game that is played in pairs, at some tables at least; not found for others."""
    _known(service, game)
    if board_of(game).pairs is None:
        raise ServiceProblem("not_found", f"{service.catalogue.game(game).title} is not played in pairs.")
    async with service.pool.connection() as connection:
        with _cursor_refused():
            found = await pages.pairs(connection, game, limit, after)
    names = await service.players.names({player for line in found.pairs for player in line.players})
    lines = [_pair(line, names) for line in found.pairs]
    return PairsAnswer(game, lines, found.next)


async def _matches(
    service: Service, caller: Caller | None, wanted: Wanted, limit: int, after: str | None
) -> MatchesAnswer:
    async with service.pool.connection() as connection:
        with _cursor_refused():
            found = await match_list.page(connection, wanted, limit, after, onlooker_of(caller))
    player = player_of(caller)
    return MatchesAnswer([await service.sight.line(line, player) for line in found.matches], found.next)


def _person(line: PersonLine, name: str | None) -> PersonAnswer:
    return PersonAnswer(line.place, line.player, name, line.record, line.practice)


def _pair(line: PairLine, names: Mapping[PlayerId, str]) -> PairAnswer:
    one, other = line.players
    return PairAnswer(line.place, line.players, (names.get(one), names.get(other)), line.record)


@contextmanager
def _cursor_refused() -> Iterator[None]:
    try:
        yield
    except BadCursor as error:
        raise ServiceProblem("malformed", str(error)) from None


def _known(service: Service, game: str) -> None:
    try:
        service.catalogue.game(game)
    except Refused as refused:
        raise ServiceProblem("not_found", refused.detail) from None


# `find_matches` is registered by `service.routes.matches`: two routers cannot share a path.
router = Router("/v1", route_handlers=[matches_of, scoreboard_of, pairs_of], tags=["lists"])

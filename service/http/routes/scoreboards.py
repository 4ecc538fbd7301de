"""Routes of the scoreboards of games: people, bots and pairs."""

from collections.abc import Mapping

from litestar import Router, get
from litestar.params import FromPath
from msgspec import Struct

from domain.kernel.basics import PlayerId
from domain.kernel.scoring import Tally
from projections import scoreboard
from projections.scoreboards import pages
from projections.scoreboards.pages import BotLine, PairLine, PersonLine
from projections.scoreboards.scopes import ALL_TIME
from service.errors import ServiceError
from service.http.authentication import TheService
from service.http.middleware.consistency import ConsistentRead, consistent_read
from service.http.paging import After, Limit, reject_bad_cursor, require_game
from service.http.scoreboard_scopes import EditionName, Period, Scenario, Seats, Side, Tag, scope_for


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


@get(
    "/scoreboards/{game:str}",
    summary="The scoreboard of a game",
    middleware=[consistent_read(scoreboard.NAME)],
    operation_class=ConsistentRead,
)
async def scoreboard_of(  # noqa: PLR0913, PLR0917 -- a query has as many conditions; Litestar gives them by name
    game: FromPath[str],
    service: TheService,
    period: Period = ALL_TIME,
    tag: Tag = None,
    seats: Seats = None,
    side: Side = None,
    edition: EditionName = None,
    scenario: Scenario = None,
    after: After = None,
    limit: Limit = 50,
) -> ScoreboardAnswer:
    """Show how people have fared at a game, the best first, by what suits the game; bots apart.

    Matches count in the month in which they ended. Beside the period one condition may be given.
    """
    known = require_game(service, game)
    asked = scope_for(known, period, tag=tag, seats=seats, side=side, edition=edition, scenario=scenario)
    async with service.pool.connection() as connection:
        with reject_bad_cursor():
            people = await pages.page(connection, known, limit, after, scope=asked)
        bots = await pages.bots(connection, known, scope=asked)
    names = await service.players.names({line.player for line in people.players})
    lines = [_person(line, names.get(line.player)) for line in people.players]
    return ScoreboardAnswer(game, lines, bots, people.next)


@get(
    "/scoreboards/{game:str}/pairs",
    summary="The scoreboard of the pairs that play a game together",
    middleware=[consistent_read(scoreboard.NAME)],
    operation_class=ConsistentRead,
)
async def pairs_of(  # noqa: PLR0913, PLR0917 -- as above
    game: FromPath[str],
    service: TheService,
    period: Period = ALL_TIME,
    tag: Tag = None,
    edition: EditionName = None,
    after: After = None,
    limit: Limit = 50,
) -> PairsAnswer:
    """Show how pairs have fared at a game that is played in pairs, at some tables at least; not found for others."""
    known = require_game(service, game)
    asked = scope_for(known, period, tag=tag, edition=edition)
    if known.board.pairs is None:
        raise ServiceError("not_found", f"{known.title} is not played in pairs.")
    async with service.pool.connection() as connection:
        with reject_bad_cursor():
            found = await pages.pairs(connection, known, limit, after, scope=asked)
    names = await service.players.names({player for line in found.pairs for player in line.players})
    lines = [_pair(line, names) for line in found.pairs]
    return PairsAnswer(game, lines, found.next)


def _person(line: PersonLine, name: str | None) -> PersonAnswer:
    return PersonAnswer(line.place, line.player, name, line.record, line.practice)


def _pair(line: PairLine, names: Mapping[PlayerId, str]) -> PairAnswer:
    one, other = line.players
    return PairAnswer(line.place, line.players, (names.get(one), names.get(other)), line.record)


router = Router("/v1", route_handlers=[scoreboard_of, pairs_of], tags=["lists"])

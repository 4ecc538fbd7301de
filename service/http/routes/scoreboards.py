"""Routes of scoreboards: players, bots and pairs."""

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
    """Line of a player in a scoreboard.

    `record` counts matches with other people, `practice` matches against bots only. The tallies depend on the game.
    Equal records share a `place`, which is null for a player without any. `name` is null if there is no profile.
    """

    place: int | None
    player: PlayerId
    name: str | None
    record: Tally
    practice: Tally


class ScoreboardAnswer(Struct, frozen=True):
    """The scoreboard of a game: a page of players, the best first, and all bots."""

    game: str
    players: list[PersonAnswer]
    bots: list[BotLine]
    next: str | None


class PairAnswer(Struct, frozen=True):
    """Line of two partners. `names` are in the order of `players`."""

    place: int
    players: tuple[PlayerId, PlayerId]
    names: tuple[str | None, str | None]
    record: Tally


class PairsAnswer(Struct, frozen=True):
    """A page of the pairs that played a game, the best first."""

    game: str
    pairs: list[PairAnswer]
    next: str | None


@get(
    "/scoreboards/{game:str}",
    summary="Show the scoreboard of a game",
    middleware=[consistent_read(scoreboard.NAME)],
    operation_class=ConsistentRead,
)
async def scoreboard_of(  # noqa: PLR0913, PLR0917 -- one argument for each query parameter
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
    """Show the players of a game, the best first, and its bots in a separate list. The game defines the order.

    Matches count in the month in which they ended. At most one condition besides `period` can be given.
    """
    known = require_game(service, game)
    scope = scope_for(known, period, tag=tag, seats=seats, side=side, edition=edition, scenario=scenario)
    async with service.pool.connection() as connection:
        with reject_bad_cursor():
            people = await pages.page(connection, known, limit, after, scope=scope)
        bots = await pages.bots(connection, known, scope=scope)
    names = await service.players.names({line.player for line in people.players})
    lines = [_person(line, names.get(line.player)) for line in people.players]
    return ScoreboardAnswer(game, lines, bots, people.next)


@get(
    "/scoreboards/{game:str}/pairs",
    summary="Show the scoreboard of the pairs of a game",
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
    """Show the pairs of a game, the best first. A game that is never played in pairs has none (`not_found`)."""
    known = require_game(service, game)
    scope = scope_for(known, period, tag=tag, edition=edition)
    if known.board.pairs is None:
        raise ServiceError("not_found", f"{known.title} is not played in pairs.")
    async with service.pool.connection() as connection:
        with reject_bad_cursor():
            found = await pages.pairs(connection, known, limit, after, scope=scope)
    names = await service.players.names({player for line in found.pairs for player in line.players})
    lines = [_pair(line, names) for line in found.pairs]
    return PairsAnswer(game, lines, found.next)


def _person(line: PersonLine, name: str | None) -> PersonAnswer:
    return PersonAnswer(line.place, line.player, name, line.record, line.practice)


def _pair(line: PairLine, names: Mapping[PlayerId, str]) -> PairAnswer:
    one, other = line.players
    return PairAnswer(line.place, line.players, (names.get(one), names.get(other)), line.record)


router = Router("/v1", route_handlers=[scoreboard_of, pairs_of], tags=["lists"])

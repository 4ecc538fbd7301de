"""Routes of players' records, opponents and ratings."""

from typing import Annotated
from uuid import UUID

from litestar import Router, get
from litestar.params import FromPath, QueryParameter
from msgspec import Struct

from domain.kernel.basics import Instant, PlayerId
from projections import player_pages, player_records, ratings
from projections.boards import Boards
from projections.player_pages import GameRecord
from projections.player_tallies import OpponentTally
from projections.ratings import Rating
from projections.weng_lin import MODEL
from service.errors import ServiceError
from service.http.authentication import TheService
from service.http.middleware.consistency import ConsistentRead, consistent_read
from service.http.paging import After, Limit, reject_bad_cursor, require_game

GameKeyParameter = Annotated[str, QueryParameter(name="game", description="Key of a game")]


class RecordAnswer(Struct, frozen=True):
    """A player's record at each game with at least one finished match. `name` is null if there is no profile."""

    player: PlayerId
    name: str | None
    games: list[GameRecord]


class OpponentAnswer(Struct, frozen=True):
    """An opponent: the number of matches as rivals, how often each ranked higher, and the time of the last match."""

    opponent: PlayerId
    name: str | None
    last_at: Instant
    record: OpponentTally


class OpponentsAnswer(Struct, frozen=True):
    """A page of a player's opponents, the most frequent first. `next` is the cursor of the next page."""

    player: PlayerId
    game: str
    opponents: list[OpponentAnswer]
    next: str | None


class RatedAnswer(Struct, frozen=True):
    """A rated player. Equal ratings share a `place`. `name` is null if there is no profile."""

    place: int
    player: PlayerId
    name: str | None
    rating: Rating


class RatingsAnswer(Struct, frozen=True):
    """A page of the rated players of a game, the best first. `model` names the rating model."""

    game: str
    model: str
    players: list[RatedAnswer]
    next: str | None


@get(
    "/players/{player:uuid}/record",
    summary="Show a player's record at each game",
    middleware=[consistent_read(player_records.NAME)],
    operation_class=ConsistentRead,
)
async def record_of(player: FromPath[UUID], service: TheService) -> RecordAnswer:
    """Show a player's record at each game: wins, series of wins, results by seat, favourites and rating.

    `Chronicle-Position` is the position of the record. The rating can have another one.
    """
    person = PlayerId(str(player))
    async with service.pool.connection() as connection:
        games = await player_pages.records(connection, Boards(service.catalogue), person)
    name = (await service.players.names({person})).get(person)
    if name is None and not games:
        raise ServiceError("not_found", f"There is no player {person}.")
    return RecordAnswer(person, name, games)


@get(
    "/players/{player:uuid}/opponents",
    summary="List a player's opponents at a game, with the record against each",
    middleware=[consistent_read(player_records.NAME)],
    operation_class=ConsistentRead,
)
async def opponents_of(
    player: FromPath[UUID], service: TheService, game_key: GameKeyParameter, after: After = None, limit: Limit = 50
) -> OpponentsAnswer:
    """List the opponents of a player at a game. The list is empty for a cooperative game."""
    person = PlayerId(str(player))
    require_game(service, game_key)
    async with service.pool.connection() as connection:
        with reject_bad_cursor():
            found = await player_pages.opponents(connection, person, game_key, limit, after)
    if not found.opponents:
        await service.players.profile(person)
    names = await service.players.names({line.opponent for line in found.opponents})
    lines = [
        OpponentAnswer(line.opponent, names.get(line.opponent), line.last_at, line.record) for line in found.opponents
    ]
    return OpponentsAnswer(person, game_key, lines, found.next)


@get(
    "/ratings/{game:str}",
    summary="List the rated players of a game, the best first",
    middleware=[consistent_read(ratings.NAME)],
    operation_class=ConsistentRead,
)
async def ratings_at(game: FromPath[str], service: TheService, after: After = None, limit: Limit = 50) -> RatingsAnswer:
    """List the ratings of a game's players, the best first. A cooperative game has no ratings (`not_found`)."""
    known = require_game(service, game)
    if not known.board.rivals:
        raise ServiceError("not_found", f"{known.title} is a cooperative game and has no ratings.")
    async with service.pool.connection() as connection:
        with reject_bad_cursor():
            found = await ratings.page(connection, game, limit, after)
    names = await service.players.names({line.player for line in found.players})
    lines = [RatedAnswer(line.place, line.player, names.get(line.player), line.rating) for line in found.players]
    return RatingsAnswer(game, MODEL, lines, found.next)


router = Router("/v1", route_handlers=[record_of, opponents_of, ratings_at], tags=["lists"])

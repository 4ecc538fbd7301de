"""People's records, and the ratings of a game."""

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

GameAsked = Annotated[str, QueryParameter(name="game", description="A game's key")]


class RecordAnswer(Struct, frozen=True):
    """A person's record at each game of which at least one match finished; `name` is null where there is no profile."""

    player: PlayerId
    name: str | None
    games: list[GameRecord]


class OpponentAnswer(Struct, frozen=True):
    """Another person: how often they met as rivals, who was ahead at the end, and when they met last."""

    opponent: PlayerId
    name: str | None
    last_at: Instant
    record: OpponentTally


class OpponentsAnswer(Struct, frozen=True):
    """A page of the people whom a person met as rivals, those met most first; `next` as in other lists."""

    player: PlayerId
    game: str
    opponents: list[OpponentAnswer]
    next: str | None


class RatedAnswer(Struct, frozen=True):
    """A person who is rated; `place` is shared by equals, `name` null where there is no profile."""

    place: int
    player: PlayerId
    name: str | None
    rating: Rating


class RatingsAnswer(Struct, frozen=True):
    """A page of the people who are rated at a game, the best first; `model` says by what; `next` as in other lists."""

    game: str
    model: str
    players: list[RatedAnswer]
    next: str | None


@get(
    "/players/{player:uuid}/record",
    summary="A person's record at each game",
    middleware=[consistent_read(player_records.NAME)],
    operation_class=ConsistentRead,
)
async def record_of(player: FromPath[UUID], service: TheService) -> RecordAnswer:
    """Show what a person has won, in rows, from which seats and with what, and how strong that makes the person.

    Ratings are kept apart: `Chronicle-Position` is that of the record.
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
    summary="A person's record against each opponent at a game",
    middleware=[consistent_read(player_records.NAME)],
    operation_class=ConsistentRead,
)
async def opponents_of(
    player: FromPath[UUID], service: TheService, game_key: GameAsked, after: After = None, limit: Limit = 50
) -> OpponentsAnswer:
    """List the people whom a person met as rivals; nobody at a game that all seats win or lose as one."""
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
    summary="The people who are rated at a game, the best first",
    middleware=[consistent_read(ratings.NAME)],
    operation_class=ConsistentRead,
)
async def ratings_at(game: FromPath[str], service: TheService, after: After = None, limit: Limit = 50) -> RatingsAnswer:
    """Show how strong people are believed to be; not found for a game that all seats win or lose as one."""
    known = require_game(service, game)
    if not known.board.rivals:
        raise ServiceError("not_found", f"{known.title} has no rivals, so nobody is rated.")
    async with service.pool.connection() as connection:
        with reject_bad_cursor():
            found = await ratings.page(connection, game, limit, after)
    names = await service.players.names({line.player for line in found.players})
    lines = [RatedAnswer(line.place, line.player, names.get(line.player), line.rating) for line in found.players]
    return RatingsAnswer(game, MODEL, lines, found.next)


router = Router("/v1", route_handlers=[record_of, opponents_of, ratings_at], tags=["lists"])

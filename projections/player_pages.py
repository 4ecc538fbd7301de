"""Queries of the projection `player_records`: a person's record at each game, and pages of opponents."""

from collections.abc import Iterable
from typing import Annotated, Any, Final
from uuid import UUID

import msgspec
from msgspec import Meta, Struct
from psycopg import AsyncConnection

from domain.kernel.basics import Instant, PlayerId, Seat
from projections import cursors
from projections.boards import Boards
from projections.player_tallies import OpponentTally, PersonTally, SeatTally
from projections.projection import SCHEMA
from projections.ratings import Rating, ratings_of

_RECORDS: Final = f"""
SELECT game, tally::text FROM {SCHEMA}.player_records WHERE player = %s ORDER BY game
"""  # noqa: S608 -- a constant
_OPPONENTS: Final = f"""
SELECT opponent::text, last_at, played, won, drawn, lost FROM {SCHEMA}.player_opponents
WHERE player = %s AND game = %s
"""  # noqa: S608 -- a constant
_AFTER: Final = " AND (played, opponent) < (%s, %s)"
_ORDER: Final = " ORDER BY played DESC, opponent DESC LIMIT %s"
_TALLY: Final = msgspec.json.Decoder(PersonTally)


class SeatRecord(Struct, frozen=True):
    """Results in one seat of matches with `seats` seats: matches, wins (alone or shared), and the share of wins."""

    seats: int
    seat: Seat
    played: int
    won: int
    win_rate: float


class Favourite(Struct, frozen=True):
    """A character or a faction, and the number of times it was chosen."""

    name: str
    times: int


class PracticeRecord(Struct, frozen=True):
    """Results of practice: matches against bots only, and branches."""

    played: int
    won: int


class GameRecord(Struct, frozen=True):
    """Results of a player's matches with other people at one game.

    `won` counts wins alone or as a side, `shared` wins shared with others. Series consist of both: `won_in_a_row` is
    the current one, `most_won_in_a_row` the longest. `favourites` are the most chosen `characters` or `factions`, null
    for a game without choices. `rating` is null before the first rated match.
    """

    game: str
    played: int
    won: int
    shared: int
    lost: int
    won_in_a_row: int
    most_won_in_a_row: int
    seats: list[SeatRecord]
    favourites_of: str | None
    favourites: list[Favourite] | None
    practice: PracticeRecord
    rating: Rating | None


class OpponentLine(Struct, frozen=True):
    """Line of an opponent: the tally of the matches as rivals, and the end of the newest one."""

    opponent: PlayerId
    last_at: Instant
    record: OpponentTally


class Page(Struct, frozen=True):
    """Page of opponents, those met most first; `next` is the cursor of the next page, None on the last one."""

    opponents: list[OpponentLine]
    next: str | None


class _After(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    played: Annotated[int, Meta(ge=0, le=2**63 - 1)]
    opponent: UUID


async def records(connection: AsyncConnection[Any], boards: Boards, player: PlayerId) -> list[GameRecord]:
    """List a person's record at each game of which the person finished a match."""
    found = await (await connection.execute(_RECORDS, (player,))).fetchall()
    ratings = await ratings_of(connection, player)
    return [_record(game, boards.of(game).favourites, _TALLY.decode(tally), ratings.get(game)) for game, tally in found]


def _record(game: str, favourites_of: str | None, tally: PersonTally, rating: Rating | None) -> GameRecord:
    return GameRecord(
        game=game,
        played=tally.played,
        won=tally.won,
        shared=tally.shared,
        lost=tally.lost,
        won_in_a_row=tally.in_a_row,
        most_won_in_a_row=tally.longest_row,
        seats=[_seat(each) for each in tally.chairs],
        favourites_of=favourites_of,
        favourites=None if favourites_of is None else list(_favourites(tally)),
        practice=PracticeRecord(tally.practised, tally.practice_won),
        rating=rating,
    )


def _seat(tally: SeatTally) -> SeatRecord:
    return SeatRecord(tally.seats, tally.seat, tally.played, tally.won, tally.won / tally.played)


def _favourites(tally: PersonTally) -> Iterable[Favourite]:
    counted = sorted(tally.chosen.items(), key=lambda each: (-each[1], each[0]))
    return (Favourite(name, times) for name, times in counted)


async def opponents(
    connection: AsyncConnection[Any], player: PlayerId, game: str, limit: int, after: str | None = None
) -> Page:
    """List the opponents of a person at a game, those met most first. Raises `BadCursor`."""
    end = None if after is None else cursors.decode(after, _After)
    key = () if end is None else (end.played, end.opponent)
    found = await connection.execute(_OPPONENTS + (_AFTER if key else "") + _ORDER, (player, game, *key, limit + 1))
    rows = await found.fetchall()
    lines = [OpponentLine(opponent, last_at, OpponentTally(*figures)) for opponent, last_at, *figures in rows[:limit]]
    if len(rows) <= limit:
        return Page(lines, None)
    last = lines[-1]
    return Page(lines, cursors.encode(_After(last.record.played, UUID(last.opponent))))

"""Routes of match lists: search by conditions, and the matches of a player.

Lists contain public matches and those that are over. Callers also find matches that they opened, are invited to, or
have or had a seat in. Organizers find all matches.
"""

from datetime import datetime
from typing import Annotated, TypeVar
from uuid import UUID

from litestar import Router, get
from litestar.params import FromPath, Parameter, QueryParameter
from msgspec import Struct

from domain.kernel.basics import Instant, PlayerId
from domain.matches.settings import check_tags
from domain.matches.state import Phase
from projections import match_search
from projections.match_list import MATCH_LIST, MatchLine
from projections.match_search import Reader, Wanted
from service.access.tokens import player_of
from service.clock import instant
from service.errors import ServiceError
from service.http.authentication import AnyRequest, optional_caller, service_of
from service.http.middleware.consistency import ConsistentRead, consistent_read
from service.http.paging import NO_ZERO_BYTE, After, Limit, reject_bad_cursor, require_game

_BIGGEST = 2**31 - 1

GameFilter = Annotated[str | None, QueryParameter(name="game", description="Key of a game")]
Status = Annotated[Phase | None, QueryParameter(name="status", description="Phase of the matches")]
PlayerFilter = Annotated[UUID | None, QueryParameter(name="player", description="Id of a player who has or had a seat")]
Tag = Annotated[str | None, Parameter(description="Tag of the matches, for example of a league or a round")]
EditionName = Annotated[
    str | None, Parameter(description="Name of an edition of the game", max_length=40, pattern=NO_ZERO_BYTE)
]
Since = Annotated[datetime | None, Parameter(description="Earliest opening time, with its offset from UTC")]
Until = Annotated[
    datetime | None, Parameter(description="Time before which the matches were opened, with its offset from UTC")
]
Events = Annotated[int | None, Parameter(ge=0, le=_BIGGEST, description="Number of events of a match that is over")]
Score = Annotated[
    int | None, Parameter(ge=-_BIGGEST, le=_BIGGEST, description="Best score of a finished match of the game")
]


class MatchesAnswer(Struct, frozen=True):
    """A page of matches, the newest first. Request the next page with `after=next`; null marks the last page."""

    matches: list[MatchLine]
    next: str | None


@get(
    "/",
    summary="List matches, newest first",
    middleware=[consistent_read(MATCH_LIST.name)],
    operation_class=ConsistentRead,
)
async def find_matches(  # noqa: PLR0913, PLR0917 -- one argument for each query parameter
    request: AnyRequest,
    game_key: GameFilter = None,
    status: Status = None,
    player_id: PlayerFilter = None,
    tag: Tag = None,
    edition: EditionName = None,
    since: Since = None,
    until: Until = None,
    min_length: Events = None,
    max_length: Events = None,
    min_score: Score = None,
    max_score: Score = None,
    after: After = None,
    limit: Limit = 50,
) -> MatchesAnswer:
    """List the matches that meet all given conditions and are visible to the caller."""
    wanted = Wanted(
        game=game_key,
        phase=status,
        player=None if player_id is None else PlayerId(str(player_id)),
        tag=tag,
        edition=edition,
        since=_instant("since", since),
        until=_instant("until", until),
        min_length=min_length,
        max_length=max_length,
        min_score=min_score,
        max_score=max_score,
    )
    if game_key is not None:
        require_game(service_of(request), game_key)
    _check(wanted)
    return await _matches(request, wanted, limit, after)


@get(
    "/players/{player:uuid}/matches",
    summary="List the matches in which a player has or had a seat, newest first",
    middleware=[consistent_read(MATCH_LIST.name)],
    operation_class=ConsistentRead,
)
async def matches_of(
    player: FromPath[UUID], request: AnyRequest, after: After = None, limit: Limit = 50
) -> MatchesAnswer:
    """List the matches of a player that are visible to the caller."""
    person = PlayerId(str(player))
    found = await _matches(request, Wanted(player=person), limit, after)
    if not found.matches:
        await service_of(request).players.profile(person)
    return found


async def _matches(request: AnyRequest, wanted: Wanted, limit: int, after: str | None) -> MatchesAnswer:
    caller = await optional_caller(request)
    reader: Reader = "organizer" if caller is not None and caller.organizes else player_of(caller) or "everybody"
    async with service_of(request).pool.connection() as connection:
        with reject_bad_cursor():
            found = await match_search.page(connection, wanted, limit, after, reader=reader)
    return MatchesAnswer(found.matches, found.next)


def _check(wanted: Wanted) -> None:
    _in_order("since", wanted.since, "until", wanted.until)
    _in_order("min_length", wanted.min_length, "max_length", wanted.max_length)
    _in_order("min_score", wanted.min_score, "max_score", wanted.max_score)
    if wanted.game is None and (wanted.edition, wanted.min_score, wanted.max_score) != (None, None, None):
        raise ServiceError("unprocessable", "`edition`, `min_score` and `max_score` require `game`.")
    if wanted.tag is not None:
        check_tags((wanted.tag,))


Ordered = TypeVar("Ordered", int, Instant)


def _in_order(low: str, least: Ordered | None, high: str, most: Ordered | None) -> None:
    if least is not None and most is not None and least > most:
        raise ServiceError("unprocessable", f"`{low}` must not exceed `{high}`.")


def _instant(name: str, time: datetime | None) -> Instant | None:
    if time is None:
        return None
    if time.tzinfo is None:
        raise ServiceError("malformed", f"`{name}` needs an offset from UTC, as in 2026-11-30T12:00:00Z.")
    try:
        return instant(time)
    except OverflowError:
        raise ServiceError("malformed", f"`{name}` is out of range in UTC.") from None


# `service.http.routes.matches` registers `find_matches`: two routers cannot share a path.
router = Router("/v1", route_handlers=[matches_of], tags=["lists"])

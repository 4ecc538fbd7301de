"""What a match leaves behind: its log, its replay, its audit bundle."""

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated
from uuid import UUID

from litestar import Router, get
from litestar.params import FromPath, HeaderParameter, Parameter
from litestar.response import Stream
from msgspec import UNSET, Struct, UnsetType

from domain.audit.bundle import bundle
from domain.catalogue import Catalogue
from domain.kernel.basics import MatchId, Seat, Version
from domain.kernel.errors import Refused
from domain.kernel.messages import View, Viewer
from domain.kernel.records import Record, Shown, open_to, show
from domain.matches.evolve import fold, fold_on, opened
from domain.matches.sight import horizon
from domain.matches.state import Abandoned, Finished, Match, is_over, viewer_of
from service.answers import EventsAnswer, log_for, view_of
from service.players import Caller
from service.problems import ServiceProblem, no_match
from service.routes.callers import Asked, anybody, player_of, service_of
from service.sight import check
from service.streaming import ABOUT, MEDIA_TYPE, EventStream, Streamed
from service.wiring import Service

PAGE = 100
LAST = 2**53 - 1  # what every JSON reader can count to

After = Annotated[int, Parameter(ge=0, le=LAST, description="The version after which to begin; 0 for the beginning.")]
Limit = Annotated[int, Parameter(ge=1, le=500, description="How many at most.")]
LastEventId = Annotated[
    int | None,
    HeaderParameter(name="Last-Event-ID", ge=0, le=LAST, description="The `id` of the last event that came through."),
]


class Frame(Struct, frozen=True, omit_defaults=True):
    """A step of a replay: an event and what the viewer saw after it (no view before the match began)."""

    version: Version
    event: Shown
    view: View | UnsetType = UNSET


class FramesAnswer(Struct, frozen=True):
    """A page of a replay; ask again with `after=next`. `last` is the match's version."""

    frames: list[Frame]
    next: Version
    last: Version


@get("/{match:uuid}/events", summary="The log of a match from a version on; waits for more if asked to")
async def events(
    match: FromPath[UUID],
    request: Asked,
    after: After = 0,
    limit: Limit = PAGE,
    wait: Annotated[float, Parameter(ge=0, description="Seconds to wait for the first event, 30 at most.")] = 0,
) -> EventsAnswer:
    """Page through a match's log; what is hidden from the caller is sealed."""
    service, caller = service_of(request), await anybody(request)
    match_id, version, player = MatchId(str(match)), Version(after), player_of(caller)

    def has_more(found: Match) -> bool:
        check(found, caller)
        return horizon(found, player) > after or is_over(found)

    if wait > 0:
        found = await service.live.wait(match_id, min(wait, service.settings.longest_wait), has_more)
    else:
        found = await service.matches.current(match_id)
        check(found, caller)
    # No further than this state goes: who may see what must be as new as the log.
    count = min(limit, horizon(found, player) - after)
    records = await service.histories.part(found.terms.game.key, match_id, version, count) if count > 0 else []
    shown = log_for(found, records, viewer_of(found, player))
    return EventsAnswer(shown, records[-1].version if records else version)


@get(
    "/{match:uuid}/stream",
    summary="The log of a match as it goes on, as server-sent events",
    description=ABOUT,
    media_type=MEDIA_TYPE,
    operation_class=Streamed,
)
async def stream(
    match: FromPath[UUID], request: Asked, after: After = 0, last_event_id: LastEventId = None
) -> EventStream:
    """Send what follows a version, then whatever happens, and `end` when the match is over."""
    service, caller = service_of(request), await anybody(request)
    seen = Version(after if last_event_id is None else last_event_id)
    return EventStream(service.streams, MatchId(str(match)), caller, seen)


@get("/{match:uuid}/replay", summary="A match step by step, or (with `at`) as it stood after one version")
async def replay(  # noqa: PLR0913, PLR0917 -- one argument a query parameter
    match: FromPath[UUID],
    request: Asked,
    at: Annotated[int | None, Parameter(ge=1, description="The version after which to look.")] = None,
    after: After = 0,
    limit: Limit = PAGE,
    seat: Annotated[int | None, Parameter(ge=0, description="See it with this seat's eyes (when it is over).")] = None,
) -> FramesAnswer | Frame:
    """Show the frames of a match, or a single one."""
    service, viewer = service_of(request), await anybody(request)
    games, found, records = await _seen(service, MatchId(str(match)), viewer)
    eyes = _eyes(found, viewer, seat)
    if at is None:
        frames = list(_frames(games, found, records[: after + limit], after, eyes))
        return FramesAnswer(frames, Version(after + len(frames)), found.end.version)
    if at > found.end.version:
        raise ServiceProblem("not_found", f"Match {match} has {found.end.version} events.", match=str(match))
    return next(iter(_frames(games, found, records[:at], at - 1, eyes)))


async def _seen(service: Service, match: MatchId, caller: Caller | None) -> tuple[Catalogue, Match, list[Record]]:
    """A match with its records as far as the caller sees it, and the games to fold them with."""
    records = await service.histories.whole(match)
    games = await service.editions.to_play(records)
    found = fold(games, None, records)
    if found is None:
        raise no_match(match)
    check(found, caller)
    seen = records[: horizon(found, player_of(caller))]
    return games, found if len(seen) == len(records) else fold_on(opened(games, seen[0]), seen[1:]), seen


def _eyes(match: Match, viewer: Caller | None, seat: int | None) -> Viewer:
    own = viewer_of(match, player_of(viewer))
    if seat is None:
        return own
    if seat >= len(match.occupants):
        raise Refused("unknown_seat", f"This match has seats 0 to {len(match.occupants) - 1}.")
    wanted = Viewer(frozenset((Seat(seat),)))
    if own not in {wanted, Viewer(everything=True)}:
        raise ServiceProblem(
            "not_allowed", "Another seat's eyes are open when the match is over.", match=match.terms.id
        )
    return wanted


def _frames(games: Catalogue, whole: Match, records: list[Record], after: int, eyes: Viewer) -> list[Frame]:
    question = open_to(eyes)
    state = fold(games, None, records[:after])
    frames = []
    for record in records[after:]:
        state = fold(games, state, (record,))
        view = None if state is None else view_of(state, eyes)
        frames.append(Frame(record.version, show(record, whole.seed, question), UNSET if view is None else view))
    return frames


@get(
    "/{match:uuid}/audit",
    summary="The audit bundle of a match that is over, as JSON lines",
    media_type="application/x-ndjson",
)
async def audit(match: FromPath[UUID], request: Asked) -> Stream:
    """Give everything that proves the match; open to everybody once it is over."""
    service = service_of(request)
    _, found, records = await _seen(service, MatchId(str(match)), await anybody(request))
    if not isinstance(found, Finished | Abandoned):
        raise ServiceProblem("match_not_over", "The bundle opens every seal; it is given when the match is over.")
    over = found

    async def lines() -> AsyncIterator[bytes]:
        for line in bundle(over, records, service.signer):
            yield line
            await asyncio.sleep(0)  # signing takes a while; others' requests go first

    name = f'attachment; filename="{found.terms.id}.jsonl"'
    return Stream(lines(), media_type="application/x-ndjson", headers={"Content-Disposition": name})


router = Router("/v1/matches", route_handlers=[events, stream, replay, audit], tags=["logs"])

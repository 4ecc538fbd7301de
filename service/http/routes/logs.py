"""Routes of a match's history: its log, its replay, its audit bundle."""

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from typing import Annotated
from uuid import UUID

from litestar import Router, get
from litestar.params import FromPath, HeaderParameter, Parameter, QueryParameter
from litestar.response import Stream
from msgspec import UNSET, Struct, UnsetType

from domain.audit.bundle import bundle
from domain.kernel.basics import MatchId, Seat, Version
from domain.kernel.messages import View, Viewer
from domain.kernel.records import Shown
from domain.matches.visible_history import VisibleHistory
from service.access.tokens import requester_of
from service.errors import ServiceError
from service.http.authentication import AnyRequest, optional_caller, quota_key, service_of
from service.http.middleware.bearer_tokens import token_invalidated
from service.http.rendering.event_stream import EventStream, StreamReader
from service.http.rendering.matches import EventsAnswer
from service.http.rendering.stream_documentation import DESCRIPTION, MEDIA_TYPE, StreamOperation
from service.http.security import may_have

PAGE = 100
LAST = 2**53 - 1  # what every JSON reader can count to

After = Annotated[int, Parameter(ge=0, le=LAST, description="The version after which to begin; 0 for the beginning.")]
Limit = Annotated[int, Parameter(ge=1, le=500, description="How many at most.")]
RoundNumber = Annotated[
    int | None,
    QueryParameter(name="round", ge=0, le=LAST, description="Only this round; 0 is what comes before the first."),
]


class Span(Struct, frozen=True):
    """A part of a match: what follows version `after`, up to version `until`."""

    after: int
    until: int


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
    """A page of a replay; ask again with `after=next` while that is below `last`.

    `last` is the last version of what was asked for: of the match so far, or of the range or round in it.
    """

    frames: list[Frame]
    next: Version
    last: Version


@get(
    "/{match:uuid}/events",
    security=may_have("read"),
    summary="The log of a match from a version on; waits for more if asked to",
)
async def events(
    match: FromPath[UUID],
    request: AnyRequest,
    after: After = 0,
    limit: Limit = PAGE,
    wait: Annotated[float, Parameter(ge=0, description="Seconds to wait for the first event, 30 at most.")] = 0,
) -> EventsAnswer:
    """Page through a match's log; what is hidden from the caller is sealed."""
    service, caller = service_of(request), await optional_caller(request)
    match_id, version, requester = MatchId(str(match)), Version(after), requester_of(caller)
    if wait > 0:
        with service.wait_quota.slot(quota_key(request, caller)):
            log = await service.live.wait(match_id, requester, version, min(wait, service.settings.longest_wait))
    else:
        log = await service.visibility.log(match_id, requester)
    # The page ends with the version of `log`: what the requester may know has to be as new as the events.
    found = await service.visibility.page(log, version, limit)
    return EventsAnswer(found, found[-1].version if found else version)


@get(
    "/{match:uuid}/stream",
    security=may_have("read"),
    summary="The log of a match as it goes on, as server-sent events",
    description=DESCRIPTION,
    media_type=MEDIA_TYPE,
    operation_class=StreamOperation,
)
async def stream(
    match: FromPath[UUID], request: AnyRequest, after: After = 0, last_event_id: LastEventId = None
) -> EventStream:
    """Send what follows a version, then whatever happens, and `end` when the match is over."""
    service, caller = service_of(request), await optional_caller(request)
    seen = Version(after if last_event_id is None else last_event_id)
    slot = service.wait_quota.slot(quota_key(request, caller))
    reader = StreamReader(requester_of(caller), slot, partial(token_invalidated, request.scope, service.tokens))
    return EventStream(service.streams, MatchId(str(match)), reader, seen)


@get(
    "/{match:uuid}/replay",
    security=may_have("read"),
    summary="A match step by step, or (with `at`) as it stood after one version",
)
async def replay(  # noqa: PLR0913, PLR0917 -- one argument a query parameter
    match: FromPath[UUID],
    request: AnyRequest,
    at: Annotated[int | None, Parameter(ge=1, description="The version after which to look.")] = None,
    after: After = 0,
    until: Annotated[int, Parameter(ge=0, le=LAST, description="The version with which to end.")] = LAST,
    round_number: RoundNumber = None,
    limit: Limit = PAGE,
    seat: Annotated[int | None, Parameter(ge=0, description="See it with this seat's eyes (when it is over).")] = None,
) -> FramesAnswer | Frame:
    """Show the frames of a match, of a range, or of a round; or a single one."""
    service, requester = service_of(request), requester_of(await optional_caller(request))
    if until < after:
        raise ServiceError("malformed", "`until` is before `after`.", match=str(match))
    history = await service.visibility.history(MatchId(str(match)), requester)
    viewer = _viewer(history, seat)
    if at is not None:
        if at > history.version:
            raise ServiceError("not_found", f"Match {match} has {history.version} events.", match=str(match))
        return _frames(history, Span(at - 1, at), viewer)[0]
    span = _span(history, Span(after, min(until, history.version)), round_number)
    frames = _frames(history, Span(span.after, min(span.until, span.after + limit)), viewer)
    return FramesAnswer(frames, Version(span.after + len(frames)), Version(span.until))


def _span(history: VisibleHistory, asked: Span, round_number: int | None) -> Span:
    if round_number is None:
        return asked
    known = {each.number: each for each in history.rounds}
    if round_number not in known:
        raise ServiceError("not_found", f"Match {history.id} has no round {round_number} yet.", match=history.id)
    wanted = known[round_number]
    return Span(max(asked.after, wanted.first - 1), min(asked.until, wanted.last))


def _viewer(history: VisibleHistory, seat: int | None) -> Viewer:
    viewer = history.viewer_at(None if seat is None else Seat(seat))
    if viewer is None:
        detail = "Another seat's view is available when the match is over."
        raise ServiceError("not_allowed", detail, match=history.id)
    return viewer


def _frames(history: VisibleHistory, span: Span, viewer: Viewer) -> list[Frame]:
    frames = history.frames(Version(span.after), Version(span.until), viewer)
    return [Frame(frame.event.version, frame.event, UNSET if frame.view is None else frame.view) for frame in frames]


@get(
    "/{match:uuid}/audit",
    summary="The audit bundle of a match that is over, as JSON lines",
    media_type="application/x-ndjson",
)
async def audit(match: FromPath[UUID], request: AnyRequest) -> Stream:
    """Give everything that proves the match; open to everybody once it is over."""
    service = service_of(request)
    history = await service.visibility.history(MatchId(str(match)), requester_of(await optional_caller(request)))
    ended = history.ended
    if ended is None:
        raise ServiceError("match_not_over", "The bundle opens every seal; it is available when the match is over.")

    async def lines() -> AsyncIterator[bytes]:
        for line in bundle(ended.match, ended.records, service.signer):
            yield line
            await asyncio.sleep(0)  # signing takes a while; others' requests go first

    name = f'attachment; filename="{history.id}.jsonl"'
    return Stream(lines(), media_type="application/x-ndjson", headers={"Content-Disposition": name})


router = Router("/v1/matches", route_handlers=[events, stream, replay, audit], tags=["logs"])

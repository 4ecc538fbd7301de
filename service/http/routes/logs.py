"""Routes of a match's history: its log, stream, replay and audit bundle."""

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
LAST = 2**53 - 1  # the highest integer that every JSON parser represents exactly

After = Annotated[
    int, Parameter(ge=0, le=LAST, description="Version after which the page starts; 0 for the start of the match")
]
Limit = Annotated[int, Parameter(ge=1, le=500, description="Maximum number of entries")]
RoundNumber = Annotated[
    int | None,
    QueryParameter(
        name="round",
        ge=0,
        le=LAST,
        description="Number of the only round to return; 0 is the part before the first round",
    ),
]


class Span(Struct, frozen=True):
    """A range of a match: the versions after `after`, up to and including `until`."""

    after: int
    until: int


LastEventId = Annotated[
    int | None,
    HeaderParameter(name="Last-Event-ID", ge=0, le=LAST, description="`id` of the last event received"),
]


class Frame(Struct, frozen=True, omit_defaults=True):
    """Frame of a replay: an event, and the view after it. There is no view before the match starts."""

    version: Version
    event: Shown
    view: View | UnsetType = UNSET


class FramesAnswer(Struct, frozen=True):
    """A page of a replay. Request the next page with `after=next` while `next` is below `last`.

    `last` is the last version of the match so far, or of the requested range or round.
    """

    frames: list[Frame]
    next: Version
    last: Version


@get(
    "/{match:uuid}/events",
    security=may_have("read"),
    summary="List the events of a match after a version; optionally wait for new ones",
)
async def events(
    match: FromPath[UUID],
    request: AnyRequest,
    after: After = 0,
    limit: Limit = PAGE,
    wait: Annotated[
        float, Parameter(ge=0, description="Maximum number of seconds to wait for the first event, at most 30")
    ] = 0,
) -> EventsAnswer:
    """List the events of a match. Facts hidden from the caller are sealed."""
    service, caller = service_of(request), await optional_caller(request)
    match_id, version, requester = MatchId(str(match)), Version(after), requester_of(caller)
    if wait > 0:
        with service.wait_quota.slot(quota_key(request, caller)):
            log = await service.live.wait(match_id, requester, version, min(wait, service.settings.longest_wait))
    else:
        log = await service.visibility.log(match_id, requester)
    # The page ends at the version of `log`, which determines what the requester may see.
    found = await service.visibility.page(log, version, limit)
    return EventsAnswer(found, found[-1].version if found else version)


@get(
    "/{match:uuid}/stream",
    security=may_have("read"),
    summary="Stream the events of a match as server-sent events",
    description=DESCRIPTION,
    media_type=MEDIA_TYPE,
    operation_class=StreamOperation,
)
async def stream(
    match: FromPath[UUID], request: AnyRequest, after: After = 0, last_event_id: LastEventId = None
) -> EventStream:
    """Stream the events after a version, then new events as they occur, and `end` when the match is over."""
    service, caller = service_of(request), await optional_caller(request)
    seen = Version(after if last_event_id is None else last_event_id)
    slot = service.wait_quota.slot(quota_key(request, caller))
    reader = StreamReader(requester_of(caller), slot, partial(token_invalidated, request.scope, service.tokens))
    return EventStream(service.streams, MatchId(str(match)), reader, seen)


@get(
    "/{match:uuid}/replay",
    security=may_have("read"),
    summary="Replay a match step by step, or (with `at`) show it after one version",
)
async def replay(  # noqa: PLR0913, PLR0917 -- one argument for each query parameter
    match: FromPath[UUID],
    request: AnyRequest,
    at: Annotated[int | None, Parameter(ge=1, description="Version of the only frame to return")] = None,
    after: After = 0,
    until: Annotated[int, Parameter(ge=0, le=LAST, description="Last version to return")] = LAST,
    round_number: RoundNumber = None,
    limit: Limit = PAGE,
    seat: Annotated[
        int | None, Parameter(ge=0, description="Seat whose view to show (only when the match is over)")
    ] = None,
) -> FramesAnswer | Frame:
    """Return the frames of a match, of a range or of a round, or a single frame."""
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


def _span(history: VisibleHistory, requested: Span, round_number: int | None) -> Span:
    if round_number is None:
        return requested
    known = {each.number: each for each in history.rounds}
    if round_number not in known:
        raise ServiceError("not_found", f"Match {history.id} has no round {round_number} yet.", match=history.id)
    wanted = known[round_number]
    return Span(max(requested.after, wanted.first - 1), min(requested.until, wanted.last))


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
    summary="Download the audit bundle of a match that is over, as JSON lines",
    media_type="application/x-ndjson",
)
async def audit(match: FromPath[UUID], request: AnyRequest) -> Stream:
    """Return the audit bundle of a match, available to everybody once the match is over."""
    service = service_of(request)
    history = await service.visibility.history(MatchId(str(match)), requester_of(await optional_caller(request)))
    ended = history.ended
    if ended is None:
        raise ServiceError(
            "match_not_over", "The audit bundle is available when the match is over, because it opens every seal."
        )

    async def lines() -> AsyncIterator[bytes]:
        for line in bundle(ended.match, ended.records, service.signer):
            yield line
            await asyncio.sleep(0)  # signing takes time: let other requests run in between

    name = f'attachment; filename="{history.id}.jsonl"'
    return Stream(lines(), media_type="application/x-ndjson", headers={"Content-Disposition": name})


router = Router("/v1/matches", route_handlers=[events, stream, replay, audit], tags=["logs"])

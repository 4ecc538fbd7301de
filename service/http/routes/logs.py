"""What a match leaves behind: its log, its replay, its audit bundle."""

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
from domain.kernel.records import Shown, open_to, show
from domain.matches.decide import check_seat
from domain.matches.evolve import fold
from domain.matches.milestones import rounds
from domain.matches.state import Abandoned, Finished, Match, is_over, viewer_of
from domain.matches.visibility import visible_version
from service.access.tokens import Caller, player_of
from service.errors import ServiceError
from service.http.authentication import AnyRequest, anybody, asker, service_of
from service.http.middleware.bearer_tokens import lapsed
from service.http.rendering.event_stream import EventStream, StreamReader
from service.http.rendering.matches import EventsAnswer, log_for, view_of
from service.http.rendering.stream_documentation import DESCRIPTION, MEDIA_TYPE, StreamOperation
from service.http.security import may_have
from service.matches.replays import MatchHistory, whole
from service.matches.visibility import check

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
    service, caller = service_of(request), await anybody(request)
    match_id, version, player = MatchId(str(match)), Version(after), player_of(caller)

    def has_more(found: Match) -> bool:
        check(found, caller)
        return visible_version(found, player) > after or is_over(found)

    if wait > 0:
        with service.slots.taken(asker(request, caller)):
            found = await service.live.wait(match_id, min(wait, service.settings.longest_wait), has_more)
    else:
        found = await service.matches.current(match_id)
        check(found, caller)
    # No further than this state goes: who may see what must be as new as the log.
    count = min(limit, visible_version(found, player) - after)
    records = await service.histories.part(found.terms.game.key, match_id, version, count) if count > 0 else []
    shown = log_for(found, records, viewer_of(found, player))
    return EventsAnswer(shown, records[-1].version if records else version)


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
    service, caller = service_of(request), await anybody(request)
    seen = Version(after if last_event_id is None else last_event_id)
    slot = service.slots.taken(asker(request, caller))
    seer = StreamReader(caller, slot, partial(lapsed, request.scope, service.tokens))
    return EventStream(service.streams, MatchId(str(match)), seer, seen)


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
    service, viewer = service_of(request), await anybody(request)
    if until < after:
        raise ServiceError("malformed", "`until` is before `after`.", match=str(match))
    found = await whole(service, MatchId(str(match)), viewer)
    eyes = _eyes(found.match, viewer, seat)
    if at is not None:
        if at > found.match.end.version:
            detail = f"Match {match} has {found.match.end.version} events."
            raise ServiceError("not_found", detail, match=str(match))
        return next(iter(_frames(found, Span(at - 1, at), eyes)))
    span = _span(found, Span(after, min(until, found.match.end.version)), round_number)
    frames = _frames(found, Span(span.after, min(span.until, span.after + limit)), eyes)
    return FramesAnswer(frames, Version(span.after + len(frames)), Version(span.until))


def _span(found: MatchHistory, asked: Span, round_number: int | None) -> Span:
    if round_number is None:
        return asked
    known = {each.number: each for each in rounds(found.match.terms.game, found.records)}
    if round_number not in known:
        detail = f"There is no round {round_number} in match {found.match.terms.id} (yet)."
        raise ServiceError("not_found", detail, match=found.match.terms.id)
    wanted = known[round_number]
    return Span(max(asked.after, wanted.first - 1), min(asked.until, wanted.last))


def _eyes(match: Match, viewer: Caller | None, seat: int | None) -> Viewer:
    own = viewer_of(match, player_of(viewer))
    if seat is None:
        return own
    check_seat(match, Seat(seat))
    wanted = Viewer(frozenset((Seat(seat),)))
    if own not in {wanted, Viewer(everything=True)}:
        raise ServiceError("not_allowed", "Another seat's eyes are open when the match is over.", match=match.terms.id)
    return wanted


def _frames(found: MatchHistory, span: Span, eyes: Viewer) -> list[Frame]:
    question = open_to(eyes)
    state = fold(found.games, None, found.records[: span.after])
    frames = []
    for record in found.records[span.after : max(span.after, span.until)]:
        state = fold(found.games, state, (record,))
        view = None if state is None else view_of(state, eyes)
        frames.append(Frame(record.version, show(record, found.match.seed, question), UNSET if view is None else view))
    return frames


@get(
    "/{match:uuid}/audit",
    summary="The audit bundle of a match that is over, as JSON lines",
    media_type="application/x-ndjson",
)
async def audit(match: FromPath[UUID], request: AnyRequest) -> Stream:
    """Give everything that proves the match; open to everybody once it is over."""
    service = service_of(request)
    found = await whole(service, MatchId(str(match)), await anybody(request))
    over = found.match
    if not isinstance(over, Finished | Abandoned):
        raise ServiceError("match_not_over", "The bundle opens every seal; it is given when the match is over.")

    async def lines() -> AsyncIterator[bytes]:
        for line in bundle(over, found.records, service.signer):
            yield line
            await asyncio.sleep(0)  # signing takes a while; others' requests go first

    name = f'attachment; filename="{over.terms.id}.jsonl"'
    return Stream(lines(), media_type="application/x-ndjson", headers={"Content-Disposition": name})


router = Router("/v1/matches", route_handlers=[events, stream, replay, audit], tags=["logs"])

"""Composition root: connects the parts of the service and creates the ASGI application."""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import NamedTuple

from litestar import Litestar, Router
from litestar.di import Provide
from psycopg_pool import AsyncConnectionPool

from domain.catalogue import CATALOGUE, Catalogue
from domain.kernel.receipts import Signer
from projections.catalogue import projections_of
from projections.runner import Runner
from projections.worker import ProjectionWorker
from service.access.players import Players
from service.access.rate_limits import Rates
from service.access.tokens import Tokens
from service.access.wait_quota import WaitQuota
from service.automation.bot_checkpoints import BotCheckpoints
from service.automation.bot_recovery import BotRecovery
from service.automation.bots import BotRunner
from service.automation.due_matches import DUE_MATCHES
from service.automation.listed_matches import matches_with_bots
from service.automation.scheduler import Scheduler
from service.chronicles.command_handler import Chronicles, awaiting
from service.codec.event_codec import EventCodec
from service.http.authentication import service_of
from service.http.bodies import StrictRequest
from service.http.middleware.rate_limiting import limit_rates
from service.http.middleware.request_log import log_requests
from service.http.middleware.security_headers import add_security_headers, cors_config
from service.http.openapi import Config
from service.http.problems import UNEXPECTED, plugin
from service.http.routes import chronicles as chronicle_routes
from service.http.routes import editions, games, leaving, logs, matches, moments, operations, players
from service.http.routes import match_search as match_search_routes
from service.http.routes import records as record_routes
from service.http.routes import rematches as rematch_routes
from service.http.routes import scoreboards as scoreboard_routes
from service.http.routes import take_backs as take_back_routes
from service.http.routes import tokens as token_routes
from service.http.services import Services
from service.live.hub import LiveHub
from service.live.pages import Pages
from service.live.streams import Streams
from service.matches.action_decoder import ActionDecoder
from service.matches.command_handler import CommandHandler
from service.matches.editions import Editions
from service.matches.event_store import MatchEventStore
from service.matches.open_match_quota import OpenMatchQuota
from service.matches.opening import MatchOpener
from service.matches.rematches import Rematches
from service.matches.repository import MatchRepository
from service.matches.subscribers import MatchSubscribers
from service.matches.visibility import Visibility
from service.migrations.runner import migrate
from service.migrations.schema import SCHEMA, SEARCH_PATH
from service.settings import Settings
from service.store.store import Store

_SWITCH_INTERVAL_SECONDS = 0.0005
"""Thread switch interval. Projections run in threads: a short interval keeps requests from waiting for them."""
_ROUTERS: list[Router] = [
    players.router,
    token_routes.router,
    match_search_routes.router,
    scoreboard_routes.router,
    record_routes.router,
    games.router,
    editions.router,
    matches.router,
    leaving.router,
    rematch_routes.router,
    take_back_routes.router,
    logs.router,
    moments.router,
    chronicle_routes.router,
    operations.router,
]

_CONNECTION_TIMEOUT_SECONDS = 3.0
"""Maximum time that a request waits for a database connection."""
_STATEMENT_TIMEOUT_SECONDS = 5
"""Maximum time of a database statement, including lock waits."""


class _Connections(NamedTuple):
    """Parts that hold database connections."""

    store: Store
    pool: AsyncConnectionPool
    projections: ProjectionWorker
    tokens: Tokens


class _Matches(NamedTuple):
    """Use cases of matches and chronicles, connected to each other."""

    event_store: MatchEventStore
    editions: Editions
    chronicles: Chronicles
    subscribers: MatchSubscribers
    repository: MatchRepository
    commands: CommandHandler
    live: LiveHub
    bots: BotRunner


def create_app(settings: Settings, database_url: str, signer: Signer, catalogue: Catalogue = CATALOGUE) -> Litestar:
    """Create the application. It opens its connections at startup and closes them at shutdown."""

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            app.state["service"] = await _start(settings, database_url, signer, catalogue, stack)
            yield

    return _litestar(settings, catalogue, lifespan=[lifespan])


def routes_only(catalogue: Catalogue) -> Litestar:
    """Create the application for its OpenAPI document. It has all routes and cannot be started."""
    return _litestar(Settings(), catalogue, lifespan=[])


def _litestar(settings: Settings, catalogue: Catalogue, lifespan: list) -> Litestar:  # type: ignore[type-arg] # Litestar's own parameter has an open type
    return Litestar(
        route_handlers=_ROUTERS,
        dependencies={"service": Provide(service_of, sync_to_thread=False)},
        exception_handlers=UNEXPECTED,
        lifespan=lifespan,
        before_send=[add_security_headers],
        cors_config=cors_config(settings.cors_origins),
        logging_config=None,
        middleware=[log_requests, limit_rates],
        openapi_config=Config.of(catalogue),
        plugins=[plugin()],
        request_class=StrictRequest,
        request_max_body_size=settings.body_limit,
    )


async def _start(
    settings: Settings, database_url: str, signer: Signer, catalogue: Catalogue, stack: AsyncExitStack
) -> Services:
    sys.setswitchinterval(_SWITCH_INTERVAL_SECONDS)
    await migrate(database_url)
    connections = await _connect(settings, database_url, catalogue, stack)
    matches = _matches(settings, connections.store, catalogue)
    await _run_in_background(settings, database_url, connections, matches, stack)
    return _services(settings, signer, catalogue, connections, matches)


async def _connect(settings: Settings, database_url: str, catalogue: Catalogue, stack: AsyncExitStack) -> _Connections:
    store = await stack.enter_async_context(
        await asyncio.to_thread(Store.open, database_url, schema=SCHEMA, queue_bound=settings.queue_bound)
    )
    pool = await stack.enter_async_context(_pool(database_url))
    runner = Runner(store.recorder, EventCodec(catalogue))
    followed = (*projections_of(catalogue).values(), DUE_MATCHES)
    projections = await asyncio.to_thread(ProjectionWorker, runner, followed)
    stack.push_async_callback(projections.close)
    return _Connections(store, pool, projections, Tokens(pool))


def _matches(settings: Settings, store: Store, catalogue: Catalogue) -> _Matches:
    event_store, editions = MatchEventStore(store, catalogue), Editions(store, catalogue)
    chronicles = Chronicles(store, event_store, editions)
    subscribers = MatchSubscribers()
    repository = MatchRepository(event_store, editions, subscribers, settings.matches_in_memory)
    commands = CommandHandler(repository, event_store, editions, chronicles, subscribers)
    live, bots = LiveHub(repository), BotRunner(repository, commands)
    subscribers.add(live)
    subscribers.add(bots)
    return _Matches(event_store, editions, chronicles, subscribers, repository, commands, live, bots)


async def _run_in_background(
    settings: Settings, database_url: str, connections: _Connections, matches: _Matches, stack: AsyncExitStack
) -> None:
    pool, projections = connections.pool, connections.projections
    stack.push_async_callback(matches.bots.close)
    checkpoints, event_store = BotCheckpoints(pool), matches.event_store
    recovery = BotRecovery(
        checkpoints, matches.bots, event_store, matches.subscribers, lambda: matches_with_bots(pool, projections)
    )
    await recovery.prepare()
    scheduler = Scheduler(database_url, matches.repository, matches.commands)
    background = (
        matches.live.follow(connections.store, projections.listener),
        matches.live.send_heartbeats(settings.stream_heartbeat),
        projections.run(),
        connections.tokens.watch_revocations(),
        matches.chronicles.resume(awaiting(pool, projections)),
        # The process that takes over from a lost scheduler also takes over the bots of the lost process.
        scheduler.run(recovery.take_over),
        recovery.run(),
    )
    for work in background:
        stack.push_async_callback(_stop, asyncio.create_task(work))


def _services(
    settings: Settings, signer: Signer, catalogue: Catalogue, connections: _Connections, matches: _Matches
) -> Services:
    repository, event_store, editions = matches.repository, matches.event_store, matches.editions
    pool = connections.pool
    opener = MatchOpener(repository, event_store, editions, matches.chronicles, settings.expires_after)
    pages = Pages(event_store)
    return Services(
        settings=settings,
        catalogue=catalogue,
        actions=ActionDecoder(catalogue),
        event_store=event_store,
        editions=editions,
        commands=matches.commands,
        opener=opener,
        rematches=Rematches(repository, opener),
        visibility=Visibility(repository, event_store, editions, settings.matches_in_memory),
        open_match_quota=OpenMatchQuota(pool, settings.open_matches, settings.bot_matches),
        chronicles=matches.chronicles,
        players=Players(pool, connections.tokens),
        tokens=connections.tokens,
        rate_limits=Rates(settings),
        wait_quota=WaitQuota(settings.streams),
        live=matches.live,
        streams=Streams(matches.live, pages, bound=settings.all_streams, patience=settings.stream_patience),
        signer=signer,
        pool=pool,
        projections=connections.projections,
        store=connections.store,
    )


def _pool(database_url: str) -> AsyncConnectionPool:
    return AsyncConnectionPool(
        database_url,
        min_size=1,
        max_size=8,
        timeout=_CONNECTION_TIMEOUT_SECONDS,
        open=False,
        kwargs={"options": f"{SEARCH_PATH['options']} -c statement_timeout={_STATEMENT_TIMEOUT_SECONDS}s"},
    )


async def _stop(task: "asyncio.Task[None]") -> None:
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task

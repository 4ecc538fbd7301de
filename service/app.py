"""The composition root: puts the parts together and makes the ASGI application."""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress

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
from service.http.routes import match_search as search
from service.http.routes import records as record_routes
from service.http.routes import rematches as again
from service.http.routes import scoreboards as lists
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

_TURN_SECONDS = 0.0005
_ROUTERS: list[Router] = [
    players.router,
    token_routes.router,
    search.router,
    lists.router,
    record_routes.router,
    games.router,
    editions.router,
    matches.router,
    leaving.router,
    again.router,
    take_back_routes.router,
    logs.router,
    moments.router,
    chronicle_routes.router,
    operations.router,
]

_PATIENCE_SECONDS = 3.0
"""How long a request waits for a connection to the database."""
_STATEMENT_SECONDS = 5
"""How long the database may take for a statement, locks of others included."""


def create_app(settings: Settings, database_url: str, signer: Signer, catalogue: Catalogue = CATALOGUE) -> Litestar:
    """Make the application; it connects when it starts up and lets go when it shuts down."""

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            app.state["service"] = await _start(settings, database_url, signer, catalogue, stack)
            yield

    return _litestar(settings, catalogue, lifespan=[lifespan])


def routes_only(catalogue: Catalogue) -> Litestar:
    """Make the application for its OpenAPI document: it has all routes and cannot be started."""
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
    # Projections work in threads: a shorter turn for them keeps requests from waiting.
    sys.setswitchinterval(_TURN_SECONDS)
    await migrate(database_url)
    store = await stack.enter_async_context(
        await asyncio.to_thread(Store.open, database_url, schema=SCHEMA, queue_bound=settings.queue_bound)
    )
    pool = await stack.enter_async_context(_pool(database_url))
    tokens = Tokens(pool)
    worker = await asyncio.to_thread(
        ProjectionWorker,
        Runner(store.recorder, EventCodec(catalogue)),
        (*projections_of(catalogue).values(), DUE_MATCHES),
    )
    stack.push_async_callback(worker.close)
    event_store, editions = MatchEventStore(store, catalogue), Editions(store, catalogue)
    chronicles = Chronicles(store, event_store, editions)
    subscribers = MatchSubscribers()
    repository = MatchRepository(event_store, editions, subscribers, settings.matches_in_memory)
    opener = MatchOpener(repository, event_store, editions, chronicles, settings.expires_after)
    commands = CommandHandler(repository, event_store, editions, chronicles, subscribers)
    live, bots = LiveHub(repository), BotRunner(repository, commands)
    subscribers.add(live)
    subscribers.add(bots)
    stack.push_async_callback(bots.close)
    recovery = BotRecovery(
        BotCheckpoints(pool), bots, event_store, subscribers, lambda: matches_with_bots(pool, worker)
    )
    await recovery.prepare()
    scheduler = Scheduler(database_url, repository, commands)
    background = (
        live.follow(store, worker.listener),
        live.send_heartbeats(settings.stream_heartbeat),
        worker.run(),
        tokens.watch_revocations(),
        chronicles.resume(awaiting(pool, worker)),
        # The process that takes over from a lost scheduler also takes over the bots of the lost process.
        scheduler.run(recovery.take_over),
        recovery.run(),
    )
    for work in background:
        stack.push_async_callback(_stop, asyncio.create_task(work))
    return Services(
        settings=settings,
        catalogue=catalogue,
        actions=ActionDecoder(catalogue),
        event_store=event_store,
        editions=editions,
        commands=commands,
        opener=opener,
        rematches=Rematches(repository, opener),
        visibility=Visibility(repository, event_store, editions, settings.matches_in_memory),
        open_match_quota=OpenMatchQuota(pool, settings.open_matches, settings.bot_matches),
        chronicles=chronicles,
        players=Players(pool, tokens),
        tokens=tokens,
        rate_limits=Rates(settings),
        wait_quota=WaitQuota(settings.streams),
        live=live,
        streams=Streams(live, Pages(event_store), bound=settings.all_streams, patience=settings.stream_patience),
        signer=signer,
        pool=pool,
        projections=worker,
        store=store,
    )


def _pool(database_url: str) -> AsyncConnectionPool:
    return AsyncConnectionPool(
        database_url,
        min_size=1,
        max_size=8,
        timeout=_PATIENCE_SECONDS,
        open=False,
        kwargs={"options": f"{SEARCH_PATH['options']} -c statement_timeout={_STATEMENT_SECONDS}s"},
    )


async def _stop(task: "asyncio.Task[None]") -> None:
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task

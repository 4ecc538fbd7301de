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
from projections.catalogue import PROJECTIONS
from projections.following import Following
from projections.runner import Runner
from service.actions import ActionReader
from service.bodies import StrictRequest
from service.chronicles import Chronicles, awaiting
from service.computers import Computers, under_way
from service.editions import Editions
from service.headers import cors_of, secure
from service.histories import Histories
from service.live import Live
from service.openapi import Config
from service.openings import Openings
from service.pages import Pages
from service.people_tables import SCHEMA, SEARCH_PATH, prepare
from service.play import Matches
from service.players import Players
from service.problems import UNEXPECTED, plugin
from service.rate_limiting import limit_rates
from service.rates import Rates
from service.reading import Reading
from service.requests import log_requests
from service.routes import again, editions, games, leaving, lists, logs, matches, moments, operations, players, search
from service.routes import chronicles as chronicle_routes
from service.routes import records as record_routes
from service.routes import take_backs as take_back_routes
from service.routes import tokens as token_routes
from service.routes.callers import service_of
from service.settings import Settings
from service.sight import Sight
from service.slots import Slots
from service.store.store import Store
from service.streams import Streams
from service.timekeeper import Timekeeper
from service.tokens import Tokens
from service.wiring import Service

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
        before_send=[secure],
        cors_config=cors_of(settings.cors_origins),
        logging_config=None,
        middleware=[log_requests, limit_rates],
        openapi_config=Config.of(catalogue),
        plugins=[plugin()],
        request_class=StrictRequest,
        request_max_body_size=settings.body_limit,
    )


async def _start(
    settings: Settings, database_url: str, signer: Signer, catalogue: Catalogue, stack: AsyncExitStack
) -> Service:
    # Projections work in threads: a shorter turn for them keeps requests from waiting.
    sys.setswitchinterval(_TURN_SECONDS)
    store = await stack.enter_async_context(
        await asyncio.to_thread(Store.open, database_url, schema=SCHEMA, queue_bound=settings.queue_bound)
    )
    pool = await stack.enter_async_context(_pool(database_url))
    async with pool.connection() as connection:
        await prepare(connection)
    tokens = Tokens(pool)
    following = await asyncio.to_thread(Following, Runner(store.recorder, Reading(catalogue)), PROJECTIONS.values())
    stack.push_async_callback(following.close)
    histories = Histories(store, catalogue)
    owned = Editions(store, catalogue)
    chronicles = Chronicles(store, histories, owned)
    bots = Computers(Matches(histories, owned, chronicles, settings.matches_in_memory, settings.expires_after))
    stack.push_async_callback(bots.close)
    live = Live(bots.matches)
    left = chronicles.resume(awaiting(pool, following))
    # Whoever takes over from a timekeeper that was lost also takes over the bots of its process.
    time = Timekeeper(database_url, bots.matches).run(lambda: bots.take_over(under_way(pool, following)))
    resumed = bots.resume(under_way(pool, following))
    watching = (live.follow(store, following.bell), live.beat(settings.stream_heartbeat))
    for work in (*watching, following.run(), tokens.follow(), resumed, left, time):
        stack.push_async_callback(_stop, asyncio.create_task(work))
    return Service(
        settings=settings,
        catalogue=catalogue,
        actions=ActionReader(catalogue),
        histories=histories,
        editions=owned,
        matches=bots.matches,
        openings=Openings(pool, settings.open_matches, settings.bot_matches),
        chronicles=chronicles,
        players=Players(pool, tokens),
        tokens=tokens,
        rates=Rates(settings),
        slots=Slots(settings.streams),
        live=live,
        sight=Sight(bots.matches, histories, owned, settings.matches_in_memory),
        streams=Streams(live, Pages(histories), bound=settings.all_streams, patience=settings.stream_patience),
        signer=signer,
        pool=pool,
        following=following,
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

"""The parts of a running service, put together in `service.app`."""

from msgspec import Struct
from psycopg_pool import AsyncConnectionPool

from domain.catalogue import Catalogue
from domain.kernel.receipts import Signer
from projections.worker import ProjectionWorker
from service.access.players import Players
from service.access.rate_limits import Rates
from service.access.tokens import Tokens
from service.access.wait_quota import WaitQuota
from service.chronicles.command_handler import Chronicles
from service.live.hub import LiveHub
from service.live.streams import Streams
from service.matches.action_decoder import ActionDecoder
from service.matches.command_handler import Matches
from service.matches.editions import Editions
from service.matches.event_store import MatchEventStore
from service.matches.open_match_quota import OpenMatchQuota
from service.matches.visibility import Visibility
from service.settings import Settings
from service.store.store import Store


class Services(Struct, frozen=True):
    """What routes work with."""

    settings: Settings
    catalogue: Catalogue
    actions: ActionDecoder
    histories: MatchEventStore
    editions: Editions
    matches: Matches
    openings: OpenMatchQuota
    chronicles: Chronicles
    players: Players
    tokens: Tokens
    rates: Rates
    wait_quota: WaitQuota
    live: LiveHub
    sight: Visibility
    streams: Streams
    signer: Signer
    pool: AsyncConnectionPool
    following: ProjectionWorker
    store: Store

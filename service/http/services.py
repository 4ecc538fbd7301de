"""Parts of a running service, as `service.app` composes them."""

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
from service.matches.command_handler import CommandHandler
from service.matches.editions import Editions
from service.matches.event_store import MatchEventStore
from service.matches.open_match_quota import OpenMatchQuota
from service.matches.opening import MatchOpener
from service.matches.rematches import Rematches
from service.matches.visibility import Visibility
from service.settings import Settings
from service.store.store import Store


class Services(Struct, frozen=True):
    """Parts of the service that routes and middleware use."""

    settings: Settings
    catalogue: Catalogue
    actions: ActionDecoder
    event_store: MatchEventStore
    editions: Editions
    commands: CommandHandler
    opener: MatchOpener
    rematches: Rematches
    visibility: Visibility
    open_match_quota: OpenMatchQuota
    chronicles: Chronicles
    players: Players
    tokens: Tokens
    rate_limits: Rates
    wait_quota: WaitQuota
    live: LiveHub
    streams: Streams
    signer: Signer
    pool: AsyncConnectionPool
    projections: ProjectionWorker
    store: Store

"""The parts of a running service, put together in `service.app`."""

from msgspec import Struct
from psycopg_pool import AsyncConnectionPool

from domain.catalogue import Catalogue
from domain.kernel.receipts import Signer
from projections.following import Following
from service.actions import ActionReader
from service.chronicles import Chronicles
from service.editions import Editions
from service.histories import Histories
from service.live import Live
from service.openings import Openings
from service.play import Matches
from service.players import Players
from service.rates import Rates
from service.settings import Settings
from service.slots import Slots
from service.store.store import Store
from service.tokens import Tokens


class Service(Struct, frozen=True):
    """What routes work with."""

    settings: Settings
    catalogue: Catalogue
    actions: ActionReader
    histories: Histories
    editions: Editions
    matches: Matches
    openings: Openings
    chronicles: Chronicles
    players: Players
    tokens: Tokens
    rates: Rates
    slots: Slots
    live: Live
    signer: Signer
    pool: AsyncConnectionPool
    following: Following
    store: Store

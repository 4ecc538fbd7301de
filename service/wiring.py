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
from service.play import Matches
from service.players import Players
from service.settings import Settings
from service.sight import Sight
from service.streams import Streams


class Service(Struct, frozen=True):
    """What routes work with."""

    settings: Settings
    catalogue: Catalogue
    actions: ActionReader
    histories: Histories
    editions: Editions
    matches: Matches
    chronicles: Chronicles
    players: Players
    live: Live
    sight: Sight
    streams: Streams
    signer: Signer
    pool: AsyncConnectionPool
    following: Following

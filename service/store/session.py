"""One database connection that writes batches: each is sent in one flight and answered in one.

It speaks through `psycopg.pq`, libpq's own calls: the same batch through psycopg's cursors costs
five times the processor time, which the requests of the same loop then lack (`ops/bench/appends.py`).
"""

from psycopg import OperationalError
from psycopg.pq import ConnStatus, DiagnosticField, ExecStatus
from psycopg.pq.abc import PGconn, PGresult

from service.store.errors import StoreUnavailable
from service.store.sharing import Batch, Place
from service.store.statements import Statements, append_parameters, find_parameters

BINARY = 1
_LEAVING = ("57P", "08")
"""SQLSTATEs of a server that ends the session; whether it committed before, it does not say."""


class ConnectionLost(Exception):  # noqa: N818 -- an outcome
    """The connection ended before the answer came: the batch was recorded, or it was not."""


class Session:
    """The sans-I/O half of a writer: it says what to send and understands what comes; others wait for the socket."""

    def __init__(self, pgconn: PGconn, statements: Statements) -> None:
        """Take over a connection on which `statements.prepare` was executed."""
        self._pgconn = pgconn
        self._statements = statements
        self._positions: dict[Place, int] = {}
        pgconn.nonblocking = 1
        pgconn.enter_pipeline_mode()

    @property
    def socket(self) -> int:
        """The file descriptor to wait for."""
        return self._pgconn.socket

    def send(self, batch: Batch) -> None:
        """Write a batch into the connection's buffer; follow up with `flush`.

        A batch that was sent before may have been recorded then: its rows are looked for first.
        """
        pgconn = self._pgconn
        self._positions = {}
        for statement in self._statements.opening:
            pgconn.send_query_params(statement, None)
        if batch.attempts:
            self._execute(b"chronicle_find", find_parameters(batch))
        batch.attempts += 1
        self._execute(b"chronicle_append", append_parameters(batch))
        pgconn.send_query_params(b"COMMIT", None)
        pgconn.pipeline_sync()

    def _execute(self, name: bytes, parameters: list[bytes]) -> None:
        self._pgconn.send_query_prepared(name, parameters, [BINARY] * len(parameters), BINARY)

    def flush(self) -> bool:
        """Send what the socket takes; whether that was everything. Raises `ConnectionLost`."""
        try:
            return self._pgconn.flush() == 0
        except OperationalError as error:
            raise ConnectionLost(str(error)) from error

    def receive(self) -> dict[Place, int] | None:
        """Read what the socket has; the positions of the recorded rows once the answer is complete.

        Raises `ConnectionLost`, or `StoreUnavailable` where the database refused and recorded nothing.
        """
        try:
            self._pgconn.consume_input()
        except OperationalError as error:
            raise ConnectionLost(str(error)) from error
        while not self._pgconn.is_busy():
            result = self._pgconn.get_result()
            if result is not None and result.status == ExecStatus.PIPELINE_SYNC:
                return self._positions
            if result is not None:
                self._understand(result)
            elif self._pgconn.status == ConnStatus.BAD:
                raise ConnectionLost(self._pgconn.get_error_message())
        return None

    def _understand(self, result: PGresult) -> None:
        if result.status == ExecStatus.TUPLES_OK:
            self._positions.update(_positions(result))
        elif result.status != ExecStatus.COMMAND_OK:
            _fail(result)


def _positions(result: PGresult) -> dict[Place, int]:
    value = result.get_value
    return {(value(row, 0) or b"", _integer(value(row, 1))): _integer(value(row, 2)) for row in range(result.ntuples)}


def _integer(value: bytes | None) -> int:
    return int.from_bytes(value or b"")


def _fail(result: PGresult) -> None:
    state = (result.error_field(DiagnosticField.SQLSTATE) or b"").decode()
    reason = result.get_error_message()
    if not state or state.startswith(_LEAVING):
        raise ConnectionLost(reason)
    raise StoreUnavailable(reason)

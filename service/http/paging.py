"""Common parameters of all lists: page size, cursor and game."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Final

from litestar.params import Parameter

from domain.kernel.errors import Refused
from domain.kernel.game import AnyGame
from projections.cursors import BadCursor
from service.errors import ServiceError
from service.http.services import Services

Limit = Annotated[int, Parameter(ge=1, le=200, description="Maximum number of entries")]
After = Annotated[str | None, Parameter(description="Cursor: the value of `next` on the previous page")]

NO_ZERO_BYTE: Final = r"^[^\x00]*$"
"""Pattern of text parameters. PostgreSQL accepts no zero bytes in text."""


@contextmanager
def reject_bad_cursor() -> Iterator[None]:
    """Convert `BadCursor` into a `malformed` problem."""
    try:
        yield
    except BadCursor as error:
        raise ServiceError("malformed", str(error)) from None


def require_game(service: Services, game: str) -> AnyGame:
    """Return a game by its key. Raises `ServiceError` (`not_found`) for an unknown one."""
    try:
        return service.catalogue.game(game)
    except Refused as refused:
        raise ServiceError("not_found", refused.detail) from None

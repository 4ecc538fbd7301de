"""What all lists have in common: how much of them, from where on, of which game."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Final

from litestar.params import Parameter

from domain.kernel.errors import Refused
from domain.kernel.game import AnyGame
from projections.cursors import BadCursor
from service.errors import ServiceError
from service.http.services import Services

Limit = Annotated[int, Parameter(ge=1, le=200, description="How many at most")]
After = Annotated[str | None, Parameter(description="Where to go on: `next` of the page before")]

WORD: Final = r"^[^\x00]*$"
"""What a word of a query must be: the database takes no zero byte."""


@contextmanager
def cursor_refused() -> Iterator[None]:
    """Turn a text that is no cursor into a `malformed` problem."""
    try:
        yield
    except BadCursor as error:
        raise ServiceError("malformed", str(error)) from None


def known_game(service: Services, game: str) -> AnyGame:
    """Look a game up. Raises `ServiceError` (`not_found`) for one that is not served."""
    try:
        return service.catalogue.game(game)
    except Refused as refused:
        raise ServiceError("not_found", refused.detail) from None

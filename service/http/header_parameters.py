"""How routes say which headers they read themselves: none of these is a parameter that Litestar reads."""

from dataclasses import dataclass
from typing import ClassVar, Final

from litestar.openapi.spec import OpenAPIType, Operation, Parameter, Schema

TEXT: Final = Schema(type=OpenAPIType.STRING)


@dataclass
class TakesHeaders(Operation):
    """Adds the headers of a subclass to the parameters of its routes."""

    HEADERS: ClassVar[tuple[Parameter, ...]] = ()

    def __post_init__(self) -> None:
        """Add them."""
        self.parameters = [*(self.parameters or []), *self.HEADERS]


def header(name: str, words: str, schema: Schema = TEXT) -> Parameter:
    """Describe a header that may come."""
    return Parameter(name, "header", schema=schema, description=words)

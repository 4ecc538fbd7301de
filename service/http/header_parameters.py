"""Header parameters in OpenAPI for headers that routes read themselves, without Litestar's parameter handling."""

from dataclasses import dataclass
from typing import ClassVar, Final

from litestar.openapi.spec import OpenAPIType, Operation, Parameter, Schema

TEXT: Final = Schema(type=OpenAPIType.STRING)


@dataclass
class HeaderOperation(Operation):
    """OpenAPI operation with the additional header parameters `HEADERS`."""

    HEADERS: ClassVar[tuple[Parameter, ...]] = ()

    def __post_init__(self) -> None:
        """Add the header parameters."""
        self.parameters = [*(self.parameters or []), *self.HEADERS]


def header_parameter(name: str, description: str, schema: Schema = TEXT) -> Parameter:
    """Describe an optional header."""
    return Parameter(name, "header", schema=schema, description=description)

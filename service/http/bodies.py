"""Reads request bodies strictly: no number in a string's place, nothing said twice, nothing nested without end."""

import json
from functools import cache
from typing import Any, Final

import msgspec
from litestar import Request
from litestar.exceptions import InternalServerException
from litestar.handlers import BaseRouteHandler

from service.errors import ServiceError


class StrictRequest(Request[Any, Any, Any]):
    """A request whose body is decoded to its route's type at once, as OpenAPI describes it."""

    @property
    def content_length(self) -> int | None:
        """The length that the client announced; read without making all headers ready to be looked up."""
        for name, value in self.scope["headers"]:
            if name == b"content-length" and value.isdigit():
                return int(value)
        return None

    async def json(self) -> Any:  # noqa: ANN401 -- the type that the route declares
        """Read the body. Raises `ServiceError` (`malformed`)."""
        try:
            body = await self.body()
        except InternalServerException:  # Litestar's word for a client that went away
            raise ServiceError("malformed", "The body did not arrive.") from None
        try:
            read = _decoder(self.route_handler).decode(body)
            _ONCE.decode(body.decode())
        except (ValueError, RecursionError) as error:
            detail = "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
            raise ServiceError("malformed", f"The body cannot be read: {detail}.") from None
        return read


@cache
def _decoder(route: BaseRouteHandler) -> msgspec.json.Decoder[Any]:
    field = route.parsed_data_field
    return msgspec.json.Decoder(Any if field is None else field.annotation)


def _each_once(pairs: list[tuple[str, Any]]) -> None:
    if len(pairs) > 1 and len(dict(pairs)) < len(pairs):
        message = "an object has a field twice"
        raise ValueError(message)


_ONCE: Final = json.JSONDecoder(object_pairs_hook=_each_once)
"""Made once: `json.loads` makes another for each body, which takes longer than to read an action."""

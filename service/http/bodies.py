"""Strict decoding of request bodies: no type coercion, no duplicate fields, no excessive nesting."""

import json
from functools import cache
from typing import Any, Final

import msgspec
from litestar import Request
from litestar.exceptions import InternalServerException
from litestar.handlers import BaseRouteHandler

from service.errors import ServiceError


class StrictRequest(Request[Any, Any, Any]):
    """A request whose body is decoded directly to the type that its route declares and OpenAPI describes."""

    @property
    def content_length(self) -> int | None:
        """The value of `Content-Length`, read without building a mapping of all headers."""
        for name, value in self.scope["headers"]:
            if name == b"content-length" and value.isdigit():
                return int(value)
        return None

    async def json(self) -> Any:  # noqa: ANN401 -- the type that the route declares
        """Decode the body. Raises `ServiceError` (`malformed`)."""
        try:
            body = await self.body()
        except InternalServerException:  # Litestar's exception for a disconnected client
            raise ServiceError("malformed", "The request body is incomplete.") from None
        try:
            decoded = _decoder(self.route_handler).decode(body)
            _DUPLICATE_CHECK.decode(body.decode())
        except (ValueError, RecursionError) as error:
            detail = "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
            raise ServiceError("malformed", f"The request body is invalid: {detail}.") from None
        return decoded


@cache
def _decoder(route: BaseRouteHandler) -> msgspec.json.Decoder[Any]:
    field = route.parsed_data_field
    return msgspec.json.Decoder(Any if field is None else field.annotation)


def _reject_duplicates(pairs: list[tuple[str, Any]]) -> None:
    if len(pairs) > 1 and len(dict(pairs)) < len(pairs):
        message = "an object contains a field twice"
        raise ValueError(message)


_DUPLICATE_CHECK: Final = json.JSONDecoder(object_pairs_hook=_reject_duplicates)
"""Created once. `json.loads` creates a decoder for each body, which takes longer than decoding an action."""

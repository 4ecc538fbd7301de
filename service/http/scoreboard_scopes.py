"""Query parameters of scoreboards: a period, and at most one other condition."""

import re
from typing import Annotated, Any, Final

import msgspec
from litestar.params import Parameter

from domain.kernel.game import AnyGame
from domain.matches.settings import check_tags
from projections.scoreboards.scopes import ALL_TIME, scope
from service.errors import ServiceError
from service.http.paging import NO_ZERO_BYTE

_MONTH: Final = re.compile(r"\d{4}-(0[1-9]|1[0-2])", re.ASCII)
_ONE: Final = "Only one of `tag`, `seats`, `side`, `edition` and `scenario` can be given in a request."

Period = Annotated[str, Parameter(description="Month in UTC in which the matches ended, such as `2026-11`, or `all`")]
Tag = Annotated[str | None, Parameter(description="Tag of the matches, for example of a league or a round")]
Seats = Annotated[int | None, Parameter(description="Number of seats of the matches")]
Side = Annotated[str | None, Parameter(description="Side of the sheet, for a game whose sheet has two sides")]
EditionName = Annotated[
    str | None, Parameter(description="Name of the edition of the matches", max_length=40, pattern=NO_ZERO_BYTE)
]
Scenario = Annotated[str | None, Parameter(description="Scenario of the matches, for a game with scenarios")]


def scope_for(game: AnyGame, period: str, **conditions: object) -> str:
    """Name the requested scope. Raises `ServiceError` (`unprocessable`) or `Refused` for an invalid one."""
    if period != ALL_TIME and not _MONTH.fullmatch(period):
        raise ServiceError("unprocessable", f"Invalid period {period!r}: use `all` or a month such as `2026-11`.")
    given = [(kind, value) for kind, value in conditions.items() if value is not None]
    if len(given) > 1:
        raise ServiceError("unprocessable", _ONE)
    if not given:
        return scope(period)
    ((kind, value),) = given
    _check(game, kind, value)
    return scope(period, kind, value)


def _check(game: AnyGame, kind: str, value: Any) -> None:  # noqa: ANN401 -- a string or a number
    match kind:
        case "tag":
            check_tags((value,))
        case "seats" if value not in game.seats:
            raise ServiceError("unprocessable", f"{game.title} cannot be played with {value} seats.")
        case "side" | "scenario":
            _check_division(game, kind, value)
        case _:
            return


def _check_division(game: AnyGame, kind: str, value: str) -> None:
    option = game.board.divisions.get(kind)
    if option is None:
        raise ServiceError("unprocessable", f"{game.title} has no scoreboards by {kind}.")
    try:
        msgspec.convert({option: value}, game.options)
    except msgspec.ValidationError:
        raise ServiceError("unprocessable", f"{game.title} has no {kind} {value!r}.") from None

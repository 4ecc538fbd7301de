"""Campaign rules of a game: how a match reads the state of a chronicle, and the reign that its outcome adds."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from msgspec import Struct

from domain.kernel.messages import Outcome

OutcomeT = TypeVar("OutcomeT", bound=Outcome)


class Report(Struct, frozen=True):
    """Result of a match as its chronicle records it.

    `duration` is in years. `line` is the key of the sentence that says how the reign is remembered. `throne` is the
    new holder of the throne, None if it is vacant. `obstacle_name` names the greatest obstacle, `month` a scenario.
    """

    ending: str
    won: bool
    duration: int
    line: str
    throne: str | None
    silent_boxes: int
    obstacle_name: str
    month: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Campaign(Generic[OutcomeT]):
    """Campaign rules of a game.

    `option` is the option that names the chronicle of a match. `supplies` maps the holder of the throne to the
    options that the chronicle supplies when the match starts; the game lists them in `SUPPLIED`.
    `report` gives the reign that an outcome adds to the chronicle.
    `table` is the noun for the members of a reign. `endings` has a sentence for each way to lose, `remembered` one
    for each `line` of a report; both are used in printed chronicles.
    """

    option: str
    supplies: Callable[[str | None], dict[str, Any]]
    report: Callable[[OutcomeT], Report]
    table: str
    endings: Mapping[str, str]
    remembered: Mapping[str, str]


AnyCampaign = Campaign[Any]
"""Campaign rules of an unknown game."""

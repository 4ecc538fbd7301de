"""The one error of the domain: a request that is refused and changes nothing."""

from typing import Literal

Code = Literal[
    "already_seated",
    "already_voted",
    "decision_closed",
    "edition_name_taken",
    "edition_unfit",
    "key_reused",
    "match_not_open",
    "match_not_over",
    "match_not_playing",
    "not_allowed",
    "not_seated",
    "obstacle_settled",
    "rule_broken",
    "seat_reserved",
    "seat_taken",
    "take_back_barred",
    "take_back_closed",
    "take_back_open",
    "unknown_bot",
    "unknown_chronicle",
    "unknown_edition",
    "unknown_game",
    "unknown_reign",
    "unknown_seat",
    "unprocessable",
    "version_mismatch",
]
"""Stable words that a client may switch on; the service turns each into an HTTP status in one table."""


class Refused(Exception):  # noqa: N818 -- the field's word for a command that is not accepted
    """A request that the domain does not accept; nothing has changed.

    `code` is stable and meant for programs, `detail` is a sentence for people, `rule` numbers
    the broken rule of the game's RULES.md where a rule is what stood in the way.
    """

    def __init__(self, code: Code, detail: str, *, rule: str | None = None) -> None:
        """Refuse with a stable code and a sentence."""
        super().__init__(detail)
        self.code: Code = code
        self.detail = detail
        self.rule = rule


class RuleBroken(Refused):
    """An action that the rules of its game do not allow now; `rule` says which."""

    def __init__(self, rule: str, detail: str) -> None:
        """Refuse an action for the rule of that number."""
        super().__init__("rule_broken", detail, rule=rule)

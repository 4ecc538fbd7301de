"""Errors of the domain: rejected requests, which change nothing."""

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
"""Stable error codes for programs. The service maps each code to an HTTP status."""


class Refused(Exception):  # noqa: N818 -- established name for a rejected command
    """Rejected request; the state is unchanged.

    `code` is a stable code for programs and `detail` a sentence for people. `rule` is the number of the broken rule
    in the RULES.md of the game, None if no rule was broken.
    """

    def __init__(self, code: Code, detail: str, *, rule: str | None = None) -> None:
        """Reject a request with a stable code and a sentence."""
        super().__init__(detail)
        self.code: Code = code
        self.detail = detail
        self.rule = rule


class RuleBroken(Refused):
    """Action that the rules of the game do not allow now; `rule` is the number of the broken rule."""

    def __init__(self, rule: str, detail: str) -> None:
        """Reject an action under the rule with this number."""
        super().__init__("rule_broken", detail, rule=rule)

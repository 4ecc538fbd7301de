"""Campaign rules of Council of 12: the sovereign at setup, the reign of an outcome, and the words of a chronicle."""

from typing import Any, Final

from domain.games.council_of_12.scoring import Outcome
from domain.kernel.campaign import Campaign, Report

REMEMBERED: Final = {
    "dismissed": "Few were sorry to see this Council go.",
    "content": "The kingdom had no complaint.",
    "honoured": "The Council was held in honour.",
    "showered": "The Council was loaded with gifts and good wishes.",
    "secure": "The kingdom was safe and thrived for a lifetime.",
    "boundless": "The kingdom was blessed and knew no borders any more.",
}
ENDINGS: Final = {
    "favor_spent": "No Favor was left.",
    "silence_broken": "Somebody broke the silence.",
    "wrong_sovereign": "The wrong sovereign took the throne.",
    "bells_too_few": "The bells rang too seldom.",
    "no_successor": "There was no successor.",
}


def supplies(throne: str | None) -> dict[str, Any]:
    """The character on the chronicle's throne is the sovereign at setup."""
    return {"sovereign": throne}


def report(outcome: Outcome) -> Report:
    """The reign that a match adds to its chronicle (rules 12.1 to 12.4)."""
    return Report(
        ending=outcome.ending,
        won=outcome.won,
        duration=outcome.duration,
        line=outcome.line,
        throne=outcome.throne,
        silent_boxes=outcome.silent_boxes,
        obstacle_name=outcome.obstacle_name,
        month=outcome.month,
    )


CAMPAIGN: Final = Campaign(
    option="chronicle",
    supplies=supplies,
    report=report,
    table="Council",
    endings=ENDINGS,
    remembered=REMEMBERED,
)

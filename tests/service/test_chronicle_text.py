"""Text formats of chronicles: complete sentences and escaped text."""

from typing import get_args

from domain.games.council_of_12.chronicle import CAMPAIGN, ENDINGS, REMEMBERED
from domain.games.council_of_12.pieces import Ending, Line
from domain.kernel.basics import ChronicleId, Instant, MatchId, PlayerId, Version
from projections.chronicle_totals import Mark, Records, ThroneTotal
from projections.chronicles import Obstacle
from service.http.rendering.chronicle_text import as_markdown, as_text
from service.http.rendering.chronicles import (
    ChronicleAnswer,
    MemberAnswer,
    MemberTotalAnswer,
    ReignAnswer,
    TotalsAnswer,
)
from tests.kit.story import ALICE, BOB

NOON = Instant("2026-11-30T12:00:00.000000Z")
MEMBERS = [MemberAnswer(ALICE, None, "Rita", "III"), MemberAnswer(BOB, None, None, "I")]
REIGN = ReignAnswer(
    number=3,
    match=MatchId("m"),
    at=NOON,
    members=MEMBERS,
    year=141,
    month="may",
    won=False,
    ending="wrong_sovereign",
    duration=1,
    line="dismissed",
    throne=None,
    silent_boxes=4,
    obstacle=Obstacle("Festival", "<b>Us</b> & [them](x)", BOB),
)
TOTALS = TotalsAnswer(
    reigns=3,
    won=2,
    years=99,
    silent_boxes=4,
    thrones=[ThroneTotal("powerful_one", 2, 98)],
    members=[MemberTotalAnswer(PlayerId("r"), None, "Rita", 3, 2, 99)],
    records=Records(longest=Mark(2, 58)),
)
CAMPAIGNS = {REIGN.match: CAMPAIGN}
BOOK = ChronicleAnswer(ChronicleId("c"), Version(9), "Us", PlayerId("r"), NOON, 43, 142, "powerful_one", TOTALS)


def test_every_outcome_line_and_every_ending_has_a_sentence() -> None:
    assert set(REMEMBERED) == set(get_args(Line))
    assert set(ENDINGS) == set(get_args(Ending)) - {"won"}


def test_a_chronicle_is_printed_as_text() -> None:
    assert (
        as_text(BOOK, [REIGN], CAMPAIGNS)
        == """\
Us
==

Begun in the year 43; it is the year 142.
Reigns: 3, won: 2, years: 99, silent boxes: 4
On the throne: the Powerful One
Longest reign: 58 years (reign 2)
the Powerful One on the throne: 98 years

3. May of the year 141
----------------------
Council: Rita III, former player I
Lost: The wrong sovereign took the throne. Reigned 1 year. Few were sorry to see this Council go.
On the throne: vacant
Silent boxes: 4
Greatest obstacle: <b>Us</b> & [them](x)

Members
-------
Rita: reigns 3, won 2, years 99
"""
    )


def test_text_of_players_is_escaped() -> None:
    markdown = as_markdown(BOOK, [REIGN], CAMPAIGNS)
    assert "## 3. May of the year 141\n" in markdown
    assert "- Greatest obstacle: \\<b\\>Us\\</b\\> \\& \\[them\\](x)\n" in markdown


def test_a_reign_of_an_unknown_game_is_printed_without_sentences() -> None:
    text = as_text(BOOK, [REIGN], {})
    assert "Members: Rita III" in text
    assert "Lost: wrong sovereign. Reigned 1 year. dismissed" in text

"""Whole match that ends blocked: seven Giants and Doppelgangers are laid around one space."""

import pytest

from domain.games.claim_kingdoms import GAME
from domain.games.claim_kingdoms.actions import Action, DrawCard, LayCard, Options, TakeCard, UseGiants
from domain.games.claim_kingdoms.kingdom import Card
from domain.games.claim_kingdoms.pieces import START, Faction
from tests.games.claim_kingdoms.given import BLUE, RED, at, draws, play, table

SEED = 256
"""Seed that deals the cards for these turns."""

OPTIONS = Options(("giants", "doppelgangers", "seers", "goblins", "knights", "dwarves", "dragons"), 0)

Turn = tuple[Faction, tuple[int, int], TakeCard | DrawCard]

WALK: tuple[Turn, ...] = (
    ("giants", (0, 1), TakeCard("goblins")),
    ("doppelgangers", (1, 1), TakeCard("goblins")),
    ("giants", (2, 1), DrawCard()),
    ("giants", (2, 0), TakeCard("giants")),
    ("doppelgangers", (2, -1), TakeCard("doppelgangers")),
    ("giants", (1, -1), TakeCard("goblins")),
    ("doppelgangers", (1, 0), TakeCard("dwarves")),
)
"""Card, space and draw of each turn. Each turn turns over the only other open card."""


@pytest.mark.rule("10.6", "6.8", "8.1")
def test_seven_turns_can_block_the_kingdom() -> None:
    laid_table = GAME.setup(GAME.begin(table(OPTIONS)), draws(SEED)).state
    last = START
    actions: list[Action] = []
    for faction, place, draw in WALK:
        actions += [LayCard(faction, at(*place)), UseGiants(last), draw]
        last = at(*place)

    state = play(laid_table, *actions).state

    outcome = GAME.outcome(state)
    assert outcome.ending == "blocked"
    assert state.turn == 7
    assert state.kingdom.cards == {at(1, 0): Card("doppelgangers", (RED,))}
    assert len(state.kingdom.turned) == 7
    assert (state.supplies, outcome.scores, outcome.winners) == ((14, 15), (7, 0), (RED,))
    assert GAME.pending(state) == {}
    assert GAME.legal_actions(state, BLUE) == ()

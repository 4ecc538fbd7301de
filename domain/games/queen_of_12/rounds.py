"""The course of a round: dice, hands made ready, the reveal, and the end (sections 2, 3, 4 and 9 of the rules)."""

from collections import Counter
from typing import Final

from domain.games.queen_of_12 import events as e
from domain.games.queen_of_12.crossing import begin_crossing, picking_order
from domain.games.queen_of_12.effects import carry_out
from domain.games.queen_of_12.legal import cards_each, is_waiting, playable, preparation, unlaid
from domain.games.queen_of_12.pieces import Die
from domain.games.queen_of_12.scoring import has_full_line, ranking, score, winners
from domain.games.queen_of_12.state import CarryingOut, Choosing, Crossing, Finished, Laying, Picking, State
from domain.games.queen_of_12.story import Story
from domain.kernel.basics import Seat, seats_of
from domain.kernel.chance import Draws

FACES_OF_A_DIE: Final = 12


def proceed(story: Story) -> None:
    """Let everything happen that follows until a seat must choose, or the match is over."""
    while not is_waiting(story.state):
        match story.state:
            case Choosing() as state:
                _reveal(story, state)
            case CarryingOut() as state:
                if not carry_out(story, state):
                    begin_crossing(story, state)
            case Crossing() as state if order := picking_order(state):
                story.tell(e.FanCardsDue(order))
            case Crossing() | Picking() as state:
                _end_round(story, state)
            case Laying() | Finished():
                begin_round(story)


def begin_round(story: Story) -> None:
    """Roll the dice of the next round and make hands ready for the first card (rules 2.2, 2.4 and 3.3 to 3.6)."""
    state = story.state
    number = state.round + 1
    holder = state.bag if number == 1 else Seat((state.bag + 1) % len(state.holdings))
    story.tell(e.DiceRolled(number, holder, _roll(state, number, story.draws)))
    _make_all_ready(story, 1)


def _roll(state: State, number: int, draws: Draws) -> tuple[Die, ...]:
    edition = state.table.edition
    load = edition.load(len(state.holdings))
    count = load.mountains + load.jungle
    ids = draws.shuffled(f"bag/{number}", tuple(edition.dice))[:count]
    values = draws.many(f"dice/{number}", FACES_OF_A_DIE, count)
    return tuple(
        Die(die, edition.dice[die], "mountains" if place < load.mountains else "jungle", value + 1)
        for place, (die, value) in enumerate(zip(ids, values, strict=True))
    )


def _make_all_ready(story: Story, laying: int) -> None:
    if isinstance(state := story.state, Choosing):
        for seat in seats_of(len(state.holdings)):
            if seat not in state.without:
                _make_ready(story, state, seat, laying)


def _make_ready(story: Story, state: Choosing, seat: Seat, laying: int) -> None:
    """Exchange or take up a hand, or find that there is no card to play (rules 3.3 to 3.7)."""
    holding = state.holdings[seat]
    hand = unlaid(holding.hand, state.laid[seat][: laying - 1])
    match preparation(hand, holding.pile):
        case "exchange":
            story.tell(e.HandExchanged(seat, laying, hand[0], holding.pile))
        case "take_up":
            story.tell(e.PileTakenUp(seat, holding.pile))
        case None:
            pass
    if not playable(hand, holding.pile):
        story.tell(e.NoCardPlayed(seat, laying))


def _reveal(story: Story, state: Choosing) -> None:
    """Announce what came before the second cards, then show all cards and negate (rules 3.7, 4.1 to 4.4)."""
    if cards_each(state) > 1:
        _make_all_ready(story, 2)
    story.tell(e.CardsRevealed(state.laid))
    often = Counter(card for cards in state.laid for card in cards)
    negated = tuple(tuple(card for card in cards if often[card] > 1) for cards in state.laid)
    if any(negated):
        story.tell(e.CardsNegated(negated))


def _end_round(story: Story, state: State) -> None:
    """Award the bonus, put the dice back and go on, or score after the last round (rules 9.1 to 9.3, 10.1)."""
    full = tuple(seat for seat in seats_of(len(state.holdings)) if has_full_line(state.holdings[seat].crossed))
    if full and not state.bonus:
        story.tell(e.BonusAwarded(full))
    story.tell(e.RoundEnded(state.round))
    if state.round < state.table.edition.rounds:
        begin_round(story)
    else:
        _score(story)


def _score(story: Story) -> None:
    state = story.state
    scores = tuple(score(state, seat) for seat in seats_of(len(state.holdings)))
    ranks = ranking(scores)
    story.tell(e.MatchScored(scores, ranks, winners(ranks)))

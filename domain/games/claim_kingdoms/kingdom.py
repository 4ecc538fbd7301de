"""The kingdom: the cards that lie open, those that were turned over, and what may be asked of their places."""

from functools import cached_property

from msgspec import Struct

from domain.games.claim_kingdoms.pieces import STEPS, Faction, Line, Space, around, beside
from domain.kernel.basics import Seat


class Card(Struct, frozen=True):
    """An open card and the seats, in seat order, of which one piece each stands on it."""

    faction: Faction
    pieces: tuple[Seat, ...] = ()

    def with_piece(self, seat: Seat) -> "Card":
        """The card with a piece of that seat added."""
        return Card(self.faction, tuple(sorted((*self.pieces, seat))))

    def without_piece(self, seat: Seat) -> "Card":
        """The card with the piece of that seat taken off."""
        return Card(self.faction, tuple(piece for piece in self.pieces if piece != seat))


class Kingdom(Struct, frozen=True, dict=True):
    """Open cards by space, in the order they were laid, and turned-over cards by space.

    Turned-over cards only take up their space: whatever else is asked looks at open cards alone.
    """

    cards: dict[Space, Card]
    turned: dict[Space, Faction]

    @cached_property
    def free_spaces(self) -> tuple[Space, ...]:
        """Where a card may be laid: free, and beside an open card."""
        cards, turned = self.cards, self.turned
        touching = dict.fromkeys(space for card in cards for space in beside(card))
        return tuple(space for space in touching if space not in cards and space not in turned)

    @property
    def is_blocked(self) -> bool:
        """Whether no card can be laid anywhere."""
        cards, turned = self.cards, self.turned
        newest_first = (side for space in reversed(cards) for side in beside(space))
        return all(side in cards or side in turned for side in newest_first)

    def open_beside(self, space: Space) -> tuple[Space, ...]:
        """Up to four neighbours of a space that lie open."""
        return tuple(neighbour for neighbour in beside(space) if neighbour in self.cards)

    def open_around(self, space: Space) -> int:
        """How many of the eight cards around a space lie open."""
        return sum(neighbour in self.cards for neighbour in around(space))

    def run(self, space: Space, line: Line) -> tuple[Faction, ...]:
        """The factions of the unbroken line of open cards through a space, itself first."""
        cards = self.cards
        run = [cards[space].faction]
        for dx, dy in STEPS[line]:
            x, y = space.x + dx, space.y + dy
            while (card := cards.get(Space(x, y))) is not None:
                run.append(card.faction)
                x, y = x + dx, y + dy
        return tuple(run)

    def with_card(self, space: Space, card: Card) -> "Kingdom":
        """The kingdom with this card open on this space, new or in place of what was known of it."""
        return Kingdom({**self.cards, space: card}, self.turned)

    def with_turned(self, space: Space) -> "Kingdom":
        """The kingdom with the open card on this space turned over."""
        cards = dict(self.cards)
        card = cards.pop(space)
        return Kingdom(cards, {**self.turned, space: card.faction})

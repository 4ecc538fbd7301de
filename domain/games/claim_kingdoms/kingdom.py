"""The kingdom: open cards, turned-over cards, and queries about their spaces."""

from functools import cached_property

from msgspec import Struct

from domain.games.claim_kingdoms.pieces import STEPS, Faction, Line, Space, around, beside
from domain.kernel.basics import Seat


class Card(Struct, frozen=True):
    """Open card and the seats, in seat order, that have a piece on it."""

    faction: Faction
    pieces: tuple[Seat, ...] = ()

    def with_piece(self, seat: Seat) -> "Card":
        """Return the card with a piece of the seat added."""
        return Card(self.faction, tuple(sorted((*self.pieces, seat))))

    def without_piece(self, seat: Seat) -> "Card":
        """Return the card without the piece of the seat."""
        return Card(self.faction, tuple(piece for piece in self.pieces if piece != seat))


class Kingdom(Struct, frozen=True, dict=True):
    """Open cards by space, in the order they were laid, and turned-over cards by space.

    Turned-over cards only occupy their space. All other queries consider open cards only.
    """

    cards: dict[Space, Card]
    turned: dict[Space, Faction]

    @cached_property
    def free_spaces(self) -> tuple[Space, ...]:
        """Spaces where a card may be laid: free and next to an open card."""
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
        """Return the neighbours of a space that hold an open card, at most four."""
        return tuple(neighbour for neighbour in beside(space) if neighbour in self.cards)

    def open_around(self, space: Space) -> int:
        """Count the open cards among the eight spaces around a space."""
        return sum(neighbour in self.cards for neighbour in around(space))

    def run(self, space: Space, line: Line) -> tuple[Faction, ...]:
        """Return the factions of the unbroken line of open cards through a space, starting with its own card."""
        cards = self.cards
        run = [cards[space].faction]
        for dx, dy in STEPS[line]:
            x, y = space.x + dx, space.y + dy
            while (card := cards.get(Space(x, y))) is not None:
                run.append(card.faction)
                x, y = x + dx, y + dy
        return tuple(run)

    def with_card(self, space: Space, card: Card) -> "Kingdom":
        """Return the kingdom with this card on the space, added or replaced."""
        return Kingdom({**self.cards, space: card}, self.turned)

    def with_turned(self, space: Space) -> "Kingdom":
        """Return the kingdom with the open card on the space turned over."""
        cards = dict(self.cards)
        card = cards.pop(space)
        return Kingdom(cards, {**self.turned, space: card.faction})

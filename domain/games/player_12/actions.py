"""Actions of a seat, the decisions they answer, and the options of a match."""

from typing import ClassVar

from domain.games.player_12.pieces import Card, Colour, Percent, Spot
from domain.kernel import messages


class Options(messages.Options, frozen=True):
    """Options of a match: Player 12 has none."""


class LayCard(messages.Action, frozen=True, tag="lay_card"):
    """Lay a card of your hand to lead a play or to follow in it (rules 5.2 to 5.4)."""

    card: Card


class Shoot(messages.Action, frozen=True, tag="shoot"):
    """Shoot from the ball's position (rule 6.2)."""


class PlayOn(messages.Action, frozen=True, tag="play_on"):
    """Decline the shot and open the next play (rule 6.2)."""


class PlaceKeeper(messages.Action, frozen=True, tag="place_keeper"):
    """Place the keeper. The spot stays hidden from all other seats until the kick (rule 8.1)."""

    SEALED: ClassVar[bool] = True
    spot: Spot


class Kick(messages.Action, frozen=True, tag="kick"):
    """Kick the penalty (rule 8.2)."""

    spot: Spot


Action = LayCard | Shoot | PlayOn | PlaceKeeper | Kick


class Lead(messages.Decision, frozen=True, tag="lead"):
    """Choose the card that leads the play. After a restart, the team's first seat to lay one leads (rule 4.4)."""


class Follow(messages.Decision, frozen=True, tag="follow"):
    """Choose the card that follows the `led` colour (rule 5.3)."""

    led: Colour


class ShootOrPlayOn(messages.Decision, frozen=True, tag="shoot_or_play_on"):
    """Choose whether to shoot from the `percent` position or to play on (rule 6.2)."""

    percent: Percent


class WhereToKeep(messages.Decision, frozen=True, tag="where_to_keep"):
    """Choose the spot of the keeper (rule 8.1)."""


class WhereToKick(messages.Decision, frozen=True, tag="where_to_kick"):
    """Choose the spot of the penalty kick (rule 8.2)."""


Decision = Lead | Follow | ShootOrPlayOn | WhereToKeep | WhereToKick

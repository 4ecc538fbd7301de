"""What a seat may ask for in Player 12, and the decisions that it answers with that."""

from typing import ClassVar

from domain.games.player_12.pieces import Card, Colour, Percent, Spot
from domain.kernel import messages


class Options(messages.Options, frozen=True):
    """Player 12 has no options."""


class LayCard(messages.Action, frozen=True, tag="lay_card"):
    """Lead a play or follow in it with a card of the own hand (rules 5.2 to 5.4)."""

    card: Card


class Shoot(messages.Action, frozen=True, tag="shoot"):
    """Shoot from where the ball lies (rule 6.2)."""


class PlayOn(messages.Action, frozen=True, tag="play_on"):
    """Go for another play instead of a shot (rule 6.2)."""


class PlaceKeeper(messages.Action, frozen=True, tag="place_keeper"):
    """Place the keeper, unseen by all others until the kick (rule 8.1)."""

    SEALED: ClassVar[bool] = True
    spot: Spot


class Kick(messages.Action, frozen=True, tag="kick"):
    """Kick the penalty (rule 8.2)."""

    spot: Spot


Action = LayCard | Shoot | PlayOn | PlaceKeeper | Kick


class Lead(messages.Decision, frozen=True, tag="lead"):
    """Which card to lead a play with; after a restart the first mate to lay one leads (rule 4.4)."""


class Follow(messages.Decision, frozen=True, tag="follow"):
    """Which card to follow the led colour with (rule 5.3)."""

    led: Colour


class ShootOrPlayOn(messages.Decision, frozen=True, tag="shoot_or_play_on"):
    """Whether to shoot from the `percent` position (rule 6.2)."""

    percent: Percent


class WhereToKeep(messages.Decision, frozen=True, tag="where_to_keep"):
    """Where to place the keeper (rule 8.1)."""


class WhereToKick(messages.Decision, frozen=True, tag="where_to_kick"):
    """Where to kick the penalty (rule 8.2)."""


Decision = Lead | Follow | ShootOrPlayOn | WhereToKeep | WhereToKick

"""The owners' editions of a game: published one after the other, each under a name of its own, for ever."""

from typing import Any

import msgspec
from msgspec import Struct

from domain.catalogue import edition_digest
from domain.kernel.basics import GameKey, Hash, Instant, PlayerId, Version
from domain.kernel.errors import Refused
from domain.kernel.game import AnyGame
from domain.kernel.messages import Edition, Event


class EditionPublished(Event, frozen=True, tag="edition_published"):
    """Somebody published component data of a game; `edition` is it as JSON. The tag is the storage format."""

    game: GameKey
    digest: Hash
    edition: dict[str, Any]
    publisher: PlayerId


class Published(Struct, frozen=True):
    """An owner's edition in a list; `version` is that of its event."""

    version: Version
    name: str
    digest: Hash
    publisher: PlayerId
    at: Instant


class PublishedEditions(Struct, frozen=True):
    """The owners' editions of a game in the order in which they were published."""

    editions: tuple[Published, ...] = ()

    def find(self, word: str) -> Published | None:
        """Look an edition up by its name or its digest."""
        return next((one for one in self.editions if word in {one.name, one.digest}), None)


def publish(
    game: AnyGame, shelf: PublishedEditions, edition: Edition, publisher: PlayerId
) -> tuple[EditionPublished, ...]:
    """Publish an edition that was read by `reading`; nothing happens where it is on the shelf already.

    Raises `Refused`: `edition_name_taken` by another edition, one of the game's own included.
    """
    digest = edition_digest(edition)
    if shelf.find(digest) is not None:
        return ()
    if edition.name in game.editions or shelf.find(edition.name) is not None:
        detail = f"{game.title} has another edition {edition.name!r}; an edition never changes, so give it a new name."
        raise Refused("edition_name_taken", detail)
    return (EditionPublished(game.key, digest, msgspec.to_builtins(edition, str_keys=True), publisher),)


def evolve(shelf: PublishedEditions, version: Version, at: Instant, event: EditionPublished) -> PublishedEditions:
    """Put an edition on the shelf."""
    line = Published(version, str(event.edition["name"]), event.digest, event.publisher, at)
    return PublishedEditions((*shelf.editions, line))

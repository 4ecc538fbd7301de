"""Owners' editions of a game: a stream of publications with unique names, never changed or removed."""

from typing import Any

import msgspec
from msgspec import Struct

from domain.catalogue import edition_digest
from domain.kernel.basics import GameKey, Hash, Instant, PlayerId, Version
from domain.kernel.errors import Refused
from domain.kernel.game import AnyGame
from domain.kernel.messages import Edition, Event


class EditionPublished(Event, frozen=True, tag="edition_published"):
    """Publication of component data of a game; `edition` is the data as JSON. The tag is the storage format."""

    game: GameKey
    digest: Hash
    edition: dict[str, Any]
    publisher: PlayerId


class Published(Struct, frozen=True):
    """Summary of a published edition; `version` is the version of its event."""

    version: Version
    name: str
    digest: Hash
    publisher: PlayerId
    at: Instant


class PublishedEditions(Struct, frozen=True):
    """State of the stream: the owners' editions of a game in order of publication."""

    editions: tuple[Published, ...] = ()

    def find(self, name_or_digest: str) -> Published | None:
        """Find an edition by name or digest."""
        return next((each for each in self.editions if name_or_digest in {each.name, each.digest}), None)


def publish(
    game: AnyGame, published: PublishedEditions, edition: Edition, publisher: PlayerId
) -> tuple[EditionPublished, ...]:
    """Decide to publish a decoded edition. Returns no event if it was published before.

    Raises `Refused` (`edition_name_taken`) if another edition has the name, including the game's own editions.
    """
    digest = edition_digest(edition)
    if published.find(digest) is not None:
        return ()
    if edition.name in game.editions or published.find(edition.name) is not None:
        detail = f"{game.title} has another edition {edition.name!r}; an edition never changes, so give it a new name."
        raise Refused("edition_name_taken", detail)
    return (EditionPublished(game.key, digest, msgspec.to_builtins(edition, str_keys=True), publisher),)


def evolve(published: PublishedEditions, version: Version, at: Instant, event: EditionPublished) -> PublishedEditions:
    """Add a published edition to the state."""
    line = Published(version, str(event.edition["name"]), event.digest, event.publisher, at)
    return PublishedEditions((*published.editions, line))

"""The games that can be played here, by key."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Self

import msgspec

from domain.games import claim_kingdoms, council_of_12, player_12, queen_of_12
from domain.kernel.basics import GameKey, Hash
from domain.kernel.canonical import digest
from domain.kernel.errors import Refused
from domain.kernel.game import AnyGame, AnyTable, Table
from domain.kernel.messages import Edition, Options


class Catalogue:
    """A set of games; the service is given one, so that a test may serve games of its own."""

    def __init__(self, *games: AnyGame) -> None:
        """Offer these games, each under its key."""
        self._games = {game.key: game for game in games}

    def __iter__(self) -> Iterator[AnyGame]:
        """Go through the games in the order in which they were given."""
        return iter(self._games.values())

    def game(self, key: str) -> AnyGame:
        """Look a game up; raises `Refused` (`unknown_game`)."""
        try:
            return self._games[GameKey(key)]
        except KeyError:
            known = ", ".join(self._games)
            raise Refused("unknown_game", f"There is no game {key!r}; there are {known}.") from None

    def having(self, key: GameKey, edition: Edition) -> Self:
        """The same games, of which one has (under its name) an edition of an owner's besides its own."""
        game = self._games[key]
        more = replace(game, editions={**game.editions, edition.name: edition})
        return type(self)(*{**self._games, key: more}.values())


def edition_of(game: AnyGame, name: str | None) -> Edition:
    """Look an edition of a game up by name or digest, its default for neither; raises `Refused` (`unknown_edition`)."""
    known: Mapping[str, Edition] = game.editions
    found = known.get(name or game.default_edition) or next(
        (edition for edition in known.values() if edition_digest(edition) == name), None
    )
    if found is None:
        raise Refused("unknown_edition", f"{game.title} has no edition {name!r}; there are {', '.join(known)}.")
    return found


def edition_digest(edition: Edition) -> Hash:
    """Name an edition for ever: SHA-256 of its canonical form."""
    return digest(msgspec.to_builtins(edition, str_keys=True))


def table_for(game: AnyGame, seats: int, options: dict[str, object], edition: Edition) -> AnyTable:
    """Lay out what a match is opened with.

    Raises `Refused`: `unprocessable` where the game does not take so many seats or such options.
    """
    if seats not in game.seats:
        allowed = ", ".join(map(str, game.seats))
        raise Refused("unprocessable", f"{game.title} is played by {allowed} seats, not {seats}.")
    try:
        chosen: Options = msgspec.convert(options, game.options)
    except msgspec.ValidationError as error:
        raise Refused("unprocessable", f"The options of {game.title} do not fit: {error}.") from None
    table: AnyTable = Table(seats, chosen, edition)
    game.check(table)
    return table


CATALOGUE = Catalogue(queen_of_12.GAME, claim_kingdoms.GAME, player_12.GAME, council_of_12.GAME)

"""Catalogue of games by key, and lookup of their editions and tables."""

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
    """Set of games by key. The service takes it as an argument, so tests can serve their own games."""

    def __init__(self, *games: AnyGame) -> None:
        """Index the games by key."""
        self._games = {game.key: game for game in games}

    def __iter__(self) -> Iterator[AnyGame]:
        """Iterate over the games in the order given."""
        return iter(self._games.values())

    def game(self, key: str) -> AnyGame:
        """Find a game by key. Raises `Refused` (`unknown_game`)."""
        try:
            return self._games[GameKey(key)]
        except KeyError:
            known = ", ".join(self._games)
            raise Refused("unknown_game", f"Unknown game {key!r}. Available games: {known}.") from None

    def with_edition(self, key: GameKey, edition: Edition) -> Self:
        """Copy of the catalogue with an owner's edition added to one game."""
        game = self._games[key]
        more = replace(game, editions={**game.editions, edition.name: edition})
        return type(self)(*{**self._games, key: more}.values())


def edition_of(game: AnyGame, name: str | None) -> Edition:
    """Find an edition of a game by name or digest; None selects the default. Raises `Refused` (`unknown_edition`)."""
    known: Mapping[str, Edition] = game.editions
    found = known.get(name or game.default_edition) or next(
        (edition for edition in known.values() if edition_digest(edition) == name), None
    )
    if found is None:
        raise Refused(
            "unknown_edition", f"Unknown edition {name!r} of {game.title}. Available editions: {', '.join(known)}."
        )
    return found


def edition_digest(edition: Edition) -> Hash:
    """Permanent identifier of an edition: SHA-256 of its canonical form."""
    return digest(msgspec.to_builtins(edition, str_keys=True))


def table_for(game: AnyGame, seats: int, options: dict[str, object], edition: Edition) -> AnyTable:
    """Table of a match: seats, decoded options and edition.

    Raises `Refused` (`unprocessable`) if the game does not accept the number of seats or the options.
    """
    if seats not in game.seats:
        allowed = ", ".join(map(str, game.seats))
        raise Refused("unprocessable", f"{game.title} needs {allowed} seats, not {seats}.")
    try:
        chosen: Options = msgspec.convert(options, game.options)
    except msgspec.ValidationError as error:
        raise Refused("unprocessable", f"Invalid options for {game.title}: {error}.") from None
    table: AnyTable = Table(seats, chosen, edition)
    game.check(table)
    return table


CATALOGUE = Catalogue(queen_of_12.GAME, claim_kingdoms.GAME, player_12.GAME, council_of_12.GAME)

"""Demo match: bots play over HTTP as clients do. They read their views, choose a legal action and post it."""

import random
from typing import Any

import httpx
import msgspec
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TimeElapsedColumn

from domain.catalogue import CATALOGUE, edition_of, table_for
from domain.kernel.basics import Seat
from domain.kernel.game import AnyGame, BotContext
from domain.kernel.messages import Action, View
from service.matches.action_decoder import ActionDecoder

_NAMES = ("Ada", "Bruno", "Clara", "Dario")
_DEFAULT_PLAYERS = 3
_ACTIONS = ActionDecoder(CATALOGUE)


class _DemoPlayer:
    """A registered and seated player whose actions the game's strongest bot chooses."""

    def __init__(self, client: httpx.AsyncClient, game: AnyGame, rng: random.Random, token: str) -> None:
        self.headers = {"Authorization": f"Bearer {token}"}
        self._client = client
        self._game = game
        self._rng = rng
        self._bot = list(game.bots.values())[-1]

    async def move(self, path: str, seat: Seat) -> int:
        """Take one action and return the resulting version."""
        listed = (await self._get(f"{path}/legal-actions"))["actions"]
        view = msgspec.convert((await self._get(path))["view"], self._game.view_type)
        actions = [_ACTIONS.decode(self._game, one) for one in listed]
        context: BotContext[Action, View] = BotContext(seat, actions, lambda: view, self._rng)
        action = msgspec.to_builtins(self._bot(context))
        answer = await self._client.post(f"{path}/actions", json={"action": action}, headers=self.headers)
        version: int = answer.raise_for_status().json()["version"]
        return version

    async def _get(self, path: str) -> dict[str, Any]:
        answer = await self._client.get(path, headers=self.headers)
        found: dict[str, Any] = answer.raise_for_status().json()
        return found


async def play_demo(url: str, key: str, seats: int | None, out: Console, *, if_empty: bool) -> None:
    """Play a match of game `key` and print its result. With `if_empty`, do nothing if the service has matches.

    `seats` defaults to three, or to the game's maximum if it cannot be played by three. Raises `Refused` for an
    unknown game or an unsupported number of seats, and `httpx.HTTPError` if a request fails.
    """
    game = CATALOGUE.game(key)
    table = table_for(game, seats or _player_count(game), {}, edition_of(game, None))
    async with httpx.AsyncClient(base_url=url, timeout=30) as client:
        if if_empty and (await client.get("/v1/matches")).raise_for_status().json()["matches"]:
            return
        players = [await _register(client, game, name) for name in _NAMES[: table.seats]]
        path = await _open(client, game, players)
        await _play(client, path, players, out)
        await _show(client, game, path, url, out)


def _player_count(game: AnyGame) -> int:
    return _DEFAULT_PLAYERS if _DEFAULT_PLAYERS in game.seats else max(game.seats)


async def _register(client: httpx.AsyncClient, game: AnyGame, name: str) -> _DemoPlayer:
    answer = await client.post("/v1/players", json={"name": f"{name} (demo)"})
    return _DemoPlayer(client, game, random.Random(name), answer.raise_for_status().json()["token"])  # noqa: S311 -- no secret


async def _open(client: httpx.AsyncClient, game: AnyGame, players: list[_DemoPlayer]) -> str:
    body = {"game": game.key, "seats": len(players)}
    answer = await client.post("/v1/matches", json=body, headers=players[0].headers)
    path = f"/v1/matches/{answer.raise_for_status().json()['id']}"
    for player in players:
        (await client.post(f"{path}/seats", json={}, headers=player.headers)).raise_for_status()
    return path


async def _play(client: httpx.AsyncClient, path: str, players: list[_DemoPlayer], out: Console) -> None:
    columns = (
        SpinnerColumn(),
        "{task.description}",
        "{task.completed} events",
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=out, transient=True) as progress:
        task = progress.add_task("playing", total=None)
        while pending := (await client.get(path)).raise_for_status().json()["pending"]:
            seat = Seat(pending[0]["seat"])
            progress.update(task, completed=await players[seat].move(path, seat))


async def _show(client: httpx.AsyncClient, game: AnyGame, path: str, url: str, out: Console) -> None:
    match = (await client.get(path)).raise_for_status().json()
    table = game.draw(msgspec.convert(match["view"], game.view_type))
    out.print(table, markup=False, highlight=False, soft_wrap=True)
    outcome = match["outcome"]
    lines = [
        f"{game.title}, {match['version']} events, ended: {outcome['ending']}",
        f"scores {outcome['scores']}, winners: {outcome['winners'] or 'none'}",
        "",
        f"match           {url}{path}",
        f"replay          {url}{path}/replay?at=20",
        f"audit           curl -s {url}{path}/audit > match.jsonl && chronicle verify match.jsonl",
        f"scoreboard      {url}/v1/scoreboards/{game.key}",
        f"API reference   {url}/schema",
    ]
    out.rule("demo match")
    out.print("\n".join(lines), highlight=False, soft_wrap=True)

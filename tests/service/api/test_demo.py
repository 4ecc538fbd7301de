"""`chronicle demo`: bots play a match over HTTP, and its final state is printed."""

import re

import pytest
from click.testing import CliRunner

from domain.catalogue import CATALOGUE
from service.cli.main import main
from tests.kit.api import Api


def demo(api: Api, *arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["demo", "--url", api.url, *arguments])
    return result.exit_code, result.output


@pytest.mark.parametrize(
    ("game", "seats", "shown"),
    [
        ("queen_of_12", 3, r"Seat 2: \d+ points"),
        ("claim_kingdoms", 2, r"The throne goes to seat [01]"),
        ("player_12", 4, r"Team [01] won: "),
    ],
)
def test_a_demo_shows_the_final_table_of_any_game(api: Api, game: str, seats: int, shown: str) -> None:
    code, output = demo(api, "--game", game)
    assert code == 0, output
    assert re.search(shown, output)
    # and says where the match is
    found = re.search(rf"{api.url}/v1/matches/[0-9a-f-]+", output)
    assert found
    match = api.stranger.looks(found[0].removeprefix(api.url))
    assert (match["game"], match["phase"], len(match["seats"])) == (game, "finished", seats)


def test_a_demo_of_every_game_can_be_drawn() -> None:
    assert [game.key for game in CATALOGUE if game.draw is None] == []


def test_a_demo_names_unsupported_games_and_seats(api: Api) -> None:
    assert demo(api, "--game", "claim_kingdoms", "--seats", "3") == (
        1,
        "Error: Claim Kingdoms needs 2 seats, not 3.\n",
    )
    code, output = demo(api, "--game", "chess")
    assert (code, "Unknown game 'chess'" in output) == (1, True)


def test_a_demo_with_if_empty_skips_a_service_with_matches(api: Api) -> None:
    api.person().opens("pebbles")
    assert demo(api, "--game", "player_12", "--if-empty")[0] == 0

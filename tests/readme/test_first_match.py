"""The README's script, as a newcomer copies it, against the real service."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.catalogue import CATALOGUE
from domain.kernel.game import AnyGame
from tests.kit.api import COMMAND, ROOT, Api, database, free_port, running

README = (ROOT / "README.md").read_text()
PAGES = sorted(page for folder in (".", "openapi/guides", "ops/guides") for page in (ROOT / folder).glob("*.md"))
MOST_LINES = 120
SECONDS = 120


@pytest.fixture(scope="module")
def api(postgres_url: str) -> Iterator[Api]:
    with database(postgres_url) as url, running(url, catalogue=CATALOGUE) as api:
        yield api


@pytest.fixture
def script(tmp_path: Path) -> Path:
    (block,) = re.findall(r"^```python\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)
    path = tmp_path / "first_match.py"
    path.write_text(block)
    return path


def run(*command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=SECONDS, check=False)  # noqa: S603


@pytest.mark.parametrize("game", list(CATALOGUE), ids=lambda game: game.key)
def test_the_first_match_is_played_and_verified(api: Api, script: Path, game: AnyGame) -> None:
    played = run(sys.executable, script.name, game.key, f"{api.url}/v1", folder=script.parent)

    assert played.returncode == 0, played.stderr
    assert played.stdout.startswith(f"{game.title} ended: ")
    verified = run(*COMMAND, "verify", "match.jsonl", folder=script.parent)
    assert verified.returncode == 0, verified.stderr
    assert verified.stdout.startswith("PROVED match "), verified.stdout


def test_a_problem_is_shown_by_its_detail(api: Api, script: Path) -> None:
    played = run(sys.executable, script.name, "chess", f"{api.url}/v1", folder=script.parent)

    problem = api.stranger.get("/v1/games/chess").json()
    assert (played.returncode, played.stdout) == (1, "")
    assert played.stderr == f"/games/chess: {problem['detail']}\n"


def test_a_service_that_is_not_running_is_named(script: Path) -> None:
    nowhere = f"http://127.0.0.1:{free_port()}/v1"

    played = run(sys.executable, script.name, "queen_of_12", nowhere, folder=script.parent)

    assert (played.returncode, played.stdout) == (1, "")
    assert played.stderr.startswith(f"{nowhere}: ")


def test_the_script_names_every_game() -> None:
    (shell,) = re.findall(r"^python3 first_match.py .*$", README, re.MULTILINE)

    assert re.findall(r"\w+_\w+", shell.removeprefix("python3 first_match.py")) == [game.key for game in CATALOGUE]


def test_the_readme_is_an_introduction() -> None:
    assert len(README.splitlines()) <= MOST_LINES


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_to_a_file(page: Path) -> None:
    links = re.findall(r"\]\((?!https?://|#)([^)#]+)", page.read_text())

    assert [link for link in links if not (page.parent / link).exists()] == []

"""Service and command line on the same database, for tests."""

import subprocess
from pathlib import Path

from tests.kit.api import COMMAND, ROOT, Api, environment
from tests.kit.clients import Json


class Place:
    """Service on a database, with the command line for the same database."""

    def __init__(self, api: Api, url: str, folder: Path) -> None:
        self.api = api
        self.url = url
        self.folder = folder

    def run(self, *arguments: str | Path) -> "subprocess.CompletedProcess[bytes]":
        settings = environment(CHRONICLE_DATABASE_URL=self.url, CHRONICLE_DATA=str(self.folder))
        command = [*COMMAND, *map(str, arguments)]
        return subprocess.run(command, cwd=ROOT, env=settings, capture_output=True, timeout=120, check=False)  # noqa: S603 -- our own command

    def looks(self, path: str) -> Json:
        answer = self.api.http.get(path, headers={"Prefer": "wait=30"})
        return answer.json()

"""Command line: invalid settings, and verification of bundles."""

import json
import random
import subprocess
from pathlib import Path

import pytest

from tests.kit.api import COMMAND, ROOT, Api, environment
from tests.kit.clients import Match


def run(*arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603 -- our own command
        [*COMMAND, *arguments],
        cwd=ROOT,
        env=environment(**settings),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("PORT", "eighty", "whole number from 1 to 65535"),
        ("COLOUR", "red", "no such setting"),
        ("DATABASE_URL", "postgresql://nobody@127.0.0.1:1/none", "the connection to the database failed"),
        ("DATABASE_URL", "sqlite:///secret-password", "must have the form"),
        ("DATA", "/dev/null", "cannot be created"),
        ("HOST", "192.0.2.1", "cannot listen on"),
    ],
)
def test_an_invalid_setting_stops_the_start_and_is_named(tmp_path: Path, name: str, value: str, why: str) -> None:
    # when the service is started with it
    settings = {"CHRONICLE_DATA": str(tmp_path / "data"), f"CHRONICLE_{name}": value}
    ended = run("serve", **settings)
    # then it does not start, and one sentence says which setting and why
    assert ended.returncode != 0
    assert "Traceback" not in ended.stderr
    assert f"CHRONICLE_{name}" in ended.stderr
    assert why in ended.stderr
    assert "secret-password" not in ended.stderr


def test_an_occupied_port_stops_the_start_and_is_named(api: Api, tmp_path: Path) -> None:
    port = api.url.rpartition(":")[2]
    ended = run("serve", CHRONICLE_DATA=str(tmp_path / "data"), CHRONICLE_PORT=port)
    assert ended.returncode != 0
    assert "Traceback" not in ended.stderr
    assert "CHRONICLE_PORT" in ended.stderr


@pytest.fixture(scope="module")
def bundle(api: Api, tmp_path_factory: pytest.TempPathFactory) -> Path:
    people = api.people(2)
    match: Match = people[0].opens("queen_of_12").seats(*people)
    match.plays_on(random.Random(1))
    path = tmp_path_factory.mktemp("bundle") / "match.jsonl"
    path.write_bytes(api.stranger.get(f"{match.path}/audit").content)
    return path


def test_a_valid_bundle_is_verified(api: Api, bundle: Path) -> None:
    ended = run("verify", str(bundle))
    assert (ended.returncode, ended.stdout.startswith("PROVED")) == (0, True), ended.stderr
    key = api.stranger.looks("/v1/keys")["keys"][0]["key"]
    assert run("verify", str(bundle), "--key", key).returncode == 0


def test_an_altered_bundle_is_rejected_with_the_altered_event(bundle: Path, tmp_path: Path) -> None:
    # given a bundle with another die in it
    lines = bundle.read_text().splitlines()
    at = next(number for number, line in enumerate(lines) if '"type":"dice_rolled"' in line)
    altered = json.loads(lines[at])
    altered["event"]["data"]["dice"].reverse()
    forged = tmp_path / "forged.jsonl"
    forged.write_text("\n".join([*lines[:at], json.dumps(altered), *lines[at + 1 :]]) + "\n")
    # when it is verified, then it fails at that event
    ended = run("verify", str(forged))
    assert ended.returncode == 1
    assert f"NOT PROVED at event {at}" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_a_bundle_signed_by_an_untrusted_key_is_rejected(bundle: Path) -> None:
    ended = run("verify", str(bundle), "--key", "00" * 32)
    assert ended.returncode == 1
    assert "NOT PROVED" in ended.stderr


@pytest.mark.parametrize("content", [b"", b"[" * 100_000 + b"\n\xff\n{}\n"])
def test_a_file_that_is_no_bundle_is_rejected(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(content)
    ended = run("verify", str(path))
    assert ended.returncode == 1
    assert "NOT PROVED" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_a_missing_bundle_is_a_usage_error(tmp_path: Path) -> None:
    assert run("verify", str(tmp_path / "nothing.jsonl")).returncode == 2


def test_receipts_must_agree_with_the_bundle(bundle: Path, tmp_path: Path) -> None:
    # given the receipt of the last event as a player keeps it, and one that tells of another history
    receipt = json.loads(bundle.read_text().splitlines()[-1])["receipt"]
    kept, other, unreadable = (tmp_path / name for name in ("kept.jsonl", "other.jsonl", "unreadable.jsonl"))
    kept.write_text(json.dumps(receipt) + "\n")
    other.write_text(json.dumps({**receipt, "hash": "0" * 64}) + "\n")
    unreadable.write_text("{}\n")
    # when the bundle is verified with each
    verdicts = [run("verify", str(bundle), "--receipts", str(file)) for file in (kept, other, unreadable)]
    # then only the first proves it, and none of them ends in a traceback
    assert [ended.returncode for ended in verdicts] == [0, 1, 1]
    assert "receipt" in verdicts[1].stderr
    assert "must contain one receipt per line" in verdicts[2].stderr
    assert "Traceback" not in "".join(ended.stderr for ended in verdicts)


def test_a_branch_is_verified_with_its_source_match(api: Api, bundle: Path, tmp_path: Path) -> None:
    # given a branch of the match, which is played to its end
    ada = api.person()
    source = json.loads(bundle.read_text().splitlines()[0])["match"]
    opened = ada.does(f"/v1/matches/{source}/branches", {"at": 30})
    match = Match(f"/v1/matches/{opened['id']}", (ada,)).seats(ada, api.person())
    match.plays_on(random.Random(3))
    branch = tmp_path / "branch.jsonl"
    branch.write_bytes(ada.get(f"{match.path}/audit").content)
    # when its bundle is verified alone, with the other's, and with one that is not the other's
    alone, both, wrong = (
        run("verify", str(branch), *more) for more in ((), ("--source", str(bundle)), ("--source", str(branch)))
    )
    # then the verdict says what was proved
    moment = f"branched from version {opened['arrangement']['branch_of']['version']} of match {source}"
    assert f"{moment} (not verified" in alone.stdout
    assert f"{moment} (verified against its bundle)" in both.stdout
    assert (wrong.returncode, "(source)" in wrong.stderr) == (1, True)

"""The vectors that other languages test against: the kernel and a second implementation both give them."""

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from domain.audit.verify import verify
from domain.catalogue import edition_digest
from domain.kernel.basics import GENESIS, Hash, MatchId, Version
from domain.kernel.canonical import canonical
from domain.kernel.chance import Draws, commitment, match_seed
from domain.kernel.receipts import Signer, statement
from domain.kernel.records import Shown, canonical_form, hash_of
from domain.kernel.seals import salt_of, seal
from tests.kit import straight
from tests.kit.story import GAMES
from tests.toy.game import STANDARD

FOLDER = Path(__file__).parents[2] / "openapi"


def vectors(name: str) -> Any:  # noqa: ANN401 -- any JSON
    return json.loads((FOLDER / "vectors" / f"{name}.json").read_text(encoding="utf-8"))


CHANCE, SEALS, CHAIN, RECEIPTS = map(vectors, ("chance", "seals", "chain", "receipts"))
SEED = bytes.fromhex(CHANCE["seed"])


@pytest.mark.parametrize("vector", vectors("canonical"))
def test_canonical_json(vector: dict[str, Any]) -> None:
    assert canonical(vector["value"]).hex() == vector["bytes"]
    assert straight.canonical_json(vector["value"]).hex() == vector["bytes"]


@pytest.mark.parametrize("vector", CHANCE["seeds"])
def test_commitments_and_seeds(vector: dict[str, Any]) -> None:
    secret, match, gifts = bytes.fromhex(vector["secret"]), vector["match"], vector["contributions"]
    assert commitment(secret) == straight.sha256(secret) == vector["commitment"]
    assert match_seed(secret, MatchId(match), [gift.encode() for gift in gifts]).hex() == vector["seed"]
    assert straight.match_seed(secret, match, gifts).hex() == vector["seed"]


@pytest.mark.parametrize("vector", CHANCE["blocks"])
def test_blocks(vector: dict[str, Any]) -> None:
    first = 8 * vector["counter"]
    expected = [int(word, 16) for word in re.findall("[0-9a-f]{8}", vector["block"])]
    assert straight.words(SEED, vector["name"], 9)[first : first + 8] == expected
    assert list(Draws(SEED).many(vector["name"], 2**32, first + 8)[first:]) == expected


@pytest.mark.parametrize("vector", CHANCE["numbers"])
def test_numbers(vector: dict[str, Any]) -> None:
    name, bound, numbers = vector["name"], vector["bound"], vector["numbers"]
    assert list(Draws(SEED).many(name, bound, len(numbers))) == numbers
    assert straight.many(SEED, name, bound, len(numbers)) == numbers


@pytest.mark.parametrize("vector", CHANCE["shuffles"])
def test_shuffles(vector: dict[str, Any]) -> None:
    assert list(Draws(SEED).shuffled(vector["name"], vector["items"])) == vector["order"]
    assert straight.shuffled(SEED, vector["name"], vector["items"]) == vector["order"]


@pytest.mark.parametrize("vector", SEALS["seals"])
def test_seals(vector: dict[str, Any]) -> None:
    seed, version, secret = bytes.fromhex(SEALS["seed"]), vector["version"], vector["secret"]
    salt = salt_of(seed, Version(version))
    assert salt.hex() == straight.salt(seed, version).hex() == vector["salt"]
    assert (salt + canonical(secret)).hex() == vector["message"]
    assert seal(salt, secret) == straight.seal(salt, secret) == vector["commitment"]


@pytest.mark.parametrize("vector", CHAIN["events"], ids=lambda vector: vector["event"]["type"])
def test_events(vector: dict[str, Any]) -> None:
    event, form = vector["event"], vector["canonical"].encode()
    shown = msgspec.convert(event, Shown)
    assert canonical_form(shown) == straight.canonical_event(event) == form
    assert hash_of(shown) == straight.event_hash(event) == event["hash"]
    if "sealed" in event:
        salt = straight.salt(bytes.fromhex(CHAIN["seed"]), event["version"])
        assert salt.hex() == event["sealed"]["salt"]
        assert straight.seal(salt, event["sealed"]["secret"]) == event["sealed"]["commitment"]


def test_the_chain_holds_together() -> None:
    events = [vector["event"] for vector in CHAIN["events"]]
    assert [event["version"] for event in events] == list(range(1, len(events) + 1))
    assert [event["prev"] for event in events] == [GENESIS, *(event["hash"] for event in events[:-1])]


def test_the_chain_is_a_bundle_that_verifies() -> None:
    # given a bundle made of the vectors, each event signed with the test key
    signer = Signer(Ed25519PrivateKey.from_private_bytes(bytes.fromhex(RECEIPTS["private"])))
    events = [vector["event"] for vector in CHAIN["events"]]
    signed = [
        {"event": event, "signature": signer.receipt(event["match"], event["version"], event["hash"]).signature}
        for event in events
    ]
    lines = [json.dumps(line).encode() for line in (CHAIN["header"], *signed, CHAIN["footer"])]
    # then the audit finds nothing
    assert verify(lines, GAMES, trusted_key=signer.key).events == len(events)


@pytest.mark.parametrize("vector", RECEIPTS["receipts"])
def test_receipts(vector: dict[str, Any]) -> None:
    private = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(RECEIPTS["private"]))
    match, version, digest = MatchId(vector["match"]), Version(vector["version"]), Hash(vector["hash"])
    signed = straight.statement(match, version, digest)
    assert statement(match, version, digest) == signed == vector["statement"].encode()
    assert (
        Signer(private).receipt(match, version, digest).signature == private.sign(signed).hex() == vector["signature"]
    )
    assert Signer(private).key == RECEIPTS["key"]


def test_editions() -> None:
    header = CHAIN["header"]
    assert edition_digest(STANDARD) == straight.sha256(straight.canonical_json(header["edition"]))
    assert edition_digest(STANDARD) == header["edition_digest"]


def test_the_worked_example_gives_values_of_the_vectors() -> None:
    page = (FOLDER / "formats.md").read_text(encoding="utf-8")
    known = json.dumps([CHANCE, SEALS, CHAIN])
    values = re.findall(r"[0-9a-f]{52,}", page.partition("## A worked example")[2])
    assert len(values) >= 7
    assert [value for value in values if value not in known] == []

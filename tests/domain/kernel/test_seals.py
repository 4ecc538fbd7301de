"""Seals: they hide the secret until they are opened, and open to nothing else."""

from domain.kernel.basics import Version
from domain.kernel.seals import salt_of, seal

SEED = bytes(range(32))


def test_every_event_has_a_salt_of_its_own() -> None:
    salts = {salt_of(SEED, Version(version)) for version in range(1, 200)}
    assert len(salts) == 199
    assert {len(salt) for salt in salts} == {32}
    assert salt_of(bytes(32), Version(1)) not in salts


def test_a_seal_binds_its_secret() -> None:
    salt = salt_of(SEED, Version(1))
    assert seal(salt, {"event": {"card": "thief"}}) != seal(salt, {"event": {"card": "witch"}})


def test_the_same_secret_looks_different_each_time() -> None:
    # given a secret from a handful of values, which anybody could try out without a salt
    secret = {"event": {"card": "thief"}}
    # then its commitments in two events cannot be compared
    assert seal(salt_of(SEED, Version(1)), secret) != seal(salt_of(SEED, Version(2)), secret)

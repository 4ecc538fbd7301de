"""The games, their rules and the life of a match: pure functions over frozen values, no I/O, clock or entropy."""

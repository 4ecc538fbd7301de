"""Foundations of all games and matches: basic types, chance, seals, hash chain and the interface of a game."""

"""Numbered migrations of the tables that cannot be rebuilt from the log: people and their tokens."""

"""Editions by their owners: component data that somebody wrote, checked, and published for ever."""

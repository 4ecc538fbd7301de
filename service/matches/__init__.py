"""Matches: command handler, repository, visibility and editions."""

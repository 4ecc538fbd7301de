"""Matches: command handler, repository, visibility, editions, bots and the scheduler."""

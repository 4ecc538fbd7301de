"""One folder a game, each with the same files; no game imports another."""

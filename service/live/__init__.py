"""Live updates of matches: who watches which match, and the event streams sent to them."""

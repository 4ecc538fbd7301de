"""Chronicles: the command handler of the chronicle aggregate, and the reigns that finished matches add to it."""

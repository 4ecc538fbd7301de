"""Chronicles: campaigns across matches. Each finished match of a chronicle adds a reign to it."""

"""Chronicles: what outlives matches. Each finished match of a chronicle adds a reign to it."""

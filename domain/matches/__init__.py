"""Lifecycle of a match of any game: open, playing, finished or abandoned."""

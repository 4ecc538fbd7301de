"""The life of a match around any game: open, playing, finished, abandoned."""

"""What the scoreboard counts, a file for each game that is not counted like the others."""

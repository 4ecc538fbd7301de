"""Live updates: watched matches, long polls and event streams."""

"""Read models: tables that answer questions across matches, computed from the log and from nothing else."""

"""Codec: how domain events are written to rows of the event log and read back, by topic and revision."""

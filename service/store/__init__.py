"""The event log: shared commits on the `eventsourcing` library's PostgreSQL recorder, loading, following, mapping."""

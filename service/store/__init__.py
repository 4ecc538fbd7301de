"""The event log: appends with shared commits, reads, followers, and the mapping between events and stored rows."""

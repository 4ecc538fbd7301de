"""The embedded PostgreSQL server, used if no database is configured."""

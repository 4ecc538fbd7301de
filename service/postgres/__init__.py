"""The service's own PostgreSQL server, for when no database is configured."""

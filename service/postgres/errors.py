"""Why the embedded server cannot be had, in a sentence for whoever runs the service."""


class PostgresUnavailable(Exception):  # noqa: N818 -- says the state of affairs, which is what the operator reads
    """The embedded PostgreSQL cannot run here; the text says why and what to do about it."""


OWN_DATABASE = "or name a database of yours in CHRONICLE_DATABASE_URL"
"""The way out that is always open; ends many of the sentences."""

"""Errors of the embedded PostgreSQL server, with messages for operators."""


class PostgresUnavailable(Exception):  # noqa: N818 -- a state of the service, and the operator's message
    """The embedded PostgreSQL server cannot run. The message states the reason and a remedy."""


EXTERNAL_DATABASE_HINT = "or set CHRONICLE_DATABASE_URL to a database of your own"
"""The remedy that always works, appended to many messages."""

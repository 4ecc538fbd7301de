"""HTTP: the only room that knows requests, responses and status codes."""

"""HTTP server: uvicorn's configuration, timeouts for slow clients, and access to the client's connection."""

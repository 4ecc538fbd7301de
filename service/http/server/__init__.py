"""The HTTP server below ASGI: uvicorn's configuration, slow clients, and the client's connection."""

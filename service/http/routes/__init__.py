"""Routes: one module for each resource. A handler parses the request, calls a use case and renders the response."""

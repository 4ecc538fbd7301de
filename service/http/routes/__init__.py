"""HTTP: each file holds the routes of one noun; they parse, ask the service, and write what the caller may see."""

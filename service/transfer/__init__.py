"""Transfer of matches: export and import of audit bundles, and export of the whole log."""

"""Transfer of matches: audit bundles in and out, and exports of the whole log."""

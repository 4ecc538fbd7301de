"""Audit bundles of finished matches: writing them, and verifying them offline."""

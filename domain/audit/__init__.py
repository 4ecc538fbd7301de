"""Audit bundles: a finished match with all that is needed to prove it, and the proof."""

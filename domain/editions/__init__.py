"""Owners' editions: decoding, sources and publication of component data."""

"""Projections: tables for queries across matches, computed from the log alone."""

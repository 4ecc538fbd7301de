"""Scoreboards as they are read: lines, scopes and pages."""

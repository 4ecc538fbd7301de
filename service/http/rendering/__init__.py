"""Responses: how domain values are written for one requester."""

"""Automation: bots and the scheduler, the parts of the service that act in matches without a request."""

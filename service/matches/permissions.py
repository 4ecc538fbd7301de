"""Permissions of a match's opener and of organizers."""

from domain.kernel.basics import MatchId, PlayerId
from domain.kernel.errors import Refused
from domain.matches.state import Match, Playing
from domain.matches.visibility import Requester
from service.errors import ServiceError


def check_manages(match: MatchId, opener: PlayerId, requester: Requester, what: str) -> None:
    """Raise `ServiceError` (`not_allowed`) unless the requester opened the match or is an organizer."""
    if requester.player != opener and not requester.organizes:
        raise ServiceError("not_allowed", f"Only the match's opener or an organizer may {what}.", match=match)


def check_abandons(match: Match, requester: Requester) -> PlayerId:
    """Return the person who abandons a match: its opener before the start, or an organizer.

    Raises `ServiceError` or `Refused` (`not_allowed`).
    """
    check_manages(match.terms.id, match.terms.opened.opener, requester, "abandon it")
    if isinstance(match, Playing) and not requester.organizes:
        raise Refused("not_allowed", "Only an organizer may abandon a match that has started.")
    if requester.player is None:
        message = "a match is abandoned by a person"
        raise ValueError(message)
    return requester.player

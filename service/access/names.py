"""Display names of players: one normal form and one script, so that names cannot be confused by their characters."""

import unicodedata
from itertools import groupby
from typing import Final, NoReturn

from confusable_homoglyphs import categories  # type: ignore[import-untyped] # the library has no types
from precis_i18n import get_profile

from service.errors import ServiceError

NAME_LENGTH: Final = 40
"""The maximum length of a name, in characters."""
NEUTRAL: Final = "Former player"
"""The name that every erased profile shows. Nobody can register it."""

_NICKNAME: Final = get_profile("NicknameCasePreserved")
_ANY_SCRIPT: Final = frozenset(("COMMON", "INHERITED"))
_COMBINED_SCRIPTS: Final = tuple(
    frozenset(("LATIN", *scripts))
    for scripts in (("HAN", "HIRAGANA", "KATAKANA"), ("HAN", "BOPOMOFO"), ("HAN", "HANGUL"))
)
"""Scripts that one name may combine: the "highly restrictive" level of Unicode's UTS 39."""
_BLANK: Final = "\u2800"  # a braille pattern without dots: Unicode counts it as a symbol, but it is invisible
_MAX_STACKED_MARKS: Final = 4
_MAX_COMPOSED: Final = 4
"""The number of characters that normalization may combine into one. Longer input is cut off before normalization."""


def checked_name(name: str) -> str:
    """Return the normal form of a name: the Nickname profile of RFC 8266, case preserved.

    Raises `ServiceError` (`unprocessable`) for a name that is too long, invisible or reserved, or that mixes scripts.
    """
    normal = _normal_form(name[: _MAX_COMPOSED * NAME_LENGTH + 1])
    if len(normal) > NAME_LENGTH:
        _refuse(f"A name must have 1 to {NAME_LENGTH} characters.")
    if _BLANK in normal or _has_stacked_marks(normal):
        _refuse(f"A name must have visible characters only, and at most {_MAX_STACKED_MARKS} combining marks in a row.")
    if not _has_one_script(normal):
        _refuse("A name must use one script only. Letters of different scripts can look alike.")
    if normal.casefold() == NEUTRAL.casefold():
        _refuse(f"The name '{NEUTRAL}' is reserved for erased profiles.")
    return normal


def _normal_form(name: str) -> str:
    try:
        return str(_NICKNAME.enforce(name))
    except UnicodeEncodeError:
        _refuse(f"A name must have 1 to {NAME_LENGTH} visible characters and no control characters.")


def _has_one_script(name: str) -> bool:
    scripts = categories.unique_aliases(name) - _ANY_SCRIPT
    return len(scripts) <= 1 or any(scripts <= combined for combined in _COMBINED_SCRIPTS)


def _has_stacked_marks(name: str) -> bool:
    runs = groupby(unicodedata.category(each).startswith("M") for each in name)
    return any(marks and len(list(run)) > _MAX_STACKED_MARKS for marks, run in runs)


def _refuse(detail: str) -> NoReturn:
    raise ServiceError("unprocessable", detail)

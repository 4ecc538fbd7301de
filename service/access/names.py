"""Names of people, as they are shown: in one normal form and one script, so that none is mistaken for another."""

import unicodedata
from itertools import groupby
from typing import Final, NoReturn

from confusable_homoglyphs import categories  # type: ignore[import-untyped] # the library has no types
from precis_i18n import get_profile

from service.errors import ServiceError

NAME_LENGTH: Final = 40
NEUTRAL: Final = "Former player"
"""The name of everybody who was erased; nobody else has it."""

_NICKNAME: Final = get_profile("NicknameCasePreserved")
_ANY_SCRIPT: Final = frozenset(("COMMON", "INHERITED"))
_TOGETHER: Final = tuple(
    frozenset(("LATIN", *scripts))
    for scripts in (("HAN", "HIRAGANA", "KATAKANA"), ("HAN", "BOPOMOFO"), ("HAN", "HANGUL"))
)
"""Scripts that are written together: the "highly restrictive" level of Unicode's UTS 39."""
_BLANK: Final = "\u2800"  # a braille pattern without dots: a letter to Unicode, nothing to the eye
_MARKS_AT_ONCE: Final = 4
_COMPOSED: Final = 4
"""How many characters may become one in the normal form; what is longer is not worth the work."""


def checked_name(name: str) -> str:
    """Give a name as it is shown: the Nickname profile of RFC 8266 with its capitals.

    Raises `ServiceError` (`unprocessable`) for one that is too long, invisible, or mixes scripts.
    """
    shown = _in_normal_form(name[: _COMPOSED * NAME_LENGTH + 1])
    if len(shown) > NAME_LENGTH:
        _refuse(f"A name has 1 to {NAME_LENGTH} characters.")
    if _BLANK in shown or _is_piled_up(shown):
        _refuse("A name is made of characters that can be seen and told apart.")
    if not _is_in_one_script(shown):
        _refuse("A name is written in one script: letters of several may look alike.")
    if shown.casefold() == NEUTRAL.casefold():
        _refuse(f"'{NEUTRAL}' is what people are called who were erased.")
    return shown


def _in_normal_form(name: str) -> str:
    try:
        return str(_NICKNAME.enforce(name))
    except UnicodeEncodeError:
        _refuse(f"A name has 1 to {NAME_LENGTH} characters, all to be seen: no control characters.")


def _is_in_one_script(name: str) -> bool:
    scripts = categories.unique_aliases(name) - _ANY_SCRIPT
    return len(scripts) <= 1 or any(scripts <= together for together in _TOGETHER)


def _is_piled_up(name: str) -> bool:
    runs = groupby(unicodedata.category(each).startswith("M") for each in name)
    return any(marks and len(list(run)) > _MARKS_AT_ONCE for marks, run in runs)


def _refuse(detail: str) -> NoReturn:
    raise ServiceError("unprocessable", detail)

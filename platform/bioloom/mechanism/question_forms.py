"""Questions matched against the forms in which they may be put."""

from __future__ import annotations

import re
from collections.abc import Iterable

_LONGEST = 1_000
"""Characters of a question that are read; a longer one is not understood."""


def first_form(question: str, forms: Iterable[re.Pattern[str]]) -> re.Match[str] | None:
    """Give the match of the first form that a question has, its white space made single blanks."""
    text = " ".join(question.split())
    if len(text) > _LONGEST:
        return None
    return next((match for form in forms if (match := form.search(text))), None)

"""Names of texts, by which a model says what it learnt from."""

from __future__ import annotations

from hashlib import sha256


def fingerprint(text: str) -> str:
    """Name a text by 16 hex digits, white space and letter case aside.

    >>> fingerprint("One  text.") == fingerprint("one text.")
    True
    """
    return sha256(" ".join(text.casefold().split()).encode("utf-8", "replace")).hexdigest()[:16]

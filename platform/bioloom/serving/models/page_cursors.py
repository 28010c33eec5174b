"""Page cursors: opaque texts that callers hand back to get the next page."""

import base64
import json

from bioloom.errors import UsageError

CURSOR_LENGTH = 4_000
"""Characters of a cursor."""


def write_cursor(*key: str) -> str:
    """Encode the key of a page's last item.

    >>> read_cursor(write_cursor("wlp:a b"), 1)
    ['wlp:a b']
    """
    return base64.urlsafe_b64encode(json.dumps(key).encode()).decode().rstrip("=")


def read_cursor(cursor: str, length: int) -> list[str]:
    """Decode a cursor; UsageError if it is none of ours for keys of `length`."""
    try:
        padded = cursor.encode("ascii") + b"=" * (-len(cursor) % 4)
        key = json.loads(base64.b64decode(padded, altchars=b"-_", validate=True))
    except (ValueError, RecursionError):
        key = None
    whole = isinstance(key, list) and len(key) == length and all(isinstance(part, str) for part in key)
    if not whole or any("\ud800" <= sign <= "\udfff" for part in key for sign in part):
        raise UsageError("this cursor is none that this list gave; leave it away to begin anew")
    return list(key)

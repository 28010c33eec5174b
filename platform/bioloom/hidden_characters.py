"""Hidden characters, that a terminal acts on or that nobody sees, written so that everybody sees them."""

import json
import re

_UNSEEN = (
    "\x7f-\x9f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff"
    "\U000e0000-\U000e007f"
)
_HIDDEN, _HIDDEN_IN_JSON = re.compile(f"[\x00-\x1f{_UNSEEN}]"), re.compile(f"[{_UNSEEN}]")


def visible(text: str) -> str:
    """Replace control, invisible and direction characters, and half ones, by their codes.

    >>> visible("heat \\x1b[31mto 42 °C")
    'heat <U+001B>[31mto 42 °C'
    """
    return _HIDDEN.sub(lambda found: f"<U+{ord(found[0]):04X}>", text)


def visible_json(value: object, *, indent: int | None = None, allow_nan: bool = True) -> str:
    """Serialize to JSON with such characters escaped: whoever reads it has the same value.

    >>> print(visible_json({"text": "42 \u00b0C \\x9b31m\\u202e\\n"}))
    {"text": "42 \u00b0C \\u009b31m\\u202e\\n"}
    """
    text = json.dumps(value, ensure_ascii=False, indent=indent, allow_nan=allow_nan)
    return _HIDDEN_IN_JSON.sub(lambda found: json.dumps(found[0])[1:-1], text)

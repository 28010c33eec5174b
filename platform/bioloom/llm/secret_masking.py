"""Secret masking: the key and the parts of an endpoint's address that no message may show."""

import re
from urllib.parse import parse_qsl, unquote, urlsplit

from bioloom.settings import Settings

_COVER = "***"
_KEYS = re.compile(r"(?<=bearer )\S+|\bsk-\S+", re.IGNORECASE)
_SHORT = 8


def shown_address(url: str) -> str:
    """Give an address without user, password and query.

    >>> shown_address("http://me:secret@host:80/v1?api-key=K")
    'http://host:80/v1'
    """
    return re.sub(r"^(\w+:/*)?[^/]*@", r"\1", re.split("[?#]", url)[0])


def without_secrets(text: str, settings: Settings) -> str:
    """Cover the key, and user, password and query of the address, wherever they stand in a text."""
    for secret in sorted(_secrets(settings), key=len, reverse=True):
        whole = re.escape(secret)
        text = re.sub(whole if len(secret) >= _SHORT else rf"(?<!\w){whole}(?!\w)", _COVER, text)
    return _KEYS.sub(_COVER, text)


def _secrets(settings: Settings) -> set[str]:
    url = settings.llm_url or ""
    try:
        parts = urlsplit(url)
    except ValueError:
        return {url} - {""}
    key = settings.llm_key.get_secret_value() if settings.llm_key else ""
    user, _, password = parts.netloc.rpartition("@")[0].partition(":")
    values = [value for _, value in parse_qsl(parts.query)]
    found = {key, password or user, f"{user}:{password}" if password else "", parts.query, *values}
    return {form for each in found for form in (each, unquote(each))} - {""}

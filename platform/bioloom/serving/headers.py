"""What every answer tells the browser: load nothing from elsewhere, guess, embed and keep nothing."""

from __future__ import annotations

POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; object-src 'none'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
"""The Content-Security-Policy: only our own files, no script or style inside the page."""

ALWAYS: tuple[tuple[bytes, bytes], ...] = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
)
"""Headers that every answer has, whatever its endpoint says."""

UNLESS_SAID: tuple[tuple[bytes, bytes], ...] = ((b"cache-control", b"no-store"),)
"""Headers that an answer has unless its endpoint sets them itself."""

_FIXED = frozenset(name for name, _ in ALWAYS) | {b"server", b"x-powered-by"}


def guarded(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """Add the headers to those of an answer, and take away what names the program behind it."""
    kept = [(name, value) for name, value in headers if name.lower() not in _FIXED]
    said = {name.lower() for name, _ in kept}
    return [*kept, *ALWAYS, *(pair for pair in UNLESS_SAID if pair[0] not in said)]

"""Limits of the service and of one request."""

from dataclasses import dataclass

QUESTION_LENGTH = 10_000
"""Characters of a question."""

MOST_RESULTS = 50
"""Sentences that one request may ask for."""

MOST_FILTERS = 100
"""Sources, and documents, that one request may keep to."""

MOST_LISTED = 200
"""Items of one page of a list."""

CYPHER_LENGTH = 20_000
"""Characters of a statement."""

MOST_ROWS = 1_000
"""Rows that one statement may ask for."""

DEEPEST = 16
"""Lists and objects within one another in the parameters of a statement."""

MOST_CLAIMS = 200
"""Claims that one request may ask to standardize."""

NAME_LENGTH = 1_000
"""Characters of the subject or the object of a claim."""

PHRASE_LENGTH = 10_000
"""Characters of a relation phrase that is taken in; over 1,000 it is refused with its reason."""

ABSTRACT_LENGTH = 20_000
"""Characters of the text of a claim."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits on concurrency, queueing, sizes, rates and times.

    `body` bytes may arrive within `arrival` seconds, of a document that is sent `upload` bytes within
    `upload_arrival`; `arriving` bodies and `uploading` documents are on their way at once. A request takes
    its place when its body is there: `at_once` requests are at work, `waiting` more wait for up to
    `patience` seconds; one may take `seconds` in all. A caller has `burst` requests at once and `rate` more
    a second (0: no such limit). Where TRAPI is open, one without a token has `open_burst` and `open_rate`,
    and such callers have half of the places. Who is refused may come back after `retry_after` seconds. When
    the service is told to stop, what is at work has `grace` seconds to finish.
    """

    body: int = 1024 * 1024
    arrival: float = 10.0
    upload: int = 16 * 1024 * 1024
    upload_arrival: float = 60.0
    arriving: int = 128
    uploading: int = 4
    at_once: int = 8
    waiting: int = 64
    patience: float = 30.0
    seconds: float = 150.0
    rate: float = 50.0
    burst: int = 200
    open_rate: float = 5.0
    open_burst: int = 20
    retry_after: int = 5
    grace: int = 30

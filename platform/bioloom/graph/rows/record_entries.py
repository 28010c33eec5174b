"""Record entries: the parts of an entry of `record_hash`, which is ``load.state.hash`` (upsert_policy)."""


def load_of(entry: object) -> str:
    """Give the load that brought a record.

    >>> load_of("a1.b2.c3"), content_of("a1.b2.c3")
    ('a1', 'c3')
    """
    return str(entry).partition(".")[0]


def content_of(entry: object) -> str:
    """Give the hash of a record's content."""
    return str(entry).rpartition(".")[2]

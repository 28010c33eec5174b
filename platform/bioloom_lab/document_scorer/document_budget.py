"""Several retrieved documents under a budget, instead of the best one alone (SPEC P28)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

JOINT = " ; "


def count_words(text: str) -> int:
    """Count the words of a text, where no tokenizer is at hand."""
    return len(text.split())


def fit_documents(
    documents: Sequence[str], budget: int, count: Callable[[str], int] = count_words
) -> str | None:
    """Join documents, the best first, as far as they stay within a budget together; None if not one does.

    `count` says what a text costs, such as its tokens. A document that is too long is passed over for the
    next; one that a longer one already tells is left out.

    >>> fit_documents(["a = x ; b = y", "b = y", "c = a long long label", "d = z"], 11)
    'a = x ; b = y ; d = z'
    """
    kept: list[str] = []
    for document in documents:
        if any(document in each for each in kept):
            continue
        if count(JOINT.join([*kept, document])) <= budget:
            kept.append(document)
    return JOINT.join(kept) if kept else None

"""Label descriptions of schemes (SPEC P6)."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from bioloom.extraction.retrieval_augmentation.memory_examples import spell_label
from bioloom.resources import read_table


@cache
def labels_of(scheme: str) -> tuple[str, ...]:
    """List the labels of ``ontology/<scheme>/labels.tsv`` in their order; none where it is not there.

    >>> labels_of("git")[:2], labels_of("nothing")
    (('INTERACTS_WITH', 'TREATS'), ())
    """
    return tuple(row["label"] for row in _rows(scheme))


@cache
def descriptions(scheme: str) -> Mapping[str, str]:
    """Read T(l), the description of every label of a scheme, by the label in lower case (SPEC P6).

    Empty where ``ontology/<scheme>/labels.tsv`` is not there.

    >>> descriptions("ddi")["int"]
    'two drugs interact with each other, or may interact'
    """
    return MappingProxyType({row["label"].casefold(): row["description"] for row in _rows(scheme)})


def _rows(scheme: str) -> list[Mapping[str, str]]:
    if "/" in scheme or scheme.startswith("."):
        return []
    try:
        return list(read_table(f"{scheme}/labels.tsv"))
    except FileNotFoundError:
        return []


def describe(label: str, scheme: str | None = None) -> str:
    """Give T(l): the label's description in its scheme, or else the label as words (SPEC P6).

    A label may bring its scheme along: ``git/TREATS``.

    >>> describe("SYMPTOM_OF", "git"), describe("location_of")
    ('a symptom that patients feel belongs to a disease', 'location of')
    """
    named, slash, bare = label.rpartition("/")
    if slash:
        scheme = named
    return descriptions(scheme or "").get(bare.casefold(), spell_label(bare))

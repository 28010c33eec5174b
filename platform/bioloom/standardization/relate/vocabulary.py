"""Vocabulary: predicates that a phrase may be mapped to, with the texts that describe them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from types import MappingProxyType

from bioloom.biolink import model
from bioloom.disk_cache import hex_digest
from bioloom.errors import OntologyError, UsageError
from bioloom.resources import read_table, text

VOCABULARIES = ("biolink", "chemprot")


@dataclass(frozen=True, slots=True)
class Descriptor:
    """One text that says what a key means, or, negated, what it denies; `source` says where it is from."""

    key: str
    text: str
    negated: bool
    source: str


@dataclass(frozen=True, slots=True)
class Target:
    """Meaning of a key: a predicate in canonical direction with qualifiers (SPEC R16).

    `swapped` says that subject and object of the phrase change places.
    """

    key: str
    predicate: str
    qualifiers: Mapping[str, str] = field(default_factory=dict)
    swapped: bool = False


@dataclass(frozen=True)
class Vocabulary:
    """The keys of one vocabulary in a fixed order, their targets and their descriptors (SPEC R1, R2)."""

    name: str
    release: str
    targets: Mapping[str, Target]
    descriptors: tuple[Descriptor, ...]

    def __post_init__(self) -> None:
        described = {descriptor.key for descriptor in self.descriptors if not descriptor.negated}
        if strange := sorted({descriptor.key for descriptor in self.descriptors} - self.targets.keys()):
            raise OntologyError(f"{self.name} describes {strange[0]!r}, which is not one of its keys")
        if bare := sorted(self.targets.keys() - described):
            raise OntologyError(f"{self.name} has no descriptor for {bare[0]!r}")

    @property
    def keys(self) -> tuple[str, ...]:
        """List the keys; negated ones are not keys, they are folded into their base (SPEC R12)."""
        return tuple(self.targets)

    def target(self, key: str) -> Target:
        """Give what a key stands for; OntologyError for a key that is none of this vocabulary.

        >>> found = vocabulary().target("biolink:affected_by")
        >>> found.predicate, found.swapped
        ('biolink:affects', True)
        """
        try:
            return self.targets[key]
        except KeyError:
            raise OntologyError(f"{key!r} is not a key of the vocabulary {self.name}") from None

    @cached_property
    def fingerprint(self) -> str:
        """Name release and descriptors: 16 hex digits; a changed descriptor changes it (SPEC R7)."""
        lines = (f"{each.key}\t{each.text}\t{each.negated}\n" for each in self.descriptors)
        return hex_digest(map(str.encode, (f"{self.name} {self.release}\n", *lines)))


@lru_cache(maxsize=4)
def vocabulary(name: str = "biolink") -> Vocabulary:
    """Read a vocabulary: ``biolink``, the pinned release, or ``chemprot``, its nine predicates; offline.

    >>> len(vocabulary("chemprot").keys)
    9
    """
    if name not in VOCABULARIES:
        raise UsageError(f"there is no vocabulary {name}; there are {' and '.join(VOCABULARIES)}")
    table = f"relate/{name}.descriptors.tsv"
    descriptors = tuple(
        Descriptor(row["key"], row["text"], row["negated"] == "true", row["source"])
        for row in read_table(table)
    )
    return Vocabulary(name, _release(table), MappingProxyType(dict(_targets(name))), descriptors)


def _targets(name: str) -> Iterable[tuple[str, Target]]:
    """Read ``<name>.keys.tsv``: key, predicate, qualifiers as name=value, swapped."""
    known = set(model().predicates())
    for row in read_table(f"relate/{name}.keys.tsv"):
        qualifiers = dict(pair.split("=", 1) for pair in row["qualifiers"].split("|") if pair)
        target = Target(row["key"], row["predicate"], MappingProxyType(qualifiers), row["swapped"] == "true")
        fault = model().qualifier_fault(qualifiers) if name == "biolink" else None
        if name == "biolink" and target.predicate not in known:
            fault = f"{target.predicate} is not a predicate of Biolink {model().version}"
        if fault is not None:
            raise OntologyError(f"ontology/relate/{name}.keys.tsv: {target.key}: {fault}")
        yield target.key, target


def _release(table: str) -> str:
    """Read the release that a table was made from: its comment line ``# release: …``."""
    for line in text("ontology", table).splitlines():
        if line.startswith("# release:"):
            return line.partition(":")[2].strip()
    raise OntologyError(f"ontology/{table} does not name its release")

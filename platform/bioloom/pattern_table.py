"""Pattern table: regular expressions and word lists of ontology/, by name."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain

from bioloom.errors import OntologyError
from bioloom.resources import read_table

_PART = re.compile(r"\{([a-z_]+)\}")


@dataclass(frozen=True, slots=True)
class PatternTable:
    """Table with the columns name and pattern: rows of one name are alternatives, the first before the next.

    ``{other}`` in a pattern stands for the alternatives of a name above it; a name that begins with ``_`` is
    only such a part.
    """

    patterns: Mapping[str, tuple[str, ...]]

    @classmethod
    def read(cls, *names: str, **parts: str) -> PatternTable:
        """Read tables of ontology/, the next with the names of those before it; `parts` are further names.

        >>> PatternTable.read("asking/kinds.tsv").compile("why").match("why is it spun?")[0]
        'why'
        """
        patterns = {name: (part,) for name, part in parts.items()}
        for row in chain.from_iterable(map(read_table, names)):
            pattern = _PART.sub(lambda part: _either(patterns[part[1]]), row["pattern"])
            patterns[row["name"]] = (*patterns.get(row["name"], ()), pattern)
        return cls({name: rows for name, rows in patterns.items() if not name.startswith("_")})

    def text(self, name: str) -> str:
        """Give one pattern that matches what any of the alternatives does."""
        return "|".join(self.patterns[name])

    def compile(self, name: str, flags: int = re.IGNORECASE) -> re.Pattern[str]:
        """Compile all alternatives into one pattern."""
        return re.compile(self.text(name), flags)

    def compile_each(self, name: str, flags: int = re.IGNORECASE) -> tuple[re.Pattern[str], ...]:
        """Compile each alternative for itself, for forms of a sentence that are tried in turn."""
        return tuple(re.compile(pattern, flags) for pattern in self.patterns[name])

    def words(self, name: str) -> frozenset[str]:
        """Give the words of a list, where the patterns are words with spaces between them."""
        return frozenset(word for row in self.patterns[name] for word in row.split())


def compile_cell(pattern: str, table: str, flags: int = re.IGNORECASE) -> re.Pattern[str]:
    """Compile a cell of a table of ontology/; OntologyError if it is no regular expression."""
    try:
        return re.compile(pattern, flags)
    except re.error as fault:
        raise OntologyError(f"ontology/{table}: {pattern!r} is no regular expression: {fault}") from fault


def _either(alternatives: tuple[str, ...]) -> str:
    return alternatives[0] if len(alternatives) == 1 else f"(?:{'|'.join(alternatives)})"

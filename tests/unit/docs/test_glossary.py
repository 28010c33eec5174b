"""The glossary: every module or folder that it names is there."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "glossary.md"
BASES = (ROOT, ROOT / "platform", ROOT / "platform" / "bioloom", ROOT / "loaders")


def rows() -> list[tuple[str, str]]:
    """Give each term with where it is defined."""
    found = re.findall(r"^\| ([^|]+) \| [^|]+ \| ([^|]+) \|$", PAGE.read_text(encoding="utf-8"), flags=re.M)
    return [(term.strip(), where) for term, where in found if term.strip() not in {"term", "---"}]


def exists(name: str) -> bool:
    """Say whether a dotted module or a path is there."""
    path = Path(*name.split(".")) if "/" not in name else Path(name)
    return any((base / path).exists() or (base / path).with_suffix(".py").exists() for base in BASES)


def test_the_glossary_has_its_terms() -> None:
    terms = [term for term, _ in rows()]
    assert len(terms) >= 60
    assert len(set(terms)) == len(terms)


def test_every_place_that_it_names_is_there() -> None:
    missing = [
        (term, name) for term, where in rows() for name in re.findall(r"`([^`]+)`", where) if not exists(name)
    ]
    assert missing == []

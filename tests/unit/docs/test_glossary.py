"""The glossary: every module or folder that it names is there; a term that is a class is defined there."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "glossary.md"
BASES = (ROOT, ROOT / "platform", ROOT / "platform" / "bioloom", ROOT / "loaders")

HOMONYMS = {"step", "part"}
"""Terms of which a class of the same name is another thing: an operation of TRAPI, a part of a KGX file."""


def rows() -> list[tuple[str, str]]:
    """Give each term with where it is defined."""
    found = re.findall(r"^\| ([^|]+) \| [^|]+ \| ([^|]+) \|$", PAGE.read_text(encoding="utf-8"), flags=re.M)
    return [(term.strip(), where) for term, where in found if term.strip() not in {"term", "---"}]


def exists(name: str) -> bool:
    """Say whether a dotted module or a path is there."""
    path = Path(*name.split(".")) if "/" not in name else Path(name)
    return any((base / path).exists() or (base / path).with_suffix(".py").exists() for base in BASES)


def classes() -> dict[str, list[str]]:
    """Give the modules that define each class, as the glossary names modules."""
    found: dict[str, list[str]] = {}
    for base in (ROOT / "platform" / "bioloom", ROOT / "platform", ROOT / "loaders"):
        for path in base.glob("**/*.py" if base != ROOT / "platform" else "bioloom_lab/**/*.py"):
            module = ".".join(path.relative_to(base).with_suffix("").parts)
            for name in re.findall(r"^class (\w+)", path.read_text(encoding="utf-8"), flags=re.M):
                found.setdefault(name, []).append(module)
    return found


def test_the_glossary_has_its_terms() -> None:
    terms = [term for term, _ in rows()]
    assert len(terms) >= 60
    assert len(set(terms)) == len(terms)


def test_every_place_that_it_names_is_there() -> None:
    missing = [
        (term, name) for term, where in rows() for name in re.findall(r"`([^`]+)`", where) if not exists(name)
    ]
    assert missing == []


def test_a_term_that_is_a_class_is_defined_where_it_says() -> None:
    known = classes()
    named = [
        (term, re.findall(r"`([^`]+)`", where), modules)
        for terms, where in rows()
        for term in {*terms.split(", ")} - HOMONYMS
        if (modules := known.get("".join(map(str.capitalize, term.split()))))
    ]
    assert len(named) >= 10
    elsewhere = [
        (term, modules)
        for term, places, modules in named
        if not any(f"{module}.".startswith(f"{place}.") for module in modules for place in places)
    ]
    assert elsewhere == []

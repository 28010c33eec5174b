"""The page of the papers: every row that code or documents cite stands on it, with a module that is there."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "papers.md"
ROW = re.compile(r"^\| ([BPRTIS]\d+) \| ([^|]+) \| ([^|]+) \|$", flags=re.M)
CITED = re.compile(r"\bSPEC:?\s+([BPRTIS]\d+(?:(?:,|\s+and|\s+to|-|–)\s*[BPRTIS]\d+)*)")
FOLDERS = ("platform", "loaders", "ontology", "cypher", "docs", "tests")
BASES = (ROOT, ROOT / "platform", ROOT / "platform" / "bioloom", ROOT / "loaders")
TEXTS = {".py", ".md", ".tsv", ".yaml", ".cypher", ".txt"}


def cited(text: str) -> set[str]:
    """Name the rows that a text cites, one by one, in lists or in ranges."""
    found: set[str] = set()
    for listed in CITED.findall(text):
        for letter, first, last in re.findall(r"([A-Z])(\d+)(?:(?:\s+to|-|–)\s*[A-Z](\d+))?", listed):
            found.update(f"{letter}{number}" for number in range(int(first), int(last or first) + 1))
    return found


def exists(name: str) -> bool:
    """Say whether a dotted module or a path is there."""
    path = name if "/" in name else f"{name.replace('.', '/')}.py"
    return any((base / path).is_file() for base in BASES)


def test_lists_and_ranges_are_read() -> None:
    assert cited("(SPEC B9-B11, B13), SPEC: P18 and P21; SPEC\n  R9 to R11") == {
        "B9", "B10", "B11", "B13", "P18", "P21", "R9", "R10", "R11",
    }  # fmt: skip


def test_every_cited_row_is_on_the_page() -> None:
    written = {row for row, _, _ in ROW.findall(PAGE.read_text(encoding="utf-8"))}
    files = (path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.suffix in TEXTS)
    lacking = {
        path.relative_to(ROOT).as_posix(): sorted(rows)
        for path in files
        if (rows := cited(path.read_text(encoding="utf-8", errors="replace")) - written)
    }
    assert lacking == {}


def test_every_module_that_it_names_is_there() -> None:
    rows = ROW.findall(PAGE.read_text(encoding="utf-8"))
    assert len({row for row, _, _ in rows}) == len(rows)
    named = [(row, name) for row, _, where in rows for name in re.findall(r"`([^`]+)`", where)]
    assert {row for row, _ in named} == {row for row, _, _ in rows}
    assert [(row, name) for row, name in named if not exists(name)] == []

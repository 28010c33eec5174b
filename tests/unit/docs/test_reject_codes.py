"""The page of rejects: it lists every reason code that a record can be rejected with, and no other."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "rejects.md").read_text(encoding="utf-8")
CODE = re.compile(r"[A-Z]+(?:_[A-Z]+)*")
REFUSING = re.compile(
    r"(?:reject|reject_line|Reject|InvalidRecord|_Broken|RefusedLine|one_text|check_curie)$"
)
COMPUTED = {
    *(f"MISSING_{end}" for end in ("SUBJECT", "PREDICATE", "OBJECT", "KNOWLEDGE_LEVEL", "AGENT_TYPE")),
    *("BAD_KNOWLEDGE_LEVEL", "BAD_AGENT_TYPE", "DANGLING_SUBJECT", "DANGLING_OBJECT", "UNKNOWN_ENTITY"),
    *("ADMINISTRATIVE", "METHODOLOGICAL", "NOMENCLATURE", "REPORTING", "NAME_NOT_IN_TEXT", "NO_PREDICATE"),
    *("REFUSED_MAPPING", "MODEL_UNAVAILABLE", "MODEL_BAD_ANSWER", "MODEL_OUT_OF_LIST", "MODEL_FAILED"),
    *(
        "EMPTY_PHRASE",
        "LONG_PHRASE",
        "BAD_PHRASE",
        "BAD_NAME",
        "LONG_SENTENCE",
        "UNKNOWN_TYPE",
        "BAD_TRIPLET",
        "TIME_LIMIT",
    ),
    *("UNKNOWN_RELATION", "TYPE_CONFLICT", "END_NOT_EXTRACTED", "CONFLICTING_VALUE"),
}
"""Codes that are given as names or put together; each stands somewhere in the code."""


def stated() -> Iterator[str]:
    """Give the codes that calls which refuse something state."""
    for root in ("platform/bioloom", "loaders/bioloom_loaders"):
        for path in sorted((ROOT / root).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if not isinstance(node, ast.Call):
                    continue
                name = (
                    node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                )
                if REFUSING.search(name):
                    for argument in (*node.args, *(keyword.value for keyword in node.keywords)):
                        if isinstance(argument, ast.Constant) and CODE.fullmatch(str(argument.value)):
                            yield str(argument.value)


def listed() -> set[str]:
    """Give the codes of the first column of the table of reason codes."""
    table = PAGE.split("## Reason codes")[1].split("\n## ")[0]
    rows = re.findall(r"^\| (`[^|]+) \|", table, flags=re.M)
    return {code for row in rows for code in re.findall(r"`([A-Z_]+)`", row)}


def test_every_reason_code_is_on_the_page() -> None:
    missing = (set(stated()) | COMPUTED) - listed()
    assert not missing, f"docs/rejects.md lacks {sorted(missing)}"


def test_every_code_of_the_page_is_given_by_the_program() -> None:
    gone = listed() - set(stated()) - COMPUTED
    assert not gone, f"docs/rejects.md lists {sorted(gone)}, which nothing gives"

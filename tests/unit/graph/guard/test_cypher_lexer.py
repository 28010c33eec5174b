"""The words of a statement: strings and comments hide nothing and accuse nobody."""

import pytest

from bioloom.errors import UsageError
from bioloom.graph.guard.cypher_lexer import files_read, namespaced_functions, procedures_called


@pytest.mark.parametrize(
    ("cypher", "called"),
    [
        ("CALL a.b()", ("a.b",)),
        ("call /* x */ a . b (1)", ("a.b",)),
        ("CALL `a`.`b``c`()", ("a.b`c",)),
        ("CALL { RETURN 1 }", ()),
        ("CALL (n) { RETURN 1 }", ()),
        ("RETURN 'it\\'s CALL a.b()'", ()),
        ('RETURN "CALL a.b()"', ()),
        ("RETURN `CALL a.b()`", ()),
        ("RETURN 1 // CALL a.b()\nAS x", ()),
        ("// '\nCALL a.b() // '", ("a.b",)),
        ("/* ' */ CALL a.b() /* ' */", ("a.b",)),
        ("RETURN callable.b(1)", ()),
    ],
)
def test_calls(cypher: str, called: tuple[str, ...]) -> None:
    assert procedures_called(cypher) == called


@pytest.mark.parametrize(
    ("cypher", "reads"),
    [
        ("LOAD CSV FROM 'x' AS l RETURN l", True),
        ("load\n\ncsv", True),
        ("LOAD\u2028CSV", True),
        ("LOAD/**/CSV", True),
        ("MATCH (n:LOAD) RETURN n.CSV", False),
        ("RETURN 'LOAD CSV'", False),
        ("RETURN 1 // LOAD CSV", False),
    ],
)
def test_files(cypher: str, reads: bool) -> None:
    assert files_read(cypher) is reads


@pytest.mark.parametrize("cypher", ["\\u004cOAD CSV", "RETURN '\\uu0041'"])
def test_escapes_are_refused(cypher: str) -> None:
    with pytest.raises(UsageError, match="escapes"):
        files_read(cypher)


@pytest.mark.parametrize(
    "cypher",
    ["RETURN '" + "\\'" * 40_000, 'RETURN "', "RETURN `a", "RETURN 1 " + "/*" * 40_000, "RETURN 'a' '"],
)
def test_what_is_opened_must_be_closed(cypher: str) -> None:
    with pytest.raises(UsageError, match=r"opens .* at character [\d,]+: close it"):
        files_read(cypher)


@pytest.mark.parametrize("character", ["\u20ac", "\u0301", "\u200b", "\x85", "\u201c"])
def test_characters_that_the_server_reads_in_its_own_way_are_refused(character: str) -> None:
    with pytest.raises(UsageError, match="outside of texts: put names with it in back quotes"):
        files_read(f"RETURN a{character} AS b")
    assert not files_read(f"RETURN 'a{character}' AS `a{character}` // {character}")


def test_names_are_looked_for_once() -> None:
    assert procedures_called("call " * 16_000) == ()
    assert namespaced_functions("a " * 40_000) == ()

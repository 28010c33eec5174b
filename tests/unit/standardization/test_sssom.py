"""Reading mapping sets: what is wrong with a file is said with its line."""

import pytest

from bioloom.errors import OntologyError
from bioloom.standardization.sssom import parse_mapping_set, read_mapping_set, read_mappings

HEADER = """#mapping_set_id: https://example.org/set
#license: CC0
#extension_definitions:
#  - slot_name: inverse
#    property: bioloom:inverse
#    type_hint: xsd:boolean
#  - slot_name: object_aspect_qualifier
#    property: biolink:object_aspect_qualifier
#    type_hint: xsd:string
#  - slot_name: colour
#    property: bioloom:colour
#    type_hint: xsd:string
"""
COLUMNS = (
    "subject_id\tsubject_label\tpredicate_id\tobject_id\tmapping_justification"
    "\tinverse\tobject_aspect_qualifier\tcolour\tcomment"
)
ROW = (
    "a:1\tone\tskos:exactMatch\tbiolink:affects\tsemapv:ManualMappingCuration"
    "\ttrue\texpression\tred\tsays why"
)


def test_a_row_in_full() -> None:
    (mapping,) = parse_mapping_set(f"{HEADER}{COLUMNS}\n{ROW}\n", "set").mappings
    assert (mapping.subject_id, mapping.subject_label, mapping.object_id) == ("a:1", "one", "biolink:affects")
    assert mapping.inverse
    assert not mapping.negated
    assert mapping.qualifiers == {"object_aspect_qualifier": "expression"}
    assert mapping.extensions == {"colour": "red"}
    assert mapping.comment == "says why"


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_line_ends_and_a_byte_order_mark_do_not_matter(end: str) -> None:
    content = f"\ufeff{HEADER}{COLUMNS}\n{ROW}\n\n".replace("\n", end)
    assert len(parse_mapping_set(content, "set").mappings) == 1


def test_quotes_are_ordinary_characters() -> None:
    content = f"{HEADER}{COLUMNS}\n{ROW.replace('one', chr(34) + 'one')}\n"
    assert parse_mapping_set(content, "set").mappings[0].subject_label == '"one'


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "set: the header must name mapping_set_id and license"),
        ("#- 1\n", "set: the header must name mapping_set_id and license"),
        ("#a: [\n", "set: the header (lines that begin with #) is not YAML"),
        (HEADER, "set: there is no column subject_id, subject_label"),
        (f"{HEADER}{COLUMNS}\tcomment\n", "set: a column stands there twice"),
        (
            f"{HEADER}{COLUMNS}\tmood\n",
            "set: column mood is not SSSOM's; declare it in extension_definitions",
        ),
        (f"{HEADER}{COLUMNS}\na:1\tone\n", "set:14: 2 cells, but 9 columns"),
        (f"{HEADER}{COLUMNS}\n{ROW.replace('one', ' ')}\n", "set:14: subject_label is empty"),
        (
            f"{HEADER}{COLUMNS}\n{ROW.replace('true', 'yes')}\n",
            "set:14: inverse must be true or false, not 'yes'",
        ),
    ],
)
def test_what_is_wrong_is_said_with_its_place(content: str, message: str) -> None:
    with pytest.raises(OntologyError) as caught:
        parse_mapping_set(content, "set")
    assert message in str(caught.value)


def test_extension_definitions_of_an_odd_form_are_refused() -> None:
    odd = "#mapping_set_id: x\n#license: y\n#extension_definitions: [1, {a: b}]\n"
    with pytest.raises(OntologyError, match="extension_definitions"):
        parse_mapping_set(f"{odd}{COLUMNS}\n", "set")


def test_a_missing_set_is_named() -> None:
    with pytest.raises(OntologyError, match=r"there is no ontology/nowhere\.sssom\.tsv"):
        read_mapping_set("nowhere.sssom.tsv")


def test_mappings_are_found_by_the_names_of_the_source() -> None:
    found = read_mappings("biopie/relations.sssom.tsv")
    assert found["is_object_of"].inverse
    assert found is read_mappings("biopie/relations.sssom.tsv")
    with pytest.raises(TypeError):
        found["new"] = found["or"]  # type: ignore[index]

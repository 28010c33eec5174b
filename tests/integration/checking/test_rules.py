"""Every rule finds what it is for, and only that; what is mended is no finding."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bioloom.checking import CheckReport, Severity, check_protocol, find_protocol, protocols, rules
from bioloom.errors import BioloomError, UsageError
from bioloom.graph.connection import Graph

pytestmark = pytest.mark.integration

RULES = tuple(rule.name for rule in rules())
LAB = """// Vessels that our laboratory does not keep.
// severity: warning
// table: absent
MATCH (:Document {id: $document})-[:HAS_SENTENCE]->(s:Sentence)<-[:IN_SENTENCE]-(m:Mention)
UNWIND $absent AS row
WITH s, m, row WHERE toLower(m.name) = row.vessel
RETURN s.id AS sentence, [m.id] AS mentions, 'we have no ' + row.vessel AS message
"""


def found(graph: Graph, name: str) -> set[str]:
    return {finding.rule for finding in check_protocol(graph, f"twins:{name}").findings}


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule != "circular_order"])
def test_a_rule_finds_the_broken_protocol_and_not_its_twin(checked: Graph, rule: str) -> None:
    assert found(checked, f"{rule}-broken") == {rule}
    assert found(checked, f"{rule}-mended") == set()


def test_a_circle_of_steps_is_found(checked: Graph) -> None:
    name = "twins:used_after_discarded-mended"
    back = """MATCH (v:Mention {document_id: $id, native_type: 'verb'})
        WITH v ORDER BY v.start WITH collect(v) AS verbs WITH head(verbs) AS first, last(verbs) AS final
        CREATE (final)-[:`biolink:precedes` {id: 'circle', original_predicate: 'next_step'}]->(first)"""
    with checked.session() as session:
        session.run(back, id=name).consume()
    try:
        (finding,) = check_protocol(checked, name).findings
    finally:
        with checked.session() as session:
            session.run("MATCH ()-[e:`biolink:precedes` {id: 'circle'}]->() DELETE e").consume()
    assert finding.rule == "circular_order"
    assert [mention.text for mention in finding.mentions] == ["Centrifuge", "Discard", "Centrifuge", "Warm"]


MEDIUM = "v Acts-on r; v Site c; r Measure a"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("For a {c=Location:24-well plate}, {v=Action:prepare} {a=Amount:15 ml} of {r=Reagent:medium}.", ""),
        ("{v=Action:Prepare} {a=Amount:15 ml} of {r=Reagent:medium} for a {c=Location:24-well plate}.", ""),
        ("{v=Action:Add} {a=Amount:24 ml} of {r=Reagent:medium} to a {c=Location:24-well plate}.", ""),
        ("{v=Action:Take} {a=Amount:5 ml} of {r=Reagent:medium} from the {c=Location:eppendorf tube}.", ""),
        (
            "{v=Action:Add} {a=Amount:5 ml} of {r=Reagent:dye} to each well of a {c=Location:24-well plate}.",
            "5.0 ml go into a vessel of 3.6 ml",
        ),
        (
            "{v=Action:Add} {a=Amount:100 ml} of {r=Reagent:medium} to a {c=Location:24-well plate}.",
            "100.0 ml go into a vessel of 86.4 ml",
        ),
        (
            "In a new {c=Location:eppendorf tube}, {v=Action:mix} {a=Amount:5 ml} of {r=Reagent:medium}.",
            "5.0 ml go into a vessel of 2.2 ml",
        ),
        (
            "{v=Action:Pour} {a=Amount:5 ml} of {r=Reagent:dye} into a sterile {c=Location:eppendorf tube}.",
            "5.0 ml go into a vessel of 2.2 ml",
        ),
    ],
)
def test_only_what_goes_into_a_vessel_fills_it(
    check_lines: Callable[..., CheckReport], line: str, message: str
) -> None:
    assert [finding.message for finding in check_lines((line, MEDIUM)).findings] == [message] * bool(message)


def test_parts_of_one_another_are_no_circle_of_order(check_lines: Callable[..., CheckReport]) -> None:
    line = "{v=Action:Pipette} {a=Reagent:aliquots} of {r=Reagent:cells} into the tubes."
    assert not check_lines((line, "v Acts-on a; a Meronym r; r Meronym a")).findings


def test_a_finding_names_its_sentence_mentions_and_values(checked: Graph) -> None:
    (finding,) = check_protocol(checked, "twins:volume_over_container-broken").findings
    assert (finding.step, finding.severity) == (2, Severity.warning)
    assert finding.sentence == "Add 1 ml of water and 0.8 ml of ethanol to a 1.5 ml tube."
    assert finding.message == "1.8 ml go into a vessel of 1.5 ml"
    values = {mention.text: mention for mention in finding.mentions}
    assert set(values) == {"tube", "1.5 ml", "1 ml", "0.8 ml"}
    assert (values["0.8 ml"].value, values["0.8 ml"].unit, values["0.8 ml"].si_unit) == (0.8, "ml", "m^3")
    assert values["0.8 ml"].si_value == pytest.approx(8e-7)


def test_less_grave_findings_can_be_left_out(checked: Graph) -> None:
    name = "twins:speed_without_force-broken"
    assert not check_protocol(checked, name, least=Severity.warning).findings


def test_a_check_writes_nothing(checked: Graph) -> None:
    count = "MATCH (n) OPTIONAL MATCH (n)-[e]->() RETURN count(DISTINCT n) AS n, count(e) AS e"
    with checked.session() as session:
        before = session.run(count).single(strict=True).data()
    check_protocol(checked, "twins:used_before_made-broken")
    with checked.session() as session:
        assert session.run(count).single(strict=True).data() == before


def test_a_laboratory_adds_a_rule_with_a_table_of_its_own(checked: Graph, tmp_path: Path) -> None:
    (tmp_path / "absent_vessel.cypher").write_text(LAB, encoding="utf-8")
    (tmp_path / "absent.tsv").write_text("vessel\nflask\ntube\n", encoding="utf-8")
    chosen = rules(tmp_path)
    assert {rule.name for rule in chosen} == {*RULES, "absent_vessel"}
    (finding,) = check_protocol(checked, "twins:volume_over_container-mended", chosen=chosen).findings
    assert (finding.rule, finding.message) == ("absent_vessel", "we have no tube")


@pytest.mark.parametrize(
    ("cypher", "message"),
    [
        ("MATCH (n) DETACH DELETE n", "only queries that read"),
        ("RETURN 1 AS one", "does not return: mentions, message, sentence"),
        ("RETURN 'x' AS sentence, [] AS mentions, 'm' AS message", "names what is not in"),
        ("RETURN 1 AS sentence, [] AS mentions, 'm' AS message", "must be texts"),
        ("RETURN 'x' AS sentence, [] AS mentions, 'm' AS message, 'fatal' AS severity", "not 'fatal'"),
        ("RETURN x AS", "refused the query"),
        (
            "MATCH (s:Sentence) WHERE s.document_id <> $document "
            "RETURN s.id AS sentence, [] AS mentions, '' AS message",
            "names what is not in",
        ),
    ],
)
def test_a_rule_of_someone_else_cannot_write_or_mislead(
    checked: Graph, tmp_path: Path, cypher: str, message: str
) -> None:
    (tmp_path / "bad.cypher").write_text(f"// What it is.\n// severity: note\n{cypher}\n", encoding="utf-8")
    with pytest.raises(UsageError, match=message):
        check_protocol(checked, "twins:missing_parameter-mended", chosen=rules(tmp_path)[-1:])


def test_a_protocol_is_found_by_the_beginning_of_its_id(checked: Graph) -> None:
    assert find_protocol(checked, "twins:missing_parameter-b") == "twins:missing_parameter-broken"
    assert len(protocols(checked, "twins:")) == 2 * (len(RULES) - 1)
    with pytest.raises(UsageError, match=r"^2 protocols begin with .*missing_parameter-broken, "):
        find_protocol(checked, "twins:missing")
    with pytest.raises(UsageError, match="the graph holds 24, such as: twins:conflicting_values-broken"):
        find_protocol(checked, "twin's")
    with pytest.raises(BioloomError, match="no document 'twins:absent'"):
        check_protocol(checked, "twins:absent")

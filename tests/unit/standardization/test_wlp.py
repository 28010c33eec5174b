"""WLP annotation in BioPIE's terms: one test a rule, and nothing lost."""

from collections.abc import Callable

import pytest

from bioloom.records import AnnotatedDocument
from bioloom.standardization.wlp import to_biopie

Annotate = Callable[..., AnnotatedDocument]


def triples(document: AnnotatedDocument) -> set[tuple[str, str, str]]:
    names = {mention.id: mention.text for mention in document.mentions}
    return {(names[r.subject], r.predicate, names[r.object]) for r in document.relations}


def types(document: AnnotatedDocument) -> dict[str, str]:
    return {mention.text: mention.native_type for mention in document.mentions}


def skipped(document: AnnotatedDocument) -> dict[str, int]:
    counts: dict[str, int] = {}
    for skip in document.skips:
        counts[skip.reason] = counts.get(skip.reason, 0) + skip.count
    return counts


def balanced(before: AnnotatedDocument, after: AnnotatedDocument) -> bool:
    stated = len(before.mentions) + len(before.relations)
    kept = len(after.mentions) + len(after.relations)
    return stated == kept + sum(skip.count for skip in after.skips) + len(after.rejects)


RULES = [
    # line, subject (type, text), WLP relation, object (type, text), wanted triple
    ("Mix the cells", ("Action", "Mix"), "Acts-on", ("Reagent", "cells"), ("cells", "is_object_of", "Mix")),
    ("Pour into a new tube", ("Action", "Pour"), "Acts-on", ("Location", "tube"), ("Pour", "to", "tube")),
    (
        "To elute DNA",
        ("Action", "elute"),
        "Acts-on",
        ("Reagent", "DNA"),
        ("DNA", "is_object_of", "elute"),
    ),
    (
        "Spin in a centrifuge",
        ("Action", "Spin"),
        "Using",
        ("Device", "centrifuge"),
        ("Spin", "use_device", "centrifuge"),
    ),
    ("Wash with PBS", ("Action", "Wash"), "Using", ("Reagent", "PBS"), ("Wash", "use_reagent", "PBS")),
    (
        "Dry with filter paper",
        ("Action", "Dry"),
        "Using",
        ("Reagent", "filter paper"),
        ("Dry", "apply_material", "filter paper"),
    ),
    (
        "Mix by inversion",
        ("Action", "Mix"),
        "Using",
        ("Method", "inversion"),
        ("Mix", "use_method", "inversion"),
    ),
    (
        "Cover with foil",
        ("Action", "Cover"),
        "Using",
        ("Seal", "foil"),
        ("Cover", "apply_material", "foil"),
    ),
    (
        "Count with the ImageJ software",
        ("Action", "Count"),
        "Using",
        ("Device", "ImageJ software"),
        ("Count", "use_software", "ImageJ software"),
    ),
    ("Add to each well", ("Action", "Add"), "Site", ("Location", "well"), ("Add", "to", "well")),
    ("Keep on ice", ("Action", "Keep"), "Site", ("Location", "ice"), ("Keep", "in_condition_of", "ice")),
    (
        "Put on a magnet",
        ("Action", "Put"),
        "Site",
        ("Device", "magnet"),
        ("Put", "use_device", "magnet"),
    ),
    ("Add 5 per well", ("Action", "Add"), "Site", ("Location", "well"), ("Add", "for_each", "well")),
    ("Take from the tube", ("Action", "Take"), "Site", ("Location", "tube"), ("Take", "from", "tube")),
    (
        "Spin for 5 min",
        ("Action", "Spin"),
        "Setting",
        ("Time", "5 min"),
        ("Spin", "have_parameter", "5 min"),
    ),
    (
        "Keep on ice",
        ("Action", "Keep"),
        "Setting",
        ("Temperature", "on ice"),
        ("Keep", "in_condition_of", "on ice"),
    ),
    (
        "the bath at 37 °C",
        ("Device", "bath"),
        "Setting",
        ("Temperature", "37 °C"),
        ("bath", "have_property", "37 °C"),
    ),
    (
        "5 ml of water",
        ("Reagent", "water"),
        "Measure",
        ("Amount", "5 ml"),
        ("water", "have_property", "5 ml"),
    ),
    (
        "Mix gently",
        ("Action", "Mix"),
        "Mod-Link",
        ("Modifier", "gently"),
        ("Mix", "use_method", "gently"),
    ),
    (
        "Dry until clear",
        ("Action", "Dry"),
        "Mod-Link",
        ("Modifier", "until clear"),
        ("Dry", "in_condition_of", "until clear"),
    ),
    (
        "Mix completely",
        ("Action", "Mix"),
        "Mod-Link",
        ("Modifier", "completely"),
        ("Mix", "have_parameter", "completely"),
    ),
    (
        "sterile tube",
        ("Location", "tube"),
        "Mod-Link",
        ("Modifier", "sterile"),
        ("tube", "have_property", "sterile"),
    ),
    (
        "NaCl in the buffer",
        ("Reagent", "NaCl"),
        "Meronym",
        ("Reagent", "buffer"),
        ("buffer", "contain", "NaCl"),
    ),
    (
        "DNA from seawater",
        ("Reagent", "DNA"),
        "Meronym",
        ("Reagent", "seawater"),
        ("DNA", "from", "seawater"),
    ),
    ("water or PBS", ("Reagent", "PBS"), "Or", ("Reagent", "water"), ("water", "or", "PBS")),
    (
        "Measure the yield",
        ("Action", "Measure"),
        "Measure-Type-Link",
        ("Measure-Type", "yield"),
        ("yield", "is_object_of", "Measure"),
    ),
    ("Wash twice", ("Action", "Wash"), "Count", ("Numerical", "twice"), ("Wash", "repetitions", "twice")),
    (
        "12,000 rpm (13,000 x g)",
        ("Speed", "12,000 rpm"),
        "Coreference-Link",
        ("Speed", "13,000 x g"),
        ("12,000 rpm", "equal", "13,000 x g"),
    ),
    (
        "Make dilutions",
        ("Action", "Make"),
        "Product",
        ("Reagent", "dilutions"),
        ("Make", "product", "dilutions"),
    ),
    ("vortex to mix", ("Action", "vortex"), "Commands", ("Action", "mix"), ("mix", "is_goal_of", "vortex")),
    (
        "Mix by gently shaking",
        ("Action", "Mix"),
        "Commands",
        ("Action", "shaking"),
        ("Mix", "use_method", "shaking"),
    ),
    (
        "Repeat washing",
        ("Action", "Repeat"),
        "Commands",
        ("Action", "washing"),
        ("Repeat", "next_step", "washing"),
    ),
    (
        "diameter of 25 mm",
        ("Generic-Measure", "25 mm"),
        "Of-Type",
        ("Measure-Type", "diameter"),
        ("diameter", "have_property", "25 mm"),
    ),
]


@pytest.mark.parametrize(("line", "subject", "relation", "object_", "wanted"), RULES)
def test_each_relation_has_its_rule(
    annotate: Annotate,
    line: str,
    subject: tuple[str, str],
    relation: str,
    object_: tuple[str, str],
    wanted: tuple[str, str, str],
) -> None:
    before = annotate([line], [("T1", *subject), ("T2", *object_)], [("T1", relation, "T2")])
    after = to_biopie(before)
    assert triples(after) == {wanted}
    assert [r.annotated_predicate for r in after.relations] == [relation]
    assert balanced(before, after)


@pytest.mark.parametrize(
    ("annotated", "text", "wanted"),
    [
        ("Amount", "5 ml", "volume"),
        ("Amount", "2 µg", "mass"),
        ("Amount", "3 drops", "number"),
        ("Amount", "1 volume", "volume"),
        ("Speed", "500 g", "force"),
        ("Speed", "12,000 rpm", "speed"),
        ("Speed", "maximum speed", "speed"),
        ("Speed", "193 K", "temperature"),
        ("Speed", "60 cm", "length"),
        ("Generic-Measure", "1:10", "concentration"),
        ("Generic-Measure", "100 V", "energy"),
        ("Generic-Measure", "140bp", "length"),
        ("Generic-Measure", "30 kD", "mass"),
        ("Generic-Measure", "30 cycles", "times"),
        ("Size", "12 x 75 mm", "size"),
        ("Size", "0.2 µm", "length"),
        ("Size", "1.5 ml", "volume"),
        ("Numerical", "twice", "times"),
        ("Numerical", "12", "number"),
        ("pH", "pH 8.0", "state"),
        ("Measure-Type", "absorbance", "data"),
        ("Something", "else", "Something"),
    ],
)
def test_values_are_typed_by_their_unit(annotate: Annotate, annotated: str, text: str, wanted: str) -> None:
    after = to_biopie(annotate([text], [("T1", annotated, text)]))
    assert types(after) == {text: wanted}
    assert after.mentions[0].annotated_type == annotated


@pytest.mark.parametrize(
    ("line", "act", "thing", "denied"),
    [
        ("Do not disturb the interphase.", "disturb", "interphase", True),
        ("Do NOT vortex the DNA.", "vortex", "DNA", True),
        ("Don't shake the tube.", "Don't shake", "tube", True),
        ("Never freeze the beads.", "freeze", "beads", True),
        ("Avoid vortexing the DNA.", "vortexing", "DNA", True),
        ("Neurons were not fixed before imaging.", "fixed", "Neurons", True),
        ("Do not wait and spin the tube.", "spin", "tube", False),
    ],
)
def test_what_must_not_be_done_is_denied(
    annotate: Annotate, line: str, act: str, thing: str, denied: bool
) -> None:
    """Its object is not said to have been acted on."""
    mentions = [("T1", "Action", act), ("T2", "Reagent", thing)]
    read = to_biopie(annotate([line], mentions, [("T1", "Acts-on", "T2")]))
    assert [(r.predicate, r.negated) for r in read.relations] == [("is_object_of", denied)]


@pytest.mark.parametrize(
    ("line", "act", "relation", "thing", "denied"),
    [
        ("Do not exceed 35 cycles", "exceed", "Setting", ("Numerical", "35 cycles"), True),
        ("Do not let the gel dry out", "dry out", "Acts-on", ("Reagent", "gel"), True),
        ("Do not pour into the tube", "pour", "Site", ("Location", "tube"), True),
        ("Seal to prevent drying of tubes", "prevent", "Acts-on", ("Location", "tubes"), False),
        ("Heat to 60 C", "Heat", "Setting", ("Temperature", "60 C"), False),
    ],
)
def test_what_belongs_to_an_act_is_denied_with_it(
    annotate: Annotate, line: str, act: str, relation: str, thing: tuple[str, str], denied: bool
) -> None:
    made = annotate([line], [("T1", "Action", act), ("T2", *thing)], [("T1", relation, "T2")])
    assert [r.negated for r in to_biopie(made).relations] == [denied]


def test_a_source_belongs_to_what_is_taken_from_it(annotate: Annotate) -> None:
    after = to_biopie(
        annotate(
            ["Remove cells from the plate"],
            [("T1", "Action", "Remove"), ("T2", "Reagent", "cells"), ("T3", "Location", "plate")],
            [("T1", "Acts-on", "T2"), ("T1", "Site", "T3")],
        )
    )
    assert ("cells", "from", "plate") in triples(after)


def test_relations_of_a_pronoun_move_to_what_it_stands_for(annotate: Annotate) -> None:
    before = annotate(
        ["Take the pellet.", "Wash it in PBS."],
        [
            ("T1", "Reagent", "pellet"),
            ("T2", "Action", "Wash"),
            ("T3", "Mention", "it"),
            ("T4", "Mention", "Take"),
        ],
        [("T3", "Coreference-Link", "T1"), ("T2", "Acts-on", "T3")],
    )
    after = to_biopie(before)
    assert ("pellet", "is_object_of", "Wash") in triples(after)
    assert skipped(after) == {"RESOLVED_PRONOUN": 2}
    assert balanced(before, after)


def test_a_pronoun_without_antecedent_is_dropped_with_its_relations(annotate: Annotate) -> None:
    before = annotate(
        ["Mix it"], [("T1", "Action", "Mix"), ("T2", "Mention", "it")], [("T1", "Acts-on", "T2")]
    )
    after = to_biopie(before)
    assert types(after) == {"Mix": "verb"}
    assert skipped(after) == {"UNRESOLVED_PRONOUN": 2}
    assert balanced(before, after)


def test_pronouns_in_a_circle_end(annotate: Annotate) -> None:
    before = annotate(
        ["it they"],
        [("T1", "Mention", "it"), ("T2", "Mention", "they")],
        [("T1", "Coreference-Link", "T2"), ("T2", "Coreference-Link", "T1")],
    )
    after = to_biopie(before)
    assert after.mentions == ()
    assert balanced(before, after)


def test_a_bound_becomes_part_of_its_value(annotate: Annotate) -> None:
    before = annotate(
        ["Wait for at least 5 min."],
        [("T1", "Time", "5 min"), ("T2", "Modifier", "at least")],
        [("T1", "Mod-Link", "T2")],
    )
    after = to_biopie(before)
    assert types(after) == {"at least 5 min": "time"}
    mention = after.mentions[0]
    assert after.document.text[mention.start : mention.end] == mention.text
    assert skipped(after) == {"MERGED_SPAN": 2}
    assert balanced(before, after)


def test_a_bound_far_from_its_value_stays_itself(annotate: Annotate) -> None:
    before = annotate(
        ["5 min in the warm room at least"],
        [("T1", "Time", "5 min"), ("T2", "Modifier", "at least")],
        [("T1", "Mod-Link", "T2")],
    )
    assert triples(to_biopie(before)) == {("5 min", "have_property", "at least")}


def test_each_makes_the_action_hold_for_each_thing(annotate: Annotate) -> None:
    before = annotate(
        ["Add to each well"],
        [("T1", "Action", "Add"), ("T2", "Modifier", "each"), ("T3", "Location", "well")],
        [("T1", "Site", "T3"), ("T3", "Mod-Link", "T2")],
    )
    after = to_biopie(before)
    assert triples(after) == {("Add", "to", "well"), ("Add", "for_each", "well")}
    assert skipped(after) == {"TRIGGER_WORD": 1}
    assert balanced(before, after)


def test_a_negation_denies_the_action_on_its_object(annotate: Annotate) -> None:
    before = annotate(
        ["Do not vortex the beads"],
        [("T1", "Modifier", "Do not"), ("T2", "Action", "vortex"), ("T3", "Reagent", "beads")],
        [("T2", "Acts-on", "T3"), ("T2", "Mod-Link", "T1")],
    )
    after = to_biopie(before)
    assert ("vortex", "not", "beads") in triples(after)
    assert [relation.negated for relation in after.relations] == [True, True]
    assert balanced(before, after)


def test_what_falls_together_or_turns_on_itself_is_counted(annotate: Annotate) -> None:
    before = annotate(
        ["Mix cells"],
        [("T1", "Action", "Mix"), ("T2", "Reagent", "cells")],
        [("T1", "Acts-on", "T2"), ("T1", "Acts-on", "T2"), ("T2", "Or", "T2")],
    )
    after = to_biopie(before)
    assert skipped(after) == {"DUPLICATE_RELATION": 1, "SELF_RELATION": 1}
    assert balanced(before, after)


def test_a_relation_to_nowhere_is_rejected_by_name(annotate: Annotate) -> None:
    before = annotate(["Mix"], [("T1", "Action", "Mix")], [("T1", "Acts-on", "T9")])
    after = to_biopie(before)
    (reject,) = after.rejects
    assert (reject.code, reject.stage) == ("UNKNOWN_MENTION", "map")
    assert "t:d#T9" in reject.message
    assert balanced(before, after)


def test_a_relation_that_wlp_does_not_have_keeps_its_name(annotate: Annotate) -> None:
    before = annotate(
        ["Mix cells"], [("T1", "Action", "Mix"), ("T2", "Reagent", "cells")], [("T1", "Haunts", "T2")]
    )
    assert triples(to_biopie(before)) == {("Mix", "Haunts", "cells")}

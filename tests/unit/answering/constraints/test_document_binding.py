"""The document that a question is about: how probable each is, and when no other may answer."""

import time
from collections.abc import Mapping, Sequence

import pytest

from bioloom.answering.constraints.document_binding import bind_parts, texts_of_parts
from bioloom.answering.constraints.document_ranking import (
    DOCUMENT_SIGNALS,
    document_probabilities,
    document_signals,
    found_documents,
    protocol_name,
)
from bioloom.question_parsing import parse_question
from bioloom.records import Evidence

TITLES = {
    "exact": "Plasmid Miniprep",
    "long": "Plasmid miniprep by alkaline lysis",
    "other": "Transformation of competent E. coli cells",
    "notI": "NotI digestion of genomic DNA",
}
SAID = {
    "exact": ["Spin the column.", "Elute the plasmid."],
    "long": ["Add the lysis buffer.", "Dry the pellet for 10 min."],
    "other": ["Heat shock for 45 s.", "Plate the cells."],
    "notI": ["Add the enzyme.", "Dry the pellet for 5 min."],
}


def hits_of(titles: Mapping[str, str], said: Mapping[str, Sequence[str]]) -> list[Evidence]:
    return [
        Evidence(text, 1.0, f"{name}#s{at}", name, title)
        for name, title in titles.items()
        for at, text in enumerate(said.get(name, ["Wash."]))
    ]


HITS = hits_of(TITLES, SAID)


@pytest.mark.parametrize(
    ("question", "document"),
    [
        ("How long is the pellet dried in the NotI digestion protocol?", "notI"),
        ("How long is the pellet dried in the plasmid miniprep by alkaline lysis?", "long"),
        ("NotI digestion of genomic DNA: how long is the tube shaken?", "notI"),
        ("How long are competent E. coli cells heat shocked?", "other"),
    ],
)
def test_a_document_that_title_and_steps_tell_is_the_only_one_to_answer(question: str, document: str) -> None:
    (found,) = bind_parts(parse_question(question), {}, HITS)
    assert found.named
    assert found.documents == (document,)
    assert [name for name in TITLES if found.binds(name)] == [document]


@pytest.mark.parametrize(
    "question",
    [
        "How long is the pellet dried?",
        "After the cells of the pellet are lysed, what do I keep?",
        "At what temperature is the miniprep stored?",
    ],
)
def test_a_word_that_some_title_happens_to_hold_names_no_document(question: str) -> None:
    (found,) = bind_parts(parse_question(question), {}, HITS)
    assert not found.named
    assert all(map(found.binds, TITLES))
    assert set(found.documents) == set(TITLES)


def test_documents_are_read_in_the_order_of_their_probability() -> None:
    (found,) = bind_parts(parse_question("How long is the pellet of the digestion dried?"), {}, HITS)
    assert found.documents[0] == "notI"
    assert sum(found.probabilities.values()) == pytest.approx(1)
    ordered = [found.log_probability(each) for each in found.documents]
    assert ordered == sorted(ordered, reverse=True)
    assert found.log_probability("not found") <= ordered[-1]


def test_a_protocol_that_is_not_there_lets_none_answer() -> None:
    question = "How long is the gel stained in the silver staining protocol?"
    (found,) = bind_parts(parse_question(question), {}, HITS)
    assert found.unknown == "silver staining"
    assert not found.named
    assert not any(map(found.binds, TITLES))


def test_everyday_words_before_a_name_do_not_make_it_unknown() -> None:
    question = "How long is the heat shock in the plain transformation protocol?"
    (found,) = bind_parts(parse_question(question), {}, HITS)
    assert found.unknown is None


@pytest.mark.parametrize("title", ["DNA from mouse tails (version 2023)", "DNA from mouse tails"])
def test_a_year_in_a_name_does_not_make_it_unknown(title: str) -> None:
    hits = [*hits_of({"tails": title}, {}), *HITS]
    weights = {"2023": 9.0, "tail": 3.0, "dna": 1.0}
    for name in ("2023 tail DNA", "mouse tail of 2023"):
        asked = f"How much isopropanol is in the {name} protocol?"
        (found,) = bind_parts(parse_question(asked), weights, hits)
        assert found.unknown is None
        assert found.documents[0] == "tails"


def test_nothing_found_binds_nothing() -> None:
    (found,) = bind_parts(parse_question("How long is the pellet dried?"), {}, [])
    assert found.documents == ()
    assert not found.named


def test_every_signal_is_there_for_every_document() -> None:
    documents = found_documents(HITS)
    assert [each.id for each in documents] == list(TITLES)
    told = document_signals("How long is the NotI pellet dried?", {"noti": 6.0}, documents)
    assert all(tuple(each) == DOCUMENT_SIGNALS for each in told)
    assert max(told, key=lambda each: each["document overlap"]) == told[3]
    assert (told[3]["all words"], told[0]["all words"]) == (1.0, 0.0)
    assert sum(each["hit score"] for each in told) == pytest.approx(1)
    assert document_probabilities([document_signals("", {}, documents)], documents) == pytest.approx(
        dict.fromkeys(TITLES, 0.25)
    )


KITS = {
    "yeast": "OmniPrep for genomic DNA from yeast",
    "fungi": "Long-read DNA from fungi for PacBio",
    "spin": "DIY spin column DNA extraction",
    "phenol": "Phenol/chloroform extraction",
}
KIT_HITS = hits_of(
    KITS,
    {
        "yeast": ["Add the buffer to the yeast.", "Add glycogen.", "Spin the tube."],
        "fungi": ["Add isopropanol."],
        "spin": ["Add phenol:chloroform and vortex.", "Spin the column."],
        "phenol": ["Add phenol."],
    },
)


@pytest.mark.parametrize(
    ("question", "bound"),
    [
        (
            "How much isopropanol is in the fungal PacBio prep compared with the yeast OmniPrep kit?",
            ["fungi", "yeast"],
        ),
        (
            "How much buffer is added to the yeast in OmniPrep, and how long is the spin column one spun?",
            ["yeast", "spin"],
        ),
        (
            "DIY spin column DNA extraction: how much phenol:chloroform, and how long is it vortexed?",
            ["spin", "spin"],
        ),
        ("In the yeast OmniPrep, how much glycogen is added and how long is it spun?", ["yeast", "yeast"]),
    ],
)
def test_each_part_has_the_likeliest_document_of_its_own(question: str, bound: list[str]) -> None:
    found = bind_parts(parse_question(question), {}, KIT_HITS)
    assert [each.documents[0] for each in found] == bound


def test_what_one_part_names_answers_no_other_that_is_about_another_document() -> None:
    question = "How is the column dried in the spin column extraction versus the yeast OmniPrep?"
    spin, yeast = bind_parts(parse_question(question), {}, KIT_HITS)
    assert spin.documents == ("spin",)
    assert yeast.documents == ("yeast",)
    assert not yeast.binds("spin")


def test_words_of_a_part_that_only_name_its_document_are_found() -> None:
    question = "How long is the column spun in the spin column extraction and how long in the yeast OmniPrep?"
    one, two = bind_parts(parse_question(question), {}, KIT_HITS)
    assert one.naming_words == frozenset()
    assert two.documents[0] == "yeast"
    assert two.named
    assert {"yeast", "omniprep"} <= two.naming_words


def test_what_is_said_first_is_about_every_part() -> None:
    question = "Miniprep: how much PB is used, and how long is it spun?"
    assert texts_of_parts(parse_question(question)) == [
        ("Miniprep: how much PB is used?", question),
        ("Miniprep: how long is it spun?", question),
    ]
    assert texts_of_parts(parse_question("How long is it spun?")) == [("How long is it spun?", "")]


def test_parts_are_bound_to_nothing_where_the_question_names_an_unknown_protocol() -> None:
    question = "How much phenol is in the silver staining protocol, and how long is the spin column dried?"
    found = bind_parts(parse_question(question), {}, KIT_HITS)
    assert [each.unknown for each in found] == ["silver staining"] * 2


def test_what_one_part_of_a_comparison_names_says_nothing_of_the_other() -> None:
    question = "How long is the column spun in the spin column kit and how long in the yeast OmniPrep?"
    texts = texts_of_parts(parse_question(question))
    assert [whole for _, whole in texts] == ["", ""]
    apart = parse_question("How fast is the column spun, and how long are the cells lysed in the OmniPrep?")
    assert all(whole == apart.text for _, whole in texts_of_parts(apart))


def test_the_name_of_a_protocol_is_looked_for_in_linear_time() -> None:
    started = time.process_time()
    assert protocol_name("which drugs are in use for gout " * 600) == ("", False)
    assert time.process_time() - started < 3, "20,000 characters; the square of them takes half a minute"


def test_a_part_is_not_bound_to_the_protocol_that_another_part_names_more_of() -> None:
    titles = {"trizol": "RNA extraction (Trizol)", "made": "RNA by the home-made Trizol substitute"}
    said = {name: ["Add chloroform."] for name in titles}
    asked = "How much chloroform is added in the home-made Trizol substitute and in the Trizol protocol?"
    one, two = bind_parts(parse_question(asked), {}, hits_of(titles, said))
    assert (one.documents[0], two.documents[0]) == ("made", "trizol")


@pytest.mark.parametrize(
    ("second", "document"),
    [("at which speed is it spun?", "notI"), ("how long is the miniprep spun?", "exact")],
)
def test_it_is_of_the_document_that_the_part_before_names(second: str, document: str) -> None:
    asked = f"How long is the pellet dried in the NotI digestion of genomic DNA, and {second}"
    found = bind_parts(parse_question(asked), {}, HITS)
    assert found[1].documents[0] == document


NAMES = {
    "small": "High quality DNA extraction from Fungi_small scale",
    "long": "High quality DNA from fungi for long reads",
    "quick": "Quick Fungal DNA Extraction",
    "h": "Transformation of BL21(DE3) (C2527H)",
    "i": "Transformation of BL21(DE3) (C2527I)",
}
TOLD = {"long": ["Add 200 uL of 10 mM Tris to the DNA."], "quick": ["Take up in TE buffer, pH 8."]}


@pytest.mark.parametrize(
    ("question", "document"),
    [
        ("How much 10 mM Tris is added in High quality DNA extraction from Fungi_small scale?", "small"),
        ("What is the pH of TE buffer in the small scale fungal extraction?", "small"),
        ("How long is the heat shock for BL21(DE3) c2527h?", "h"),
        ("How long is the heat shock for BL21(DE3) C2527I?", "i"),
        ("How long is it spun in fungal DNA?", ""),
        ("How long is the heat shock for BL21(DE3)?", ""),
    ],
)
def test_a_whole_title_a_catalogue_number_and_a_phrase_of_one_title_name_a_document(
    question: str, document: str
) -> None:
    (found,) = bind_parts(parse_question(question), {}, hits_of(NAMES, TOLD))
    assert (found.documents if found.named else ()) == ((document,) if document else ())


def test_documents_of_one_title_are_all_named() -> None:
    titles = {
        "one": "Lysis buffer with Tris and SDS",
        "two": "Lysis buffer with Tris and SDS.",
        "other": "Tris",
    }
    asked = parse_question("How much Tris is in Lysis buffer with Tris and SDS?")
    (found,) = bind_parts(asked, {}, hits_of(titles, {"other": ["Add Tris to the lysis buffer."]}))
    assert set(found.documents) == {"one", "two"}

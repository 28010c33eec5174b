"""The documents to which a question is bound: by the words of their titles, all that fit equally well."""

from collections.abc import Mapping

import pytest

from bioloom.answering.document_binding import bind_documents, bind_parts
from bioloom.question_parsing import parse_question
from bioloom.records import Evidence

TITLES = {
    "exact": "Plasmid Miniprep",
    "long": "Plasmid miniprep by alkaline lysis",
    "other": "Transformation of competent E. coli cells",
    "notI": "NotI digestion of genomic DNA",
}


def hits_of(titles: Mapping[str, str]) -> list[Evidence]:
    return [Evidence("Wash.", 1.0, f"{name}#s1", name, title) for name, title in titles.items()]


HITS = hits_of(TITLES)
WEIGHTS = {
    "miniprep": 5.0,
    "plasmid": 3.0,
    "noti": 6.0,
    "digest": 3.0,
    "lysi": 4.0,
    "alkalin": 5.0,
    "coli": 3.0,
}


@pytest.mark.parametrize(
    ("question", "bound"),
    [
        ("At what temperature is the DNA of the plasmid miniprep stored?", ("exact", "long")),
        ("How long is the pellet dried in the plasmid miniprep by alkaline lysis?", ("long",)),
        ("How long is the pellet dried in the NotI digestion protocol?", ("notI",)),
    ],
)
def test_a_named_document_binds_and_so_do_all_that_the_name_fits(
    question: str, bound: tuple[str, ...]
) -> None:
    found = bind_documents(question, WEIGHTS, HITS)
    assert found.named
    assert found.documents == bound
    assert [name for name in TITLES if found.binds(name)] == sorted(bound, key=list(TITLES).index)


def test_a_question_that_names_none_is_bound_to_none() -> None:
    found = bind_documents("How long is the pellet dried?", WEIGHTS, HITS)
    assert not found.named
    assert all(map(found.binds, TITLES))


def test_a_protocol_that_is_not_there_lets_none_answer() -> None:
    found = bind_documents("How long is the gel stained in the silver staining protocol?", WEIGHTS, HITS)
    assert found.unknown == "silver staining"
    assert not any(map(found.binds, TITLES))


def test_everyday_words_before_a_name_do_not_make_it_unknown() -> None:
    found = bind_documents("How long is the heat shock in the plain transformation protocol?", WEIGHTS, HITS)
    assert found.unknown is None


KITS = {
    "yeast": "OmniPrep for genomic DNA from yeast",
    "fungi": "Long-read DNA from fungi for PacBio",
    "spin": "DIY spin column DNA extraction",
    "phenol": "Phenol/chloroform extraction",
}
KIT_HITS = hits_of(KITS)


@pytest.mark.parametrize(
    ("question", "bound"),
    [
        (
            "How much isopropanol is in the fungal PacBio prep compared with the yeast OmniPrep kit?",
            [("fungi",), ("yeast",)],
        ),
        (
            "How much buffer is added to the yeast in OmniPrep, and how long is the spin column one spun?",
            [("yeast",), ("spin",)],
        ),
    ],
)
def test_parts_that_each_name_a_document_are_bound_to_their_own(
    question: str, bound: list[tuple[str, ...]]
) -> None:
    found = bind_parts(parse_question(question), {}, KIT_HITS)
    assert [each.documents for each in found] == bound
    assert all(each.named for each in found)


@pytest.mark.parametrize(
    "question",
    [
        "DIY spin column DNA extraction: how much phenol:chloroform is added, and how long is it vortexed?",
        "In the yeast OmniPrep, how much glycogen is added and how long is the column spun?",
    ],
)
def test_a_thing_that_some_title_holds_does_not_take_a_part_away_from_the_named_document(
    question: str,
) -> None:
    one, two = bind_parts(parse_question(question), {}, KIT_HITS)
    assert one.documents == two.documents


def test_parts_are_bound_to_nothing_where_the_question_names_an_unknown_protocol() -> None:
    question = "How much phenol is in the silver staining protocol, and how long is the spin column dried?"
    found = bind_parts(parse_question(question), {}, KIT_HITS)
    assert [each.unknown for each in found] == ["silver staining"] * 2

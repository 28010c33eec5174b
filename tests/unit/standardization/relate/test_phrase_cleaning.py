"""Phrases: which are none, and what is left of the others."""

import pytest

from bioloom.standardization.relate.claim_preparation import term_of
from bioloom.standardization.relate.passive_voice import active, acts
from bioloom.standardization.relate.phrase_cleaning import bare, phrase_fault, tidy, without_cue


@pytest.mark.parametrize(
    ("phrase", "code"),
    [
        ("inhibits", None),
        ("hemmt die Bildung von β-Zellen", None),
        ("a\tb\n c", None),
        ("", "EMPTY_PHRASE"),
        (" \u00a0\n", "EMPTY_PHRASE"),
        *(
            (text, "EMPTY_PHRASE")
            for text in ("n/a", "N/A.", "NaN", "See comment", "asdf qwer zxcv", "null;")
        ),
        ("unknown mechanism inhibits", None),
        (None, "EMPTY_PHRASE"),
        ("x" * 1_000, None),
        ("x" * 1_001, "LONG_PHRASE"),
        ("inhibits " * 1_200, "LONG_PHRASE"),
        ("in\x1b[31mhibits", "BAD_PHRASE"),
        ("in\x00hibits", "BAD_PHRASE"),
        ("in\ud800hibits", "BAD_PHRASE"),
        ("37 °", "BAD_PHRASE"),
        ("抑制", "BAD_PHRASE"),
        ("\u064a\u062b\u0628\u0637", "BAD_PHRASE"),
        ("réduit", None),
        ("---", "BAD_PHRASE"),
        (7, "BAD_PHRASE"),
        (["inhibits"], "BAD_PHRASE"),
    ],
)
def test_what_is_no_phrase_has_its_reason(phrase: object, code: str | None) -> None:
    assert phrase_fault(phrase) == code


def test_phrases_are_tidied_and_freed_of_auxiliaries() -> None:
    assert tidy("  \ufb01nds\u200b\n(the) way  to; ") == "finds (the) way to"
    assert bare("has been associated with") == "associated with"
    assert bare("is") == "is"


@pytest.mark.parametrize(
    ("phrase", "cue", "left"),
    [
        ("does not affect", "not", "does affect"),
        ("is not associated with", "not", "is associated with"),
        ("failed to activate", "failed to", "activate"),
        ("no effect on", "no", "effect on"),
        ("unaffected by", "unaffected", None),
        ("is unable to", "unable", None),
        ("notably affects", "not", None),
        ("affects", "", None),
    ],
)
def test_the_words_that_deny_are_taken_out_if_something_is_left(
    phrase: str, cue: str, left: str | None
) -> None:
    assert without_cue(phrase, cue) == left


@pytest.mark.parametrize(
    ("phrase", "said"),
    [
        ("is inhibited by", "inhibited"),
        ("are competitively inhibited by", "competitively inhibited"),
        ("was found to be upregulated by", "upregulated"),
        ("is bound by", "bound"),
        ("can be driven by", "driven"),
        ("inhibited specifically by", "inhibited"),
        ("is followed by", None),
        ("mRNA expression was reduced by", "reduced mRNA expression of"),
        ("activity increased by", "increased activity of"),
        ("in all of the patients we saw increased by", None),
        ("inhibits", None),
        ("is mediated through", None),
        ("increases growth by", None),
        ("by", None),
    ],
)
def test_the_passive_is_told_by_its_words(phrase: str, said: str | None) -> None:
    assert active(phrase) == said


@pytest.mark.parametrize(
    ("phrase", "sure"),
    [
        ("blocks", True),
        ("blocked", True),
        ("increases the activity of", True),
        ("is", False),
        ("results from", False),
        ("is a target of", False),
        ("responds to", False),
        ("under therapy with", False),
        ("", False),
    ],
)
def test_a_verb_without_preposition_acts(phrase: str, sure: bool) -> None:
    assert acts(phrase) is sure


@pytest.mark.parametrize(
    ("phrase", "predicate", "swapped"),
    [
        ("treats", "biolink:treats", False),
        ("biolink:treats", "biolink:treats", False),
        ("TREATS", "biolink:treats", False),
        ("https://w3id.org/biolink/vocab/treats", "biolink:treats", False),
        ("is treated by", "biolink:treats", True),
        ("biolink:treated_by", "biolink:treats", True),
        ("is associated with", "biolink:associated_with", False),
        ("SEMMEDDB:CAUSES", "biolink:causes", False),
        ("SEMMEDDB:INHIBITS", "biolink:affects", False),
        ("RO:0002606", "biolink:treats", False),
        ("SEMMEDDB:OCCURS_IN", "biolink:occurs_in", False),
        ("increases abundance of", "biolink:affects", False),
    ],
)
def test_terms_of_the_release_are_known_without_a_model(phrase: str, predicate: str, swapped: bool) -> None:
    term = term_of(phrase)
    assert term is not None
    assert (term.predicate, term.swapped) == (predicate, swapped)


@pytest.mark.parametrize("phrase", ["inhibits", "instance of", "binds", "RO:9999999", "biolink:inhibits", ""])
def test_what_the_release_does_not_name_is_no_term(phrase: str) -> None:
    assert term_of(phrase) is None

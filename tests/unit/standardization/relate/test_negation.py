"""Denials are found by cue and scope; what only looks like one is not."""

import pytest

from bioloom.records.predicate_mapping import Claim
from bioloom.standardization.relate.negation import Negation, detect_negation
from bioloom.standardization.relate.negation_cues import cues_of


@pytest.mark.parametrize(
    ("phrase", "kind"),
    [
        ("is not associated with", "explicit"),
        ("does not affect", "explicit"),
        ("does not cause", "explicit"),
        ("had no effect on", "explicit"),
        ("no significant association with", "explicit"),
        ("cannot bind", "explicit"),
        ("doesn't inhibit", "explicit"),
        ("failed to inhibit", "implicit"),
        ("unable to activate", "implicit"),
        ("is unaffected by", "implicit"),
        ("lacks", "implicit"),
        ("was devoid of activity at", "implicit"),
        ("acts independently of", "implicit"),
        ("without affecting", "implicit"),
        ("is unlikely to cause", "implicit"),
        ("did not differ from", "comparative"),
        ("is no better than", "comparative"),
        ("was not more effective than", "comparative"),
    ],
)
def test_a_phrase_that_denies(phrase: str, kind: str) -> None:
    found = detect_negation(Claim("A", phrase, "B"))
    assert found is not None
    assert found.kind == kind


@pytest.mark.parametrize(
    "phrase",
    [
        "inhibits",
        "is an antagonist of",
        "prevents",
        "is deficient in",
        "is an inactive metabolite of",
        "not only inhibits",
        "cannot be excluded to cause",
        "should not be used with",
        "is an independent risk factor for",
        "has not been studied with",
        "induces lack of",
        "is resistant to",
        "is less effective than",
        "is similar to",
        "",
    ],
)
def test_a_phrase_that_does_not(phrase: str) -> None:
    assert detect_negation(Claim("A", phrase, "B")) is None


@pytest.mark.parametrize(
    ("subject", "phrase", "object_", "text", "cue"),
    [
        ("A", "associated with", "B", "No association between A and B was found.", "No"),
        ("C", "inhibits", "B", "A, but not C, inhibits B.", "but not"),
        ("A", "inhibits", "B", "A, but not C, inhibits B.", None),
        ("A", "reduces", "C", "Neither A nor B reduces C.", "Neither"),
        ("B", "reduces", "C", "Neither A nor B reduces C.", "Neither"),
        ("A", "affects", "C", "A increased B, but had no effect on C.", "no"),
        ("A", "increased", "B", "A increased B, but had no effect on C.", None),
        ("A", "affects", "B", "The levels of B were unchanged by A.", "unchanged by"),
        ("A", "activates", "B", "It is asked whether A does not activate B.", None),
        ("A", "causes", "B", "A was not studied, and C causes B.", None),
        ("A", "induces", "B", "C did not alter the A-induced rise of B.", None),
        ("A", "relieves", "B", "There was no significant difference between A and placebo in B.", "was no"),
        ("nitric oxide", "relaxes", "B", "NO and nitric oxide relaxes B.", None),
        ("Aspirin", "inhibits", "COX-3", "Aspirin, which does not cross membranes, inhibits COX-3.", None),
        ("Nifedipine", "caused", "tachycardia", "Unlike nifedipine, amlodipine caused no tachycardia.", None),
        ("Amlodipine", "cause", "oedema", "Amlodipine, unlike nifedipine, did not cause oedema.", "did not"),
    ],
)
def test_the_scope_in_a_sentence(subject: str, phrase: str, object_: str, text: str, cue: str | None) -> None:
    found = detect_negation(Claim(subject, phrase, object_, text))
    if cue is None:
        assert found is None
    else:
        assert found is not None
        assert found.cue.startswith(cue)
        assert found.cue in text[found.start : found.end]


def test_only_the_sentence_of_the_claim_is_read() -> None:
    text = "Aspirin did not inhibit CYP3A4. Aspirin inhibits PTGS2 in mice."
    assert detect_negation(Claim("aspirin", "inhibits", "PTGS2", text)) is None
    assert detect_negation(Claim("aspirin", "inhibits", "CYP3A4", text)) == Negation(
        "did not", "explicit", 8, 15
    )


def test_a_cue_inside_a_name_is_not_one() -> None:
    text = "Non-responsive cells lacking PTEN express AKT."
    assert detect_negation(Claim("cells lacking PTEN", "express", "AKT", text)) is None


@pytest.mark.parametrize("text", ["", "\x00 not \x00", "no " * 5000, "not(" * 300, "\ufffd"])
def test_hostile_text_is_read_without_complaint(text: str) -> None:
    cues_of(text)
    detect_negation(Claim(text, text, text, text))


@pytest.mark.parametrize(
    ("text", "subject", "phrase", "object_", "firm"),
    [
        ("Zinc did not affect glucose.", "Zinc", "affect", "glucose", True),
        ("Hypoxia was unable to alter PPARa.", "Hypoxia", "was unable to alter", "PPARa", True),
        ("Patients had NP without asthma.", "NP", "without", "asthma", False),
        ("Mutants of TRAF2 lacking zinc fingers.", "TRAF2", "lacking", "zinc fingers", False),
    ],
)
def test_where_nobody_knows_the_phrase_only_firm_words_deny(
    text: str, subject: str, phrase: str, object_: str, firm: bool
) -> None:
    claim = Claim(subject, phrase, object_, text)
    assert detect_negation(claim) is not None
    assert (detect_negation(claim, firm=True) is not None) is firm

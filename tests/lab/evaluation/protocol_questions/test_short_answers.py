"""When a short answer counts as right."""

from bioloom_lab.evaluation.protocol_questions.scoring import answer_right


def test_spelling_and_spacing_do_not_matter_but_values_do() -> None:
    assert answer_right(["30min"], ["30 min"])
    assert answer_right(["chilled TE buffer"], ["TE Buffer"])
    assert not answer_right(["37 °C"], ["4 °C", "room temperature"])


def test_a_list_in_place_of_one_thing_is_wrong() -> None:
    assert not answer_right(["a1", "b2", "c3", "30 min"], ["30 min"])


def test_of_a_list_most_must_be_there() -> None:
    wanted = ["water", "Tris buffer", "EDTA"]
    assert answer_right(["water", "EDTA"], wanted, wanted="all")
    assert not answer_right(["water", "agar", "phenol", "ethanol", "salt"], wanted, wanted="all")
    assert not answer_right([], wanted, wanted="all")

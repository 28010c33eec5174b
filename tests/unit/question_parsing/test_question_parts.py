"""Questions split into parts, in whole sentences and in shorthand."""

import pytest

from bioloom.question_parsing import matches_any
from bioloom.question_parsing.question_parts import split_question
from bioloom.question_parsing.question_pattern import parse_patterns
from bioloom.question_parsing.synonyms import canonical_word


@pytest.mark.parametrize(
    ("asked", "kinds"),
    [
        ("selection kit: cell strainer pore size, and spin speed after it", ["size", "speed"]),
        ("fixation: time on ice vs time at RT", ["time", "time"]),
        ("how much DNAse and how long at 37, staining protocol", ["volume", "time"]),
        ("6-well vs 24-well plate, how much suspension per well?", ["volume", "volume"]),
        ("ethanol fixation what temp and how long after vortexing", ["temperature", "time"]),
        ("after how many strokes loose pestle and how many with tight pestle", ["times", "times"]),
        ("digestion of phages, temp/time?", ["temperature", "time"]),
        ("protein assay - vol copper solution + vol water", ["volume", "volume"]),
        ("nuclease treatment: amount of DNase and minutes at 37, please.", ["volume", "time"]),
        ("agar plates: agar mass, autoclave time, cooling temp", ["mass", "time", "temperature"]),
        ("expression: IPTG final conc. and induction time/temp", ["concentration", "time", "temperature"]),
        ("heat-killed bacteria: water bath temp, how long", ["temperature", "time"]),
        ("digestion, vol buffer / vol Proteinase K", ["volume", "volume"]),
        ("DNA rehydration - µl TE, minimum time", ["volume", "time"]),
        ("assay: mL stock + mL sample", ["volume", "volume"]),
        ("What volume do I take for a tube and what for a plate?", ["volume", "volume"]),
        ("culture: mouse IL-4 and IL-2 conc?", ["concentration", "concentration"]),
        ("growth and expression temperatures of the strain?", ["temperature", "temperature"]),
        ("volume and strength of the acid for the reading?", ["volume", "concentration"]),
        ("Cleared lysate after isopropanol: temperature and how long?", ["temperature", "time"]),
        ("To clear the stool suspension, rpm and minutes of the spin?", ["speed", "time"]),
        (
            "Cleared lysate in the long protocol: temperature, time and what speed?",
            ["temperature", "time", "speed"],
        ),
    ],
)
def test_shorthand_asks_for_several_values(asked: str, kinds: list[str]) -> None:
    found = parse_patterns(asked)
    assert len(found) == len(kinds)
    assert all(kind in part.type.types for part, kind in zip(found, kinds, strict=True))


@pytest.mark.parametrize(
    "asked",
    [
        "How long are the cells kept at room temperature after the wash and the spin?",
        "There are two recipes, one with 7.5 g weighed in. How long does each autoclave?",
        "What is added at time 0 and mixed?",
        "How many wells has the plate into which I put my colonies for the PCR?",
        "In extinction dilution cloning, how much suspension is carried from one tube to the next?",
        "Sucrose cushion: centrifugation time at 100,000g?",
        "Which odour goes into the light vs dark maze?",
        "What is added to the tube before the spin and mixed by inversion?",
        "After elution at 80 °C in the small volume kit, which fresh beads are added?",
        "How long is the antibody against the nuclear target incubated?",
        "How do you change between brightfield and fluorescence?",
        "Did the levels differ before and after treatment?",
    ],
)
def test_a_question_for_one_thing_stays_whole(asked: str) -> None:
    assert len(parse_patterns(asked)) == 1


@pytest.mark.parametrize(
    ("asked", "parts"),
    [
        (
            "How does the lysis temperature differ between plants and mouse tail?",
            [
                "what is the lysis temperature in plants?",
                "what is the lysis temperature in mouse tail?",
            ],
        ),
        (
            "How does the microscope for counting differ from that for chromatin?",
            ["what is the microscope for counting?", "what is the microscope for chromatin?"],
        ),
        (
            "How does the volume of wash buffer in the miniprep differ from that in the maxiprep?",
            [
                "what is the volume of wash buffer in the miniprep?",
                "what is the volume of wash buffer in the maxiprep?",
            ],
        ),
        (
            "What is the ratio for virus purification against that for lysin?",
            ["What is the ratio for virus purification?", "What is the ratio for lysin?"],
        ),
        (
            "How much wash is put on the column in the EZ-10 kit and in the plain miniprep?",
            [
                "How much wash is put on the column in the EZ-10 kit?",
                "How much wash is put on the column in the plain miniprep?",
            ],
        ),
        (
            "What percentages of ethanol and of acetic acid has the fixative?",
            [
                "What percentages of ethanol has the fixative?",
                "What percentages of acetic acid has the fixative?",
            ],
        ),
        (
            "cutting tool for the gut and for the hippocampus?",
            ["cutting tool for the gut?", "cutting tool for the hippocampus?"],
        ),
        (
            "What were the Km for malonate and the Ki of succinate?",
            ["What were the Km for malonate?", "What were the Ki of succinate?"],
        ),
        (
            "How many small infants and how many others developed a cough?",
            ["How many small infants developed a cough?", "how many others developed a cough?"],
        ),
        (
            "What were the hepcidin levels of the calves before and after treatment?",
            [
                "What were the hepcidin levels of the calves before treatment?",
                "What were the hepcidin levels of the calves after treatment?",
            ],
        ),
        ("phage Lorna genome size, GC content", ["phage Lorna genome size?", "GC content?"]),
        (
            "What blocks the surface: HLA ELISA vs FMRP western?",
            ["What blocks the surface: HLA ELISA?", "What blocks the surface: FMRP western?"],
        ),
        (
            "What fixes the cells in suspension as against blood?",
            ["What fixes the cells in suspension?", "What fixes the cells in blood?"],
        ),
        (
            "What are spores collected with, Alternaria vs Aspergillus for almonds?",
            [
                "What are spores collected with, Alternaria?",
                "What are spores collected with, Aspergillus for almonds?",
            ],
        ),
        (
            "Blood kit, 5 ml vs 0.5 ml of blood: TE to dissolve the DNA?",
            [
                "Blood kit, 5 ml: TE to dissolve the DNA?",
                "Blood kit, 0.5 ml of blood: TE to dissolve the DNA?",
            ],
        ),
    ],
)
def test_one_thing_asked_for_of_two_is_two_questions(asked: str, parts: list[str]) -> None:
    assert [each.text for each in parse_patterns(asked)] == parts


def test_what_is_told_of_two_things_asks_for_neither() -> None:
    assert len(list(split_question("I wash it for the gel and for the blot."))) == 1


def test_the_name_behind_the_last_part_belongs_to_every_part() -> None:
    one, two = parse_patterns("How much substrate A and how much substrate B, BetaMark?")
    assert "betamark" in one.context_words
    assert "betamark" in two.context_words
    assert two.text == "how much substrate B?"


def test_what_is_measured_is_not_asked_for() -> None:
    alone = "To determine how much protein there is, which wavelength is used?"
    assert [each for each, _, _ in split_question(alone)] == [alone]
    asked = "For measuring how fast phages stick, what MOI is used and at which intervals are samples taken?"
    assert [each for each, _, _ in split_question(asked)] == [
        "what MOI is used?",
        "at which intervals are samples taken?",
    ]


def test_a_number_after_at_is_a_temperature() -> None:
    (found,) = parse_patterns("how long at 37 in the anti-BrdU staining")
    assert [(each.value, each.kind) for each in found.quantities] == [(37.0, "temperature")]


def test_the_thousands_of_a_number_after_at_make_no_temperature() -> None:
    (found,) = parse_patterns("How long are lysates spun at 14,000 rpm in the immunoprecipitation?")
    assert [(each.value, each.kind) for each in found.quantities] == [(14_000.0, "speed")]


def test_one_thing_of_three_is_asked_for_three_times() -> None:
    parts = parse_patterns(
        "How much ethanol is added in the miniprep, in the maxiprep and in the gel recovery?"
    )
    assert [each.text for each in parts] == [
        "How much ethanol is added in the miniprep?",
        "How much ethanol is added in the maxiprep?",
        "How much ethanol is added in the gel recovery?",
    ]


def test_a_bare_question_means_what_was_told_before() -> None:
    (found,) = parse_patterns("We put the chloramphenicol stock into the fridge. How long does it keep?")
    assert "chloramphenicol" in found.elided_words
    assert "chloramphenicol" not in found.own_words


def test_spellings_and_endings_stand_for_one_word() -> None:
    assert canonical_word("polarisation") == canonical_word("polarization")
    assert matches_any(canonical_word("phage"), {canonical_word("bacteriophage")})


def test_what_is_added_is_a_substance_whatever_it_goes_into() -> None:
    for asked in ("What is added to the tubes after the ice?", "What is poured into the gel tray?"):
        (found,) = parse_patterns(asked)
        assert "chemical" in found.type.types
        assert "container" not in found.type.types


def test_an_amount_per_vessel_needs_no_clause_of_a_later_part() -> None:
    one, _ = parse_patterns("How many mL per cryotube, and how long do I wait before freezing?")
    assert (one.own_words, one.elided_words) == ((canonical_word("cryotube"),), ())


@pytest.mark.parametrize(
    ("asked", "parts"),
    [
        ("EPPS cobalt analyses: water volume + bottle size", ("water volume?", "bottle size?")),
        ("X-Gluc stock: solvent volume; shelf life", ("solvent volume?", "shelf life?")),
        ("TOP10 One Shot: heat shock seconds then SOC volume", ("heat shock seconds?", "SOC volume?")),
    ],
)
def test_two_things_in_shorthand_behind_a_colon_are_two_parts(asked: str, parts: tuple[str, str]) -> None:
    found = [each.text for each in parse_patterns(asked)]
    assert len(found) == len(parts)
    assert all(each.endswith(part) for each, part in zip(found, parts, strict=True))
    assert all(each.startswith(asked.partition(":")[0]) for each in found)


@pytest.mark.parametrize(
    "asked",
    [
        "Fly RNA: after chloroform, shake by hand for how many seconds?",
        "beta amyloid IHC: xylene baths, how long in each?",
        "Stellaris brain: since slides can dry overnight, is a desiccant needed?",
    ],
)
def test_a_question_with_a_question_word_behind_a_colon_stays_whole(asked: str) -> None:
    assert len(parse_patterns(asked)) == 1


@pytest.mark.parametrize(
    ("asked", "last"),
    [
        ("How much phenol for fat and how much for cells?", "how much phenol for cells?"),
        (
            "With what do I check the RNA from cells, and with what the RNA from fat?",
            "with what do I check the RNA from fat?",
        ),
        (
            "At what speed is it spun in tubes and at what speed in plates?",
            "at what speed is it spun in plates?",
        ),
        ("How long is it boiled, and how long is it spun?", "how long is it spun?"),
    ],
)
def test_a_part_that_names_only_what_is_other_gets_the_clause_of_the_first(asked: str, last: str) -> None:
    assert [own for own, _, _ in split_question(asked)][-1] == last


def test_two_measures_of_a_test_are_two_parts() -> None:
    asked = "What were the sensitivity and the specificity of the test?"
    assert [own for own, _, _ in split_question(asked)] == [
        "What were the sensitivity of the test?",
        "What were the specificity of the test?",
    ]


@pytest.mark.parametrize(
    ("asked", "parts"),
    [
        (
            "What dose of anakinra was given and for how many days?",
            ["What dose of anakinra was given?", "for how many days was anakinra given?"],
        ),
        (
            "What LPS concentration is used on the cells and for how long?",
            ["What LPS concentration is used on the cells?", "for how long is LPS used on the cells?"],
        ),
        (
            "Which needle gauge injects the glucose, and which one flushes the marrow?",
            ["Which needle gauge injects the glucose?", "which needle gauge flushes the marrow?"],
        ),
        (
            "How much tissue is used for RNA from leaves compared with RNA from roots?",
            ["How much tissue is used for RNA from leaves?", "How much tissue is used for RNA from roots?"],
        ),
        (
            "What was the change in weight with the drug and what was it with placebo?",
            ["What was the change in weight with the drug?", "What was the change in weight with placebo?"],
        ),
        (
            "How many minutes at 42 degrees do yeasts get, and how many do strains that are weak?",
            ["How many minutes at 42 degrees do yeasts get?", "how many minutes do strains that are weak?"],
        ),
        (
            "How many newborns carried it and how many of them died?",
            ["How many newborns carried it?", "how many of them died?"],
        ),
        (
            "Spinning the plate with virus: for how long and at what temperature?",
            [
                "Spinning the plate with virus: for how long?",
                "Spinning the plate with virus: at what temperature?",
            ],
        ),
        (
            "After how long did the left and right fold move again?",
            ["After how long did the left fold move again?", "After how long did the right fold move again?"],
        ),
        (
            "contusion level + force in the rat study",
            ["contusion level in the rat study?", "force in the rat study?"],
        ),
        (
            "proton pump inhibitor use cases vs controls",
            ["proton pump inhibitor use cases?", "proton pump inhibitor use controls?"],
        ),
    ],
)
def test_a_part_is_said_whole(asked: str, parts: list[str]) -> None:
    assert [own for own, _, _ in split_question(asked)] == parts

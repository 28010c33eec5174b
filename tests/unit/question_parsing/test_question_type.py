"""Question kinds are read off the words."""

import pytest

from bioloom.question_parsing.question_type import classify_question


@pytest.mark.parametrize(
    ("question", "kind", "native"),
    [
        ("What temperature is used for lysis?", "value", "temperature"),
        ("How long are the cells incubated?", "value", "time"),
        ("For how many minutes do I spin?", "value", "time"),
        ("At how many g are the cells pelleted?", "value", "force"),
        ("The plate gets a short spin. How many g?", "value", "force"),
        ("How many x g for the second round?", "value", "force"),
        ("How many g of agarose go into the gel?", "value", "mass"),
        ("How many times is the column washed?", "value", "times"),
        ("At what speed is the lysate centrifuged?", "value", "speed"),
        ("Which concentration of EDTA stops it?", "value", "concentration"),
        ("What is the final glutaraldehyde percentage?", "value", "concentration"),
        ("What volume of ethanol is added?", "value", "volume"),
        ("How much IPTG is needed?", "value", "mass"),
        ("How much buffer goes to a sample with a low concentration of DNA?", "value", "volume"),
        ("How hard is the lysate spun?", "value", "speed"),
        ("Which strainer size filters the cells?", "value", "size"),
        ("What is the pH of the buffer?", "value", "ph"),
        ("At which pH is it kept?", "value", "ph"),
        ("At what density are cells seeded?", "value", "density"),
        ("IC50 of organoselenium for adenosine deaminase?", "value", "concentration"),
        ("What recirculation rate is kept?", "value", "speed"),
        ("What multiplicity of infection is used?", "value", "moi"),
        ("In which ratio are the two mixed?", "value", "ratio"),
        ("What fraction of the starting volume are they taken up in?", "value", "volume"),
        ("What exactly is the incubation temperature?", "value", "temperature"),
        ("What bead to library ratio is used?", "value", "ratio"),
        ("In the protocol which we follow, the temperature of the incubation?", "value", "temperature"),
        ("How often is the running buffer changed?", "value", "interval"),
        ("How frequently is the medium replaced?", "value", "interval"),
        ("At which intervals are samples taken?", "value", "interval"),
        ("What field strength is set for the chromosomes?", "value", "energy"),
        ("How many kV does the pulse have?", "value", "energy"),
        ("How strong is the electric field?", "value", "energy"),
        ("In an electric field of 3 V/cm, how long is the gel run?", "value", "time"),
        ("At what time intervals do I sample?", "value", "interval"),
        ("In the Bradford test what wavelength is read?", "value", "wavelength"),
        ("Determine what concentration of primer is used.", "value", "concentration"),
        ("To determine how much protein there is, which wavelength is used?", "value", "wavelength"),
        ("How soon must the tissue be frozen?", "value", "time"),
        ("What can be added as a carrier?", "thing", "chemical"),
        ("Which buffer goes into the digest nearly every time?", "thing", "chemical"),
        ("Which rotor clears the lysate at top speed?", "thing", "device"),
        ("What is kept at 4 degrees with it?", "thing", "device"),
        ("Which rotor is used for density gradients?", "thing", "device"),
        ("Which buffer of pH 8 is added?", "thing", "blend"),
        ("Which rotor is used?", "thing", "device"),
        ("Which buffer washes the beads?", "thing", "blend"),
        ("Where is the filter put?", "thing", "container"),
    ],
)
def test_values_and_things(question: str, kind: str, native: str) -> None:
    asked = classify_question(question)
    assert asked.kind == kind
    assert native in asked.types


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("Which step comes after adding bleach?", "after"),
        ("What happens before the wash?", "before"),
        ("What do I do next after thawing?", "after"),
        ("Does aspirin treat headache?", "closed"),
        ("Do you like me?", "closed"),
        ("Can you please tell me for which illness aspirin is given?", "open"),
        ("Is the tube kept on ice?", "closed"),
        ("How do I fix cells?", "how"),
        ("Tell me about Klenow", "open"),
    ],
)
def test_other_kinds(question: str, kind: str) -> None:
    assert classify_question(question).kind == kind


def test_a_time_after_a_step_is_a_value() -> None:
    assert classify_question("How long after adding EDTA do I wait?").kind == "value"


def test_words_without_a_question_do_not_ask() -> None:
    assert not classify_question("asdf qwer").asking


def test_steps_are_asked_for_by_their_name_but_not_by_their_order() -> None:
    assert classify_question("What are the steps of DAPI staining?").kind == "steps"
    assert classify_question("What are the steps after lysis?").kind != "steps"


def test_the_value_named_first_is_asked_for() -> None:
    assert classify_question("For how long is it kept at 37 degrees?").types == {"time"}
    assert classify_question("At what temperature does it stay, and how long?").types == {"temperature"}
    assert classify_question("How much agarose do I weigh out?").types == {"mass"}


def test_a_reason_is_asked_for_and_not_what_the_question_names() -> None:
    assert classify_question("Why is the plate turned upside down?").kind == "open"
    assert classify_question("Which plate is turned upside down?").kind == "thing"


@pytest.mark.parametrize("asked", ["The blot is rinsed, what's next?", "It is boiled, what is next?"])
def test_what_is_next_asks_for_the_step_after(asked: str) -> None:
    assert classify_question(asked).kind == "after"


def test_the_last_thing_before_a_step_asks_for_the_step_before() -> None:
    assert classify_question("What is the last thing before the cells are pulsed?").kind == "before"

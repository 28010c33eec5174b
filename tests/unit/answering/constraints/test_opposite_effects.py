"""A premise about a direction holds against the clause that has the answer."""

import pytest

from bioloom.answering.constraints.opposite_effects import states_opposite

FAST = "Hypoglycaemia was less frequent with the shorter fast (1.9% versus 5.8%)."
TWO = "Expression of Mmp13 decreased 3-fold, while Sox9 was upregulated."


@pytest.mark.parametrize(
    ("question", "sentence", "said", "opposite"),
    [
        ("By how much did thirst rise?", "Thirst scores fell by 31%.", "31%", True),
        ("By how much did thirst fall?", "Thirst scores fell by 31%.", "31%", False),
        ("By how much did gait worsen?", "Gait speed improved by 15%.", "15%", True),
        ("Why was it more frequent with the shorter fast?", FAST, "1.9%", True),
        ("Which gene was downregulated besides Mmp13?", TWO, "Sox9", True),
        ("Which gene was upregulated?", TWO, "Sox9", False),
        ("How large was the fall in urate?", "Reductions were greater with tea (12%).", "12%", False),
        ("Did it rise or fall, and by how much?", "Urate fell by 4%.", "4%", False),
        ("How much higher was it with placebo?", "It was 5% lower with tea.", "5%", False),
        ("How much higher was it with water?", "It was 5% lower with tea than with water.", "5%", False),
        ("How much higher was it with tea?", "It was 5% lower with tea than with water.", "5%", True),
        ("By how much did urate rise?", "Urate did not fall by the 4% expected.", "4%", False),
        ("What share was lower?", "Values were higher than 5 mM in 40%.", "40%", False),
        ("How did yield change as salinity increased?", "Yield fell by 42%.", "42%", False),
        ("What happened to yield when salt was raised?", "Yield fell by 42%.", "42%", False),
        ("As salinity rose, what became of yield?", "Yield fell by 42%.", "42%", False),
        ("What is the effect of raising salt on yield?", "Yield fell by 42%.", "42%", False),
        ("What effect did higher salinity have on yield?", "Yield fell by 42%.", "42%", False),
        ("How did lowering the pH affect uptake?", "Uptake rose 2-fold.", "2-fold", False),
        ("How much more weight was lost with tea?", "Weight decreased by 2.1 kg.", "2.1 kg", False),
        ("Which dose was more effective?", "Pain fell by 50% with 10 mg.", "10 mg", False),
        ("By how much did yield rise when salt was raised?", "Yield fell by 42%.", "42%", True),
        ("When was thirst higher?", "Thirst fell at noon.", "noon", True),
        ("How many got the lower dose?", "Pain rose in 40 patients.", "40", False),
    ],
)
def test_a_clause_states_the_opposite_of_a_premise(
    question: str, sentence: str, said: str, *, opposite: bool
) -> None:
    """No opposite: a bound, a change whose effect is asked for, more of a loss, what tells groups apart, a
    denial, a choice, the other one of two compared."""
    start = sentence.index(said)
    assert states_opposite(question, sentence, start, start + len(said)) is opposite

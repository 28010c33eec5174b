"""Values in the words of a sentence that nobody annotated."""

import pytest

from bioloom.question_parsing import stated_values
from bioloom.question_parsing.stated_values import ALL_KINDS, parse_quantities


@pytest.mark.parametrize(
    ("text", "kind", "expected"),
    [
        ("Autoclave at 121 °C.", "temperature", ["121 °C"]),
        ("Store at -80°C or on ice.", "temperature", ["-80°C", "on ice"]),
        ("Heat to 95 degrees", "temperature", ["95 degrees"]),
        ("Ramp at 0.1 °C/s, 5 degrees/min or 1 °C per min to 25 °C.", "temperature", ["25 °C"]),
        ("Keep at 37 °C/5% CO2, then 95 °C/30 s.", "temperature", ["37 °C", "95 °C"]),
        ("Lower it by 0.5 °C per cycle.", "temperature", ["0.5 °C"]),
        (
            "Ramp at 0.1 °C/s, 5 degrees/min or 1 °C per min to 25 °C.",
            "speed",
            ["0.1 °C/s", "5 degrees/min", "1 °C per min"],
        ),
        ("Spin at 500 rpm (100 rpm/s), then at 3000 rpm/min.", "speed", ["500 rpm", "3000 rpm"]),
        ("Shake for 2-3 h, then overnight.", "time", ["2-3 h", "overnight"]),
        ("Pour 20 ml per plate, 5µl each.", "volume", ["20 ml", "5µl"]),
        ("Weigh 15 g agar.", "mass", ["15 g"]),
        ("Add ampicillin to 100 µg/ml.", "mass", []),
        (
            "Add ampicillin to 100 µg/ml, 70% ethanol, 10 mM Tris.",
            "concentration",
            ["100 µg/ml", "70%", "10 mM"],
        ),
        ("Spin at 12,000 rpm.", "speed", ["12,000 rpm"]),
        ("Spin at 14,000 × g.", "force", ["14,000 × g"]),
        ("Wash twice, then 3 times.", "times", ["twice", "3 times"]),
        ("Fill with 1X TAE, 10X TAE or 0.5x buffer, rinse 3x.", "times", ["3x"]),
        ("Change it every second day, not each second tube.", "interval", ["every second day"]),
        (
            "Feed 3x/day, every ten minutes or twice daily.",
            "interval",
            ["3x/day", "every ten minutes", "twice daily"],
        ),
        ("Sample at 15 min intervals.", "interval", ["15 min intervals"]),
        (
            "Stir every 5-10 minutes, every other day, or daily.",
            "interval",
            ["every 5-10 minutes", "every other day", "daily"],
        ),
        ("Run at 3 V/cm (100 V).", "energy", ["3 V/cm", "100 V"]),
        ("Infect at an MOI of 10 for 45 min.", "moi", ["MOI of 10"]),
        ("Mix A, B and C (2.5:2.5:1).", "ratio", ["2.5:2.5:1"]),
        ("No value at all", "time", []),
        ("9" * 100_000, "time", []),
    ],
)
def test_values_are_found_by_their_units(text: str, kind: str, expected: list[str]) -> None:
    assert [words for words, _ in stated_values(text, [kind])] == expected


EXAMPLES = {
    "concentration": "5 mM",
    "density": "5000 cells/ml",
    "energy": "120 V",
    "force": "12,000 g",
    "interval": "every 24 hrs",
    "magnification": "40x",
    "mass": "2 g",
    "ph": "pH 7.4",
    "pressure": "100 kPa",
    "ratio": "1:10",
    "size": "5 mm",
    "speed": "3000 rpm",
    "temperature": "37 °C",
    "time": "20 min",
    "times": "three times",
    "volume": "3 ml",
    "wavelength": "260 nm",
}
WORDS = {"moi"}
"""Kinds whose values are compared as words: no unit stands behind the number."""


@pytest.mark.parametrize("kind", sorted({*ALL_KINDS} - WORDS))
def test_a_value_of_every_stated_kind_is_a_quantity(kind: str) -> None:
    assert kind in EXAMPLES, f"add an example of {kind} to EXAMPLES"
    stated = stated_values(f"It is done at {EXAMPLES[kind]} then.", [kind])
    assert stated, f"ontology/asking/stated.tsv does not find {EXAMPLES[kind]!r} as {kind}"
    assert parse_quantities(stated), f"add the unit of {EXAMPLES[kind]!r} to ontology/units/units.tsv"

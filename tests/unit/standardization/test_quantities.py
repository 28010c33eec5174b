"""Measured values: what laboratory texts write, and what must never break the reader."""

from math import isfinite

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bioloom.standardization.quantities import LONGEST, parse_quantity

STATED = [
    # text, kind, value, upper, unit, SI value, SI unit
    ("17,000 × g", "force", 17000, None, "× g", 166713.05, "m/s^2"),
    ("14,000xg", "force", 14000, None, "× g", 137293.1, "m/s^2"),
    ("20 000 x g", "force", 20000, None, "× g", 196133, "m/s^2"),
    ("12,000 rpm", "speed", 12000, None, "rpm", 200, "Hz"),
    ("12 k rpm", "speed", 12, None, "k rpm", 200, "Hz"),
    ("4 °C", "temperature", 4, None, "°C", 277.15, "K"),
    ("4C", "temperature", 4, None, "°C", 277.15, "K"),
    ("4ºC", "temperature", 4, None, "°C", 277.15, "K"),
    ("37° C", "temperature", 37, None, "°C", 310.15, "K"),
    ("5 ℃", "temperature", 5, None, "°C", 278.15, "K"),
    ("95oC", "temperature", 95, None, "°C", 368.15, "K"),
    ("-70°C", "temperature", -70, None, "°C", 203.15, "K"),
    ("−80 ºC", "temperature", -80, None, "°C", 193.15, "K"),
    ("98.6 °F", "temperature", 98.6, None, "°F", 310.15, "K"),
    ("55-60°C", "temperature", 55, 60, "°C", 328.15, "K"),
    ("-20 to -80 °C", "temperature", -80, -20, "°C", 193.15, "K"),
    ("between 2 and 8 °C", "temperature", 2, 8, "°C", 275.15, "K"),
    ("2-3 h", "time", 2, 3, "h", 7200, "s"),
    ("2 to 3 hours", "time", 2, 3, "h", 7200, "s"),
    ("1–2 hours", "time", 1, 2, "h", 3600, "s"),
    ("30s to 5 minutes", "time", 30, 300, "s", 30, "s"),
    ("1 h 30 min", "time", 1.5, None, "h", 5400, "s"),
    ("1 h 30", "time", 1.5, None, "h", 5400, "s"),
    ("a quarter of an hour", "time", 0.25, None, "h", 900, "s"),
    ("three quarters of an hour", "time", 0.75, None, "h", 2700, "s"),
    ("3 x 10 min", "time", 10, None, "min", 600, "s"),
    ("2 × 5 ml", "volume", 5, None, "ml", 5e-6, "m^3"),
    ("1-2 x 10^7 cells/ml", "concentration", 1e7, 2e7, "cells/ml", 1e13, "1/m^3"),
    ("1.2 - 2.0 x 107 cells/ml", "concentration", 1.2e7, 2e7, "cells/ml", 1.2e13, "1/m^3"),
    ("10 to 10^6 cells", "number", 10, 1e6, "cells", 10, "1"),
    ("10-6 M", "concentration", 1e-6, None, "M", 1e-3, "mol/m^3"),
    ("1 x 10−3 M", "concentration", 1e-3, None, "M", 1, "mol/m^3"),
    ("5 - 10 M", "concentration", 5, 10, "M", 5000, "mol/m^3"),
    ("minus 20 °C", "temperature", -20, None, "°C", 253.15, "K"),
    ("10K MWCO", "mass", 10, None, "kDa", 1.66053906892e-23, "kg"),
    ("5 mS", "conductance", 5, None, "mS", 0.005, "S"),
    ("1h30min", "time", 1.5, None, "h", 5400, "s"),
    ("2 ½ h", "time", 2.5, None, "h", 9000, "s"),
    ("one hour", "time", 1, None, "h", 3600, "s"),
    ("half an hour", "time", 0.5, None, "h", 1800, "s"),
    ("an hour and a half", "time", 1.5, None, "h", 5400, "s"),
    ("twenty-five minutes", "time", 25, None, "min", 1500, "s"),
    ("90 s", "time", 90, None, "s", 90, "s"),
    ("5 μl", "volume", 5, None, "µl", 5e-9, "m^3"),
    ("5µl", "volume", 5, None, "µl", 5e-9, "m^3"),
    ("5ul", "volume", 5, None, "µl", 5e-9, "m^3"),
    ("1.5-ml", "volume", 1.5, None, "ml", 1.5e-6, "m^3"),
    ("3,5 ml", "volume", 3.5, None, "ml", 3.5e-6, "m^3"),
    ("1,000 ml", "volume", 1000, None, "ml", 1e-3, "m^3"),
    (".5 L", "volume", 0.5, None, "l", 5e-4, "m^3"),
    ("2 µg", "mass", 2, None, "µg", 2e-9, "kg"),
    ("500 g", "mass", 500, None, "g", 0.5, "kg"),
    ("1% (w/v)", "concentration", 1, None, "% (w/v)", 0.01, "1"),
    ("1% (wt/vol)", "concentration", 1, None, "% (w/v)", 0.01, "1"),
    ("70%", "concentration", 70, None, "%", 0.7, "1"),
    ("0.1 M", "concentration", 0.1, None, "M", 100, "mol/m^3"),
    ("10 mM", "concentration", 10, None, "mM", 10, "mol/m^3"),
    ("10 mg/ml", "concentration", 10, None, "mg/ml", 10, "kg/m^3"),
    ("100 U/ml", "concentration", 100, None, "U/ml", 1e8, "U/m^3"),
    ("10^6 cells/ml", "concentration", 1e6, None, "cells/ml", 1e12, "1/m^3"),
    ("1 x 108 cells/mL", "concentration", 1e8, None, "cells/ml", 1e14, "1/m^3"),
    ("10⁶ cells ml⁻¹", "concentration", 1e6, None, "cells/ml", 1e12, "1/m^3"),
    ("10X PBS", "concentration", 10, None, "X", 10, "1"),
    ("5 units", "activity", 5, None, "U", 5, "U"),
    ("1 x 10^8 TU/ml", "concentration", 1e8, None, "tu/ml", 1e14, "1/m^3"),
    ("0.5 °C per day", "ramp", 0.5, None, "°C/d", 0.5 / 86400, "K/s"),
    ("5'", "time", 5, None, "min", 300, "s"),
    ("5’", "time", 5, None, "min", 300, "s"),
    ("30''", "time", 30, None, "s", 30, "s"),
    ("10'-15'", "time", 10, 15, "min", 600, "s"),
    ("1 x 10^6 cells", "number", 1e6, None, "cells", 1e6, "1"),
    ("1:1000", "ratio", 0.001, None, "ratio", 0.001, "1"),
    ("1:1", "ratio", 1, None, "ratio", 1, "1"),
    ("1 in 10", "ratio", 0.1, None, "ratio", 0.1, "1"),
    ("one in five", "ratio", 0.2, None, "ratio", 0.2, "1"),
    ("2 in", "length", 2, None, "in", 0.0508, "m"),
    ("2 in x 3 in", "size", 2, 3, "in", 0.0508, "m"),
    ("220 × 220", "size", 220, None, "1", 220, "1"),
    ("12 x 75 mm", "size", 12, 75, "mm", 0.012, "m"),
    ("3-5 KV", "voltage", 3, 5, "kV", 3000, "V"),
    ("400 mJ", "energy", 400, None, "mJ", 0.4, "J"),
    ("0.22-µm-pore-size", "length", 0.22, None, "µm", 2.2e-7, "m"),
    ("140bp", "length", 140, None, "bp", 140, "bp"),
    ("7kb", "length", 7, None, "kb", 7000, "bp"),
    ("100 um x 1 mm", "size", 100, 1000, "µm", 1e-4, "m"),
    ("1 mm x 100 µm", "size", 0.1, 1, "mm", 1e-4, "m"),
    ("15- or 50-mL", "volume", 15, 50, "ml", 1.5e-5, "m^3"),
    ("30/37 °C", "temperature", 30, 37, "°C", 303.15, "K"),
    ("4/8 °C", "temperature", 4, 8, "°C", 277.15, "K"),
    ("4 °C/37 °C", "temperature", 4, 37, "°C", 277.15, "K"),
    ("37 °C/5% CO2", "temperature", 37, None, "°C", 310.15, "K"),
    ("1/2 h", "time", 0.5, None, "h", 1800, "s"),
    ("1/10 volume", "ratio", 0.1, None, "volumes", 0.1, "1"),
    ("1/1000 dilution", "ratio", 0.001, None, "ratio", 0.001, "1"),
    ("1:1000-1:2000", "ratio", 0.0005, 0.001, "ratio", 0.0005, "1"),
    ("1:500 to 1000", "ratio", 0.001, 0.002, "ratio", 0.001, "1"),
    ("107 mL–1", "concentration", 1e7, None, "1/ml", 1e13, "1/m^3"),
    ("10⁷ ml⁻¹", "concentration", 1e7, None, "1/ml", 1e13, "1/m^3"),
    ("104 to 105 PFU mL–1", "concentration", 1e4, 1e5, "pfu/ml", 1e10, "1/m^3"),
    ("105 cells ml^-1", "concentration", 105, None, "cells/ml", 1.05e8, "1/m^3"),
    ("1 ml-1 l", "volume", 1, 1000, "ml", 1e-6, "m^3"),
    ("5 inch Hg", "pressure", 5, None, "inHg", 16931.94, "Pa"),
    ("5 in of Hg", "pressure", 5, None, "inHg", 16931.94, "Pa"),
    ("100 μmol photons m-2 s-1", "light", 100, None, "µmol/m²/s", 1e-4, "mol/m^2/s"),
    ("3 times", "times", 3, None, "times", 3, "1"),
    ("three times", "times", 3, None, "times", 3, "1"),
    ("twice", "times", 2, None, "times", 2, "1"),
    ("pH 8.0", "ph", 8, None, "pH", 8, "1"),
    ("OD600 of 0.6", "absorbance", 0.6, None, "1", 0.6, "1"),
]


@pytest.mark.parametrize(("text", "kind", "value", "upper", "unit", "si_value", "si_unit"), STATED)
def test_a_stated_value_is_read(
    text: str, kind: str, value: float, upper: float | None, unit: str, si_value: float, si_unit: str
) -> None:
    quantity = parse_quantity(text)
    assert quantity is not None
    assert (quantity.kind, quantity.unit, quantity.si_unit) == (kind, unit, si_unit)
    assert quantity.value == pytest.approx(value)
    assert quantity.upper == upper
    assert quantity.si_value == pytest.approx(si_value)
    assert not quantity.assumed


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("at least 30 min", "min"),
        ("approximately 1 nm", "about"),
        ("~5 min", "about"),
        ("up to 1 h", "max"),
        ("< 10 s", "max"),
        ("≥ 95%", "min"),
        ("24 h or more", "min"),
        ("a total volume of no more than 5 ml", "max"),
        ("5 min", None),
        ("max 5 mins", "max"),
        ("max speed for 5 min", None),
        ("as high as 50 µM", "max"),
        ("as low as 10 nM", "min"),
        ("over 3 h", "min"),
        ("over night", None),
        ("over the period of several hours", None),
    ],
)
def test_bounds_are_kept(text: str, bound: str | None) -> None:
    quantity = parse_quantity(text)
    assert quantity is not None
    assert quantity.bound == bound


@pytest.mark.parametrize(
    ("text", "kind", "si_value", "si_upper"),
    [
        ("overnight", "time", 12 * 3600, 18 * 3600),
        ("O/N", "time", 12 * 3600, 18 * 3600),
        ("room temperature", "temperature", 293.15, 298.15),
        ("RT", "temperature", 293.15, 298.15),
        ("on ice", "temperature", 273.15, 277.15),
        ("a few minutes", "time", 120, 300),
        ("37-40°", "temperature", 310.15, 313.15),
    ],
)
def test_a_value_by_convention_is_marked(text: str, kind: str, si_value: float, si_upper: float) -> None:
    quantity = parse_quantity(text)
    assert quantity is not None
    assert (quantity.kind, quantity.si_value, quantity.si_upper) == (kind, si_value, si_upper)
    assert quantity.assumed


@pytest.mark.parametrize(
    ("text", "native_type", "kind"),
    [
        ("500 g", "force", "force"),
        ("500 g", "mass", "mass"),
        ("14,000", "force", "force"),
        ("5 m", "time", "time"),
        ("5 m", "length", "length"),
        ("3x", "times", "times"),
        ("37", "temperature", "temperature"),
        ("7.2 ± 0.2", "ph", "ph"),
        ("12", "number", "number"),
        ("1/1000", "concentration", "ratio"),
        ("1/2", "number", "number"),
    ],
)
def test_the_type_of_the_mention_decides_what_the_text_does_not(
    text: str, native_type: str, kind: str
) -> None:
    quantity = parse_quantity(text, native_type)
    assert quantity is not None
    assert quantity.kind == kind


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "lysis buffer", "P200", "IL-2", "Cas9", "OD600", "U", "°C", "max speed", "12", "25:24:1"),
        *("5'-UTR", "5′ end", "3' phosphate", "3' to 5'", "5′→3′", "5’-GATTC"),
        *(
            "94/56/72 °C",
            "94 °C/56 °C/72 °C",
            "55/60 min",
            "9/6u",
            "10-X µl",
            "63x magnification",
            "60X oil lens",
        ),
        *("magnification of 63x", "1/1000", "1:1:10"),
        *("1.2.3 ml", "10^400 ml", "145-2c11", "RT reaction mix", "1/0 ml", "5 " + "x" * 300),
    ],
)
def test_what_states_no_value_gives_none(text: str) -> None:
    assert parse_quantity(text) is None


@pytest.mark.parametrize("text", ["3/3", "260/280", "10-X µl"])
def test_two_numbers_and_unknowns_are_no_number(text: str) -> None:
    assert parse_quantity(text, "number") is None


def test_a_huge_text_is_refused_at_once() -> None:
    assert parse_quantity("1 " * 500_000) is None
    assert parse_quantity("5 ml" + " " * LONGEST) is None


PIECES = [
    "1",
    "2.5",
    "1,000",
    "-",
    "–",
    "to",
    "x",
    "×",
    "10",
    "^",
    "/",
    "per",
    "%",
    "°",
    "C",
    "µl",
    "ml",
    "g",
]
PIECES += [
    "h",
    "min",
    "and",
    "a",
    "half",
    "½",
    "⁶",
    ":",
    "(",
    "±",
    "few",
    "over",
    "night",
    " ",
    ".",
    "e",
    "pH",
]


@given(st.one_of(st.text(max_size=60), st.lists(st.sampled_from(PIECES), max_size=14).map("".join)))
def test_no_text_breaks_it_and_every_value_is_finite(text: str) -> None:
    for native_type in (None, "time", "force", "number", "size", "ph"):
        quantity = parse_quantity(text, native_type)
        if quantity is not None:
            assert isfinite(quantity.si_value)
            assert quantity.upper is None or quantity.value <= quantity.upper


@pytest.mark.parametrize(
    ("text", "value"),
    [("Time - 180 s", 180), ("Speed – 3000 rpm", 3000), ("at - 20 °C", -20), ("-20 °C", -20), ("- 5 mV", -5)],
)
def test_a_dash_that_stands_apart_is_a_sign_only_where_a_value_can_be_negative(text: str, value: int) -> None:
    quantity = parse_quantity(text)
    assert quantity is not None
    assert quantity.value == value

"""A measured value as text states it and in SI units."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Quantity:
    """A parsed amount, time, temperature, speed or concentration.

    `value` is the stated number in `unit`; for a range ("2-3 h") it is the lower end and `upper` the
    upper one. `si_value` and `si_upper` are the same in `si_unit` (K for temperatures, s for times,
    m^3, kg, Hz, m/s^2 for ``× g``...). `bound` is "about", "min" or "max" where the text says so.
    `assumed` is true where convention, not the text, gave the number ("room temperature", "overnight").
    """

    kind: str
    value: float
    unit: str
    si_value: float
    si_unit: str
    upper: float | None = None
    si_upper: float | None = None
    bound: str | None = None
    assumed: bool = False

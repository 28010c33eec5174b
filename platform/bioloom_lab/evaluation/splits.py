"""Splits of a corpus by protocol, never by sentence (SPEC B2)."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from bioloom.errors import UsageError
from bioloom_lab.evaluation.statistics import SEED

RATIO = (10, 1, 2)


@dataclass(frozen=True, slots=True)
class Splits:
    """Ids of protocols: three disjoint splits of one domain, and those of the fields that were held out."""

    train: tuple[str, ...]
    dev: tuple[str, ...]
    test: tuple[str, ...]
    out_of_domain: tuple[str, ...] = ()


def split(
    ids: Collection[str],
    *,
    fields: Mapping[str, str] | None = None,
    held_out: Collection[str] = (),
    seed: int = SEED,
) -> Splits:
    """Split protocols at random, 10 : 1 : 2, each split within one protocol of its share.

    Protocols of the `held_out` fields go to `out_of_domain` whole; `fields` names the field of every
    protocol then. The order in which the ids are given changes nothing. UsageError if a held-out field has no
    protocol, or a protocol no field.

    >>> found = split([f"p{number}" for number in range(464)])
    >>> len(found.train), len(found.dev), len(found.test)
    (357, 36, 71)
    """
    known = fields or {}
    if held_out:
        without = sorted(each for each in ids if each not in known)
        if without:
            raise UsageError(f"no field is given for {', '.join(without[:5])}")
        absent = sorted({*held_out} - {known[each] for each in ids})
        if absent:
            raise UsageError(f"no protocol is of the field {', '.join(absent)}")
    outside = sorted({each for each in ids if known.get(each) in held_out}) if held_out else []
    inside = sorted({*ids} - {*outside})
    random.Random(seed).shuffle(inside)
    first, second, _ = _sizes(len(inside), RATIO)
    return Splits(
        train=tuple(inside[:first]),
        dev=tuple(inside[first : first + second]),
        test=tuple(inside[first + second :]),
        out_of_domain=tuple(outside),
    )


def _sizes(count: int, ratio: Sequence[int]) -> list[int]:
    """Share out a number; what is left over goes to the largest remainders.

    >>> _sizes(13, (10, 1, 2)), _sizes(464, (10, 1, 2))
    ([10, 1, 2], [357, 36, 71])
    """
    whole = sum(ratio)
    sizes = [count * part // whole for part in ratio]
    by_remainder = sorted(range(len(ratio)), key=lambda at: -(count * ratio[at] % whole))
    for at in by_remainder[: count - sum(sizes)]:
        sizes[at] += 1
    return sizes

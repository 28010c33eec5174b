"""The Drug Repurposing Hub (Broad Institute): what drugs do, to which genes, against which diseases."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from bioloom.names import split_cell
from bioloom.records import LoadOptions, Place, Reject, Skip, SourceClaim, SourceRecord, Value
from bioloom.resources import read_table
from bioloom_loaders.drug_targets import SCHEME, meaning
from bioloom_loaders.format_detection import FormatLoader
from bioloom_loaders.text_lines import open_bytes, read_lines, shown

_COLUMNS = ("pert_iname", "moa", "target")
_PROVENANCE: dict[str, Value] = {
    "primary_knowledge_source": "infores:drug-repurposing-hub",
    "knowledge_level": "knowledge_assertion",
    "agent_type": "manual_agent",
    "license": "non-commercial research use only",
}
_LAUNCHED = "launched"
_NUMBER = re.compile(r"\d+[A-Z]?\d*$")
_SHORTEST_FAMILY = 3  # letters


class RepurposingHubLoader(FormatLoader):
    """Reads one drug a row: a claim for each of its targets, and one for each of its indications.

    The table has names, no ids: drugs, genes and diseases are named things, which the grounding pass finds
    among the entities of the graph. `mechanism` holds the Hub's words for how the drug works, `disease_area`
    for where it is used, `target_rank` the place of the gene in its list (from 1) of `targets_listed`.
    Lines that begin with ! are a heading.
    """

    name = "repurposing-hub"
    description = "drugs of the Drug Repurposing Hub (TSV with lines of ! before its header)"

    def records(self, source: Path, options: LoadOptions) -> Iterator[SourceRecord]:
        """Give the claims of each row; a drug without target and indication is skipped."""
        file, header = shown(source), list[str]()
        with open_bytes(source) as opened:
            for read in read_lines(opened, file, encoding="latin-1"):
                if isinstance(read, Reject):
                    yield read
                    continue
                line, place = read.text, read.place
                if line.startswith("!"):
                    continue
                cells = [cell.strip().strip('"') for cell in line.split("\t")]
                if not header:
                    header = cells
                    missing = [column for column in _COLUMNS if column not in cells]
                    if missing:
                        message = f"the header lacks {', '.join(missing)}"
                        yield Reject("BAD_HEADER", "extract", message, place)
                        return
                elif len(cells) > len(header):
                    message = f"the row has {len(cells)} cells, the header {len(header)}"
                    yield Reject("BAD_ROW", "extract", message, place, {"line": line[:2000]})
                else:
                    yield from _claims(dict(zip(header, cells, strict=False)), place)
        if not header:
            yield Reject("EMPTY_FILE", "extract", "the file holds no header", Place(file))


def _claims(row: dict[str, str], place: Place) -> Iterator[SourceRecord]:
    drug, mechanisms = row.get("pert_iname", ""), _listed(row.get("moa", ""))
    targets, indications = _listed(row.get("target", "")), _listed(row.get("indication", ""))
    if not targets and not indications:
        yield Skip("NO_TARGET", place)
    properties: dict[str, Value] = dict(_PROVENANCE)
    if phase := row.get("clinical_phase"):
        properties["clinical_phase"] = phase
    if mechanisms:
        properties["mechanism"] = mechanisms
    if areas := _listed(row.get("disease_area", "")):
        properties["disease_area"] = areas
    for rank, gene in enumerate(targets, start=1):
        ranked: dict[str, Value] = {"roles": ("target",), "target_rank": rank, "targets_listed": len(targets)}
        action = action_on(gene, mechanisms, alone=len(targets) == 1)
        yield _claim(drug, action, gene, "biolink:Gene", place, {**properties, **ranked})
    relation = "treats" if row.get("clinical_phase", "").lower() == _LAUNCHED else "studied"
    for disease in indications:
        yield _claim(drug, relation, disease, "biolink:Disease", place, properties)


def _claim(
    drug: str, relation: str, other: str, category: str, place: Place, properties: Mapping[str, Value]
) -> SourceClaim:
    return SourceClaim(
        drug,
        f"{SCHEME}:{relation}",
        other,
        place,
        subject_category="biolink:Drug",
        object_category=category,
        properties=properties,
    )


def action_on(gene: str, mechanisms: tuple[str, ...], *, alone: bool) -> str:
    """Give the action word of the mechanisms that name a gene, or `target` where there is none or several.

    The Hub lists what a drug does apart from what it acts on. Where the gene stands `alone`, all mechanisms
    are of it, whether they name it or not.

    >>> both = ("melatonin receptor agonist", "serotonin receptor antagonist")
    >>> [action_on(gene, both, alone=False) for gene in ("MTNR1A", "HTR2A", "EGFR")]
    ['agonist', 'antagonist', 'target']
    >>> action_on("F2", ("thrombin inhibitor",), alone=True)
    'inhibitor'
    """
    of_it = [mechanism for mechanism in mechanisms if _names(mechanism, gene)] or (
        mechanisms if alone else ()
    )
    known = {_action(" ".join(mechanism.lower().split()[-2:])) for mechanism in of_it}
    return known.pop() if len(known) == 1 else "target"


def _names(mechanism: str, gene: str) -> bool:
    """Say whether a mechanism names a gene: by its symbol, that without numbers, or a word for its family."""
    words = " ".join(re.findall(r"[A-Z0-9/-]+", mechanism.upper()))
    family = _NUMBER.sub("", gene)
    if gene in words.split() or (len(family) >= _SHORTEST_FAMILY and family in words.split()):
        return True
    return any(f" {name} " in f" {words} " and symbols.fullmatch(gene) for name, symbols in _families())


@cache
def _families() -> tuple[tuple[str, re.Pattern[str]], ...]:
    rows = read_table("drugaction/families.tsv")
    return tuple((row["words"].upper(), re.compile(row["symbols"])) for row in rows)


def _action(words: str) -> str:
    """Find the longest end of some words that is an action word."""
    for candidate in (words, words.rpartition(" ")[2]):
        if meaning(candidate).subject_label == candidate:
            return candidate
    return "target"


def _listed(cell: str) -> tuple[str, ...]:
    return tuple(split_cell(cell))

"""The Drug Repurposing Hub (Broad Institute): what drugs do, to which genes, against which diseases."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from bioloom.records import LoadOptions, Place, Reject, Skip, SourceClaim, SourceRecord, Value
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


class RepurposingHubLoader(FormatLoader):
    """Reads one drug a row: a claim for each of its targets, and one for each of its indications.

    The table has names, no ids: drugs, genes and diseases are named things, which the grounding pass finds
    among the entities of the graph. `mechanism` holds the Hub's words for how the drug works, `target_rank`
    the place of the gene in its list (from 1) of `targets_listed`. Lines that begin with ! are a heading.
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
    action = action_of(mechanisms)
    for rank, gene in enumerate(targets, start=1):
        ranked: dict[str, Value] = {"roles": ("target",), "target_rank": rank, "targets_listed": len(targets)}
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


def action_of(mechanisms: tuple[str, ...]) -> str:
    """Give the action word that all mechanisms of a drug end with, or `target` where they differ.

    >>> action_of(("dopamine receptor agonist", "serotonin receptor agonist"))
    'agonist'
    >>> action_of(("dopamine receptor agonist", "local anesthetic")), action_of(())
    ('target', 'target')
    """
    words = {" ".join(mechanism.lower().split()[-2:]) for mechanism in mechanisms}
    known = {_action(words_) for words_ in words}
    return known.pop() if len(known) == 1 else "target"


def _action(words: str) -> str:
    """Find the longest end of some words that is an action word."""
    for candidate in (words, words.rpartition(" ")[2]):
        if meaning(candidate).subject_label == candidate:
            return candidate
    return "target"


def _listed(cell: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(part for part in map(str.strip, cell.split("|")) if part))

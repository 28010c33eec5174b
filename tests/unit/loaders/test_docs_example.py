"""The worked examples of docs/loaders.md do what the page says, in fewer than 80 lines and than 50."""

import json
import re
import types
from collections.abc import Callable
from pathlib import Path

import pytest

from bioloom.biolink import model
from bioloom.errors import SourceError
from bioloom.loading import Loader, loaders
from bioloom.pipeline.validation.batch_builder import BatchBuilder
from bioloom.records import AnnotatedDocument, LoadOptions, Reject
from fuzz_samples import samples

Put = Callable[[str, str | bytes], Path]
PAGE = Path(__file__).parents[3] / "docs" / "loaders.md"


def examples() -> list[str]:
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) == 3
    return blocks


def loader_of(example: str, name: str = "StepsLoader") -> Loader:
    module = types.ModuleType("steps")
    exec(compile(example, str(PAGE), "exec"), module.__dict__)
    made: Loader = module.__dict__[name]()
    return made


@pytest.fixture
def loader() -> Loader:
    return loader_of(examples()[0])


def test_they_are_short() -> None:
    long = [
        most for example, most in zip(examples(), (80, 50, 50), strict=True) if example.count("\n") >= most
    ]
    assert not long


def test_a_shipped_one_names_its_source_and_refuses_a_second_document_of_one_name(put: Put) -> None:
    protocol = json.dumps({"id": "145", "title": "Precipitation", "steps": ["Add EtOH. Mix.", "Freeze."]})
    path = put("precipitations.jsonl", "\n".join([protocol, "{", '{"id": 1}', protocol]))
    first, *rejects = loader_of(examples()[2]).records(path, LoadOptions("My protocols"))
    assert isinstance(first, AnnotatedDocument)
    assert first.document.id == "My protocols:145"
    assert first.document.primary_knowledge_source == "infores:my-protocols"
    assert [each.text for each in first.sentences] == ["Precipitation", "Add EtOH.", "Mix.", "Freeze."]
    found = [(reject.code, reject.place.line) for reject in rejects if isinstance(reject, Reject)]
    assert found == [("BAD_JSON", 2), ("MISSING_FIELD", 3), ("DUPLICATE_DOCUMENT", 4)]


def test_it_reads_protocols_and_rejects_bad_lines(loader: Loader, put: Put) -> None:
    good = {
        "id": "145",
        "title": "Ethanol precipitation",
        "steps": "1. Add 2 vol. of EtOH.\n2. Mix. Freeze at −20 °C.",
    }
    lines = [json.dumps(good, ensure_ascii=False), "", "{", '{"id": 1}', "[]"]
    path = put("precipitations.jsonl", "\n".join(lines).encode() + b"\n\xff\n")
    assert loader.recognises(path)
    first, *rejects = loader.records(path, LoadOptions())
    assert isinstance(first, AnnotatedDocument)
    assert first.document.id == "precipitations:145"
    assert first.document.primary_knowledge_source == "infores:precipitations"
    assert [sentence.text for sentence in first.sentences] == [
        "Ethanol precipitation",
        "Add 2 vol. of EtOH.",
        "Mix.",
        "Freeze at −20 °C.",
    ]
    for sentence in first.sentences:
        assert first.document.text[sentence.start : sentence.end] == sentence.text
    found = [(reject.code, reject.place.line) for reject in rejects if isinstance(reject, Reject)]
    assert found == [("BAD_JSON", 3), ("MISSING_FIELD", 4), ("MISSING_FIELD", 5), ("BAD_JSON", 6)]


def test_a_table_is_loaded_without_options(put: Put) -> None:
    row = "DRUGBANK:DB00945\taspirin\tNCBIGene:5743\tPTGS2\n"
    path = put("x.targets.tsv", f"{row}DRUGBANK:DB00945\n")
    loader, taken = loader_of(examples()[1], "TargetsLoader"), BatchBuilder(LoadOptions(), model())
    assert loader.recognises(path)
    for position, record in enumerate(loader.records(path, LoadOptions()), start=1):
        taken.add(position, record)
    batch = taken.take_batch()
    assert [entity.id for entity in batch.entities] == ["DRUGBANK:DB00945", "NCBIGene:5743"]
    assert [edge.primary_knowledge_source for edge in batch.assertions] == ["infores:mylab"]
    assert [(one.reject.code, one.reject.place.line) for one in batch.rejects] == [("BAD_ROW", 2)]


def test_none_of_our_loaders_takes_its_files(put: Put) -> None:
    path = put("precipitations.jsonl", '{"id": "1", "title": "t", "steps": "s"}\n')
    assert not any(loader.recognises(path) for loader in loaders().values())


def test_a_missing_file_is_a_source_error(loader: Loader, tmp_path: Path) -> None:
    with pytest.raises(SourceError):
        list(loader.records(tmp_path / "no.jsonl", LoadOptions()))


def shipped() -> list[str]:
    return [n for n, loader in loaders().items() if type(loader).__module__.startswith("bioloom_loaders.")]


@pytest.mark.parametrize("name", shipped())
def test_the_page_names_every_loader_of_ours(name: str) -> None:
    assert f"| `{name}` |" in PAGE.read_text(encoding="utf-8"), f"add a row for {name} to docs/loaders.md"


def test_every_loader_of_ours_has_a_sample_to_fuzz() -> None:
    missing = {*shipped()} - {name for name, _ in samples()}
    assert not missing, f"add a sample of {', '.join(sorted(missing))} to tests/fuzz_samples.py"

"""A memory in a folder: it comes back equal, and what is broken is named."""

import json
from pathlib import Path

import numpy as np
import pytest

from bioloom.errors import BioloomError, SourceError, UsageError
from bioloom.extraction.retrieval_augmentation.key_value_memory import KeyValueMemory, build_memory
from bioloom.extraction.retrieval_augmentation.memory_examples import MemoryExample
from bioloom.extraction.retrieval_augmentation.memory_folder import read_memory, read_settings, write_memory
from word_encoder import WordEncoder

EXAMPLES = [
    MemoryExample("µ-opioid binds\u2028 to [red]x", "INTERACTS_WITH", (0, 8), (19, 20), "a:1"),
    MemoryExample("nothing else", "none"),
]


@pytest.fixture
def memory() -> KeyValueMemory:
    """Build a memory of two sentences."""
    return build_memory(EXAMPLES, WordEncoder("binds to"), words=2, scheme="git")


def test_it_comes_back_as_it_was(memory: KeyValueMemory, tmp_path: Path) -> None:
    settings = write_memory(memory, tmp_path / "deep" / "m", opened_by="packaged")
    found = read_memory(tmp_path / "deep" / "m")
    assert (found.examples, found.keys) == (memory.examples, memory.keys)
    assert (found.kind, found.words, found.encoder, found.scheme) == ("chunks", 2, "words", "git")
    assert np.array_equal(found.key_vectors, memory.key_vectors)
    assert np.array_equal(found.sentence_vectors, memory.sentence_vectors)
    assert read_settings(tmp_path / "deep" / "m") == settings
    assert (settings.opened_by, settings.examples, settings.keys) == ("packaged", 2, 3)


def test_it_takes_the_place_of_one_that_is_there(memory: KeyValueMemory, tmp_path: Path) -> None:
    write_memory(memory, tmp_path / "m")
    other = build_memory(EXAMPLES[1:], WordEncoder("binds to"))
    write_memory(other, tmp_path / "m")
    assert read_memory(tmp_path / "m").examples == other.examples
    assert sorted(path.name for path in tmp_path.iterdir()) == ["m"]


def test_a_folder_with_other_things_is_left_alone(memory: KeyValueMemory, tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("years of work")
    with pytest.raises(BioloomError, match=r"holds other things \(thesis.txt\)"):
        write_memory(memory, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]
    with pytest.raises(BioloomError, match="holds other things"):
        write_memory(memory, tmp_path / "thesis.txt")


def test_what_is_no_memory_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="is no folder of a memory"):
        read_memory(tmp_path)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("memory.json", "{", "memory.json: is not as bioloom writes it"),
        ("examples.jsonl", '{"sentence": "a"}\n', "examples.jsonl:1: Field required"),
        ("keys.jsonl", "", "was changed after the memory was built"),
        ("vectors.npz", "not a zip", "vectors.npz: cannot be read"),
    ],
)
def test_a_broken_file_is_named(
    memory: KeyValueMemory, tmp_path: Path, name: str, content: str, message: str
) -> None:
    write_memory(memory, tmp_path / "m")
    (tmp_path / "m" / name).write_text(content)
    with pytest.raises(SourceError, match=message):
        read_memory(tmp_path / "m")


def test_vectors_of_another_memory_are_noticed(memory: KeyValueMemory, tmp_path: Path) -> None:
    write_memory(memory, tmp_path / "m")
    np.savez(tmp_path / "m" / "vectors.npz", keys=memory.key_vectors[:1], sentences=memory.sentence_vectors)
    with pytest.raises(SourceError, match="does not hold the vectors of this memory"):
        read_memory(tmp_path / "m")


def test_a_label_that_was_changed_by_hand_is_noticed(memory: KeyValueMemory, tmp_path: Path) -> None:
    write_memory(memory, tmp_path / "m")
    place = tmp_path / "m" / "keys.jsonl"
    place.write_text(
        place.read_text(encoding="utf-8").replace("INTERACTS_WITH", "TREATS", 1), encoding="utf-8"
    )
    with pytest.raises(SourceError, match="was changed after"):
        read_memory(tmp_path / "m")


def test_a_memory_of_a_later_form_is_refused(memory: KeyValueMemory, tmp_path: Path) -> None:
    write_memory(memory, tmp_path / "m")
    place = tmp_path / "m" / "memory.json"
    place.write_text(json.dumps(json.loads(place.read_text()) | {"form": 2}))
    with pytest.raises(UsageError, match="a memory of form 2"):
        read_memory(tmp_path / "m")

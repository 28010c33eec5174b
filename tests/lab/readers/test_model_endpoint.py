"""A causal model or an adapter behind an endpoint is asked by the extractor of language models."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from bioloom.extraction.triples.triple_scheme import open_prompted_triples
from bioloom.settings import Settings
from bioloom_lab.readers.model_endpoint import Generator, open_endpoint
from prompted_protocols import protocol


class Parrot:
    """Generator that gives one answer and remembers its prompts."""

    name = "parrot"

    def __init__(self) -> None:
        self.prompts: list[str] = []

    def generate(self, prompts: Sequence[str], *, most_tokens: int = 256) -> list[str]:
        """Give the answer for each prompt."""
        self.prompts += prompts
        return ["aspirin | treats | pain"] * len(prompts)


@contextmanager
def served(model: Generator, cache: Path) -> Iterator[Settings]:
    """Serve a generator and give the settings that name it."""
    with open_endpoint(model, 0) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            url = f"http://127.0.0.1:{server.server_port}/v1"
            yield Settings.model_validate({"llm_url": url, "llm_model": model.name, "cache": cache})
        finally:
            server.shutdown()
            thread.join()


def test_an_extractor_gets_its_triples_from_the_served_model(tmp_path: Path) -> None:
    parrot = Parrot()
    with served(parrot, tmp_path) as settings:
        extractor = open_prompted_triples(settings, labels=("TREATS", "INHIBITS"), form="bars")
        (found,) = extractor.extract([protocol("x:one", "aspirin eased the pain of rats.")])
    assert [each.predicate for each in found.relations] == ["TREATS"]
    assert parrot.prompts[0].endswith("Answer:")
    assert "\n\n" in parrot.prompts[0]


def test_what_is_no_question_is_refused(tmp_path: Path) -> None:
    with served(Parrot(), tmp_path) as settings:
        url = f"{settings.llm_url}/chat/completions"
        assert httpx.post(url, content=b"{").status_code == 400
        assert httpx.post(url, json={"messages": "none"}).status_code == 400
        asked = {"messages": [{"role": "user", "content": "?"}]}
        assert httpx.post(f"{settings.llm_url}/embeddings", json=asked).status_code == 404
        assert httpx.post(url, json=asked).json()["choices"][0]["message"]["role"] == "assistant"


def test_a_causal_model_of_a_folder_is_served(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    pytest.importorskip("transformers")
    from bioloom_lab.readers.causal_language_model import LanguageModel
    from tiny_causal import write_tiny_causal

    model = LanguageModel(str(write_tiny_causal(tmp_path / "tiny")))
    asked = {"messages": [{"role": "user", "content": "Answer:"}], "max_tokens": 4}
    with served(model, tmp_path) as settings:
        answer = httpx.post(f"{settings.llm_url}/chat/completions", json=asked, timeout=60).json()
    assert answer["model"].startswith("tiny@")
    assert answer["choices"][0]["message"]["content"] == model.generate(["Answer:"], most_tokens=4)[0]

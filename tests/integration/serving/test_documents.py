"""Documents sent, loaded, listed and read, and neighbourhoods walked page by page, over HTTP."""

import io
import json
import time
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from fastapi.testclient import TestClient

from bioloom.graph.connection import Endpoint, connect
from bioloom.graph.writing.withdrawal import document_loads
from bioloom.pipeline.load_worker import LoadOrder, LoadProcess
from bioloom.pipeline.sources.uploads import CORPUS, find_original, take_original
from bioloom.pipeline.withdrawals.withdrawal import plan_withdrawal, withdraw
from bioloom.serving import create_app, graph_services
from bioloom.serving.jobs.load_queue import LoadQueue
from hostile_files import PROTOCOL, write_bomb
from served_graph import KEY, TOKEN, Served

pytestmark = pytest.mark.integration


def finished(client: TestClient, job: str) -> dict[str, Any]:
    """Wait for a job to be over."""
    for _ in range(2500):
        found: dict[str, Any] = client.get(f"/jobs/{job}").json()
        if found["status"] in {"done", "failed"}:
            return found
        time.sleep(0.1)
    raise AssertionError(f"the job is not over: {found}")


def send(client: TestClient, name: str, content: bytes, extract: str = "none") -> dict[str, Any]:
    """Send a file and wait for its job."""
    answer = client.post("/documents", files={"file": (name, content)}, data={"extract": extract})
    assert answer.status_code == 202, answer.text
    assert answer.json()["status"] == f"/jobs/{answer.json()['job']}"
    return finished(client, answer.json()["job"])


def test_a_document_that_is_sent_can_be_asked(served: Served) -> None:
    text = "Sent protocol\n1. Incubate the tagatose slurry at 37 °C for 20 min.\n2. Spin at 300 g.\n".encode()
    job = send(served.client, '../../e"vil.txt', text, "local")
    assert (job["status"], job["label"], job["error"]) == ("done", 'e"vil.txt', None)
    assert job["counts"]["written"]["documents"] == 1
    assert str(served.settings.home) not in str(job)
    [document] = job["documents"]
    assert document.startswith("upload:")
    assert not list((served.settings.home / "uploads").iterdir())
    assert [path.suffix for path in (served.settings.home / "originals").iterdir()] == [".txt"]
    shown = served.client.get(f"/documents/{quote(document, safe='')}").json()
    assert shown["title"] == "Sent protocol"
    assert [sentence["heading"] for sentence in shown["sentences"]] == [True, False, False]
    assert "37" in str([verb["parameters"] for step in shown["steps"] for verb in step["verbs"]])
    body = {"question": "At what temperature is the tagatose slurry incubated?", "llm": False}
    answer = served.client.post("/ask", json={**body, "filters": {"sources": ["upload"]}}).json()
    assert "37" in answer["answer"]
    outside = served.client.post("/ask", json={**body, "filters": {"sources": ["lab"]}}).json()
    assert all(citation["document_id"] != document for citation in outside["citations"])
    again = send(served.client, "other-name.txt", text, "local")
    assert (again["documents"], again["counts"]["status"]) == ([document], "already loaded")
    assert [job["id"] for job in served.client.get("/jobs?limit=1").json()["items"]] == [again["id"]]


@pytest.mark.parametrize(
    ("name", "content", "status"),
    [
        ("a.exe", b"MZ", 415),
        ("a.tar.gz", b"\x1f\x8b", 415),
        ("a.txt.gz", b"\x1f\x8b", 415),
        ("a.txt", b"\x1f\x8b\x08\x00 packed", 415),
        ("a.txt", b"PK\x03\x04 packed", 415),
        ("a.docx", b"no package", 415),
        ("a.pdf", b"no pdf", 415),
        ("a.json", b'{"nodes": [{"id": "a:b"}], "edges": []}', 415),
        ("a.json", b'[{"subject": "a", "relationship": "b", "object": "c"}]', 415),
        ("a.json", b"{", 415),
        ("a.xml", b"<html/>", 415),
        ("txt", b"text", 415),
        ("a.txt", b"", 400),
        ("a.txt", b"x" * (17 * 1024 * 1024), 413),
    ],
)
def test_what_is_no_document_is_refused_at_once(
    served: Served, name: str, content: bytes, status: int
) -> None:
    before = len(served.client.get("/jobs").json()["items"])
    answer = served.client.post("/documents", files={"file": (name, content)})
    assert (answer.status_code, answer.headers["content-type"]) == (status, "application/problem+json")
    assert str(served.settings.home) not in answer.text
    assert len(served.client.get("/jobs").json()["items"]) == before
    folder = served.settings.home / "uploads"
    assert not folder.is_dir() or not list(folder.iterdir())


def test_what_is_sent_wrongly_is_named(served: Served) -> None:
    assert served.client.post("/documents").status_code == 422
    assert served.client.post("/documents", json={}).status_code == 422
    model = {"extract": "llm"}
    assert served.client.post("/documents", files={"file": ("a.txt", b"Add.")}, data=model).status_code == 422


def test_a_bomb_and_a_broken_file_say_why_they_were_not_loaded(served: Served, tmp_path: Path) -> None:
    write_bomb(tmp_path / "bomb.docx")
    job = send(served.client, "bomb.docx", (tmp_path / "bomb.docx").read_bytes())
    assert [reject["reason"] for reject in job["rejects"]] == ["TOO_LARGE"]
    assert (job["status"], job["documents"]) == ("done", [])
    assert job["error"] == f"no document was loaded: {job['rejects'][0]['detail']}"
    broken = send(served.client, "broken.pdf", b"%PDF-1.7 and then nothing")
    assert [reject["reason"] for reject in broken["rejects"]] == ["BAD_PDF"]
    assert str(served.settings.home) not in str(job) + str(broken)


def test_a_file_that_takes_too_long_is_ended_and_the_next_one_loaded(served: Served) -> None:
    jobs = LoadQueue(served.settings, seconds=lambda size: 6.0 if size > 50_000 else 300.0)
    slow = jobs.submit("slow.txt", io.BytesIO(b"Slow\n" + b"[" * 300_000), "local", "a")
    more = jobs.submit("more.txt", io.BytesIO(b"More\n" + b"(" * 300_000), "local", "a")
    next_ = jobs.submit("next.txt", io.BytesIO(b"Next\nAdd 5 ml of melibiose.\n"), "none", "b")
    while (ended := jobs.get(next_.id)) is not None and ended.status not in {"done", "failed"}:
        time.sleep(0.1)
    assert ended is not None
    assert (ended.status, len(ended.documents)) == ("done", 1)
    late, waiting = jobs.get(slow.id), jobs.get(more.id)
    assert late is not None
    assert waiting is not None
    assert (late.status, [reject.reason for reject in late.rejects]) == ("failed", ["TIME_LIMIT"])
    assert waiting.status != "failed"
    jobs.close()
    [original] = [
        path for path in (served.settings.home / "originals").iterdir() if b"melibiose" in path.read_bytes()
    ]
    sent = take_original(served.settings, original)
    assert (
        LoadProcess(served.settings).written(LoadOrder(sent, "next.txt", CORPUS, "none")) == ended.documents
    )
    sent.unlink()


def test_documents_are_listed_page_by_page(served: Served) -> None:
    every = served.client.get("/documents?limit=200").json()
    assert every["next"] is None
    ids = [row["id"] for row in every["items"]]
    assert ids == sorted(ids)
    gentle = {
        "id": "lab:gentle",
        "title": "Gentle protocol",
        "source": "infores:lab",
        "sentences": 3,
        "kind": "protocol",
    }
    assert gentle in every["items"]
    assert every["total"] == len(every["items"])
    walked: list[str] = []
    cursor: str | None = ""
    while cursor is not None:
        page = served.client.get("/documents", params={"limit": 3, **({"cursor": cursor} if cursor else {})})
        walked += [row["id"] for row in page.json()["items"]]
        cursor = page.json()["next"]
    assert walked == ids


def test_documents_are_searched_by_words_of_title_and_id(served: Served) -> None:
    def found(**parameters: str) -> list[str]:
        page = served.client.get("/documents", params=parameters).json()
        assert page["total"] == len(page["items"])
        return [row["id"] for row in page["items"]]

    assert found(q="PROTOCOL gent") == ["lab:gentle"]
    assert found(q="lab:gentle", kind="protocol") == ["lab:gentle"]
    assert found(q="gentle", kind="abstract") == []
    assert found(q="gentle') OR true //") == []
    assert len(found()) > 1


def test_a_document_shows_its_mentions_its_order_and_its_load(served: Served) -> None:
    shown = served.client.get("/documents/lab:gentle").json()
    texts = {sentence["id"]: sentence["text"] for sentence in shown["sentences"]}
    for sentence in shown["sentences"]:
        for mention in sentence["mentions"]:
            assert texts[sentence["id"]][mention["start"] : mention["end"]] == mention["name"]
    assert {m["name"] for s in shown["sentences"] for m in s["mentions"]} >= {"Heat", "lysate", "42 °C"}
    assert shown["counts"]["sentences"] == 3
    assert shown["counts"]["mentions"] == sum(len(s["mentions"]) for s in shown["sentences"])
    unknown = served.client.get("/documents?kind=foo")
    assert (unknown.status_code, unknown.json()["detail"]) == (
        400, "there is no kind of documents 'foo'; choose from: abstract, article, protocol",
    )  # fmt: skip
    [load] = shown["loads"]
    assert (load["source"], load["status"]) == ("brat", "complete")
    assert [(one["relation"], one["derived"]) for one in shown["order"]] == [("next_step", True)]
    assert shown["reloadable"] is False
    refused = served.client.post("/documents/lab:gentle/reload", json={})
    assert (refused.status_code, "bioloom load" in refused.json()["detail"]) == (409, True)


def test_a_protocol_is_checked(served: Served) -> None:
    report = served.client.get("/checks/lab:gentle").json()
    assert (report["document_id"], report["sentences"]) == ("lab:gentle", 3)
    assert "value_out_of_range" in report["rules"]
    assert "never an instruction" in report["notice"]
    assert served.client.get("/checks/lab:none").status_code == 404


def test_a_document_is_read_again_and_withdrawn_with_its_file(served: Served) -> None:
    text = b"Mix of tests\n\n1. Incubate the xylulose at 41 C for 90 min.\n2. Add 5 ml of ribitol.\n"
    [document] = send(served.client, "mix.txt", text)["documents"]
    path = f"/documents/{quote(document, safe='')}"
    shown = served.client.get(path).json()
    assert (shown["counts"]["mentions"], shown["reloadable"], shown["extractor"]) == (0, True, None)
    again = served.client.post(f"{path}/reload")
    assert again.status_code == 202
    job = finished(served.client, again.json()["job"])
    assert (job["status"], job["documents"], job["fresh"]) == ("done", [document], True)
    read = served.client.get(path).json()
    assert read["counts"]["mentions"] > 0
    assert len(read["loads"]) == 1
    assert read["loads"][0]["source"] == shown["loads"][0]["source"] == "mix.txt"
    planned = served.client.delete(path, params={"dry_run": True}).json()
    assert planned["dry_run"] is True
    assert (planned["deleted"]["documents"], planned["deleted"]["sentences"]) == (1, 3)
    assert served.client.get(path).status_code == 200
    kept = set((served.settings.home / "originals").iterdir())
    rejected = max(served.settings.rejects.glob("*.jsonl"), key=lambda file: file.stat().st_mtime)
    where: dict[str, object] = {"message": "m", "file": "mix.txt", "line": None, "record": {}}
    rejected.write_text(json.dumps({"position": 1, "code": "X", "stage": "extract", **where}) + "\n")
    gone = served.client.delete(path).json()
    assert not rejected.exists()
    assert gone == {**planned, "dry_run": False}
    assert served.client.get(path).status_code == 404
    assert len(kept - set((served.settings.home / "originals").iterdir())) == 1
    assert served.client.delete(path).status_code == 404
    assert served.client.post(f"{path}/reload", json={}).status_code == 404


@pytest.mark.parametrize("whole_load", [False, True])
def test_a_withdrawal_outside_the_service_takes_the_file_too(
    served: Served, server: Endpoint, whole_load: bool
) -> None:
    [document] = send(served.client, "gone.txt", f"Gone\n\n1. Add {whole_load:d} ml.\n".encode())["documents"]
    originals = served.settings.home / "originals"
    kept = set(originals.iterdir())
    with connect(server) as graph:
        [load] = document_loads(graph, document)
        plan = plan_withdrawal(graph, None if whole_load else document, load=load if whole_load else None)
        withdraw(graph, served.settings, plan)
    assert len(kept - set(originals.iterdir())) == 1


def test_only_documents_are_withdrawn_over_http(served: Served) -> None:
    for other in ("infores:lab", "lab", "wlp", "%00"):
        assert served.client.delete(f"/documents/{other}").status_code == 404
    assert served.client.get("/documents/lab:gentle").status_code == 200


def test_a_graph_that_others_write_leads_to_no_file_of_this_machine(served: Served, tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("Add the secret.")
    folder = served.settings.home / "originals"
    folder.mkdir(exist_ok=True)
    for source in (str(secret), f"{folder.parent}/uploads/../../secret.txt", "/etc/passwd", "..", ""):
        assert find_original(served.settings, source) is None


@pytest.mark.parametrize("cursor", ["x", "WzFd", "e30", "W10", "é", "WyJcdWQ4MDAiXQ", "A" * 4001, "%00"])
def test_a_cursor_of_somebody_else_is_refused(served: Served, cursor: str) -> None:
    for path in ("/documents", "/jobs", "/graph/lab:gentle"):
        answer = served.client.get(path, params={"cursor": cursor})
        assert answer.status_code in {400, 422}, path


def test_steps_tell_what_is_done_how_and_with_what(served: Served) -> None:
    shown = served.client.get("/documents/lab:gentle").json()
    assert [sentence["text"] for sentence in shown["sentences"]] == PROTOCOL.splitlines()
    heat, add = (step["verbs"][0] for step in shown["steps"])
    assert (heat["name"], [thing["name"] for thing in heat["objects"]]) == ("Heat", ["lysate"])
    assert [(one["name"], one["value"], one["si_value"]) for one in heat["parameters"]] == [
        ("42 °C", 42.0, 315.15),
        ("45 s", 45.0, 45.0),
    ]
    [ethanol] = add["objects"]
    assert [value["name"] for value in ethanol["properties"]] == ["5 ml"]
    assert served.client.get("/documents/hostile:order").json()["steps"] == []
    for unknown in ("lab:none", "%00", "%2e%2e%2f%2e%2e%2fetc%2fpasswd", "\u202e"):
        assert served.client.get(f"/documents/{unknown}").status_code == 404


def test_a_neighbourhood_is_walked_page_by_page(served: Served) -> None:
    whole = served.client.get("/graph/DRUGBANK:DB00437").json()
    assert whole["center"]["name"] == "Allopurinol"
    assert [edge["predicate"] for edge in whole["edges"]] == ["biolink:treats"] * 2
    assert {node["id"] for node in whole["nodes"]} >= {"DRUGBANK:DB00437", "DOID:13189"}
    first = served.client.get("/graph/DRUGBANK:DB00437?limit=1").json()
    second = served.client.get("/graph/DRUGBANK:DB00437", params={"limit": 1, "cursor": first["next"]}).json()
    assert first["edges"] + second["edges"] == whole["edges"]
    assert second["next"] is None


@pytest.mark.parametrize(
    ("node", "type_", "linked"),
    [
        ("lab:gentle", "document", "HAS_SENTENCE"),
        ("lab:gentle#s1", "sentence", "IN_SENTENCE"),
        ("lab:gentle#T1", "verb", "biolink:related_to"),
        ("LAB:odd#1/2?x=y", "biolink:Disease", "biolink:treats"),
    ],
)
def test_every_kind_of_node_has_a_neighbourhood(served: Served, node: str, type_: str, linked: str) -> None:
    found = served.client.get(f"/graph/{quote(node, safe='')}").json()
    assert (found["center"]["id"], found["center"]["type"]) == (node, type_)
    assert linked in {edge["predicate"] for edge in found["edges"]}
    ends = {end for edge in found["edges"] for end in (edge["subject"], edge["object"])}
    assert ends <= {node["id"] for node in found["nodes"]}
    assert "source_file" not in str(found)


def test_paths_with_their_version_are_the_same(served: Served) -> None:
    assert served.client.get("/v1/documents").json() == served.client.get("/documents").json()
    assert served.client.get("/v1/documents/lab:gentle").status_code == 200
    assert served.client.get("/v2/documents").status_code == 404
    assert served.client.get("/v1/documents", headers={"Authorization": "x"}).status_code == 401
    assert served.client.get("/v1/health", headers={"Authorization": "x"}).status_code == 200


def test_what_was_not_asked_for_is_not_served(served: Served) -> None:
    services = graph_services(served.settings, uploads=False)
    with TestClient(create_app(services, token=TOKEN), headers=KEY) as client:
        closed = client.post("/cypher", json={"query": "RETURN 1"})
        assert (closed.status_code, closed.json()["detail"]) == (
            404, "Cypher is switched off here; start the service with: bioloom serve --cypher",
        )  # fmt: skip
        assert client.post("/documents", files={"file": ("a.txt", io.BytesIO(b"Add."))}).status_code == 405
        assert client.get("/jobs").status_code == 404
        assert client.delete("/documents/lab:gentle").status_code == 405
        assert client.post("/documents/lab:gentle/reload", json={}).status_code == 405
        assert client.get("/documents?limit=1").status_code == 200

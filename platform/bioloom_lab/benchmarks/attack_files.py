"""Files of an attacker: bombs, entities, nesting without end, texts that cost much to read."""

from __future__ import annotations

import io
import zipfile

_LAUGHS = (
    '<?xml version="1.0"?><!DOCTYPE article [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
    "<article><body><p>&b;</p></body></article>"
)
_FETCHING = (
    '<?xml version="1.0"?><!DOCTYPE w:document [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
    '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r>'
    "<w:t>&x;</w:t></w:r></w:p></w:body></w:document>"
)
_TYPES = (
    '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.'
    'wordprocessingml.document.main+xml"/></Types>'
)
_RELATIONS = (
    '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    '<Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/'
    'officeDocument" Target="word/document.xml"/></Relationships>'
)


def word_file(document: bytes, copies: int = 1) -> bytes:
    """Pack the main part of a Word file, repeated so often."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("[Content_Types].xml", _TYPES)
        packed.writestr("_rels/.rels", _RELATIONS)
        with packed.open("word/document.xml", "w", force_zip64=True) as opened:
            for _ in range(copies):
                opened.write(document)
    return held.getvalue()


FILES: tuple[tuple[str, bytes], ...] = (
    ("brackets.txt", b"Brackets\n" + b"[" * 20_000),
    ("bomb.docx", word_file(b" " * 1024 * 1024, 70)),
    ("entities.docx", word_file(_FETCHING.encode())),
    ("laughs.xml", _LAUGHS.encode()),
    ("nested.json", b"[" * 100_000),
    ("endless.txt", b"Endless\n" + b"add the buffer to the tube and mix " * 300),
    ("broken.pdf", b"%PDF-1.7 and then nothing"),
    ("packed.txt", b"\x1f\x8b\x08\x00 packed"),
    ("million.txt", b"Million\n" + b"[" * 400_000),
    ("honest.txt", b"Honest\nIncubate the tube at 37 degrees for 20 min.\nAdd 5 ml of water.\n"),
)
"""Names and contents; the last one is honest, and has to be loaded all the same."""

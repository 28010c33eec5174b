"""Copies of signed jars without their signatures: Java verifies those at every start, in a third of its time.

All files are as pinned when they are copied, so that a signature says nothing more. Nor does Java take the
classes of a signed jar into an archive of classes.
"""

import re
import shutil
import zipfile
from pathlib import Path

_SIGNATURE = re.compile(r"META-INF/[^/]+\.(SF|RSA|DSA|EC)", re.IGNORECASE)
_MANIFEST = "META-INF/MANIFEST.MF"


def copy_unsigned(jars: Path, target: Path) -> None:
    """Copy the signed ones of a folder's jars into a new folder, which appears whole or not at all."""
    partial = target.with_name(f"{target.name}.new")
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir()
    for jar in sorted(jars.glob("*.jar")):
        if zipfile.is_zipfile(jar):
            _copy(jar, partial / jar.name)
    partial.replace(target)


def _copy(jar: Path, target: Path) -> None:
    with zipfile.ZipFile(jar) as signed:
        if not any(_SIGNATURE.fullmatch(name) for name in signed.namelist()):
            return
        with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as unsigned:
            for entry in signed.infolist():
                if _SIGNATURE.fullmatch(entry.filename):
                    continue
                content = signed.read(entry)
                if entry.filename == _MANIFEST:  # behind its first section stand the digests of all entries
                    content = re.split(rb"\r?\n\r?\n", content, maxsplit=1)[0] + b"\r\n\r\n"
                unsigned.writestr(entry, content)

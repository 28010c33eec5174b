"""A minimal PDF written by hand: one page a list of lines, in Helvetica."""

from collections.abc import Sequence


def pdf(pages: Sequence[Sequence[str]]) -> bytes:
    """Write a PDF file with these lines on its pages."""
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>", b""]
    kids = []
    font = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"
    for lines in pages:
        shown = b" ".join(
            b"(" + line.replace("(", "\\(").replace(")", "\\)").encode("latin-1") + b") Tj T*"
            for line in lines
        )
        stream = b"BT /F1 12 Tf 14 TL 72 720 Td " + shown + b" ET"
        number = len(objects) + 1
        kids.append(f"{number} 0 R")
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents {number + 1} 0 R "
            f"/Resources << /Font << /F1 {font} >> >> >>".encode()
        )
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream))
    objects[1] = f"<< /Type /Pages /Count {len(kids)} /Kids [{' '.join(kids)}] >>".encode()
    out = b"%PDF-1.4\n"
    places = []
    for number, body in enumerate(objects, start=1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    trailer = b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, len(out))
    return out + b"xref\n0 %d\n0000000000 65535 f \n%s%s" % (len(objects) + 1, table, trailer)

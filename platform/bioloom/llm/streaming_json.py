"""Streaming JSON parser: the texts of a reply while a language model still writes it."""

_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_LOST = "\ufffd"


class JsonTextStream:
    """Reads a JSON text bit by bit and gives what stands under one key, as far as it is written.

    Whatever the text is, it never fails: what is no JSON gives nothing. Between two texts stands a blank.

    >>> pieces = JsonTextStream("text")
    >>> [pieces.feed(part) for part in ('{"text": "Heat', ' to 42 \\\\u00b0', 'C.", "id": "x"}')]
    ['Heat', ' to 42 °', 'C. ']
    """

    def __init__(self, key: str) -> None:
        self._key = key
        self._word: list[str] = []  # the string that is open, while it may be a key
        self._last = ""  # the string that was closed last
        self._open = self._wanted = self._colon = False
        self._escape: str | None = None  # what of an escape was read, without its backslash
        self._high = ""  # the first half of a surrogate pair

    def feed(self, part: str) -> str:
        """Take in what was written next; give what of it is wanted."""
        return "".join(self._take(sign) for sign in part)

    def _take(self, sign: str) -> str:
        if not self._open:
            self._between(sign)
            return ""
        if self._escape is not None:
            return self._say(self._unescape(sign))
        if sign == "\\":
            self._escape = ""
            return ""
        if sign == '"':
            return self._close()
        self._high = ""
        return self._say(sign)

    def _between(self, sign: str) -> None:
        if sign == '"':
            self._open, self._wanted = True, self._colon and self._last == self._key
            self._word = []
        elif not sign.isspace():
            self._colon = sign == ":"

    def _close(self) -> str:
        self._open, self._last = False, "".join(self._word)
        self._colon, wanted = False, self._wanted
        self._high = ""
        return " " if wanted else ""

    def _unescape(self, sign: str) -> str:
        read = f"{self._escape}{sign}"
        if read[0] == "u" and len(read) < 5:
            self._escape = read
            return ""
        self._escape = None
        if read[0] != "u":
            return _ESCAPED.get(read, read)
        try:
            code = int(read[1:], 16)
        except ValueError:
            return _LOST
        return self._paired(code)

    def _paired(self, code: int) -> str:
        high, self._high = self._high, ""
        if 0xD800 <= code < 0xDC00:
            self._high = chr(code)
            return ""
        if 0xDC00 <= code < 0xE000:
            pair = (high + chr(code)).encode("utf-16", "surrogatepass")
            return pair.decode("utf-16", "replace") if high else _LOST
        return chr(code)

    def _say(self, text: str) -> str:
        if self._wanted:
            return text
        if len(self._word) <= len(self._key):
            self._word.append(text)
        return ""

"""Every error that bioloom raises, in families by what the caller can do.

::

    BioloomError                    root; its text is shown to the user as it is
    ├── UsageError                  the call is wrong: exit code 2
    │   ├── UnknownFormatError      no loader, or more than one, recognises the source
    │   └── UnknownQueryError       no such query in the cookbook
    ├── SourceError                 a file cannot be read at all (names file and line)
    ├── ProvenanceError             an assertion without source, knowledge level or agent type
    ├── OntologyError               a term is not in the pinned Biolink release or in a scheme
    ├── LoadInterrupted             the user stopped a load: exit code 130, the same command goes on
    ├── MissingExtraError           an optional package is not installed (says how to install it)
    ├── MissingModelError           a shipped model is not installed (says how to install it)
    ├── UnfitModelError             a shipped model is incomplete, or made for another release
    ├── TimeLimitReached            a call took longer than it may, and was stopped
    ├── StorageFull                 no room is left for what was sent
    ├── ServerError                 the managed Neo4j cannot be installed, started or stopped
    ├── RetryableError              the same call may succeed later
    │   ├── DatabaseUnavailable     no Neo4j answers
    │   ├── Busy                    as much waits as is taken on
    │   ├── WriteLocked             another process is writing to the graph
    │   ├── ServiceUnavailable      an online service for names does not answer as agreed
    │   └── ModelUnavailable        the language-model endpoint does not answer as agreed
    │       ├── BadModelAnswer      it answers, but not in the agreed form
    │       └── ModelRefused        it does not take this question; it may take the next
    └── InvalidRecord               a record cannot be used: it becomes a reject, and the load goes on
"""


class BioloomError(Exception):
    """Root of all errors; the message says what went wrong and how to mend it."""

    exit_code = 1

    def __reduce__(self) -> tuple[object, ...]:
        """Let an error cross processes, whatever its class is made from."""
        return _restore, (type(self), self.args, self.__dict__)


def _restore(kind: type[BioloomError], args: tuple[object, ...], state: dict[str, object]) -> BioloomError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(state)
    return error


def is_interrupt(error: BaseException | None, before: BaseException | None = None) -> bool:
    """Say whether an error came of an interrupt by the user, which what ended then would hide; `before` is
    what was handled already when the call began."""
    while error is not before and error is not None:
        if isinstance(error, KeyboardInterrupt | LoadInterrupted):
            break
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return error is not before and isinstance(error, KeyboardInterrupt)


class UsageError(BioloomError):
    """The call itself is wrong."""

    exit_code = 2


class UnknownFormatError(UsageError):
    """No loader, or more than one, recognises the source."""


class UnknownQueryError(UsageError):
    """The cookbook has no query of that name."""


class SourceError(BioloomError):
    """A source cannot be read; carries the file and, where known, the line."""

    def __init__(self, message: str, file: str, line: int | None = None) -> None:
        self.file = file
        self.line = line
        place = file if line is None else f"{file}:{line}"
        super().__init__(f"{place}: {message}")


class ProvenanceError(BioloomError):
    """An assertion lacks its primary source, knowledge level or agent type."""


class OntologyError(BioloomError):
    """A term is not in the pinned Biolink release or not in the named scheme."""


class LoadInterrupted(BioloomError):
    """The user stopped a load between two batches; nothing is lost."""

    exit_code = 130


class MissingExtraError(BioloomError):
    """An optional package is not installed; `module` is what is imported of it."""

    def __init__(self, feature: str, extra: str, package: str, module: str | None = None) -> None:
        self.module = module or package
        super().__init__(
            f"{feature} needs the package {package} (extra {extra}); install it where bioloom is installed: "
            f"pip install {package}, and from a clone .venv/bin/pip install {package}"
        )


class MissingModelError(BioloomError):
    """A shipped model is not installed."""

    def __init__(self, model: str) -> None:
        super().__init__(
            f"the model {model!r} is not installed; install it with: pip install bioloom-models-{model}"
        )


class UnfitModelError(BioloomError):
    """A shipped model is incomplete, or made for another release of bioloom."""

    def __init__(self, model: str, reason: str) -> None:
        super().__init__(
            f"the model {model!r} cannot be used: {reason}; install it anew with: "
            f"pip install --upgrade --force-reinstall --no-deps bioloom-models-{model}"
        )


class TimeLimitReached(BioloomError):
    """A call took longer than it may; what it had begun in the database was stopped."""


class StorageFull(BioloomError):
    """No room is left on the disk for what was sent."""


class ServerError(BioloomError):
    """The managed Neo4j cannot be installed, started or stopped."""


class RetryableError(BioloomError):
    """The same call may succeed later."""


class DatabaseUnavailable(RetryableError):
    """No Neo4j answers at the address in use."""


class Busy(RetryableError):
    """As much work waits as is taken on."""


class WriteLocked(RetryableError):
    """Another process is writing to the graph; the same call may go through when it is done."""


class ServiceUnavailable(RetryableError):
    """An online service for names or identifiers does not answer, or not in the agreed form."""


class ModelUnavailable(RetryableError):
    """The language-model endpoint does not answer, or not in the agreed form."""


class BadModelAnswer(ModelUnavailable):
    """The language model answers, but twice not in the agreed form."""


class ModelRefused(ModelUnavailable):
    """The endpoint does not take this one question (too long, filtered); it may take the next."""


class InvalidRecord(BioloomError):
    """Record that cannot be used; carries the reason code of its reject."""

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        super().__init__(message)

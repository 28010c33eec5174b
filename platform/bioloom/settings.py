"""Settings from the environment, in one frozen value that is passed along, never global."""

import re
from difflib import get_close_matches
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from platformdirs import user_cache_path, user_data_path
from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict, SettingsError

from bioloom.errors import UsageError

_PRICE_FORM = "the prices of a million tokens read and written, such as [0.15, 0.6]"


class Settings(BaseSettings):
    """Where state lies, which database and which language model are used.

    Each field is read from the environment variable in brackets.
    """

    model_config = SettingsConfigDict(
        env_prefix="BIOLOOM_", frozen=True, populate_by_name=True, extra="ignore", env_ignore_empty=True
    )

    home: Path = Field(
        default_factory=lambda: user_data_path("bioloom"),
        description="state of this user: database, logs, password, rejects [BIOLOOM_HOME]",
    )
    cache: Path = Field(
        default_factory=lambda: user_cache_path("bioloom"),
        description="downloads that can be fetched again, shared by all homes [BIOLOOM_CACHE]",
    )
    maven: str | None = Field(
        default=None,
        description="a Maven repository to fetch Neo4j from instead of Maven Central [BIOLOOM_MAVEN]",
    )
    heap: str | None = Field(
        default=None,
        description="the managed Neo4j's Java heap, such as 2g; fits the machine if unset [BIOLOOM_HEAP]",
    )
    pagecache: str | None = Field(
        default=None,
        description="its page cache, such as 1g; fits the machine if unset [BIOLOOM_PAGECACHE]",
    )
    bolt_port: int = Field(
        default=7687,
        ge=1,
        le=65_535,
        description="its port for drivers, or the next free one above [BIOLOOM_BOLT_PORT]",
    )
    http_port: int = Field(
        default=7474,
        ge=1,
        le=65_535,
        description="its port for Neo4j Browser, or the next free one above [BIOLOOM_HTTP_PORT]",
    )
    neo4j_uri: str | None = Field(
        default=None,
        validation_alias="NEO4J_URI",
        description="an existing server to use instead of the managed one [NEO4J_URI]",
    )
    neo4j_user: str = Field(default="neo4j", validation_alias="NEO4J_USERNAME")
    neo4j_password: SecretStr | None = Field(default=None, validation_alias="NEO4J_PASSWORD")
    neo4j_database: str = Field(default="neo4j", validation_alias="NEO4J_DATABASE")
    serve_cypher: bool = Field(
        default=False,
        description="let callers of the service run their own reading Cypher [BIOLOOM_SERVE_CYPHER]",
    )
    llm_url: str | None = Field(
        default=None,
        description="base URL of an OpenAI-compatible endpoint [BIOLOOM_LLM_URL]",
    )
    llm_model: str | None = None
    llm_key: SecretStr | None = None
    llm_price: tuple[float, float] | None = Field(
        default=None,
        description="price of a million tokens read and written, such as [0.15, 0.6] [BIOLOOM_LLM_PRICE]",
    )
    reader: Path | None = Field(
        default=None,
        description="folder of another reader of publications (bioloom train reader) [BIOLOOM_READER]",
    )
    encoder: str | None = Field(
        default=None,
        description="encoder of sentence vectors: a folder or a name on Hugging Face; the shipped one if "
        "unset [BIOLOOM_ENCODER]",
    )
    claim_confidence: float = Field(
        default=0.6,
        ge=0,
        le=1,
        description="how surely a sentence must state a claim that the local model reads out of it, "
        "0 for all that it finds [BIOLOOM_CLAIM_CONFIDENCE]",
    )
    eutils: str = Field(
        default="https://eutils.ncbi.nlm.nih.gov/entrez/eutils",
        description="where publications are fetched from by their numbers [BIOLOOM_EUTILS]",
    )
    federation: str = Field(
        default="",
        description="TRAPI endpoints that may be asked, separated by blanks [BIOLOOM_FEDERATION]",
    )
    federation_tokens: dict[str, SecretStr] = Field(
        default_factory=dict,
        description="tokens of TRAPI endpoints by address, as a JSON object [BIOLOOM_FEDERATION_TOKENS]",
    )

    callback_hosts: str = Field(
        default="",
        description="hosts that answers to queries sent for later may be posted to [BIOLOOM_CALLBACK_HOSTS]",
    )

    def __init__(self, **given: Any) -> None:
        """Read the environment; UsageError names the variable whose value cannot be used, or a wrong name."""
        known = {name for name in given if name.startswith("_")}.union(
            type(self).model_fields, (str(each.validation_alias) for each in type(self).model_fields.values())
        )
        for name in given:
            if name not in known:
                near = get_close_matches(name, known, 1, 0.4)
                raise UsageError(
                    f"there is no setting {name!r}" + (f"; did you mean {near[0]}?" if near else "")
                )
        try:
            super().__init__(**given)
        except ValidationError as error:
            fault = error.errors(include_url=False)[0]
            name = str(fault["loc"][0]) if fault["loc"] else "setting"
            name = name if name.isupper() else f"BIOLOOM_{name.upper()}"
            why = fault["msg"].lower().removeprefix("value error, ")
            raise UsageError(f"{name} cannot be used: {why}; set another value, or unset it") from None
        except SettingsError as error:
            field = re.search(r'field "(\w+)"', str(error))
            name = f"BIOLOOM_{field[1].upper()}" if field else "a BIOLOOM_ variable"
            form = _PRICE_FORM if name == "BIOLOOM_LLM_PRICE" else "a JSON object"
            raise UsageError(f"{name} must be {form}; set another value, or unset it") from None

    @field_validator("neo4j_uri")
    @classmethod
    def _names_nobody(cls, uri: str | None) -> str | None:
        """Refuse a password in the address, which messages show."""
        if uri is not None and names_user(uri):
            raise ValueError(
                "it holds a user or a password, which belong in NEO4J_USERNAME and NEO4J_PASSWORD"
            )
        return uri

    @field_validator("maven")
    @classmethod
    def _is_repository(cls, url: str | None) -> str | None:
        """Refuse what is no address of a repository."""
        if url and not re.match(r"(?:https?://[^/]|file:/)", url):
            raise ValueError("it must be an address such as https://maven.example/repository")
        return url

    @field_validator("llm_url")
    @classmethod
    def _is_address(cls, url: str | None) -> str | None:
        """Refuse what is no address of an endpoint, without repeating it: it may hold a password."""
        try:
            parts = urlsplit(url or "http://unset")
            good = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
        except ValueError:
            good = False
        if not good:
            raise ValueError("it must be an address such as http://127.0.0.1:8077/v1")
        return url

    @field_validator("llm_key")
    @classmethod
    def _fits_header(cls, key: SecretStr | None) -> SecretStr | None:
        """Refuse a key that no HTTP header can hold."""
        if key is not None and not re.fullmatch(r"[!-~]*", key.get_secret_value()):
            raise ValueError("it holds a blank, a line break or a sign that is not in ascii")
        return key

    @field_validator("llm_price", mode="before")
    @classmethod
    def _is_pair(cls, price: object) -> object:
        """Refuse what is no pair of prices."""
        pair = list(price) if isinstance(price, list | tuple) else []
        if price is not None and not (
            len(pair) == 2 and all(isinstance(each, int | float) and 0 <= each < 1e9 for each in pair)
        ):
            raise ValueError(f"it must be {_PRICE_FORM}")
        return price

    def lets_llm(self, given: bool | None) -> bool:
        """Say whether the language model takes part: as `given`, or None if these settings name one.

        UsageError where it must and none is named, or where it may and only half of one is.
        """
        named = bool(self.llm_url and self.llm_model)
        if given is None and (self.llm_url or self.llm_model) and not named:
            lacking, there = ("MODEL", "URL") if self.llm_url else ("URL", "MODEL")
            raise UsageError(
                f"BIOLOOM_LLM_{there} is set without BIOLOOM_LLM_{lacking}: set both, or ask without a model"
            )
        if given and not named:
            raise UsageError(
                "no language model is set: set BIOLOOM_LLM_URL and BIOLOOM_LLM_MODEL, or ask without one"
            )
        return named if given is None else given

    @property
    def endpoints(self) -> tuple[str, ...]:
        """Addresses of the other graphs that may be asked."""
        return tuple(self.federation.split())

    @property
    def rejects(self) -> Path:
        """Folder of the reject files, one JSONL file a load."""
        return self.home / "rejects"


def names_user(uri: str) -> bool:
    """Say whether an address holds a user or a password.

    >>> names_user("bolt://me:secret@host:7687"), names_user("bolt://host:7687")
    (True, False)
    """
    return "@" in uri.partition("://")[2].partition("/")[0]

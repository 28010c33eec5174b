"""The token: made once, private, and refused when it is not."""

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from bioloom.errors import BioloomError
from bioloom.serving import CurrentToken, create_app, read_token, renew_token
from bioloom.settings import Settings
from echo_services import services


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(home=tmp_path / "deep" / "home")


def test_it_is_made_once_and_private(settings: Settings) -> None:
    token = read_token(settings)
    assert len(token) >= 43
    assert read_token(settings) == token
    file = settings.home / "token"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [path.name for path in settings.home.iterdir()] == ["token"]


def test_two_first_uses_agree(settings: Settings) -> None:
    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(read_token, [settings] * 16))) == 1


def test_it_can_be_renewed(settings: Settings) -> None:
    old = read_token(settings)
    new = renew_token(settings)
    assert new != old
    assert read_token(settings) == new


def test_a_renewal_revokes_the_old_token_of_a_running_service(settings: Settings) -> None:
    told: list[str] = []
    old = read_token(settings)
    current = CurrentToken(settings, told.append)
    with TestClient(create_app(services(), token=current)) as client:

        def status(token: str) -> int:
            return client.get("/jobs/x", headers={"Authorization": f"Bearer {token}"}).status_code

        assert status(old) == 404
        new = renew_token(settings)
        assert (status(old), status(new), told) == (401, 404, [new])
        (settings.home / "token").chmod(0o644)
        assert status(new) == 401
        (settings.home / "token").chmod(0o600)
        assert status(new) == 404
        (settings.home / "token").unlink()
        assert status(new) == 401


@pytest.mark.parametrize("content", ["", "short\n", "with space " * 8, "é" * 40])
def test_a_file_without_a_token_is_refused(settings: Settings, content: str) -> None:
    settings.home.mkdir(parents=True)
    file = settings.home / "token"
    file.touch(0o600)
    file.write_text(content, encoding="utf-8")
    with pytest.raises(BioloomError, match="token"):
        read_token(settings)


def test_a_file_that_others_may_read_is_refused(settings: Settings) -> None:
    read_token(settings)
    (settings.home / "token").chmod(0o644)
    with pytest.raises(BioloomError, match="chmod 600"):
        read_token(settings)


def test_a_home_that_is_a_file_is_a_plain_error(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("", encoding="utf-8")
    with pytest.raises(BioloomError, match="cannot be used"):
        read_token(Settings(home=tmp_path / "home"))

"""Firefox and WebKit for tests: Debian's `firefox-esr` by Marionette, WebKit's MiniBrowser by WebDriver.

Both take the same commands; without the programs the test is skipped.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any, NamedTuple

import httpx
import pytest

from waiting import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Iterator

_MIDDLE = """
const usable = (each) => each.checkVisibility() && !each.disabled;
const box = [...document.querySelectorAll(arguments[0])].find(usable)?.getBoundingClientRect();
return box && [Math.round(box.x + box.width / 2), Math.round(box.y + Math.min(box.height, 24) / 2)];
"""


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as place:
        return int(place.getsockname()[1])


class Command(NamedTuple):
    """A command by its name in Marionette and its path in WebDriver."""

    name: str
    path: str


NAVIGATE = Command("WebDriver:Navigate", "url")
EXECUTE = Command("WebDriver:ExecuteScript", "execute/sync")
ACT = Command("WebDriver:PerformActions", "actions")


class Driver:
    """A browser with one page."""

    def send(self, command: Command, **values: Any) -> Any:
        raise NotImplementedError

    def quit(self) -> None:
        raise NotImplementedError

    def go(self, address: str) -> None:
        """Go to a page, and wait until it handles typing and clicks."""
        self.send(NAVIGATE, url=address)
        self.wait("return 'ready' in document.documentElement.dataset")

    def run(self, script: str, *values: Any) -> Any:
        return self.send(EXECUTE, script=script, args=list(values))

    def wait(self, script: str, *values: Any) -> Any:
        """Wait until a script returns something true."""
        end = monotonic() + PATIENCE
        while not (value := self.run(script, *values)):
            assert monotonic() < end, (script, values, self.run("return document.body.innerText"))
            sleep(0.05)
        return value

    def text(self, selector: str, part: str) -> None:
        """Wait until an element shows a text."""
        self.wait("return document.querySelector(arguments[0])?.innerText.includes(arguments[1])", selector, part)

    def middle(self, selector: str) -> list[int]:
        """Wait for an element and return a point in it."""
        point: list[int] = self.wait(_MIDDLE, selector)
        return point

    def point(self, *points: list[int]) -> None:
        """Press at the first point, move through the others, and release."""
        moves = [{"type": "pointerMove", "x": x, "y": y, "duration": 50} for x, y in points]
        steps = [moves[0], {"type": "pointerDown", "button": 0}, *moves[1:], {"type": "pointerUp", "button": 0}]
        pointer = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": steps}
        self.send(ACT, actions=[pointer])

    def click(self, selector: str) -> None:
        self.point(self.middle(selector))

    def type(self, text: str) -> None:
        steps = [{"type": kind, "value": key} for key in text for kind in ("keyDown", "keyUp")]
        self.send(ACT, actions=[{"type": "key", "id": "keys", "actions": steps}])


class Firefox(Driver):
    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), PATIENCE)
        self._file = self._socket.makefile("rb")
        self._read()
        self.send(Command("WebDriver:NewSession", "session"))

    def quit(self) -> None:
        self._file.close()
        self._socket.close()

    def send(self, command: Command, **values: Any) -> Any:
        message = json.dumps([0, 1, command.name, values]).encode()
        self._socket.sendall(b"%d:%b" % (len(message), message))
        _, _, error, answer = self._read()
        assert error is None, error
        return answer["value"] if isinstance(answer, dict) and "value" in answer else answer

    def _read(self) -> Any:
        size = b""
        while not size.endswith(b":"):
            size += self._file.read(1)
        return json.loads(self._file.read(int(size[:-1])))


class WebKit(Driver):
    def __init__(self, port: int) -> None:
        self._client = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE)
        program = {"binary": str(_mini_browser()), "args": ["--automation"]}
        wanted = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": program}}}
        self._path = "/session/" + self._post("/session", wanted)["sessionId"]

    def send(self, command: Command, **values: Any) -> Any:
        return self._post(f"{self._path}/{command.path}", values)

    def _post(self, path: str, values: dict[str, Any]) -> Any:
        answer = self._client.post(path, json=values)
        assert answer.status_code == 200, answer.text
        return answer.json()["value"]

    def quit(self) -> None:
        self._client.delete(self._path)
        self._client.close()


def _mini_browser() -> Path | None:
    return next(iter(sorted(Path("/usr/lib").glob("*/webkit2gtk-*/MiniBrowser"))), None)


def listening(port: int) -> None:
    """Wait until a program listens at a port."""
    end = monotonic() + PATIENCE
    while monotonic() < end:
        with socket.socket() as trial:
            if not trial.connect_ex(("127.0.0.1", port)):
                return
        sleep(0.1)
    raise AssertionError(f"nothing listens at {port}")


@contextmanager
def started(command: list[str], folder: Path, **environment: str) -> Iterator[None]:
    """Run a program during the block."""
    own = {**os.environ, "HOME": str(folder), **environment}
    quiet = subprocess.DEVNULL
    with subprocess.Popen(command, env=own, stdout=quiet, stderr=quiet) as program:
        try:
            yield
        finally:
            program.terminate()


@contextmanager
def firefox(folder: Path) -> Iterator[Driver]:
    """Yield Firefox; skip the test without it."""
    program = shutil.which("firefox-esr")
    if program is None:
        pytest.skip("firefox-esr is not installed")
    port = free_port()
    profile = folder / "profile"
    profile.mkdir()
    (profile / "user.js").write_text(f'user_pref("marionette.port", {port});\n')
    with started([program, "--headless", "--marionette", "--no-remote", "--profile", str(profile)], folder):
        listening(port)
        browser = Firefox(port)
        try:
            yield browser
        finally:
            browser.quit()


@contextmanager
def webkit(folder: Path) -> Iterator[Driver]:
    """Yield WebKit on a screen of its own; skip the test without it."""
    driver, screen = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
    if driver is None or screen is None or _mini_browser() is None:
        pytest.skip("webkit2gtk-driver and xvfb are not installed")
    port = free_port()
    with subprocess.Popen([screen, "-displayfd", "1"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as shown:
        try:
            assert shown.stdout is not None
            display = ":" + shown.stdout.readline().decode().strip()
            with started([driver, f"--port={port}"], folder, DISPLAY=display):
                listening(port)
                browser = WebKit(port)
                try:
                    yield browser
                finally:
                    browser.quit()
        finally:
            shown.terminate()


BROWSERS = {"firefox": firefox, "webkit": webkit}

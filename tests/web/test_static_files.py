from __future__ import annotations

import json
import re
from io import BytesIO
from typing import TYPE_CHECKING

import pytest
import resvg_py
from PIL import Image, ImageChops

from kiebitz.patience.games import game, games
from kiebitz.patience.rule_options import CHANGEABLE
from kiebitz.web.game_catalogue import rules_data
from kiebitz.web.server import HEADERS
from kiebitz.web.site import FOLDER, content, files, names
from kiebitz.web.static_files import ALIASES

if TYPE_CHECKING:
    import httpx

TYPES = {
    ".bin": "application/octet-stream",
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
SITE = names()
STATIC = sorted(files().keys() - {"sw.js"})


@pytest.mark.parametrize("name", STATIC)
def test_every_file_is_sent_with_its_type(client: httpx.Client, name: str) -> None:
    answer = client.get(f"/{name}")
    assert answer.status_code == 200
    # The server also sends modules that are bundled in the site.
    assert answer.content == (content(name) if name in SITE else (FOLDER / name).read_bytes())
    assert answer.headers["content-type"] == TYPES[f".{name.rpartition('.')[2]}"]
    assert answer.headers["cache-control"] == "no-cache"
    again = client.get(f"/{name}", headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content, again.headers["cache-control"]) == (304, b"", "no-cache")


def test_the_png_icon_matches_the_svg() -> None:
    # iOS requests the PNG, and would show transparent corners in black.
    drawing = (FOLDER / "icon.svg").read_text(encoding="utf-8")
    drawn = bytes(resvg_py.svg_to_bytes(svg_string=drawing, width=180, background="#1f6b4a"))
    rendered, stored = (
        Image.open(BytesIO(one)).convert("RGB") for one in ((FOLDER / "icon-180.png").read_bytes(), drawn)
    )
    assert rendered.size == (180, 180)
    assert max(ImageChops.difference(rendered, stored).tobytes()) <= 8


@pytest.mark.parametrize("path", ALIASES)
def test_addresses_at_the_root(client: httpx.Client, path: str) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer.content) == (200, (FOLDER / ALIASES[path]).read_bytes())


def test_unchanged_files_are_not_sent_again(client: httpx.Client) -> None:
    first = client.get("/api/games")
    again = client.get("/api/games", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == first.headers["etag"]
    weak = client.get("/api/games", headers={"If-None-Match": f'"x", W/{first.headers["etag"]}'})
    assert weak.status_code == 304
    assert client.get("/api/games", headers={"If-None-Match": '"other"'}).status_code == 200
    assert client.get("/api/games", headers={"If-None-Match": "*"}).status_code == 304


def test_files_are_compressed_for_clients_that_accept_it(client: httpx.Client) -> None:
    packed = client.get("/api/games", headers={"Accept-Encoding": "br, gzip"})
    plain = client.get("/api/games", headers={"Accept-Encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.content == plain.content
    assert int(packed.headers["content-length"]) * 3 < int(plain.headers["content-length"])
    assert client.get("/style.css", headers={"Accept-Encoding": "gzip"}).headers["content-encoding"] == "gzip"
    assert "accept-encoding" in packed.headers["vary"].lower()


@pytest.mark.parametrize(
    ("accepted", "packed"),
    [
        ("gzip;q=0", False), ("gzip;q=0.000, br", False), ("GZIP ; Q=0", False), ("*;q=0", False), ("", False),
        ("identity, *;q=0", False), ("gzip;q=0, *", False), ("not-gzip", False), ("gzip;q=0.001", True),
        ("gzip;q=1.0", True), ("*", True), ("*;q=0, gzip", True), ("br;q=0, gzip", True), ("Gzip", True),
    ],
)  # fmt: skip
def test_a_refused_compression_is_not_used(client: httpx.Client, accepted: str, packed: bool) -> None:
    for path in ("/api/games", "/style.css", "/sw.js"):
        answer = client.get(path, headers={"Accept-Encoding": accepted})
        assert (answer.headers.get("content-encoding") == "gzip") == packed


def test_head_gives_the_same_headers_without_a_body(client: httpx.Client) -> None:
    head, whole = client.head("/api/games"), client.get("/api/games")
    assert head.content == b""
    assert head.headers["content-length"] == whole.headers["content-length"]


@pytest.mark.parametrize(
    "name",
    [
        "../app.py", "%2e%2e/app.py", "..%2fapp.py", "app/../../app.py", "/etc/passwd", "//etc/passwd", "app", "app/",
        ".hidden", "app%00.js", "a\\b.js", "C:/x.js", "static_files.py", "nothing.js", "static/", "%F0%9F",
    ],
)  # fmt: skip
def test_nothing_else_is_sent(client: httpx.Client, name: str) -> None:
    answer = client.get(f"/{name}")
    assert answer.status_code == 404
    assert answer.json()["error"]["code"] == "not_found"


@pytest.mark.parametrize("path", ["/", "/api/games", "/api/nothing", "/../x", "/api/health"])
def test_every_answer_has_the_security_headers(client: httpx.Client, path: str) -> None:
    headers = client.get(path).headers
    assert HEADERS.items() <= headers.items()
    policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'self'"
    assert policy["frame-ancestors"] == "'none'"
    assert policy["script-src"] == "'self' 'wasm-unsafe-eval'"
    assert not any("unsafe" in value or "*" in value for name, value in policy.items() if name != "script-src")
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "access-control-allow-origin" not in headers
    assert "server" not in headers


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost", 200), ("LOCALHOST:1234", 200), ("127.0.0.1:80", 200), ("[::1]:8617", 200), ("evil.example", 421),
        ("127.0.0.1.evil.example", 421), ("localhost.evil.example:8617", 421), ("", 421), ("::1", 421),
    ],
)  # fmt: skip
def test_only_served_host_names_are_answered(client: httpx.Client, host: str, status: int) -> None:
    answer = client.get("/api/health", headers={"Host": host})
    assert answer.status_code == status
    assert status == 200 or answer.json()["error"]["code"] == "bad_host"


@pytest.mark.parametrize(
    ("site", "mode", "status"),
    [
        ("cross-site", "no-cors", 403),
        ("cross-site", "navigate", 200),
        ("same-origin", "cors", 200),
        ("none", "navigate", 200),
    ],
)
def test_subrequests_of_other_sites_are_refused(client: httpx.Client, site: str, mode: str, status: int) -> None:
    headers = {"Sec-Fetch-Site": site, "Sec-Fetch-Mode": mode}
    assert client.get("/api/deal", headers=headers).status_code == status


def test_games_are_those_of_the_catalogue(client: httpx.Client) -> None:
    catalogue = {each["id"]: each for each in client.get("/api/games").json()["games"]}
    assert list(catalogue) == list(games())
    marseille, russian = catalogue["marseille"], catalogue["russian"]
    assert (marseille["columns"], marseille["cells"], marseille["stock"]) == (7, 3, 3)
    assert marseille["destinations"].count(52) == 3
    assert (russian["goal"], russian["home_moves"], russian["face_down"]) == ("score", "forced", [0, 1, 2, 3, 4, 5, 6])
    corrected = {name for name, entry in catalogue.items() if entry["edition"] == 2}
    assert {name for name in corrected if catalogue[name]["edition_1"] is None} == {"marseille", "solitaire_6x6_down"}
    assert catalogue["fan"]["edition_1"] == {"home_moves": "free"}
    assert {entry["family"] for entry in catalogue.values()} == {"freecell", "yukon", "russian"}
    for name, entry in catalogue.items():
        rules = game(name)
        assert entry["destinations"] == [pile.code for pile in rules.destinations]
        assert (entry["supermoves"], entry["build"]) == (rules.supermoves.value, rules.build.value)
        assert len(entry["ranks"]) * len(entry["suits"]) == len(rules.pack)
        assert set(entry["title"]) == {"en", "ru"}


def test_changed_rules_are_reported_as_changed() -> None:
    data = rules_data(game("freecell").with_(cells=2, build="same_suit"))
    assert (data.cells, data.build) == (2, "same_suit")


def test_the_catalogue_lists_the_changeable_rules(client: httpx.Client) -> None:
    catalogue = client.get("/api/games").json()["changeable"]
    assert [each["name"] for each in catalogue] == [rule.name for rule in CHANGEABLE]
    assert catalogue[0] == {"name": "cells", "choices": [], "least": 0, "most": 12}
    assert catalogue[3] == {"name": "empty_column", "choices": ["any", "kings", "none"], "least": None, "most": None}


@pytest.mark.parametrize("name", ["index.html", "skat.html", "skat-game.html"])
def test_pages_carry_the_policy_of_the_server_wherever_they_lie(name: str) -> None:
    page = (FOLDER / name).read_text(encoding="utf-8")
    (own,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    assert HEADERS["content-security-policy"] == f"{own}; frame-ancestors 'none'"  # a page cannot set the latter itself


def test_json_is_json(client: httpx.Client) -> None:
    assert json.loads(client.get("/api/games").content)["games"]

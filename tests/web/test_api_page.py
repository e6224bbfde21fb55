"""The documentation of the API agrees with the server: its examples run, and its names are those of the description."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import pytest

from kiebitz.web import endpoints, openapi
from kiebitz.web.schema import Code

if TYPE_CHECKING:
    import httpx

PAGE = (Path(__file__).parents[2] / "docs" / "api.md").read_text(encoding="utf-8")
_EXAMPLE = re.compile(
    r"^```text\n(?P<method>GET|POST) (?P<path>\S+)\n(?P<body>.*?)```\n\n```json\n(?P<answer>.*?)```$",
    re.MULTILINE | re.DOTALL,
)
EXAMPLES = list(_EXAMPLE.finditer(PAGE))
DESCRIPTION: Any = openapi.description(endpoints.ENDPOINTS, endpoints.FETCHED)
OPERATIONS = [(path, method) for path, found in DESCRIPTION["paths"].items() for method in found]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda match: match["path"])
def test_examples(client: httpx.Client, example: re.Match[str]) -> None:
    headers = {"Content-Type": "application/json"} if example["body"] else {}
    answer = client.request(example["method"], example["path"], content=example["body"].encode(), headers=headers)
    printed, expected = ("".join(text.split()) for text in (answer.text, example["answer"]))
    pattern = ".*".join(re.escape(part) for part in expected.split("…"))
    assert re.fullmatch(pattern, printed, re.DOTALL), answer.text


def test_every_endpoint_has_an_example() -> None:
    shown = {(example["path"].partition("?")[0], example["method"].lower()) for example in EXAMPLES}
    assert shown == set(OPERATIONS)
    assert PAGE.count("```json") == len(EXAMPLES)


@pytest.mark.parametrize(("path", "method"), OPERATIONS)
def test_every_field_is_explained(path: str, method: str) -> None:
    section = _section(f"{method.upper()} {path}")
    assert section
    # Rules, games and lights are explained at their first occurrence.
    known = "".join(map(_section, ("GET /api/games", "POST /api/game", "POST /api/light")))
    explained = PAGE.partition("\n## ")[0] + known + section
    operation = DESCRIPTION["paths"][path][method]
    answer = next(iter(operation["responses"]["200"]["content"].values()))["schema"]
    names = {each["name"] for each in operation.get("parameters", ())} | set(_fields(answer))
    if "requestBody" in operation:
        names |= set(_fields(operation["requestBody"]["content"]["application/json"]["schema"]))
    missing = {name for name in names if f"`{name}`" not in explained}
    assert not missing


def _section(title: str) -> str:
    return PAGE.partition(f"## {title}\n")[2].partition("\n## ")[0]


def _fields(schema: Any) -> list[str]:
    """Return the names of all fields of a type and of the types within it."""
    if isinstance(schema, list):
        return [name for each in schema for name in _fields(each)]
    if not isinstance(schema, dict):
        return []
    if "$ref" in schema:
        return _fields(DESCRIPTION["components"]["schemas"][schema["$ref"].rpartition("/")[2]])
    inner = [each for key, each in schema.items() if key in ("items", "anyOf")] + list(
        schema.get("properties", {}).values()
    )
    return [*schema.get("properties", {}), *_fields(inner)]


def test_every_code_is_explained() -> None:
    section = PAGE.partition("\n## Errors\n")[2]
    rows = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \|", section, re.MULTILINE)
    assert {name for row in rows for name in re.findall(r"`(\w+)`", row)} == set(get_args(Code))

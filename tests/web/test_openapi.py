"""The API against its own description: the description is complete, and unusual requests get the promised answers."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import hypothesis
import pytest
import schemathesis
from schemathesis.specs.openapi.checks import positive_data_acceptance
from starlette.responses import JSONResponse

from kiebitz.web import endpoints, openapi
from kiebitz.web.app import create_app
from kiebitz.web.request_checks import LOOPBACK
from kiebitz.web.schema import Code

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager
    from types import ModuleType

    import httpx
    from starlette.types import ASGIApp, Receive, Scope, Send

    Serving = Callable[[ASGIApp], AbstractContextManager[str]]

#: The stream is tested separately: a random valid hand would take seconds.
LONG = "/api/skat/chances"


def description(client: httpx.Client) -> Any:
    return client.get("/api/openapi.json").json()


def test_every_address_is_described(client: httpx.Client) -> None:
    addresses = description(client)
    assert addresses["openapi"].startswith("3.1")
    plain = {"/api/games", "/api/health"}
    assert set(addresses["paths"]) == {one.path for one in endpoints.ENDPOINTS} | plain
    for one in endpoints.ENDPOINTS:
        assert set(addresses["paths"][one.path]) == {one.method.lower()}


def test_every_reference_resolves(client: httpx.Client) -> None:
    references = description(client)
    names: list[str] = []

    def walk(value: Any) -> None:
        if isinstance(value, dict):
            names.extend(each for key, each in value.items() if key == "$ref")
            for each in value.values():
                walk(each)
        elif isinstance(value, list):
            for each in value:
                walk(each)

    walk(references)
    assert names
    assert {name.rpartition("/")[2] for name in names} <= set(references["components"]["schemas"])


def test_every_code_is_described(client: httpx.Client) -> None:
    described = description(client)["components"]["schemas"]["Fault"]["properties"]["code"]["enum"]
    assert set(described) == set(get_args(Code))


SCHEMA: Any = schemathesis.openapi.from_dict(openapi.description(endpoints.ENDPOINTS, endpoints.FETCHED)).exclude(
    path=LONG
)
OPERATIONS = [found.ok() for found in SCHEMA.get_all_operations()]
#: A text that is not a link, or invalid cards, still have the right type.
LEFT_OUT = [positive_data_acceptance]


@pytest.mark.parametrize("examples", [100, pytest.param(1000, marks=pytest.mark.slow)], ids=["in short", "at length"])
@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda one: one.path)
def test_the_api_conforms_to_its_description(operation: Any, address: str, examples: int) -> None:
    @hypothesis.given(case=operation.as_strategy())
    @hypothesis.settings(
        max_examples=examples,
        deadline=None,
        suppress_health_check=list(hypothesis.HealthCheck),
        database=None,
        derandomize=True,
    )
    def ask(case: Any) -> None:
        case.call_and_validate(base_url=address, excluded_checks=LEFT_OUT)

    ask()


@pytest.fixture
def api(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2] / "fuzz"))
    return importlib.import_module("api")


def test_the_fuzzer_sends_every_kind_of_request(api: ModuleType, address: str, tmp_path: Path) -> None:
    fuzzer = api.Fuzzer(address, tmp_path)
    for operation in fuzzer.operations:
        for number, kind in enumerate(api.KINDS):
            fuzzer.turn(operation, kind, number, 2)
    assert fuzzer.findings == 0
    statuses = {kind: {status for _, one, status in fuzzer.answers if one == kind} for kind in api.KINDS}
    assert statuses["valid"] == {200}
    assert statuses["forbidden"] <= {400, 413, 422}
    assert {path for path, _, _ in fuzzer.answers} == {operation.path for operation in fuzzer.operations}


def test_an_undescribed_answer_is_a_finding(api: ModuleType, serving: Serving, tmp_path: Path) -> None:
    description = create_app(LOOPBACK)

    async def careless(scope: Scope, receive: Receive, send: Send) -> None:
        answer = JSONResponse({"version": 1}) if scope.get("path") == "/api/health" else description
        await answer(scope, receive, send)

    with serving(careless) as address:
        fuzzer = api.Fuzzer(address, tmp_path)
        for operation in fuzzer.operations[:2]:
            fuzzer.turn(operation, "allowed", 1)
    assert fuzzer.findings == 1
    (file,) = tmp_path.iterdir()
    assert "/api/health" in file.read_text(encoding="utf-8")

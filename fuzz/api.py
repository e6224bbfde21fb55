"""Fuzz the API from its own description: requests as described and not, to a server of its own, every answer compared.

    python fuzz/api.py --seconds 3600 build/fuzz

Four kinds of requests take turns at each address: such as the description allows, such as it forbids (both made by
schemathesis), valid ones changed by chance as the readers get them, and games begun, boards and hands by chance, which
have an answer. A finding is an answer that is not as described, a 500, none within a minute, or 200 for what the
description forbids; the folder gets a file for each. Printed are the answers by their status, the longest wait, and the
memory of the server and its processes. Ends with 1 if there are findings or the server is gone.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections import Counter
from itertools import cycle, product
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import hypothesis
import jsonschema_rs
import psutil
import requests
import schemathesis
from mutations import Inputs
from readers import READERS
from schemathesis import GenerationMode
from schemathesis.core.failures import FailureGroup
from schemathesis.specs.openapi import checks

from kiebitz.cards import PACKS
from kiebitz.cli.parser import amount
from kiebitz.errors import visible
from kiebitz.patience.games import games
from kiebitz.patience.notation import BOARD_FORMATS, format_board
from kiebitz.patience.session import Session
from kiebitz.web.endpoints import ENDPOINTS

KINDS = ("allowed", "forbidden", "changed", "valid")
_IN_A_TURN = 40
_SECONDS_A_TURN = 10  # after which no more is asked: a solution may take twice as long
_PATIENCE = 60
_STREAM = "application/x-ndjson"
#: What a request has in which field, by the reader that gets it.
_READ_BY = {"link": "links", "text": "texts"}
_DESCRIBED = [
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
]


class Fuzzer:
    """One server, and what it has answered: by address, kind of request and status."""

    def __init__(self, address: str, folder: Path) -> None:
        self._address = address
        self._folder = folder
        self._session = requests.Session()
        self._schema = schemathesis.openapi.from_url(f"{address}/api/openapi.json")
        self.operations = [found.ok() for found in self._schema.get_all_operations()]
        self.answers: Counter[tuple[str, str, int]] = Counter()
        self.findings = 0
        self.longest: dict[str, float] = {}

    def turn(self, operation: Any, kind: str, number: int, count: int = _IN_A_TURN) -> None:
        """Ask at an address for some things of a kind; the same *number*, the same things."""
        asks = bool(operation.body or operation.query)
        if not (operation.body if kind in ("changed", "valid") else asks or kind == "allowed"):
            return
        over = monotonic() + _SECONDS_A_TURN
        inputs = _inputs(operation.path, number)
        chance = Random(f"{operation.path} {number}")
        mode = GenerationMode.NEGATIVE if kind == "forbidden" else GenerationMode.POSITIVE

        @hypothesis.seed(number)
        @hypothesis.settings(
            max_examples=count if asks else 1,
            deadline=None,
            database=None,
            phases=[hypothesis.Phase.generate],
            suppress_health_check=list(hypothesis.HealthCheck),
        )
        @hypothesis.given(operation.as_strategy(generation_mode=mode))
        def ask(case: Any) -> None:
            if monotonic() > over:
                return
            if kind == "changed":
                _change(case, inputs, chance)
            elif kind == "valid":
                case.body = _valid(operation.path, chance)
            self.ask(case, kind)

        ask()

    def ask(self, case: Any, kind: str) -> None:
        """Send a request, and compare what comes back with the description."""
        path = case.operation.path
        begun = monotonic()
        try:
            response = case.call(base_url=self._address, session=self._session, timeout=_PATIENCE)
            self.answers[path, kind, response.status_code] += 1
            self._compare(case, response, kind)
        except (Exception, FailureGroup) as error:  # noqa: BLE001  whatever it is, it is a finding
            self.findings += 1
            name = f"api{path.replace('/', '-')}-{kind}-{self.findings}.txt"
            told = f"{case.as_curl_command()}\n\n{type(error).__name__}: {error}\n"
            (self._folder / name).write_text(told, encoding="utf-8", errors="backslashreplace")
            print(visible(f"{name}: {error}"[:300]), flush=True)
        self.longest[path] = max(self.longest.get(path, 0.0), monotonic() - begun)

    def _compare(self, case: Any, response: Any, kind: str) -> None:
        """Raise if an answer is not as described."""
        if response.status_code == 500:
            raise RuntimeError(response.text)
        if response.headers["content-type"] == [_STREAM]:
            described = case.operation.definition.raw["responses"]["200"]["content"][_STREAM]["schema"]
            line_of = jsonschema_rs.validator_for({**self._schema.raw_schema, **described})
            for line in response.text.splitlines():
                line_of.validate(json.loads(line))
        else:
            case.validate_response(response, checks=_DESCRIBED)
        if kind == "forbidden" and response.status_code == 200:  # for what cannot be told from what is allowed, too
            case.validate_response(response, checks=[checks.negative_data_rejection])


def _inputs(path: str, number: int) -> dict[str, Inputs]:
    """Return inputs for the fields of a request, and under an empty name for the whole of it."""
    found = {
        field: Inputs(name, tuple(READERS[name].seeds()), READERS[name].words, number)
        for field, name in _READ_BY.items()
    }
    reader = READERS["requests"]
    seeds = [seed for seed in reader.seeds() if ENDPOINTS[seed[0]].path == path]
    found[""] = Inputs("requests", seeds, reader.words, number)
    return found


def _change(case: Any, inputs: dict[str, Inputs], chance: Random) -> None:
    """Put into a request what a reader might get: for the whole of it, or for its texts."""
    fields = [field for field in _READ_BY if field in case.body and chance.random() < 0.7]
    for field in fields:
        case.body[field] = inputs[field].next()[1:].decode("utf-8", "replace")
    if not fields:
        case.body = inputs[""].next()[1:]


def _valid(path: str, chance: Random) -> dict[str, Any]:
    """Return a request that has an answer."""
    if "skat" in path:
        cards = [str(card) for card in chance.sample(PACKS["32"].cards, 12)]
        more = {"worlds": chance.randint(1, 3), "seed": chance.randrange(2**53)} if "chances" in path else {}
        return {"cards": cards[:10], "skat": chance.choice([None, cards[10:]]), **more}
    name = chance.choice(games())
    session = Session.new(name, chance.randint(2_000_000, 2**31))
    for _ in range(chance.choice((0, 1, 5, 40))):
        if session.legal_moves:
            session.push(chance.choice(list(session.legal_moves)))
    if not session.legal_moves and session.ply:
        session.undo()
    if path == "/api/read":
        return {"text": format_board(session.position, chance.choice(BOARD_FORMATS)), "game": name}
    more = {"move": str(chance.choice(list(session.legal_moves) or ["26"]))} if path == "/api/move" else {}
    return {"link": session.link(), **more}


def size(server: psutil.Process) -> int:
    """Return the resident megabytes of the server and its processes."""
    return sum(one.memory_info().rss for one in (server, *server.children(recursive=True))) >> 20


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--seconds", type=float, default=3600)
    arguments.add_argument("--requests", type=amount, default=10_000_000, help="at most")
    arguments.add_argument("--seed", type=int, default=1, help="number of the first turn")
    args = arguments.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    serve = [sys.executable, "-m", "kiebitz", "serve", "--port", "0"]
    with subprocess.Popen(serve, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            fuzzer = Fuzzer(process.stdout.readline().strip().rstrip("/"), args.folder)
            server = psutil.Process(process.pid)
            over, sizes = monotonic() + args.seconds, [size(server)]
            for number, (operation, kind) in enumerate(cycle(product(fuzzer.operations, KINDS)), args.seed):
                if monotonic() > over or fuzzer.answers.total() >= args.requests or process.poll() is not None:
                    break
                fuzzer.turn(operation, kind, number)
                sizes.append(size(server) if process.poll() is None else 0)
            alive = process.poll() is None
        finally:
            process.terminate()
            process.wait(_PATIENCE)
    _tell(fuzzer)
    quarters = ", ".join(str(max(sizes[part * len(sizes) // 4 :][: len(sizes) // 4 + 1])) for part in range(4))
    print(f"{len(sizes) - 1:,} turns; at most {quarters} MB in the quarters of them")
    print(
        f"{fuzzer.answers.total():,} requests, {fuzzer.findings} findings, the server {'lives' if alive else 'is gone'}"
    )
    return int(fuzzer.findings > 0 or not alive)


def _tell(fuzzer: Fuzzer) -> None:
    for operation in fuzzer.operations:
        for kind in KINDS:
            by_status = {
                status: count
                for (path, asked, status), count in sorted(fuzzer.answers.items())
                if (path, asked) == (operation.path, kind)
            }
            if by_status:
                told = ", ".join(f"{count:,} × {status}" for status, count in by_status.items())
                print(f"{operation.path} {kind}: {told}")
        print(f"{operation.path}: {fuzzer.longest.get(operation.path, 0):.1f} s at most")


if __name__ == "__main__":
    sys.exit(main())

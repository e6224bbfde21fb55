"""The choice of kernel: which one answers, `backend` names it, and type checkers see the compiled module."""

from __future__ import annotations

import ast
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HAS_NATIVE = importlib.util.find_spec("kiebitz.kernel._native") is not None
needs_native = pytest.mark.skipif(not HAS_NATIVE, reason="the native kernel was not built")


def python(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    env = {**{k: v for k, v in os.environ.items() if k != "KIEBITZ_BACKEND"}, **environment}
    return subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False)


def signatures(stub: str) -> list[str]:
    functions = [node for node in ast.parse(stub).body if isinstance(node, ast.FunctionDef)]
    for function in functions:
        function.body = [ast.Expr(ast.Constant(...))]
    return [ast.unparse(function) for function in functions]


@needs_native
def test_committed_stub_is_the_module_s() -> None:
    from nanobind.stubgen import StubGen

    from kiebitz.kernel import _native

    generator = StubGen(_native)
    generator.put(_native)
    committed = ROOT / "src" / "kiebitz" / "kernel" / "_native.pyi"
    assert signatures(committed.read_text(encoding="utf-8")) == signatures(generator.get())


def test_a_compiler_means_a_native_kernel() -> None:
    # An installation succeeds without the kernel if it fails to compile; this test must notice.
    if shutil.which(os.environ.get("CXX", "c++")):
        assert HAS_NATIVE, "build it: (cd native && cmake --workflow --preset module)"


@needs_native
def test_native_is_chosen_where_it_is_built() -> None:
    assert python("import kiebitz; print(kiebitz.backend)").stdout == "native\n"


def test_the_page_s_module_on_request() -> None:
    run = python("import kiebitz; print(kiebitz.backend)", KIEBITZ_BACKEND="wasm")
    assert (run.stdout, run.stderr) == ("wasm\n", "")


MISSING = "import sys; sys.modules['kiebitz.kernel._native'] = None; "


def test_the_page_s_module_where_nothing_was_built() -> None:
    run = python(MISSING + "import kiebitz; print(kiebitz.backend)")
    assert (run.stdout, run.stderr) == ("wasm\n", "")


@pytest.mark.parametrize("error", ["ImportError", "OSError", "RuntimeError"])
def test_without_wasmtime_one_line_says_what_to_install(error: str, tmp_path: Path) -> None:
    (tmp_path / "wasmtime.py").write_text(f"raise {error}('no library')", encoding="utf-8")
    run = python(MISSING + "import kiebitz.kernel.host", PYTHONPATH=str(tmp_path))
    assert run.returncode == 1
    assert run.stderr.splitlines()[-1] == (
        "kiebitz.errors.DependencyError: nothing here runs the kernel: no native module was built, and wasmtime cannot "
        "be loaded (no library): install a C++20 compiler and Kiebitz again, or `pip install wasmtime` where there is "
        "one for this system"
    )


def test_native_insisted_on_but_missing() -> None:
    run = python(MISSING + "import kiebitz.kernel.host", KIEBITZ_BACKEND="native")
    assert run.returncode == 1
    complaint = "DependencyError: KIEBITZ_BACKEND=native, but the native kernel cannot be loaded: "
    assert complaint in run.stderr.splitlines()[-1]


def test_unknown_backend() -> None:
    run = python("import kiebitz.kernel.host", KIEBITZ_BACKEND="abacus")
    assert "InputError: KIEBITZ_BACKEND='abacus'; expected native or wasm" in run.stderr


@needs_native
def test_ctrl_c_ends_the_search_at_once() -> None:
    code = (
        "import os, signal, threading, time\n"
        "from kiebitz import Limit, game, prove\n"
        "from kiebitz.patience.dealing import deal\n"
        "hard = deal(891, game('freecell').with_(cells=2))\n"
        "start = time.monotonic()\n"
        "try:\n"
        "    threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT)).start()\n"
        "    prove(hard, Limit(states=10**9))\n"
        "except KeyboardInterrupt:\n"
        "    print(time.monotonic() - start)\n"
    )
    assert 0.1 < float(python(code).stdout) < 2

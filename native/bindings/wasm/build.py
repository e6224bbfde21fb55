"""Build the kernel for WebAssembly: `python native/bindings/wasm/build.py` writes its modules into the package.

`kernel.wasm` is the whole kernel; `table.wasm` has the functions that answer at once, for the page's own thread.

Requires clang 19 with its linker, the C and C++ libraries for WebAssembly, and `wasm-opt`. Debian's packages:

    apt-get install clang-19 lld-19 libc++-19-dev-wasm32 libc++abi-19-dev-wasm32 libclang-rt-19-dev-wasm32 wasi-libc
    apt-get install binaryen    # version 108

Each module holds the hash of its sources. `--check` builds nothing and exits with 1 if the sources have changed;
`--output` writes the modules elsewhere. Only changed sources are compiled again.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
NATIVE = HERE.parents[1]
PLACE = NATIVE.parent / "src" / "kiebitz" / "web" / "static"
#: The modules, each with the source that lists its functions.
MODULES = {"kernel.wasm": "bindings/interface/families.cpp", "table.wasm": "bindings/interface/table.cpp"}
COMMAND = "python native/bindings/wasm/build.py"
COMPILER, OPTIMIZER = "clang++-19", "wasm-opt"
#: The versions by which the modules in the package were built: others may write other bytes.
VERSIONS = {COMPILER: "19.1.7", OPTIMIZER: "108"}

#: The sources in `native/` and their optimisation; headers follow from the includes. Visitors download the modules, so
#: all code that does not dominate a search is compiled for size.
SOURCES = {
    "bindings/interface/analyst.cpp": "-Oz",
    "bindings/interface/certificates.cpp": "-Oz",
    "bindings/interface/deals.cpp": "-Oz",
    "bindings/interface/families.cpp": "-Oz",
    "bindings/interface/interface.cpp": "-Oz",
    "bindings/interface/lines.cpp": "-Oz",
    "bindings/interface/play.cpp": "-Oz",
    "bindings/interface/scores.cpp": "-Oz",
    "bindings/interface/search.cpp": "-Oz",
    "bindings/interface/skat.cpp": "-Oz",
    "bindings/interface/skat_chances.cpp": "-Oz",
    "bindings/interface/skat_engine.cpp": "-Oz",
    "bindings/interface/skat_table.cpp": "-Oz",
    "bindings/interface/table.cpp": "-Oz",
    "bindings/interface/text.cpp": "-Oz",
    "bindings/wasm/module.cpp": "-Oz -frtti",
    "src/certificate/certificate.cpp": "-Os",
    "src/checker/checker.cpp": "-Oz",
    "src/common/dealing.cpp": "-Oz",
    "src/common/numbered.cpp": "-Oz",
    "src/common/shuffles.cpp": "-Oz",
    "src/freecell/best_first.cpp": "-O2",
    "src/freecell/complete.cpp": "-O2",
    "src/freecell/game.cpp": "-O2",
    "src/freecell/heuristic.cpp": "-O2",
    "src/freecell/portfolio.cpp": "-Oz",
    "src/freecell/range.cpp": "-Oz",
    "src/freecell/solver.cpp": "-Oz",
    "src/kernel.cpp": "-Oz",
    "src/analyst/analyst.cpp": "-Oz",
    "src/analyst/answering.cpp": "-Oz",
    "src/analyst/conditions.cpp": "-Oz",
    "src/analyst/difficulty.cpp": "-Oz",
    "src/analyst/game.cpp": "-Oz",
    "src/analyst/memory.cpp": "-Oz",
    "src/analyst/range.cpp": "-Oz",
    "src/analyst/sample.cpp": "-Oz",
    "src/analyst/turns.cpp": "-Oz",
    "src/one_suit/dealing.cpp": "-Oz",
    "src/one_suit/one_suit.cpp": "-Oz",
    "src/play/board.cpp": "-Oz",
    "src/play/deals.cpp": "-Oz",
    "src/play/moves.cpp": "-Oz",
    "src/play/play.cpp": "-Oz",
    "src/play/stated.cpp": "-Oz",
    "src/player_lines/beam.cpp": "-Oz",
    "src/player_lines/fewest.cpp": "-Oz",
    "src/player_lines/greedy.cpp": "-Oz",
    "src/player_lines/judged.cpp": "-Oz",
    "src/player_lines/player_lines.cpp": "-Oz",
    "src/russian/best_score.cpp": "-O2",
    "src/russian/best_scores.cpp": "-Oz",
    "src/russian/russian.cpp": "-O2",
    "src/russian/shortest.cpp": "-Oz",
    "src/shortest_lines/search.cpp": "-Os",
    "src/skat/engine/beliefs.cpp": "-Oz",
    "src/skat/engine/cards.cpp": "-Oz",
    "src/skat/engine/chances.cpp": "-Oz",
    "src/skat/engine/contracts.cpp": "-Oz",
    "src/skat/engine/deciding.cpp": "-Oz",
    "src/skat/engine/discards.cpp": "-Oz",
    "src/skat/engine/game.cpp": "-Oz",
    "src/skat/engine/moments.cpp": "-Oz",
    "src/skat/engine/players.cpp": "-Oz",
    "src/skat/engine/review.cpp": "-Oz",
    "src/skat/engine/view.cpp": "-Oz",
    "src/skat/engine/worlds.cpp": "-Oz",
    "src/skat/null.cpp": "-Oz",
    "src/skat/points.cpp": "-O2",
    "src/skat/skat.cpp": "-Oz",
    "src/text/board_json.cpp": "-Oz",
    "src/text/board_layout.cpp": "-Oz",
    "src/text/board_lines.cpp": "-Oz",
    "src/text/board_moves.cpp": "-Oz",
    "src/text/board_words.cpp": "-Oz",
    "src/text/boards.cpp": "-Oz",
    "src/text/cards.cpp": "-Oz",
    "src/text/characters.cpp": "-Oz",
    "src/text/json.cpp": "-Oz",
    "src/text/meaning.cpp": "-Oz",
    "src/text/moves.cpp": "-Oz",
    "src/text/setup.cpp": "-Oz",
    "src/text/solutions.cpp": "-Oz",
    "src/text/trees.cpp": "-Oz",
    "src/text/write_boards.cpp": "-Oz",
    "src/yukon/exhaustive.cpp": "-Os",
    "src/yukon/search.cpp": "-O2",
}
_INCLUDES = ("include", "src", "bindings")
_TARGET = ("--target=wasm32-wasi", "-stdlib=libc++")
_COMPILE = (
    "-std=c++20", "-DNDEBUG", "-msimd128", "-g0", "-flto", "-fignore-exceptions", "-fno-rtti",
    *(f"-I{name}" for name in _INCLUDES),
)  # fmt: skip
# A reactor: a module without `main`, whose functions are called. Its memory may grow to a gigabyte.
_LINK = (
    "-mexec-model=reactor", "-flto", "-Wl,--lto-O2", "-Wl,--gc-sections", "-Wl,--strip-all",
    "-Wl,--max-memory=1073741824", "-Wl,-z,stack-size=1048576",
)  # fmt: skip
# Only the features that the compiler assumes by default, and vectors. Memory starts as zeros, and the linker leaves its
# first kilobyte unused.
_OPTIMIZE = (
    "-O2", "--converge", "--zero-filled-memory", "--low-memory-unused", "--enable-simd", "--enable-sign-ext",
    "--enable-mutable-globals",
)  # fmt: skip
_SECTION = b"sources"  # the custom section of the module that holds the hash
_INCLUDE = re.compile(rb'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)
_MAGIC = 8  # bytes before the first section


def inputs(*sources: str) -> list[Path]:
    """Return the given sources (default: all) and the files that they include."""
    files: set[Path] = set()
    waiting = [NATIVE / name for name in sources or SOURCES]
    while waiting:
        path = waiting.pop()
        if path in files:
            continue
        files.add(path)
        for name in _INCLUDE.findall(path.read_bytes()):
            places = (path.parent, *(NATIVE / folder for folder in _INCLUDES))
            waiting += [place / name.decode() for place in places if (place / name.decode()).is_file()][:1]
    return sorted(files)


def hash_of(*sources: str) -> str:
    """Return the hash of the given sources (default: all), their includes and the build options."""
    digest = hashlib.sha256(repr((COMPILER, _TARGET, _COMPILE, SOURCES, _LINK, OPTIMIZER, _OPTIMIZE)).encode())
    for path in inputs(*sources):
        content = path.read_bytes().replace(b"\r\n", b"\n")
        digest.update(f"{path.relative_to(NATIVE).as_posix()} {len(content)}\n".encode() + content)
    return digest.hexdigest()


def hash_in(module: bytes) -> str | None:
    """Return the source hash stored in a module; `None` if there is none."""
    at = _MAGIC
    while at < len(module):
        kind = module[at]
        size, at = _number(module, at + 1)
        if kind == 0:
            length, name = _number(module, at)
            if module[name : name + length] == _SECTION:
                return module[name + length : at + size].decode()
        at += size
    return None


def is_current() -> bool:
    """Return whether the modules in the package match the current sources."""
    sources = hash_of()
    return all((PLACE / name).is_file() and hash_in((PLACE / name).read_bytes()) == sources for name in MODULES)


def build(output: Path = PLACE, folder: Path = NATIVE.parent / "build" / "wasm") -> None:
    """Build the modules into *output*, keeping object files in *folder*.

    Raises `CalledProcessError` if a tool fails, `FileNotFoundError` if one is missing.
    """
    folder.mkdir(parents=True, exist_ok=True)
    cache = [ccache] if (ccache := shutil.which("ccache")) else []

    def compiled(source: str) -> str:
        target = folder / f"{Path(source).stem}-{hash_of(source)[:16]}.o"
        if not target.is_file():
            part = target.with_suffix(f".{os.getpid()}.part")
            _run(*cache, COMPILER, *_TARGET, *_COMPILE, *SOURCES[source].split(), "-c", source, "-o", str(part))
            part.replace(target)
        return str(target)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        objects = dict(zip(SOURCES, pool.map(compiled, SOURCES), strict=True))
    payload = bytes([len(_SECTION)]) + _SECTION + hash_of().encode()
    for name, families in MODULES.items():
        linked = folder / f"{os.getpid()}-{name}"
        parts = [part for source, part in objects.items() if source == families or source not in MODULES.values()]
        _run(COMPILER, *_TARGET, *_LINK, *parts, "-o", str(linked))
        _run(OPTIMIZER, *_OPTIMIZE, str(linked), "-o", str(linked))
        linked.write_bytes(linked.read_bytes() + bytes([0, len(payload)]) + payload)
        linked.replace(output / name)


def _run(*words: str) -> None:
    subprocess.run(words, cwd=NATIVE, check=True)


def _number(data: bytes, at: int) -> tuple[int, int]:
    """Read a number of WebAssembly (LEB128) and return it with the place after it."""
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value, at


def main() -> int:
    """Build, or only check."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="only say whether the modules are those of the sources")
    parser.add_argument("--output", type=Path, default=PLACE, metavar="FOLDER", help="where to write the modules")
    args = parser.parse_args()
    if args.check:
        return 0 if is_current() else 1
    try:
        build(args.output)
    except FileNotFoundError as error:
        sys.exit(f"{error.filename} is not here; expected the packages named by --help")
    except subprocess.CalledProcessError as error:
        return error.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main())

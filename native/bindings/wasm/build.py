"""Build the kernel for WebAssembly: `python native/bindings/wasm/build.py` writes its modules into the package.

`kernel.wasm` is the whole kernel but the reader of pictures, which `picture.wasm` has; `table.wasm` has the functions
that answer at once, for the page's own thread.

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
MODULES = {
    "kernel.wasm": "bindings/interface/families.cpp",
    "table.wasm": "bindings/interface/table.cpp",
    "picture.wasm": "bindings/interface/picture_reader.cpp",
}
COMMAND = "python native/bindings/wasm/build.py"
COMPILER, DISASSEMBLER, OPTIMIZER = "clang++-19", "wasm-dis", "wasm-opt"
#: The versions by which the modules in the package were built: others may write other bytes.
VERSIONS = {COMPILER: "19.1.7", OPTIMIZER: "108"}

#: The optimisation of sources in `native/` that dominate a search. Visitors download the modules, so all other code is
#: compiled for size.
OPTIMIZED = {
    "bindings/wasm/module.cpp": "-Oz -frtti",
    "src/freecell/game.cpp": "-O2",
    "src/freecell/heuristic.cpp": "-O2",
    "src/russian/best_score.cpp": "-Os",
    "src/russian/russian.cpp": "-Os",
    "src/skat/points.cpp": "-O2",
    **{path.relative_to(NATIVE).as_posix(): "-O2" for path in sorted(NATIVE.glob("src/picture/*.cpp"))},
}
_SMALL = "-Oz"
#: All sources in `native/` and their optimisation; headers follow from the includes.
SOURCES = {
    source: OPTIMIZED.get(source, _SMALL)
    for pattern in ("bindings/interface/*.cpp", "bindings/wasm/module.cpp", "src/**/*.cpp")
    for source in sorted(path.relative_to(NATIVE).as_posix() for path in NATIVE.glob(pattern))
}
_INCLUDES = ("include", "src", "bindings")
_TARGET = ("--target=wasm32-wasi", "-stdlib=libc++")
_COMPILE = (
    "-std=c++20", "-DNDEBUG", "-msimd128", "-g0", "-flto", "-fignore-exceptions", "-fno-rtti",
    *(f"-I{name}" for name in _INCLUDES),
)  # fmt: skip
# A reactor: a module without `main`, whose functions are called. Its memory may grow to a gigabyte.
_LINK = (
    "-mexec-model=reactor", "-flto", "-Wl,--lto-O2", "-Wl,--gc-sections", "-Wl,--strip-debug",
    "-Wl,--max-memory=1073741824", "-Wl,-z,stack-size=1048576",
)  # fmt: skip
# Only the features that the compiler assumes by default, and vectors. Memory starts as zeros, and the linker leaves its
# first kilobyte unused. No engine uses the hints on alignment, and without them the module compresses better.
_OPTIMIZE = (
    "--optimize-added-constants-propagate", "-O2", "--converge", "--dealign", "--zero-filled-memory",
    "--low-memory-unused", "--enable-simd", "--enable-sign-ext", "--enable-mutable-globals",
)  # fmt: skip
_SECTION = b"sources"  # the custom section of the module that holds the hash
_INCLUDE = re.compile(rb'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)
_MAGIC = 8  # bytes before the first section
#: A function in the text of a module: the type that its name begins with, perhaps, and the rest of the name.
_FUNCTION = re.compile(r"^ \(func ((?:(?!kiebitz::|std::)\S)*)(\S*).*?^ \)\n", re.DOTALL | re.MULTILINE)


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
    options = (COMPILER, _TARGET, _COMPILE, SOURCES, _LINK, OPTIMIZER, _OPTIMIZE, _FUNCTION.pattern)
    digest = hashlib.sha256(repr(options).encode())
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
        linked, text = folder / f"{os.getpid()}-{name}", folder / f"{os.getpid()}-{name}.wat"
        parts = [part for source, part in objects.items() if source == families or source not in MODULES.values()]
        _run(COMPILER, *_TARGET, *_LINK, *parts, "-o", str(linked))
        _run(DISASSEMBLER, str(linked), "-o", str(text))
        text.write_text(sorted_functions(text.read_text("utf-8")), "utf-8")
        _run(OPTIMIZER, *_OPTIMIZE, str(text), "-o", str(linked))
        text.unlink()
        linked.write_bytes(linked.read_bytes() + bytes([0, len(payload)]) + payload)
        linked.replace(output / name)


def sorted_functions(module: str) -> str:
    """Return the text of a module with its functions in the order of their names.

    Functions of a class, and instances of a template, are then neighbours: the module compresses better by 4 KB.
    """
    functions = list(_FUNCTION.finditer(module))
    by_name = sorted(functions, key=lambda function: (function[2], function[1]))
    in_order = "".join(function[0] for function in by_name)
    return module[: functions[0].start()] + in_order + module[functions[-1].end() :]


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

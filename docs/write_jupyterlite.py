"""Add JupyterLite with the lessons to the site: notebooks that run in the browser, from files alone.

    python docs/write_jupyterlite.py SITE

`sphinx-build -t jupyterlite docs SITE` calls this, too. It needs the dependency groups `lessons` and `build`, npm, and
the package registries. Pyodide (Python as WebAssembly), its notebook kernel and Kiebitz's wheel become part of SITE.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path
from typing import Any

import write_notebooks

ROOT = Path(__file__).parents[1]
PYODIDE = "pyodide@314.0.7"
#: The packages of the notebook kernel that are not part of its extension; ipython needs the last eleven.
WHEELS = (
    "micropip==0.11.1",
    "packaging==26.4",
    "comm==0.2.3",
    "jedi==0.20.1",
    "parso==0.8.7",
    "ipython==9.18.1",
    "asttokens==3.0.2",
    "decorator==5.3.1",
    "executing==2.3.0",
    "ipython-pygments-lexers==1.1.1",
    "matplotlib-inline==0.2.2",
    "prompt-toolkit==3.0.53",
    "pure-eval==0.2.4",
    "pygments==2.21.0",
    "stack-data==0.6.3",
    "traitlets==5.16.1",
    "wcwidth==0.9.4",
)
EXTENSION = "@jupyterlite/pyodide-kernel-extension"
#: All cells stay in the page, so that the browser can find and print them.
LOOK = {"@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"}}
ON_IMPORT = "kiebitz"  # loaded when a cell imports it; the others at the start
#: Only Pyodide itself compiles for its version of Python. Without this, each start compiles in the visitor's browser.
IN_NODE = """
const [folder, program, ...names] = process.argv.slice(1);
const { loadPyodide } = await import(`${folder}/pyodide.mjs`);
const pyodide = await loadPyodide();
pyodide.mountNodeFS("/archives", folder);
pyodide.globals.set("names", names);
pyodide.runPython(program);
"""
IN_PYODIDE = """
import compileall, pathlib, py_compile, shutil
folder, mode = "/unpacked", py_compile.PycInvalidationMode.UNCHECKED_HASH
for name in names:
    shutil.unpack_archive(f"/archives/{name}", folder, "zip")
    compileall.compile_dir(folder, quiet=2, legacy=True, stripdir=folder, invalidation_mode=mode)
    for source in pathlib.Path(folder).rglob("*.py"):
        if source.with_suffix(".pyc").exists():
            source.unlink()
    shutil.move(shutil.make_archive("/packed", "zip", folder), f"/archives/{name}")
    shutil.rmtree(folder)
"""


def write(site: Path) -> None:
    """Build JupyterLite into the folder `lite` of the site."""
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        wheels = _wheels(work / "wheels")
        pyodide = work / "lite" / "static" / "pyodide"
        _unpack_pyodide(pyodide)
        lock = json.loads((pyodide / "pyodide-lock.json").read_text("utf-8"))
        lock["packages"] = {}
        copies = [Path(shutil.copy(wheel, pyodide)) for wheel in wheels]
        names = ["python_stdlib.zip", *(each.name for each in copies if not each.name.startswith(ON_IMPORT))]
        _run("node", "--input-type=module", "-e", IN_NODE, pyodide, IN_PYODIDE, *names, cwd=work)
        for wheel in copies:
            entry = _lock_entry(wheel)
            lock["packages"][entry["name"]] = entry
        (pyodide / "pyodide-lock.json").write_text(json.dumps(lock), "utf-8")
        at_start = sorted(lock["packages"].keys() - {ON_IMPORT})
        settings = {"disablePyPIFallback": True, "loadPyodideOptions": {"packages": at_start}}
        config = {"litePluginSettings": {f"{EXTENSION}:kernel": settings}}
        lite = {"jupyter-lite-schema-version": 0, "jupyter-config-data": config}
        (work / "lite" / "jupyter-lite.json").write_text(json.dumps(lite), "utf-8")
        (work / "lite" / "overrides.json").write_text(json.dumps(LOOK), "utf-8")
        write_notebooks.write(work / "contents")
        command = (sys.executable, "-m", "jupyterlite_core", "build", "--apps", "notebooks")
        options = ("--lite-dir", work / "lite", "--contents", work / "contents", "--output-dir", site / "lite")
        _run(*command, *options, "--no-unused-shared-packages", "--no-sourcemaps", cwd=work)


def _run(*command: str | Path, cwd: Path, **environment: str) -> None:
    """Run a command; raise a `RuntimeError` with its output if it fails."""
    done = subprocess.run(
        command, cwd=cwd, env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise RuntimeError(f"{shlex.join(map(str, command))}\n{done.stdout}{done.stderr}")


def _wheels(folder: Path) -> list[Path]:
    """Fetch or build all wheels, those in the kernel's extension included."""
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check")
    pure = ("--python-version", "3.14", "--platform", "any", "--only-binary=:all:")
    folder.mkdir()
    _run(*pip, "download", "--no-deps", *pure, "-d", folder, *WHEELS, cwd=folder)
    _run(*pip, "wheel", "--no-deps", "--no-build-isolation", "-w", folder, ROOT, cwd=folder, KIEBITZ_PURE="1")
    extension = Path(sys.prefix) / "share" / "jupyter" / "labextensions" / EXTENSION / "static" / "pypi"
    for name in ("ipykernel", "piplite", "pyodide_kernel"):
        shutil.copy(next(extension.glob(f"{name}-*.whl")), folder)
    return sorted(folder.glob("*.whl"))


def _unpack_pyodide(folder: Path) -> None:
    """Fetch Pyodide and leave its files in a folder."""
    folder.mkdir(parents=True)
    _run("npm", "pack", "--silent", PYODIDE, cwd=folder)
    (archive,) = folder.glob("*.tgz")
    with tarfile.open(archive) as files:
        for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"):
            content = files.extractfile(f"package/{name}")
            if content is not None:
                (folder / name).write_bytes(content.read())
    archive.unlink()


def _lock_entry(wheel: Path) -> dict[str, Any]:
    """Return the description of a wheel in Pyodide's lock file."""
    project, version = wheel.name.split("-")[:2]
    with zipfile.ZipFile(wheel) as files:
        tops = {Path(name).parts[0] for name in files.namelist() if ".dist-info/" not in name}
    return {
        "name": re.sub(r"[-_.]+", "-", project).lower(),
        "version": version,
        "file_name": wheel.name,
        "sha256": hashlib.sha256(wheel.read_bytes()).hexdigest(),
        "imports": sorted(top.removesuffix(".pyc") for top in tops if "." not in top.removesuffix(".pyc")),
        "depends": [],
        "install_dir": "site",
        "package_type": "package",
        "unvendored_tests": False,
    }


if __name__ == "__main__":
    write(Path(sys.argv[1]).resolve())

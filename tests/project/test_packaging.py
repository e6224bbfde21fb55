"""Packaging agrees with the package: the conda recipe, the citation, the container."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import yaml  # type: ignore[import-untyped]  # it ships no types

import kiebitz

ROOT = Path(__file__).parents[2]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def requirement(text: str) -> tuple[str, str]:
    """Return the name and the version of a requirement, in either form: `name>=1` or `name >=1`."""
    match = re.fullmatch(r"([\w.-]+?)(?:\[[\w,]+\])?\s*(>=[\w.]+)?", text)
    assert match is not None, text
    return match[1], match[2] or ""


def test_the_recipe_wants_what_the_package_wants() -> None:
    recipe = yaml.safe_load((ROOT / "packaging" / "recipe.yaml").read_text(encoding="utf-8"))
    wants = recipe["requirements"]
    host = set(map(requirement, wants["host"])) - {("python", ""), ("pip", "")}
    assert host == set(map(requirement, PROJECT["build-system"]["requires"]))
    build = {requirement(one) for one in wants["build"] if "$" not in one}
    assert build <= set(map(requirement, PROJECT["dependency-groups"]["build"]))
    run = set(map(requirement, wants["run"])) - {("python", "")}
    (requirements,) = (entry["always"] for entry in PROJECT["tool"]["dynamic-metadata"] if "always" in entry)
    assert run == set(map(requirement, requirements))
    extras = {requirement(one) for extra in PROJECT["project"]["optional-dependencies"].values() for one in extra}
    assert set(map(requirement, wants["run_constraints"])) == extras - {("kiebitz", "")}
    about = recipe["about"]
    assert (about["license"], about["license_file"]) == (PROJECT["project"]["license"], "LICENSE")
    commands = [f"{name} = {place}" for name, place in PROJECT["project"]["scripts"].items()]
    assert recipe["build"]["python"]["entry_points"] == commands


def test_the_version_stands_in_one_place() -> None:
    version, _ = PROJECT["tool"]["dynamic-metadata"]
    assert (version["field"], version["input"]) == ("version", "src/kiebitz/__init__.py")
    assert "version" in PROJECT["project"]["dynamic"]
    for name in ("CITATION.cff", "Dockerfile", "packaging/recipe.yaml", "pyproject.toml"):
        assert kiebitz.__version__ not in (ROOT / name).read_text(encoding="utf-8"), name


def test_the_changelog_has_a_dated_part_on_this_version() -> None:
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(rf"^## {re.escape(kiebitz.__version__)} – \d{{4}}-\d\d-\d\d$", changes, re.MULTILINE)


def test_the_citation_names_the_package() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert citation["title"].startswith("Kiebitz: ")
    assert citation["license"] == PROJECT["project"]["license"]
    assert [author["name"] for author in citation["authors"]] == [
        author["name"] for author in PROJECT["project"]["authors"]
    ]


def test_the_container_asks_for_what_the_server_has() -> None:
    lines = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    (extra,) = re.findall(r"/source\[(\w+)\]", lines)
    assert extra in PROJECT["project"]["optional-dependencies"]
    python = re.findall(r"^FROM python:([\d.]+)-slim", lines, re.MULTILINE)
    assert len(python) == 2
    assert len(set(python)) == 1  # both stages use the same Python
    # Hosts that forbid root can check a numeric user only.
    (user,) = re.findall(r"useradd .*--uid (\d+) kiebitz$", lines, re.MULTILINE)
    assert int(user) > 0
    assert f"USER {user}\n" in lines
    from kiebitz.web.endpoints import FETCHED

    assert re.search(r"/api/\w+", lines)[0] in [path for path, *_ in FETCHED]  # type: ignore[index]

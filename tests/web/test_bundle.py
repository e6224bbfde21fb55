"""Bundled scripts of the page: exactly the same code, in the right order."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("msgspec", reason="the server's libraries are not installed: kiebitz[web]")

from kiebitz.web import site
from kiebitz.web.bundle import LATER, bundle

MODULES = {
    "main": (
        '// The page.\n\nimport { one, two as second } from "./numbers.js";\nimport { three } from "./sums.js";\n\n'
        'export const address = "https://x"; // kept\n/** Says it. */\nsay(one, second, three);\n'
    ),
    "sums": 'import { one, two } from "./numbers.js";\n\nexport { two };\nexport const three = one + two;\n',
    "numbers": "export const [one, two] = [1, 2];\n/**\n * Not asked.\n */\nexport async function* many() {}\n",
}


def test_each_module_once_and_before_those_that_import_it() -> None:
    assert bundle("main", MODULES.__getitem__).replace("\n\n", "\n") == (
        "const $numbers = (() => {\n"
        "const [one, two] = [1, 2];\nasync function* many() {}\n"
        "return { one, two, many };\n})();\n"
        "const $sums = (() => {\n"
        "const { one, two } = $numbers;\nconst three = one + two;\n"
        "return { three, two };\n})();\n"
        "const { one, two: second } = $numbers;\nconst { three } = $sums;\n"
        'const address = "https://x"; // kept\nsay(one, second, three);\n'
        "export { $numbers as numbers, $sums as sums };\n"
    )


def test_a_later_script_takes_shared_modules_from_its_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LATER, "editor", "main")
    texts = MODULES | {
        "editor": (
            'import { one } from "./numbers.js";\nimport { tray } from "./tray.js";\n\n'
            "export const edit = () => tray(one);\n"
        ),
        "tray": 'import { three } from "./sums.js";\n\nexport const tray = (card) => card + three;\n',
    }
    assert bundle("editor", texts.__getitem__).replace("\n\n", "\n") == (
        'import { numbers as $numbers, sums as $sums } from "./main.js";\n'
        "const $tray = (() => {\n"
        "const { three } = $sums;\nconst tray = (card) => card + three;\nreturn { tray };\n})();\n"
        "const { one } = $numbers;\nconst { tray } = $tray;\nconst edit = () => tray(one);\n"
        "export { edit, $tray as tray };\n"
    )


@pytest.mark.parametrize(
    "line", ["export let one = 1;", "export default 1;", 'import "./other.js";', 'export * from "./other.js";']
)
def test_unsupported_forms_are_named(line: str) -> None:
    texts = {"main": 'import { one } from "./bad.js";\n', "bad": f"{line}\n"}
    with pytest.raises(ValueError, match=r"^bad\.js: "):
        bundle("main", texts.__getitem__)


def test_the_site_has_only_entry_scripts() -> None:
    scripts = [name for name in site.names() if site.is_script(name)]
    loaded = ("board_editor", "picture_worker", "proof_worker", "worker")
    assert scripts == sorted(f"app/{name}.js" for name in (*loaded, "main", "offline", "skat", "skat_game"))
    pages = "".join(site.content(f"{name}.html").decode() for name in ("index", "skat", "skat-game"))
    for name in scripts:
        script = Path(name).stem
        assert f'src="{name}"' in pages or script in loaded
        assert (' from "' in site.content(name).decode()) == (script in LATER)

"""Files of seeds: contents against the analysis, interruptions, processes, and damaged files."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from runpy import run_path
from shutil import which
from subprocess import run
from zlib import crc32

import pytest

import kiebitz
from kiebitz.analysis.difficulty import short_line
from kiebitz.analysis.levels import Level, level, require
from kiebitz.analysis.limits import Limit, Verdict
from kiebitz.analysis.shortest import shortest
from kiebitz.analysis.solving import solve
from kiebitz.errors import InputError, NumberRangeError, UnsupportedRulesError
from kiebitz.patience.dealing import deal
from kiebitz.patience.games import game, games
from kiebitz.read_seeds import LEVELS, Seed, read
from kiebitz.studies.seeds import SeedPlan, SeedSearch, encode, seek

ROOT = Path(__file__).parents[2]
PLAN = SeedPlan("solitaire_6x6", levels=(Level.MEDIUM, Level.HARD), states=20_000)


def sought(plan: SeedPlan, count: int, jobs: int = 1, earlier: bytes = b"") -> bytes:
    search = SeedSearch(plan, count, jobs, earlier)
    search.run(lambda: None)
    return search.encoded()


def test_seeds_are_the_deals_of_the_levels() -> None:
    header, seeds = read(sought(PLAN, 8))
    assert header == {
        "game": "solitaire_6x6",
        "numbering": "microsoft",
        "levels": "medium hard",
        "states": "20000",
        "first": "1",
        "next": str(seeds[-1].number + 1),
        "count": "8",
    }
    levels = {number: level(deal(number, "solitaire_6x6")).level for number in range(1, seeds[-1].number + 1)}
    wanted = [number for number, each in levels.items() if each in PLAN.levels]
    assert [seed.number for seed in seeds] == wanted
    for seed in seeds:
        assert Level(seed.level) is levels[seed.number]
        least = shortest(deal(seed.number, "solitaire_6x6"), metric="player").length
        assert least is not None
        assert 0 < seed.bound <= least <= seed.moves


def test_a_line_is_known_if_only_the_search_for_the_level_finds_one() -> None:
    plan = SeedPlan("beleaguered_castle", levels=(Level.EXPERT,), first=3418, states=50_000)
    assert not solve(deal(3418, plan.game), Limit(states=plan.states)).moves
    _, (seed,) = read(sought(plan, 1))
    assert (seed.number, seed.moves) == (3418, len(short_line(deal(3418, plan.game)).moves))


def test_interruptions_and_processes_leave_no_trace() -> None:
    whole = sought(PLAN, 12)
    assert sought(PLAN, 12, jobs=2) == whole
    half = SeedSearch(PLAN, 12)
    half.run(lambda: half.stop() if half.seeds else None)
    assert half.is_stopped
    assert 0 < len(half.seeds) < 12
    assert sought(PLAN, 12, earlier=half.encoded()) == whole
    assert sought(PLAN, 12, earlier=sought(PLAN, 5)) == whole
    assert sought(PLAN, 5, earlier=whole) == whole
    with pytest.raises(InputError, match="seeds of other deals"):
        SeedSearch(SeedPlan("solitaire_6x6"), 12, earlier=whole)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.long] if place % 4 else []) for place, name in enumerate(games())]
)
def test_every_game_has_seeds(name: str) -> None:
    header, seeds = read(sought(SeedPlan(name, "fisher-yates", first=10**12), 2))
    assert header["game"] == name
    for seed in seeds:
        assert solve(deal(seed.number, name, "fisher-yates")).verdict is Verdict.SOLVED
        assert seed.level in LEVELS


def test_plans_that_have_no_seeds() -> None:
    with pytest.raises(UnsupportedRulesError):
        SeedPlan("yukon", levels=(Level.EASY,))
    with pytest.raises(InputError, match="numbering pysolfc deals 52 cards, not 36"):
        SeedPlan("solitaire_6x6", "pysolfc")
    with pytest.raises(NumberRangeError):
        SeedPlan("freecell", "microsoft", (), -1)


def test_the_files_of_a_release_are_of_games_with_and_without_levels() -> None:
    plan = run_path(str(ROOT / "packaging" / "seeds.py"))
    for name in plan["GAMES"]:
        if name in plan["WITHOUT_LEVELS"]:
            with pytest.raises(UnsupportedRulesError):
                require(game(name))
        else:
            require(game(name))
    assert plan["LEVELS"] == LEVELS[1:]


def plan_of(header: dict[str, str]) -> SeedPlan:
    levels = () if header["levels"] == "any" else tuple(map(Level, header["levels"].split()))
    return SeedPlan(header["game"], header["numbering"], levels, int(header["first"]), int(header["states"]))


RELEASED = sorted((ROOT / "docs" / "seeds").glob("*.seeds"))


def test_the_files_for_download_are_whole() -> None:
    assert RELEASED
    for file in RELEASED:
        data = file.read_bytes()
        header, seeds = read(data)
        assert encode(plan_of(header), seeds, int(header["next"])) == data
        assert (len(seeds), len(data) <= 60_000) == (10_000, True)
        assert all(seed.bound <= seed.moves > 0 for seed in seeds)


@pytest.mark.long
@pytest.mark.parametrize("file", RELEASED, ids=lambda file: file.stem)
def test_the_files_for_download_have_winnable_deals(file: Path) -> None:
    header, seeds = read(file.read_bytes())
    plan = plan_of(header)
    patient = replace(plan, states=10 * plan.states)  # another version may need more states for the same deal
    for seed in Random(617).sample(seeds, 20):
        (today,) = seek(patient, seed.number, seed.number).seeds
        assert today.level == seed.level
        assert seed.bound <= today.moves
        assert today.bound <= seed.moves


SEEDS = [Seed(1, "-", 7, 0), Seed(2, "easy", 255, 9), Seed(10**20, "expert", 40, 21)]


def test_both_readers_read_any_number(tmp_path: Path) -> None:
    data = encode(SeedPlan("freecell", "pysolfc"), SEEDS, 10**20 + 1)
    assert read(data)[1] == SEEDS
    (tmp_path / "some.seeds").write_bytes(data)
    lines = [" ".join(map(str, seed)) for seed in SEEDS]
    folder = Path(kiebitz.__file__).parent
    programs = [["python3", str(folder / "read_seeds.py")]]
    if which("node"):
        reader = tmp_path / "any_name.mjs"
        reader.write_bytes((folder / "read_seeds.js").read_bytes())
        programs.append(["node", str(reader)])
    for program in programs:
        for wrong in ([], [str(folder / "read_seeds.js")], [str(tmp_path / "absent")]):
            ran = run([*program, *wrong], capture_output=True, text=True, check=False)
            assert (ran.returncode, ran.stdout, ran.stderr.count("\n")) == (2, "", 1)
        ran = run([*program, str(tmp_path / "some.seeds")], capture_output=True, text=True, check=False)
        assert (ran.returncode, ran.stdout.splitlines()) == (0, lines), ran.stderr
    assert all(len((folder / name).read_text().splitlines()) <= 100 for name in ("read_seeds.py", "read_seeds.js"))


def test_damage_is_named() -> None:
    data, chance = encode(PLAN, SEEDS, 10**20 + 1), Random(617)
    for _ in range(300):
        place = chance.randrange(len(data))
        forged = data[:place] if chance.random() < 0.3 else data[:place] + chance.randbytes(1) + data[place + 1 :]
        if forged != data:
            with pytest.raises(ValueError, match=r"no file of|damaged|no header|deals|record|level"):
                read(forged)
        content = forged[:-4]  # with a checksum that fits
        try:
            read(content + crc32(content).to_bytes(4, "little"))
        except ValueError:
            continue

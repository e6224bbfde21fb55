"""What holds for every test: Ctrl-C reaches the processes that tests start, and slow tests take the time they need.

A shell that runs the tests in the background lets them ignore SIGINT, and their children inherit that. Properties are
tried on fewer examples for somebody who waits than before a release, with the profile `thorough`.
"""

import signal
from collections.abc import Iterator

import pytest
from hypothesis import settings

settings.register_profile("quick", max_examples=25)
settings.register_profile("thorough", max_examples=100)
settings.load_profile("quick")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def signals_as_before() -> Iterator[None]:
    """Put back what a command that ran in this process handles or ignores: the processes of later tests inherit it."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    yield
    for number, handler in before.items():
        if signal.getsignal(number) is not handler:
            signal.signal(number, handler)


#: Files, or tests of a file, that take longer than somebody who waits should wait; CI runs them.
LONG = (
    "differential/",
    "kernel/test_any_card_moves.py",
    "kernel/test_checker.py",
    "kernel/test_memory.py",
    "project/test_sanitized_kernel.py",
    "studies/test_cluster.py",
    "web/test_attacks.py",
    "web/browser/test_accessibility.py",
    "web/browser/test_keeping.py",
    "web/browser/test_languages.py",
    "web/browser/test_offline.py",
    "web/browser/test_paste.py",
    "web/browser/test_skat.py",
    "web/browser/test_statistics.py",
    "web/browser/test_windows.py",
    "analysis/test_certificates.py::test_ten_thousand_damaged_certificates",
    "analysis/test_certificates.py::test_the_impossible_deals_of_the_million_are_proven",
    "analysis/test_analyst.py::test_many_threads_ask_the_same_analyst",
    "cli/test_etude.py::test_ctrl_c_prints_the_figures_so_far",
    "cli/test_ranges.py::test_ctrl_c_prints_the_figures_so_far",
    "cli/test_skat_chances.py::test_ctrl_c_gives_what_is_known",
    "cli/test_study.py::test_ctrl_c_finishes_the_chunk_in_hand",
    "kernel/test_native.py::test_limit_of_memory_holds_for_the_whole_process",
    "kernel/test_plain.py::test_both_kernels_give_the_same_verdicts",
    "patience/test_autoplay.py::test_safe_moves_never_lose",
    "studies/test_study_resumed.py::test_kills_at_random_moments",
)


@pytest.hookimpl(tryfirst=True)  # before those are left out that were not asked for
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give long tests their mark, and slow ones the time they need."""
    for item in items:
        if item.nodeid.removeprefix("tests/").startswith(LONG):
            item.add_marker(pytest.mark.long)
        if item.get_closest_marker("slow"):
            item.add_marker(pytest.mark.timeout(0))

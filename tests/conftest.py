"""What holds for every test: Ctrl-C reaches the processes that tests start, and slow tests take the time they need.

No fixture of a single room may live here. A shell that runs the tests in the background lets them ignore SIGINT, and
their children inherit that.
"""

import signal

import pytest

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.get_closest_marker("slow"):
            item.add_marker(pytest.mark.timeout(0))

"""What holds for every test: Ctrl-C reaches the processes that tests start. No fixture of a single room may live here.

A shell that runs the tests in the background lets them ignore SIGINT, and their children inherit that.
"""

import signal

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

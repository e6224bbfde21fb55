"""The oracle: answers the kernel's questions by visiting every position, to check the kernel in tests.

It is slow and complete: no bounds, reductions or tuned order. It shares no code with the kernel, and with the referee
only rules and positions as data. `board` implements the rules of every patience, `search` the questions, `skat` Skat
with cards as two letters.
"""

from oracle.search import can_be_won, choices, fewest, most_home, perft, shortest_to

__all__ = ["can_be_won", "choices", "fewest", "most_home", "perft", "shortest_to"]

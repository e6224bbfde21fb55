"""The oracle: it answers the kernel's questions by looking at every position there is, and judges it in tests.

It is slow, plain and complete: no bound, no reduction, no tuned order. It shares no code with the kernel, and with the
referee only rules and positions as data. `board` knows the rules of every patience and `search` asks about them; Skat
is in `skat`, where the cards are two letters each.
"""

from oracle.search import can_be_won, choices, fewest, most_home, perft, shortest_to

__all__ = ["can_be_won", "choices", "fewest", "most_home", "perft", "shortest_to"]

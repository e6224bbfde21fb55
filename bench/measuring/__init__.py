"""What the benchmarks share: processes timed from outside, the peer, and the rows of the table.

Nothing here is part of Kiebitz, and Kiebitz imports none of it.
"""

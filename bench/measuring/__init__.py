"""Shared parts of the benchmarks: timed processes, the peer, and the rows of the table."""

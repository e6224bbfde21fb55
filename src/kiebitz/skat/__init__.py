"""Skat, what a hand is worth: the textbook rule, the official value and score, recorded games, and play.

`kiebitz.skat` and `kiebitz.patience` do not import each other, and neither imports the kernel.
"""

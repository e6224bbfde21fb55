"""Skat, what a hand is worth: the textbook rule, the official value and score, recorded games, and play.

Nothing here prints or reads files of the user; front ends do that. Patience is not known here, nor this room there.
"""

"""What is true of a game: whether it can be won, how, what it scores, which move lost it, what a Skat hand is worth.

This is the only package that asks the search kernel; every line that it hands out has been replayed by a referee or a
checker.
"""

"""Verified answers about games: winnability, solutions, best scores, losing moves, Skat chances and reviews.

Every line returned here has been replayed by a referee or a checker.
"""

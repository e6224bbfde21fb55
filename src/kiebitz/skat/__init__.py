"""Skat: hands, contracts, values, scores, recorded games, and play, without the kernel."""

"""Reinforcement-learning environments: patiences for Gymnasium, Skat for PettingZoo."""

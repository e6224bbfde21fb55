"""For people who teach machines: patiences as a Gymnasium environment, Skat as one of PettingZoo."""

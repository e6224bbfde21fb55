"""Questions asked of many deals: the engine for long runs, and what is to be said of their answers.

How a single deal is answered is for `analysis`; how the figures are printed, for the command line.
"""

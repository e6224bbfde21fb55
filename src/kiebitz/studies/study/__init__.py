"""Studies: one question asked of many deals under a grid of rules, kept in a folder that survives a kill, and reported.

What a study is stands in `plan`, what its questions are in `questions`; printing is for the command line.
"""

from kiebitz.studies.study.plan import Deals, Study

__all__ = ["Deals", "Study"]

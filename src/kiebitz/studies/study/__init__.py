"""Studies: one question about many deals under a grid of rules, kept in a folder that survives a kill."""

from kiebitz.studies.study.plan import Deals, Study

__all__ = ["Deals", "Study"]

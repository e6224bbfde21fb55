"""Long runs over many deals: the engine, the questions, studies, and the statistics of their answers."""

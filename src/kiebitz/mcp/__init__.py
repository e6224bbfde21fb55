"""For assistants: the analyst's answers as tools of the Model Context Protocol, over standard input and output."""

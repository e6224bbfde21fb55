"""The analyst as tools of the Model Context Protocol for assistants, over standard input and output."""

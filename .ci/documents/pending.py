"""What documents speak of before it is there. Each entry goes as soon as the thing itself has come."""

# Pages that may be linked though they are missing.
PAGES: set[str] = set()

# Commands of the tool that may be named though it does not have them.
VERBS: set[str] = set()

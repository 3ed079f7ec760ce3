"""The race against other evaluation tools: same rows, same constant model, one environment per tool."""

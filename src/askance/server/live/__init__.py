"""The Live view: loaded models answer questions about an image while the reader changes both."""

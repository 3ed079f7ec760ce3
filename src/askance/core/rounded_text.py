"""Numbers as a reader sees them: rounded, with a real minus sign, and never "−0.0"."""


def signed_text(value: float, decimals: int) -> str:
    """A difference with its sign: +10.4, −3.0; what is rounded to zero has none."""
    rounded = round(value, decimals) + 0.0  # -0.0 becomes 0.0
    return f"{rounded:{'+' if rounded else ''}.{decimals}f}".replace("-", "−")


def rounded_text(value: float, decimals: int) -> str:
    """A number with the given number of decimals."""
    return f"{round(value, decimals) + 0.0:.{decimals}f}"

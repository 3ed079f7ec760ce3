"""Text in CSV files: a spreadsheet must not take text from models or data for a formula."""

from askance.core.control_characters import escape_controls

FORMULA = ("=", "+", "-", "@")  # what a spreadsheet would run


def escape_formula(text: str) -> str:
    """The text with an apostrophe before it if a spreadsheet would take it for a formula; controls are escaped."""
    shown = escape_controls(text)
    return f"'{shown}" if shown.startswith(FORMULA) else shown


def unescape_formula(cell: str) -> str:
    """The text without the apostrophe that `escape_formula` wrote before it."""
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(FORMULA) else cell

"""The templates of the HTML report: whatever they print is escaped, and control characters are made visible."""

from functools import cache
from typing import TYPE_CHECKING, Any

from askance.report.grade_marks import SIGNS, TONES
from askance.report.html_escape import (
    allow_breaks_in_name,
    escape_html,
    escape_html_attribute,
    isolate_text_direction,
)
from markupsafe import Markup

if TYPE_CHECKING:
    from jinja2 import Environment


def render_template(template: str, **values: Any) -> str:
    """A template of `report/templates` with these values, as HTML; another template prints it with `| safe`."""
    return template_environment().get_template(template).render(values)


@cache
def template_environment(*packages: str) -> "Environment":
    """The environment of the report's templates, and before them those of other packages."""
    from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined  # slow to import; only HTML needs it

    made = Environment(
        loader=ChoiceLoader([PackageLoader(package) for package in (*packages, "askance.report")]),
        autoescape=True,
        finalize=_escape_printed_value,
        lstrip_blocks=True,
        trim_blocks=True,
        undefined=StrictUndefined,
    )
    made.filters |= {
        "attribute": escape_html_attribute, "breakable": allow_breaks_in_name, "isolated": isolate_text_direction,
    }  # fmt: skip
    made.globals |= {"SIGNS": SIGNS, "TONES": TONES}
    return made


def _escape_printed_value(value: object) -> object:
    # Escaping alone would leave control characters, which can reorder the text of the page.
    return escape_html(value) if isinstance(value, str) and not isinstance(value, Markup) else value

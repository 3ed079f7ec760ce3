"""The templates of the dashboard, with those of the report beside them; whatever they print is escaped."""

from functools import cache
from typing import TYPE_CHECKING, Any

from askance.report.html_templates import template_environment
from askance.server.static_files import static_address

if TYPE_CHECKING:
    from jinja2 import Environment


def render_template(template: str, **values: Any) -> str:
    """A template of `server/templates` with these values, as HTML."""
    return environment().get_template(template).render(values)


def load_templates() -> None:
    """Compile every template: the first page of each kind would otherwise wait 0.1 s for its own."""
    for made in (environment(), template_environment()):  # a card of a case is rendered by the report's own
        for name in made.list_templates(extensions=["html"]):
            made.get_template(name)


@cache
def environment() -> "Environment":
    """The environment: `static(name)` is the address of a static file."""
    made = template_environment("askance.server")
    made.globals["static"] = static_address
    made.filters["sentence_case"] = sentence_case
    return made


def sentence_case(text: str) -> str:
    """The text with its first letter in upper case; Jinja's own filter also makes "VQA" lower case."""
    return text[:1].upper() + text[1:]

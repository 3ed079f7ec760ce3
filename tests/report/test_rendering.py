"""The templates of the HTML report: printed values are escaped without a filter, and what is missing is an error."""

import pytest
from askance.report import html_templates
from jinja2 import DictLoader, UndefinedError


@pytest.fixture
def templates(monkeypatch):
    environment = html_templates.template_environment().overlay()
    environment.loader = DictLoader({"one": "{{ text }}", "outer": "<p>{{ inner | safe }}</p>"})
    monkeypatch.setattr(html_templates, "template_environment", lambda: environment)


def test_a_printed_value_is_escaped_and_its_control_characters_are_shown(templates):
    made = html_templates.render_template("one", text="<script>'x'\u202e")
    assert made == '&lt;script&gt;&#x27;x&#x27;<span class="code">U+202E</span>'
    assert html_templates.render_template("outer", inner=made) == f"<p>{made}</p>"  # once, not twice
    assert html_templates.render_template("one", text="a\u0000b") == 'a<span class="code">U+0000</span>b'


def test_a_value_that_a_template_lacks_is_an_error(templates):
    with pytest.raises(UndefinedError):
        html_templates.render_template("one")

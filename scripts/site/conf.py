"""Sphinx settings of the site; nothing is fetched when the site is built or read."""

from pathlib import Path

from askance import __version__

project = "Askance"
author = "the Askance developers"
release = __version__
extensions = ["myst_parser", "sphinx_copybutton"]
myst_heading_anchors = 6  # as on GitHub: the links of the pages work in both
myst_links_external_new_tab = False
source_suffix = {".md": "markdown"}
highlight_language = "text"
suppress_warnings = ["misc.highlighting_failure"]  # an example with … is not valid JSON, and need not be
html_theme = "furo"
html_title = "Askance"
html_static_path = [str(Path(__file__).parent / "static")]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sourcelink = False
html_show_copyright = False
copybutton_prompt_text = "$ "

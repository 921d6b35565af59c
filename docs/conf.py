"""How Sphinx builds the site from docs/: python -m documentation (make docs)."""

from __future__ import annotations

import covey

project = "covey"
author = "The covey authors"
copyright = author
version = release = covey.__version__

extensions = [
    "myst_parser",  # the pages are Markdown, which reads well without the site
    "sphinx.ext.autodoc",  # reference/python.md is made from docstrings and types
    "sphinx_copybutton",  # a button that copies an example
]
exclude_patterns = ["_*"]
nitpicky = True  # a docstring that refers to nothing is a warning, and warnings fail the build
nitpick_ignore_regex = [  # ... except types of others, and what is not public
    ("py:class", r"(?!covey\.[A-Za-z]+$).*"),
    ("py:.+", r"covey\.[a-z_]+\..+"),
]

myst_heading_anchors = 4
myst_enable_extensions = ["attrs_block", "attrs_inline"]

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 88

copybutton_prompt_text = "$ "
copybutton_only_copy_prompt_lines = True

html_theme = "furo"
html_title = f"covey {version}"
html_copy_source = False
html_show_sphinx = False
html_theme_options = {
    "footer_icons": [],
}

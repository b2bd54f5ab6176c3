# The documents as a site, by Sphinx: cmake --build build --target docs. Comes in:
# the Markdown files of this folder, as they are read without it, too. Goes out: HTML.
# Packages: python3-sphinx, python3-myst-parser, furo.
project = "redistc"
copyright = ""
html_show_copyright = False
html_show_sphinx = False
html_title = "redistc"

extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["examples/**"]
# Links name headings as GitHub does.
myst_heading_anchors = 4

html_theme = "furo"  # light and dark, as the reader's system is
html_copy_source = False
html_show_sourcelink = False
highlight_language = "none"

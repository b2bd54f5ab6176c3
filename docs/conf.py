# The documents as a site, by Sphinx: cmake --build build --target docs. Comes in:
# the Markdown files of this folder, as they are read without it, too. Goes out: HTML.
# Packages: python3-sphinx, python3-myst-parser, furo.
import os
import re

from docutils import nodes
from docutils.utils.math import latex2mathml
from sphinx.util import logging

project = "redistc"
copyright = ""
html_show_copyright = False
html_show_sphinx = False
html_title = "redistc"

extensions = ["myst_parser"]
myst_enable_extensions = ["dollarmath"]
html_math_renderer = "mathml"
source_suffix = {".md": "markdown"}
exclude_patterns = ["examples/**"]
# Links name headings as GitHub does.
myst_heading_anchors = 4

html_theme = "furo"  # light and dark, as the reader's system is
html_static_path = ["site"]
html_css_files = ["site.css"]
# Debian's furo is dark only where its button says so, not where the system does.
html_theme_options = {
    "dark_css_variables": {
        "color-foreground-primary": "#d8dade",
        "color-foreground-secondary": "#a3a7ae",
        "color-foreground-muted": "#8b9098",
        "color-foreground-border": "#666a70",
        "color-background-primary": "#15171a",
        "color-background-secondary": "#1c1f23",
        "color-background-hover": "#25292e",
        "color-background-hover--transparent": "#25292e00",
        "color-background-border": "#33383e",
        "color-background-item": "#464b52",
        "color-brand-primary": "#58a0f0",
        "color-brand-content": "#62a8f2",
        "color-highlight-on-target": "#38370c",
        "color-highlighted-background": "#113a66",
        "color-problematic": "#f06060",
    }
}
html_copy_source = False
html_use_index = False
html_show_sourcelink = False
highlight_language = "none"
pygments_dark_style = "github-dark"  # others print directives in dark red or grey


def without_contents(app, page, template, context, document):
    """The first page has no headings to list at its side."""
    if page == "index":
        context["furo_hide_toc"] = True


def shape_tables(app, document, page):
    """Where all cells are short, they do not wrap; long ones keep a width that can be
    read. The table scrolls."""
    for table in document.findall(nodes.table):
        cells = list(table.findall(nodes.entry))
        if all(len(cell.astext()) <= 24 for cell in cells):
            table["classes"].append("short-cells")
        for cell in cells:
            if len(cell.astext()) > 48:
                cell["classes"].append("long-cell")


def mark_figures(app, document, page):
    """Drawings scroll rather than shrink; what the first page lists are cards."""
    for image in document.findall(nodes.image):
        image.parent["classes"].append("drawing")
    if page == "index":
        for entries in document.findall(nodes.bullet_list):
            entries["classes"].append("cards")


# x_k and x_(k+1), x^2 and x^(k+1).
INDEXED = re.compile(r"(?<!\w)([^\W\d_]+|\d+)([_^])"
                     r"(?:\(([^()]*)\)|(−?[^\W_]+|⌈[^⌉]*⌉|⌊[^⌋]*⌋))")


def lower_indices(app, document, page):
    """Letters of formulas in running text, which the Markdown writes in one line."""
    if page != "SchedulingMath":
        return
    for text in list(document.findall(nodes.Text)):
        if isinstance(text.parent, (nodes.literal, nodes.FixedTextElement, nodes.raw)):
            continue
        parts, end = [], 0
        for match in INDEXED.finditer(text):
            kind = nodes.subscript if match[2] == "_" else nodes.superscript
            index = match[3] or match[4]
            parts += [nodes.Text(text[end:match.start()] + match[1]),
                      kind(index, index)]
            end = match.end()
        if parts:
            text.parent.replace(text, [*parts, nodes.Text(text[end:])])


def write_formula(writer, node):
    """As MathML, which browsers typeset by themselves. Lines are aligned without
    being told to, and other environments are unknown to docutils."""
    is_block = isinstance(node, nodes.math_block)
    text = re.sub(r"\\(begin|end)\{align\}", "", node.astext())
    try:
        formula = latex2mathml.tex2mathml(text, inline=not is_block)
    except SyntaxError as error:
        logging.getLogger(__name__).warning("formula: %s", error, location=node)
        raise nodes.SkipNode from None
    # Browsers would stretch the braces of a set.
    formula = re.sub("<mo>([{}])</mo>", r'<mo stretchy="false">\1</mo>', formula)
    writer.body.append(f'<div class="formula">{formula}</div>' if is_block else formula)
    raise nodes.SkipNode


def make_theme_whole(app, failure):
    """Debian's furo is in pieces that only a server puts together: a script that
    imports another, and a sheet of another package, of which site.css has what is
    needed. Browsers import nothing into pages that are opened as files."""
    if failure or app.builder.name != "html":
        return
    static = os.path.join(app.outdir, "_static")
    script = os.path.join(static, "scripts", "furo.js")
    for path, pattern in [
            (script, r'^import Gumshoe from "./(gumshoe-patched.js)";\n'),
            (os.path.join(static, "styles", "furo.css"),
             r"^@import url\(/javascript/normalize.css/normalize.css\);\n")]:
        with open(path, encoding="utf-8") as file:
            text = file.read()
        start = re.match(pattern, text)
        if not start:
            continue
        text = text[start.end():]
        if path == script:
            with open(os.path.join(static, "scripts", start[1]),
                      encoding="utf-8") as file:
                text = file.read() + text
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)


def setup(app):
    app.add_html_math_renderer("mathml", (write_formula, None), (write_formula, None))
    app.connect("build-finished", make_theme_whole)
    app.connect("doctree-resolved", shape_tables)
    app.connect("doctree-resolved", mark_figures)
    app.connect("doctree-resolved", lower_indices)
    app.connect("html-page-context", without_contents, priority=900)

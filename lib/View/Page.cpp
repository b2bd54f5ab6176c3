//===- Page.cpp - A drawing and its tables as one page --------------------===//
//
// See Page.h. The tables stand beside the drawing where there is room for both,
// and else below it; on a phone both scroll. What the pointer rests on says
// what it is, and is framed.
//
//===----------------------------------------------------------------------===//
#include "redistc/View/Page.h"

#include "Svg.h"

using namespace redistc::view;

static constexpr std::string_view style =
    "body { margin: 1em; background: #fff; color: #222 }\n"
    "main { display: flex; flex-wrap: wrap; gap: 2em }\n"
    "div, pre { max-width: 100%; overflow-x: auto }\n"
    "svg { max-width: 100%; height: auto }\n"
    "pre { margin: 0; padding-bottom: 1em; font: 12px monospace }\n"
    "rect:hover { stroke: #888; stroke-width: 2px }\n"
    "@media (max-width: 60em) { svg { max-width: none } }\n"
    "@media (prefers-color-scheme: dark) {\n"
    "body { background: #16191d; color: #ddd }\n"
    "}\n";

void redistc::view::writePage(const Page &page, std::ostream &stream) {
  stream << "<!DOCTYPE html>\n"
            "<html lang=\"en\">\n"
            "<head>\n"
            "<meta charset=\"utf-8\"/>\n"
            "<meta name=\"viewport\" "
            "content=\"width=device-width, initial-scale=1\"/>\n"
         << "<title>" << escaped(page.title) << "</title>\n"
         << "<style>\n"
         << style
         << "</style>\n"
            "</head>\n"
            "<body>\n"
            "<main>\n"
            "<div>\n"
         << page.drawing << "</div>\n<pre>" << escaped(page.tables)
         << "</pre>\n</main>\n</body>\n</html>\n";
}

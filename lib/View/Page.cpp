//===- Page.cpp - A drawing and its tables as one page --------------------===//
//
// See Page.h. The tables stand beside the drawing where there is room for both,
// and else below it. What the pointer rests on says what it is, and is framed.
//
//===----------------------------------------------------------------------===//
#include "redistc/View/Page.h"

#include "Svg.h"

using namespace redistc::view;

static constexpr std::string_view style =
    "body { margin: 1em; background: #fff; color: #222 }\n"
    "main { display: flex; flex-wrap: wrap; gap: 2em }\n"
    "svg { max-width: 100%; height: auto }\n"
    "pre { margin: 0; overflow-x: auto; font: 12px monospace }\n"
    "rect:hover { stroke: #888; stroke-width: 2px }\n"
    "@media (prefers-color-scheme: dark) {\n"
    "body { background: #16191d; color: #ddd }\n"
    "}\n";

void redistc::view::writePage(const Page &page, std::ostream &stream) {
  stream << "<!DOCTYPE html>\n"
            "<html lang=\"en\">\n"
            "<head>\n"
            "<meta charset=\"utf-8\"/>\n"
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

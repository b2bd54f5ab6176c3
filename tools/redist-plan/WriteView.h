//===- WriteView.h - What is shown, in the format asked for -----*- C++ -*-===//
//
// Comes in: what a subcommand shows, and --format. Goes out: the text, JSON,
// drawing or page that lib/View makes of it.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_PLAN_WRITEVIEW_H
#define REDIST_PLAN_WRITEVIEW_H

#include "Format.h"

#include "redistc/View/Page.h"

#include <ostream>
#include <sstream>

namespace redistplan {

/// `isFull`: of texts, what lib/View's writeText takes. `title`: of pages.
template <typename View>
void writeView(const View &view, Format format, bool isFull,
               std::string_view title, std::ostream &stream) {
  switch (format) {
  case Format::Text:
    writeText(view, isFull, stream);
    break;
  case Format::Json:
    writeJson(view, stream);
    break;
  case Format::Svg:
    writeSvg(view, stream);
    break;
  case Format::Html: {
    std::ostringstream drawing, tables;
    writeSvg(view, drawing);
    writeText(view, isFull, tables);
    redistc::view::writePage({title, drawing.str(), tables.str()}, stream);
    break;
  }
  }
}

} // namespace redistplan

#endif

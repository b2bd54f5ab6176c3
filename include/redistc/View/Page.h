//===- Page.h - A drawing and its tables as one page ------------*- C++ -*-===//
//
// Room View: what `redist-plan --format html` writes. Comes in: a drawing as
// SVG and what --format text says. Goes out: one page of HTML that needs no
// other file, for slides and reviews; it is well-formed XML, too.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_VIEW_PAGE_H
#define REDISTC_VIEW_PAGE_H

#include <ostream>
#include <string_view>

namespace redistc::view {

struct Page {
  std::string_view title;   ///< as text
  std::string_view drawing; ///< one SVG element
  std::string_view tables;  ///< as text, with lines of its own
};

void writePage(const Page &, std::ostream &);

} // namespace redistc::view

#endif

//===- Svg.h - What all drawings are made of -------------------*- C++ -*-===//
//
// Private to lib/View: texts, lines and bars as SVG elements, and what the
// drawings share: the paper, the style in light and in dark surroundings, how
// wide a text is, how many labels an axis has room for.
//
// Comes in: places in pixels, y downwards. Goes out: one SVG document, the
// same on every machine. Knows nothing of schedules.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_VIEW_SVG_H
#define REDIST_LIB_VIEW_SVG_H

#include <cstdint>
#include <ostream>
#include <span>
#include <string>
#include <string_view>

namespace redistc::view {

/// Pixels that the axes of all drawings are wide.
inline constexpr double plotWidth = 960;

/// Rules of CSS that a drawing needs beside those that all have: always, and
/// where the reader prefers a dark surrounding.
struct SvgStyle {
  std::string_view always, dark;
};

/// No more than this wide, whatever the reader's sans-serif is like.
double textWidth(std::string_view text, double fontSize = 12);

/// The text, or its beginning with an ellipsis where it is wider.
std::string fitted(std::string_view text, double width);

/// The least of 1, 2, 5, 10, 20, ... that is not below.
std::int64_t roundStep(double atLeast);

/// How many marks, each so far from the next, share one label that takes so
/// much room: 1, 2, 5, 10, ...
std::int64_t labelStep(double each, double room);

/// With <, > and & as references, as text of XML and HTML has them.
std::string escaped(std::string_view text);

struct SvgBox {
  double x, y, width, height;
};

class SvgWriter {
public:
  explicit SvgWriter(std::ostream &sink) : stream(sink) {}

  void begin(double width, double height, const SvgStyle &);
  void end() { stream << "</svg>\n"; }

  /// A text at its baseline. `kind` is a class of the style, or empty.
  void text(std::string_view kind, double x, double y, std::string_view);
  void line(std::string_view kind, double x1, double y1, double x2, double y2);
  /// What has no width is a hair. `title`, where not empty, is shown where the
  /// pointer rests on the bar.
  void bar(std::string_view kind, double x, double y, double width,
           double height, std::string_view title = {});
  /// Many boxes in few bytes, without titles.
  void boxes(std::string_view kind, std::span<const SvgBox>);
  /// A vertical line with its time above.
  void tick(double x, double top, double bottom, std::string_view time);
  /// What the classes of bars are: a row of samples with their names.
  void key(std::span<const std::string_view> kinds, double x, double y);

private:
  std::ostream &stream;
};

} // namespace redistc::view

#endif

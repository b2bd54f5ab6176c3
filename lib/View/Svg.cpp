//===- Svg.cpp - What all drawings are made of ----------------------------===//
//
// See Svg.h. Colours stand in one style element; its last rules hold where the
// reader prefers dark surroundings, so that a picture in a page follows it.
//
//===----------------------------------------------------------------------===//
#include "Svg.h"

#include <algorithm>
#include <array>
#include <charconv>

using namespace redistc::view;

/// A coordinate, to hundredths of a pixel.
static std::string pixels(double value) {
  std::array<char, 64> text{};
  char *end = std::to_chars(text.data(), text.data() + text.size(), value,
                            std::chars_format::fixed, 2)
                  .ptr;
  // A large drawing has tens of thousands of them.
  while (end[-1] == '0')
    --end;
  return {text.data(), end[-1] == '.' ? end - 1 : end};
}

/// Bytes of UTF-8 that begin a character.
static std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) >> 6) != 2; }));
}

double redistc::view::textWidth(std::string_view text, double fontSize) {
  // Digits of wide fonts have 0.64 of their size.
  constexpr double each = 0.64;
  return each * fontSize * static_cast<double>(characters(text));
}

std::string redistc::view::fitted(std::string_view text, double width) {
  if (textWidth(text) <= width)
    return std::string(text);
  constexpr std::string_view ellipsis = "...";
  const double room = std::max(0.0, width - textWidth(ellipsis));
  const auto kept = static_cast<std::size_t>(room / textWidth("0"));
  return std::string(text.substr(0, kept)).append(ellipsis);
}

std::int64_t redistc::view::roundStep(double atLeast) {
  std::int64_t step = 1;
  for (int turn = 0; static_cast<double>(step) < atLeast; ++turn)
    step = turn % 3 == 1 ? step / 2 * 5 : step * 2;
  return step;
}

std::int64_t redistc::view::labelStep(double each, double room) {
  return roundStep(room / each);
}

std::string redistc::view::escaped(std::string_view text) {
  std::string result;
  for (const char c : text)
    if (c == '<')
      result += "&lt;";
    else if (c == '>')
      result += "&gt;";
    else if (c == '&')
      result += "&amp;";
    else
      result += c;
  return result;
}

void SvgWriter::begin(double width, double height, const SvgStyle &style) {
  stream << "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\""
         << pixels(width) << "\" height=\"" << pixels(height)
         << "\" viewBox=\"0 0 " << pixels(width) << " " << pixels(height)
         << "\">\n"
            "<style>\n"
            ".paper { fill: #fff }\n"
            "text { font: 12px sans-serif; fill: #333 }\n"
            ".label { text-anchor: end }\n"
            ".time { text-anchor: middle; fill: #666 }\n"
            ".grid { stroke: #ddd }\n"
            ".send { fill: #3b6fb6 }\n"
            ".receive { fill: #8fb8e8 }\n"
         << style.always
         << "@media (prefers-color-scheme: dark) {\n"
            ".paper { fill: #16191d }\n"
            "text { fill: #ddd }\n"
            ".time { fill: #aaa }\n"
            ".grid { stroke: #3a3f46 }\n"
         << style.dark << "}\n</style>\n";
  stream << "<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n";
}

void SvgWriter::text(std::string_view kind, double x, double y,
                     std::string_view text) {
  stream << "<text";
  if (!kind.empty())
    stream << " class=\"" << kind << "\"";
  stream << " x=\"" << pixels(x) << "\" y=\"" << pixels(y) << "\">"
         << escaped(text) << "</text>\n";
}

void SvgWriter::line(std::string_view kind, double x1, double y1, double x2,
                     double y2) {
  stream << "<line class=\"" << kind << "\" x1=\"" << pixels(x1) << "\" y1=\""
         << pixels(y1) << "\" x2=\"" << pixels(x2) << "\" y2=\"" << pixels(y2)
         << "\"/>\n";
}

void SvgWriter::bar(std::string_view kind, double x, double y, double width,
                    double height, std::string_view title) {
  constexpr double hair = 0.5, narrow = 4, gap = 0.75;
  // Neighbours of one colour are told apart where there is room for that.
  if (!title.empty() && width > narrow)
    width -= gap;
  stream << "<rect class=\"" << kind << "\" x=\"" << pixels(x) << "\" y=\""
         << pixels(y) << "\" width=\"" << pixels(std::max(width, hair))
         << "\" height=\"" << pixels(height);
  if (title.empty())
    stream << "\"/>\n";
  else
    stream << "\"><title>" << escaped(title) << "</title></rect>\n";
}

void SvgWriter::boxes(std::string_view kind, std::span<const SvgBox> all) {
  if (all.empty())
    return;
  stream << "<path class=\"" << kind << "\" d=\"";
  for (const SvgBox &box : all)
    stream << "M" << pixels(box.x) << " " << pixels(box.y) << "h"
           << pixels(box.width) << "v" << pixels(box.height) << "h-"
           << pixels(box.width) << "z";
  stream << "\"/>\n";
}

void SvgWriter::tick(double x, double top, double bottom,
                     std::string_view time) {
  line("grid", x, top - 6, x, bottom);
  if (!time.empty())
    text("time", x, top - 10, time);
}

void SvgWriter::key(std::span<const std::string_view> kinds, double x,
                    double y) {
  constexpr double sample = 9, gap = 4, space = 18;
  for (const std::string_view kind : kinds) {
    bar(kind, x, y - sample, sample, sample);
    text("", x + sample + gap, y, kind);
    x += sample + gap + textWidth(kind) + space;
  }
}

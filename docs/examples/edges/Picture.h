//===- Picture.h - PGM and PPM pictures, row by row ------------*- C++ -*-===//
//
// Part of the example edges: the C++ standard library alone. Comes in: a binary
// PGM or PPM picture ("P5" or "P6", at most 255 levels). Goes out: strips of
// its rows, in grey; strips as parts of a PGM picture. Throws
// std::runtime_error where a file cannot be read.
//
//===----------------------------------------------------------------------===//
#ifndef EDGES_PICTURE_H
#define EDGES_PICTURE_H

#include "../WholeFile.h"
#include "Filters.h"

#include <cstdio>
#include <stdexcept>
#include <string>

/// Strips from top to bottom. Opened by open(): by one rank alone.
class PictureReader {
public:
  explicit PictureReader(const std::string &name) : path(name) {}

  /// Reads the header.
  Size open() {
    file.reset(std::fopen(path.c_str(), "rb"));
    if (!file)
      failTo("open", path);
    const int p = std::getc(file.get()), kind = std::getc(file.get());
    if (std::ferror(file.get()))
      failTo("read", path);
    const bool isPicture = p == 'P' && (kind == '5' || kind == '6');
    if (isPicture) {
      channels = kind == '6' ? 3 : 1;
      size.width = number();
      size.height = number();
      levels = number();
    }
    if (!isPicture || size.width < 1 || size.height < 1 || levels < 1 ||
        levels > 255)
      throw std::runtime_error("'" + path +
                               "' is no PGM or PPM picture of 255 levels or "
                               "fewer");
    return size;
  }

  /// In grey. Rows that the last strip had, too, are not read again; a strip
  /// does not begin above the last one.
  Pixels strip(Rows wanted) {
    const std::int64_t kept = std::max(wanted.first, have.last);
    window.erase(window.begin(),
                 window.begin() + (wanted.first - have.first) * size.width);
    for (std::int64_t row = kept; row < wanted.last; ++row)
      appendRow();
    have = wanted;
    return window;
  }

private:
  /// The next one of the header and the one character behind it; comments go
  /// from # to the end of the line. -1: there is none.
  std::int64_t number() {
    int c = std::getc(file.get());
    while (c == '#' || c == ' ' || (c >= '\t' && c <= '\r')) {
      if (c == '#')
        while (c != '\n' && c != EOF)
          c = std::getc(file.get());
      c = std::getc(file.get());
    }
    std::int64_t value = -1;
    for (; c >= '0' && c <= '9'; c = std::getc(file.get())) {
      value = std::max<std::int64_t>(value, 0) * 10 + (c - '0');
      if (value > (std::int64_t(1) << 31))
        return -1;
    }
    return value;
  }

  void appendRow() {
    line.resize(static_cast<std::size_t>(size.width * channels));
    if (std::fread(line.data(), 1, line.size(), file.get()) != line.size()) {
      if (std::ferror(file.get()))
        failTo("read", path);
      throw std::runtime_error("'" + path + "' ends before its last row");
    }
    for (std::size_t i = 0; i < line.size();
         i += static_cast<std::size_t>(channels)) {
      // Rec. 601: 0.299 red + 0.587 green + 0.114 blue.
      const std::int64_t grey =
          channels == 1
              ? line[i]
              : (299 * line[i] + 587 * line[i + 1] + 114 * line[i + 2] + 500) /
                    1000;
      window.push_back(static_cast<unsigned char>(grey * 255 / levels));
    }
  }

  std::string path;
  File file;
  Size size;
  std::int64_t channels = 1, levels = 255;
  Rows have; ///< in the window
  Pixels window, line;
};

/// Rows of a PGM picture, the first of them behind its header.
inline std::string encoded(const Pixels &pixels, Rows rows, Size size) {
  std::string text;
  if (rows.first == 0)
    text = "P5\n" + std::to_string(size.width) + " " +
           std::to_string(size.height) + "\n255\n";
  text.append(pixels.begin(), pixels.end());
  return text;
}

#endif

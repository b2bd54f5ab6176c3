//===- TextTable.h - Words in columns --------------------------*- C++ -*-===//
//
// Private to lib/View: a table as text, with columns as wide as their widest
// word and two blanks between them.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_VIEW_TEXTTABLE_H
#define REDIST_LIB_VIEW_TEXTTABLE_H

#include <algorithm>
#include <ostream>
#include <string>
#include <vector>

namespace redistc::view {

class TextTable {
public:
  explicit TextTable(std::vector<std::string> head) { add(std::move(head)); }
  void add(std::vector<std::string> words) {
    widths.resize(std::max(widths.size(), words.size()));
    for (std::size_t i = 0; i < words.size(); ++i)
      widths[i] = std::max(widths[i], words[i].size());
    lines.push_back(std::move(words));
  }
  void write(std::ostream &stream) const {
    for (const std::vector<std::string> &words : lines) {
      std::string line;
      for (std::size_t i = 0; i < words.size(); ++i) {
        line += words[i];
        if (i + 1 < words.size())
          line.append(widths[i] - words[i].size() + 2, ' ');
      }
      stream << line << '\n';
    }
  }

private:
  std::vector<std::vector<std::string>> lines;
  std::vector<std::size_t> widths;
};

} // namespace redistc::view

#endif

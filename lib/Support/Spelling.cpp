//===- Spelling.cpp - Words that error messages share ----------*- C++ -*-===//
//
// See Spelling.h. Optimal string alignment distance, three rows at a time.
//
//===----------------------------------------------------------------------===//
#include "redistc/Support/Spelling.h"

#include <algorithm>
#include <vector>

using namespace redistc::support;

std::string redistc::support::inQuotes(std::string_view text) {
  std::string quoted(1, '\'');
  quoted += text;
  quoted += '\'';
  return quoted;
}

static std::size_t editDistance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> beforeLast(b.size() + 1), last(b.size() + 1),
      row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j)
    row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    beforeLast.swap(last);
    last.swap(row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      bool differ = a[i - 1] != b[j - 1];
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + differ});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], beforeLast[j - 2] + 1);
    }
  }
  return row[b.size()];
}

std::optional<std::string_view>
redistc::support::nearestName(std::string_view word,
                              std::span<const std::string_view> known) {
  // Long words are nobody's misspelling, and the distance is quadratic.
  if (word.empty() || word.size() > 64)
    return std::nullopt;
  std::size_t best = std::max<std::size_t>(1, word.size() / 3) + 1;
  std::optional<std::string_view> nearest;
  for (std::string_view candidate : known) {
    std::size_t distance = editDistance(word, candidate);
    if (distance < best) {
      best = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

std::string
redistc::support::didYouMean(std::string_view word,
                             std::span<const std::string_view> known) {
  std::optional<std::string_view> nearest = nearestName(word, known);
  return nearest ? "; did you mean " + inQuotes(*nearest) + "?" : "";
}

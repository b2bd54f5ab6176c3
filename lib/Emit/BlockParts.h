//===- BlockParts.h - What all blocks are made of --------------*- C++ -*-===//
//
// Comments, tables of words and the value that describes a directive. Pure
// text; lines end with '\n'. Private to lib/Emit.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_EMIT_BLOCKPARTS_H
#define REDISTC_LIB_EMIT_BLOCKPARTS_H

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace redistc::emit {

/// A `//` comment of one line. A backslash at its end would swallow the next
/// line.
std::string comment(const std::string &indent, std::string text);

/// The same for a sentence, which goes on in a new line after each ';'.
std::string sentence(const std::string &indent, std::string_view text);

/// The spelling of a directive from `word` on, without it.
std::string afterWord(const std::string &spelling, std::string_view word);

/// Of embedded schedules, trees or mappings, in their order, each once.
using WordTables = std::vector<const std::vector<std::uint32_t> *>;
template <typename Embedded>
WordTables wordsOf(const std::vector<Embedded> &embedded) {
  WordTables tables;
  for (const Embedded &one : embedded)
    if (std::none_of(tables.begin(), tables.end(),
                     [&](const auto *words) { return *words == one.words; }))
      tables.push_back(&one.words);
  return tables;
}

/// The definitions of redistWords0, ... and of redistSchedules, which lists
/// them; all names end with `suffix`. Empty where there are none.
std::string scheduleTables(const WordTables &, const std::string &suffix,
                           const std::string &indent);

/// What a redist::directive holds.
struct DirectiveValue {
  std::string file;
  unsigned line = 0;
  std::string quote; ///< what messages at run time quote
  std::string strategy;
  std::size_t tableCount = 0;
};

/// The definition of redistDirective.
std::string directiveValue(const DirectiveValue &, const std::string &suffix,
                           const std::string &indent);

} // namespace redistc::emit

#endif

//===- Spelling.h - Words that error messages share ------------*- C++ -*-===//
//
// Quotes around what a user wrote, and the known name that is nearest to a
// misspelt one, so that all lists of names are answered alike.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_SUPPORT_SPELLING_H
#define REDISTC_SUPPORT_SPELLING_H

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace redistc::support {

/// 'text', as messages quote what the user wrote.
std::string inQuotes(std::string_view text);

/// The name of `known` with the least edit distance to `word` (an exchange of
/// neighbours counts once), where that is at most a third of the word's length
/// and at least one edit is allowed. Ties: the first in the list.
std::optional<std::string_view>
nearestName(std::string_view word, std::span<const std::string_view> known);

/// "; did you mean 'exact'?", or nothing where no name is near.
std::string didYouMean(std::string_view word,
                       std::span<const std::string_view> known);

} // namespace redistc::support

#endif

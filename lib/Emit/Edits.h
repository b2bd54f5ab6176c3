//===- Edits.h - Changes of one text, applied together ---------*- C++ -*-===//
//
// Replacements of ranges and insertions between them, in any order, as offsets
// of the text that they change. Private to lib/Emit.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_EMIT_EDITS_H
#define REDISTC_LIB_EMIT_EDITS_H

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace redistc::emit {

/// Where several edits are at one offset, the order of their texts.
enum class EditOrder {
  AfterText,  ///< belongs to what ends there
  BeforeEnd,  ///< belongs to what is about to end there
  BeforeText, ///< belongs to what begins there
};

class Edits {
public:
  void replace(std::size_t offset, std::size_t length, std::string text,
               EditOrder order = EditOrder::BeforeText) {
    edits.push_back({offset, length, order, std::move(text)});
  }
  void insert(std::size_t offset, std::string text, EditOrder order) {
    replace(offset, 0, std::move(text), order);
  }

  /// Insertions of the same order at one offset keep the order in which they
  /// were made. std::nullopt where two replacements overlap, or one leaves the
  /// text.
  std::optional<std::string> apply(std::string_view) const;

private:
  struct Edit {
    std::size_t offset, length;
    EditOrder order;
    std::string text;
  };
  std::vector<Edit> edits;
};

} // namespace redistc::emit

#endif

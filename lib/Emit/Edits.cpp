//===- Edits.cpp - Changes of one text, applied together -------*- C++ -*-===//
//
// See Edits.h.
//
//===----------------------------------------------------------------------===//
#include "Edits.h"

#include <algorithm>

namespace redistc::emit {

std::optional<std::string> Edits::apply(std::string_view code) const {
  std::vector<const Edit *> sorted;
  for (const Edit &edit : edits)
    sorted.push_back(&edit);
  std::stable_sort(
      sorted.begin(), sorted.end(), [](const Edit *one, const Edit *other) {
        return one->offset != other->offset ? one->offset < other->offset
                                            : one->order < other->order;
      });
  std::string result;
  std::size_t copied = 0;
  for (const Edit *edit : sorted) {
    if (edit->offset < copied || edit->offset > code.size() ||
        edit->length > code.size() - edit->offset)
      return std::nullopt;
    result += code.substr(copied, edit->offset - copied);
    result += edit->text;
    copied = edit->offset + edit->length;
  }
  result += code.substr(copied);
  return result;
}

} // namespace redistc::emit

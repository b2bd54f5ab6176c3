//===- ExceptionMessage.cpp - Text of exceptions --------------------------===//
#include "Support/ExceptionMessage.h"

#include <exception>

namespace redist::runtime {

std::string messageOfException() noexcept {
  try {
    try {
      throw;
    } catch (const std::exception &e) {
      return e.what();
    } catch (...) {
      return "unknown exception";
    }
  } catch (...) { // no memory for the text; this one fits the string itself
    return "no memory";
  }
}

/// Cuts before a character, not inside one of UTF-8.
std::string shortened(const std::string &text, std::size_t most) {
  if (text.size() <= most)
    return text;
  std::size_t end = most - 3;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80)
    --end;
  return text.substr(0, end) + "...";
}

} // namespace redist::runtime

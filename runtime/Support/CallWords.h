//===- CallWords.h - Parameters of a call as words -------------*- C++ -*-===//
//
// Ranks compare their parameters as words of 64 bits; where one differs, an
// error names it.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_SUPPORT_CALLWORDS_H
#define REDIST_RUNTIME_SUPPORT_CALLWORDS_H

#include <bit>
#include <cstdint>
#include <string>

namespace redist::runtime {

/// A number as such a word, and back.
inline std::int64_t wordOf(double number) {
  return std::bit_cast<std::int64_t>(number);
}
inline double numberOf(std::int64_t word) {
  return std::bit_cast<double>(word);
}

inline std::string showNumber(std::int64_t value) {
  return std::to_string(value);
}

inline std::string showAnswer(std::int64_t value) {
  return value != 0 ? "yes" : "no";
}
inline std::string showPresence(std::int64_t value) {
  return value != 0 ? "there" : "not there";
}
/// Values of enumerations of Layout.h, as users write them.
std::string showKind(std::int64_t kind);
std::string showOrder(std::int64_t order);
std::string showOperator(std::int64_t op);
std::string showRole(std::int64_t role);

/// What a word is, "the extent in dimension 1", and how `value` reads there.
struct NamedWord {
  std::string name;
  std::string (*show)(std::int64_t value);
};

} // namespace redist::runtime

#endif

//===- CallWords.cpp - Parameters of a call as words ----------------------===//
#include "Support/CallWords.h"

#include "redist/Layout.h"

#include <iterator>

namespace redist::runtime {

std::string showKind(std::int64_t kind) {
  switch (static_cast<distribution_kind>(kind)) {
  case distribution_kind::undistributed:
    return "*";
  case distribution_kind::block:
    return "block";
  case distribution_kind::block_sized:
    return "block(size)";
  case distribution_kind::cyclic:
    return "cyclic";
  case distribution_kind::gen_block:
    return "gen_block";
  case distribution_kind::indirect:
    return "indirect";
  case distribution_kind::listed:
    return "listed";
  }
  return "unknown";
}

std::string showOrder(std::int64_t value) {
  return static_cast<storage_order>(value) == storage_order::row ? "row"
                                                                 : "column";
}

std::string showOperator(std::int64_t value) {
  static constexpr const char *names[] = {"none that is built in",
                                          "+",
                                          "*",
                                          "&",
                                          "|",
                                          "^",
                                          "&&",
                                          "||",
                                          "min",
                                          "max"};
  return value >= 0 && value < std::ssize(names) ? names[value] : "unknown";
}

std::string showRole(std::int64_t value) {
  return static_cast<grid_role>(value) == grid_role::parts ? "parts" : "copies";
}

} // namespace redist::runtime

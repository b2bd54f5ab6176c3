//===- ReduceCheck.h - What the tests of reductions share ------*- C++ -*-===//
//
// Directives as generated code states them, operators that tell in which order
// they were applied, and calls that must throw.
//
//===----------------------------------------------------------------------===//
#ifndef REDUCECHECK_H
#define REDUCECHECK_H

#include "Check.h"

#include "redist/Reduce.h"

#include <string>

inline redist::directive reduceAt(int line, const char *strategy = "auto") {
  return {"app.cpp", line, "reduce(f : x)", strategy, nullptr, 0};
}

/// Associative, does not commute.
inline std::string joined(const std::string &a, const std::string &b) {
  return a + b;
}

inline std::string nameOf(int rank) { return "<" + std::to_string(rank) + ">"; }

/// Of ranks [0, ranks), in order.
inline std::string namesOf(int ranks) {
  std::string all;
  for (int rank = 0; rank < ranks; ++rank)
    all += nameOf(rank);
  return all;
}

/// what() of the redist::error that the call throws; empty: none.
template <typename Call> std::string errorOf(Call call) {
  try {
    call();
  } catch (const redist::error &e) {
    return e.what();
  }
  return "";
}

inline void expectText(const std::string &expected, const std::string &found,
                       const std::string &where) {
  require(expected == found,
          where + ": expected '" + expected + "', got '" + found + "'");
}

#endif

//===- ArrayCheck.h - What the programs about arrays share -----*- C++ -*-===//
//
// Fills and checks arrays by global index, through views that are tested on
// their own (array-views.cpp), and catches errors.
//
//===----------------------------------------------------------------------===//
#ifndef ARRAYCHECK_H
#define ARRAYCHECK_H

#define REDIST_REWRITTEN
#include "redist/redist.h"

#include "Check.h"

#include <string>

/// Value of an element; neighbours in any dimension differ.
template <typename T, std::size_t D>
T valueAt(const std::array<std::int64_t, D> &index) {
  std::int64_t value = 1;
  for (const std::int64_t i : index)
    value = value * 31 + i;
  return static_cast<T>(value % 8388593);
}

template <typename T, std::size_t D> void fillByIndex(redist::array<T, D> &a) {
  a.for_each([](const auto &index, T &value) { value = valueAt<T>(index); });
}

/// Every element is where its index says, and all are there. Collective.
template <typename T, std::size_t D>
void checkByIndex(const redist::array<T, D> &a, const std::string &what) {
  std::int64_t count = 0, all = 0;
  a.for_each([&](const auto &index, const T &value) {
    if (value != valueAt<T>(index))
      require(false, what + ": an element is wrong");
    ++count;
  });
  MPI_Allreduce(&count, &all, 1, MPI_INT64_T, MPI_SUM, a.communicator());
  require(all == a.global_size(),
          what + ": there are " + std::to_string(all) + " elements");
}

/// The message of the redist::error that `call` throws.
template <typename Call> std::string errorOf(Call call) {
  try {
    call();
  } catch (const redist::error &e) {
    return e.what();
  }
  return "no error";
}

template <typename Call>
void requireError(const std::string &expected, Call call) {
  const std::string found = errorOf(call);
  require(found == expected,
          "expected '" + expected + "', found '" + found + "'");
}

#endif

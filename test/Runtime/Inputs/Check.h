//===- Check.h - What the programs of these tests share --------*- C++ -*-===//
//
// Fills local storage by global index, checks it owner by element, and ends the
// whole program at the first difference.
//
//===----------------------------------------------------------------------===//
#ifndef CHECK_H
#define CHECK_H

#include "redist/Redistribute.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

inline int rankOf(MPI_Comm comm = MPI_COMM_WORLD) {
  int rank;
  MPI_Comm_rank(comm, &rank);
  return rank;
}
inline int sizeOf(MPI_Comm comm = MPI_COMM_WORLD) {
  int size;
  MPI_Comm_size(comm, &size);
  return size;
}

/// In loops over elements, texts are made where something is wrong only.
inline void require(bool holds, std::string_view what) {
  if (holds)
    return;
  std::fprintf(stderr, "rank %d: %.*s\n", rankOf(),
               static_cast<int>(what.size()), what.data());
  MPI_Abort(MPI_COMM_WORLD, 1);
}

/// A directive as generated code states it, without embedded schedules.
inline redist::directive at(int line, const char *strategy = "auto") {
  return {"app.cpp", line, "a[n] from(...) to(...)", strategy, nullptr, 0};
}

// Layouts of one dimension, and calls of one object.

inline redist::layout block_layout(std::int64_t ranks, std::int64_t first) {
  return redist::layout({redist::block()}).onto({ranks}).at(first);
}
inline redist::layout block_layout(std::int64_t size, std::int64_t ranks,
                                   std::int64_t first) {
  return redist::layout({redist::block(size)}).onto({ranks}).at(first);
}
inline redist::layout cyclic_layout(std::int64_t block, std::int64_t ranks,
                                    std::int64_t first) {
  return redist::layout({redist::cyclic(block)}).onto({ranks}).at(first);
}

template <typename Object>
void redistribute(const redist::directive &where, Object &&object,
                  std::int64_t n, const redist::layout &from,
                  const redist::layout &to, MPI_Comm comm) {
  redist::redistribute(
      where, redist::redistribution({redist::whole(n)}).from(from).to(to), comm,
      object);
}
template <typename Object, typename Destination>
void redistribute_into(const redist::directive &where, Object &&object,
                       Destination &&destination, std::int64_t n,
                       const redist::layout &from, const redist::layout &to,
                       MPI_Comm comm) {
  redist::redistribute_into(
      where, redist::redistribution({redist::whole(n)}).from(from).to(to), comm,
      redist::objects(object), redist::objects(destination));
}

/// Of a layout of one dimension.
inline std::int64_t ranksOf(const redist::layout &l) { return l.grid[0]; }

inline std::int64_t blockOf(std::int64_t n, const redist::layout &l) {
  if (l.dimensions[0].kind != redist::distribution_kind::block)
    return l.dimensions[0].block;
  return n > 0 ? (n + ranksOf(l) - 1) / ranksOf(l) : 1;
}

inline std::int64_t extentOn(std::int64_t n, const redist::layout &l,
                             int rank) {
  return redist::local_extent(n, blockOf(n, l), ranksOf(l),
                              rank - l.first_rank);
}

/// Value of element i; differs between neighbours and between blocks.
template <typename T> T valueOf(std::int64_t i) {
  return static_cast<T>(i * 7 + (i >> 5) + 1);
}

template <typename T>
void fill(T *data, std::int64_t n, const redist::layout &l, int rank) {
  const std::int64_t k = blockOf(n, l);
  for (std::int64_t i = 0; i < n; ++i)
    if (i / k % l.grid[0] == rank - l.first_rank)
      data[i / k / l.grid[0] * k + i % k] = valueOf<T>(i);
}

template <typename T>
void check(const T *data, std::int64_t n, const redist::layout &l, int rank,
           const std::string &what) {
  const std::int64_t k = blockOf(n, l);
  for (std::int64_t i = 0; i < n; ++i)
    if (i / k % l.grid[0] == rank - l.first_rank &&
        !(data[i / k / l.grid[0] * k + i % k] == valueOf<T>(i)))
      require(false, what + ": element " + std::to_string(i) + " is wrong");
}

template <typename T>
std::vector<T> filled(std::int64_t n, const redist::layout &l, int rank) {
  std::vector<T> part(static_cast<std::size_t>(extentOn(n, l, rank)));
  fill(part.data(), n, l, rank);
  return part;
}

/// `call` must throw on this rank, and all ranks must say the same.
inline void expectError(const std::string &message,
                        const std::function<void()> &call) {
  std::string caught;
  try {
    call();
  } catch (const redist::error &e) {
    caught = e.what();
  }
  require(caught.find(message) != std::string::npos,
          "expected '" + message + "', got '" + caught + "'");
  char first[512] = {};
  std::snprintf(first, sizeof first, "%s", caught.c_str());
  MPI_Bcast(first, sizeof first, MPI_CHAR, 0, MPI_COMM_WORLD);
  require(caught == first,
          "ranks disagree: '" + caught + "' and '" + std::string(first) + "'");
}

#endif

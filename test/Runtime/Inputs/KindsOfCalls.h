//===- KindsOfCalls.h - One call of each kind ------------------*- C++ -*-===//
//
// Calls that all ranks of a communicator make, each of which checks its result:
// of each directive, on each road by which ranks find each other, and of
// arrays.
//
//===----------------------------------------------------------------------===//
#ifndef KINDSOFCALLS_H
#define KINDSOFCALLS_H

#include "ArrayCheck.h"
#include "TwoStages.h"

#include "redist/Reduce.h"

#include <functional>
#include <optional>
#include <string>

using Array = redist::array<double, 1>;

struct World {
  static constexpr std::int64_t n = 300;
  MPI_Comm comm;
  int rank, size;
  std::optional<Array> table; ///< for calls of its members

  explicit World(MPI_Comm used)
      : comm(used), rank(rankOf(used)), size(sizeOf(used)) {}
  redist::layout from() const { return block_layout(size, 0); }
  redist::layout to() const { return cyclic_layout(3, size, 0); }
  long sum() const { return size * (size - 1) / 2; }
  void makeTable() {
    table.emplace(std::array<std::int64_t, 1>{n}, from(), comm);
    fillByIndex(*table);
  }
};

inline void move(World &world) {
  auto part = filled<double>(World::n, world.from(), world.rank);
  redistribute(at(1), part, World::n, world.from(), world.to(), world.comm);
  check(part.data(), World::n, world.to(), world.rank, "move");
}

inline void moveLater(World &world) {
  auto part = filled<double>(World::n, world.from(), world.rank);
  const auto what = redist::redistribution({redist::whole(World::n)})
                        .from(world.from())
                        .to(world.to());
  redist::request pending =
      redist::start_redistribute(at(1), what, world.comm, part);
  redist::wait(pending);
  check(part.data(), World::n, world.to(), world.rank, "moved later");
}

/// Clauses of a directive that has none.
inline void add(World &world) {
  long sum = world.rank;
  redist::reduce(at(2), redist::reduction(), world.comm, std::plus<>(), sum);
  require(sum == world.sum(), "the sum");
}

/// As redistc writes it: nothing to agree on.
inline void addAtOnce(World &world) {
  long sum = world.rank;
  redist::reduce(at(3), redist::reduction().uniform(), world.comm,
                 redist::plus(), sum);
  require(sum == world.sum(), "the sum at once");
}

/// As long as a verdict.
inline void addTen(World &world) {
  std::array<double, 10> sums;
  sums.fill(world.rank);
  redist::reduce(at(4), redist::reduction().uniform(), world.comm,
                 redist::plus(), redist::elements(sums, 0, 10));
  require(sums[9] == static_cast<double>(world.sum()), "ten sums");
}

inline void addToRoot(World &world) {
  long sum = world.rank;
  redist::reduce(at(5), redist::reduction().uniform().root(0), world.comm,
                 redist::plus(), sum);
  require(world.rank != 0 || sum == world.sum(), "the sum on the root");
}

inline void addLater(World &world) {
  long sum = world.rank;
  redist::request pending = redist::start_reduce(
      at(6), redist::reduction(), world.comm, std::plus<>(), sum);
  redist::wait(pending);
  require(sum == world.sum(), "the sum later");
}

inline void join(World &world) {
  std::string text = "x";
  redist::reduce(
      at(7), redist::reduction(), world.comm,
      [](const std::string &a, const std::string &b) { return a + b; }, text);
  require(text.size() == static_cast<std::size_t>(world.size), "the text");
}

inline void run(World &world) {
  runTwoStages(at(8), world.comm, 3,
               [](int i, int value) { require(value == i, "an item"); });
}

inline void make(World &world) {
  Array made({World::n}, world.from(), world.comm);
}
inline void gather(World &world) { world.table->gather(); }
inline void write(World &world) { world.table->write("different-calls.raw"); }

enum class Needs { Nothing, Table };

struct Kind {
  const char *name;
  void (*call)(World &);
  const char *text; ///< in messages
  Needs needs = Needs::Nothing;

  bool isReduction() const {
    return std::string(text).find("#pragma reduce") != std::string::npos;
  }
  bool isLike(const Kind &other) const {
    return std::string(text) == other.text ||
           (isReduction() && other.isReduction());
  }
};

inline const Kind kinds[] = {
    {"move", move, "'#pragma redistribute' at app.cpp:1"},
    {"moveLater", moveLater, "'#pragma redistribute' at app.cpp:1"},
    {"add", add, "'#pragma reduce' at app.cpp:2"},
    {"addAtOnce", addAtOnce, "'#pragma reduce' at app.cpp:3"},
    {"addTen", addTen, "'#pragma reduce' at app.cpp:4"},
    {"addToRoot", addToRoot, "'#pragma reduce' at app.cpp:5"},
    {"addLater", addLater, "'#pragma reduce' at app.cpp:6"},
    {"join", join, "'#pragma reduce' at app.cpp:7"},
    {"pipeline", run, "'#pragma pipeline' at app.cpp:8"},
    {"array", make, "'redist::array'"},
    {"gather", gather, "'redist::array::gather'", Needs::Table},
    {"write", write, "'redist::array::write'", Needs::Table},
};

#endif

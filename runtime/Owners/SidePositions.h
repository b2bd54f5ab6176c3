//===- SidePositions.h - Which positions a coordinate has ------*- C++ -*-===//
//
// Along one axis of a call: the positions of the sections (Assignment.h) that
// lie on a coordinate of one side, in the order of its storage. Comes in: the
// layout of the dimension, and the user's numbers where it is indirect or
// listed. Goes out: runs of positions that are neighbours in the storage, too.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_OWNERS_SIDEPOSITIONS_H
#define REDIST_RUNTIME_OWNERS_SIDEPOSITIONS_H

#include "Call/ValidatedCall.h"
#include "Support/TripleLists.h"

#include <string>
#include <vector>

namespace redist::runtime {

/// Positions [at, at + length) lie from local index `local` on.
struct PositionRun {
  std::int64_t at, local, length;
};

/// Many runs, in little memory where they are single positions.
class PositionRuns {
public:
  PositionRuns() : PositionRuns([](const auto &) {}) {}
  /// Calls fill(add) twice, with add(PositionRun) for the same runs.
  template <typename Fill>
  explicit PositionRuns(Fill fill)
      : runs(1, [&](const auto &add) {
          fill([&](const PositionRun &run) {
            add(0, Triple{run.at, run.local, run.length});
          });
        }) {}

  class Iterator {
  public:
    explicit Iterator(TripleLists::Range::Iterator ofTriples) : at(ofTriples) {}
    PositionRun operator*() const {
      const auto [position, local, length] = *at;
      return {position, local, length};
    }
    Iterator &operator++() {
      ++at;
      return *this;
    }
    bool operator==(const Iterator &) const = default;

  private:
    TripleLists::Range::Iterator at;
  };
  std::size_t size() const { return runs.of(0).size(); }
  /// Positions in all runs.
  std::int64_t total() const { return runs.of(0).total(); }
  Iterator begin() const { return Iterator(runs.of(0).begin()); }
  Iterator end() const { return Iterator(runs.of(0).end()); }

private:
  TripleLists runs;
};

/// The numbers of indirect or listed.
std::vector<std::int64_t> numbersOf(const distribution &map);

/// The indices of a coordinate in dimension k, in the order of its storage; of
/// listed, and where an array has the owners, this rank's.
std::vector<std::int64_t> indicesOf(const CallSide &side, std::size_t k,
                                    std::int64_t coordinate);

/// The ranks of each coordinate of dimension k, in the order of the grid.
std::vector<std::vector<int>> ranksByCoordinate(const ResolvedSide &side,
                                                std::size_t k);

/// Elements of each of `ranks` coordinates. Precondition: problemOfMap() finds
/// none; `map` is indirect.
std::vector<std::int64_t> countsOf(const distribution &map, std::int64_t ranks);

/// What is wrong with this rank's numbers of a dimension of the side; empty:
/// nothing. `ranks`: of the dimension; `position`: of this rank in the grid, -1
/// outside it.
std::string problemOfMap(const CallSide &side, std::size_t k,
                         std::int64_t ranks, std::int64_t position, int rank);

/// Of dimension k of the side. Preconditions: the call is checked, problemOfMap
/// has found none.
PositionRuns positionsOf(const CallSide &side, std::size_t k,
                         const schedule::DimensionLayout &layout,
                         std::int64_t coordinate);

} // namespace redist::runtime

#endif

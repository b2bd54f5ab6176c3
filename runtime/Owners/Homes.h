//===- Homes.h - Who has which position of an axis -------------*- C++ -*-===//
//
// A table of owners that is itself dealt in blocks: position i is at home on
// rank floor(i / ceil(N / P)) of the communicator. Owners tell the homes what
// they have; whoever wants positions asks their homes. Memory on a rank:
// proportional to N / P, and to what it has and wants.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_OWNERS_HOMES_H
#define REDIST_RUNTIME_OWNERS_HOMES_H

#include "Owners/Parcels.h"
#include "Owners/SidePositions.h"

#include <algorithm>
#include <memory>
#include <optional>

namespace redist::runtime {

/// `length` neighbours of the source's coordinate `owner`, for positions that
/// are neighbours in the storage of the target.
struct FoundRun {
  std::int64_t owner, source, target, length;
};

/// A position that no coordinate has, or two.
struct WrongPosition {
  std::int64_t position;
  std::int64_t first = -1, second = -1; ///< coordinates; -1: none
};

/// Which positions of an axis are at home on which rank of a communicator.
class HomeBlocks {
public:
  HomeBlocks(std::int64_t length, int ranks)
      : block(std::max<std::int64_t>(1, (length + ranks - 1) / ranks)),
        homesForEach(1 / static_cast<double>(block)) {}

  /// First position of a rank, which may be past the end of the axis.
  std::int64_t beginOf(int rank) const { return rank * block; }
  /// position / block, by a product, which takes less time than a division;
  /// what is rounded is put right.
  int homeOf(std::int64_t position) const {
    int home = static_cast<int>(static_cast<double>(position) * homesForEach);
    while (beginOf(home) > position)
      --home;
    while (position - beginOf(home) >= block)
      ++home;
    return home;
  }
  /// Calls visit(home, run) for what each home has of the runs, in their order.
  template <typename Visit>
  void split(const PositionRuns &runs, Visit visit) const {
    for (PositionRun run : runs)
      while (run.length > 0) {
        const int home = homeOf(run.at);
        const std::int64_t length =
            std::min(run.length, beginOf(home + 1) - run.at);
        visit(home, PositionRun{run.at, run.local, length});
        run = {run.at + length, run.local + length, run.length - length};
      }
  }

private:
  std::int64_t block;
  double homesForEach;
};

/// What each home has of the runs, by the rank that tells it: [position,
/// `first` and the local index, length]. Collective.
TripleLists broughtHome(const HomeBlocks &homes, const PositionRuns &runs,
                        std::int64_t first, int ranks, MPI_Comm comm);

/// Who has some positions, as their homes have answered.
class HomeAnswers {
public:
  HomeAnswers(HomeBlocks homes, TripleLists ofHomes, const PositionRuns &asked)
      : blocks(homes), answers(std::move(ofHomes)), wanted(asked) {}

  /// Calls visit(FoundRun) in the order of what was wanted.
  template <typename Visit> void forEach(Visit visit) const {
    std::vector<std::size_t> next(answers.size(), 0);
    blocks.split(wanted, [&](int home, const PositionRun &run) {
      const TripleLists::Range from = answers.of(home);
      for (std::int64_t done = 0; done < run.length;) {
        const auto [owner, local, length] =
            from[next[static_cast<std::size_t>(home)]++];
        visit(FoundRun{owner, local, run.local + done, length});
        done += length;
      }
    });
  }

private:
  HomeBlocks blocks;
  TripleLists answers;
  const PositionRuns &wanted;
};

class Homes {
public:
  /// `owned`: what this rank has as an owner. `coordinateOf`: by rank, what it
  /// is as an owner; -1: none. `maySum`: several owners are not wrong.
  /// Collective.
  Homes(std::int64_t length, const PositionRuns &owned,
        const std::vector<std::int64_t> &coordinateOf, bool maySum,
        MPI_Comm comm);

  /// The first of the positions that are at home here whose owners are not one.
  const std::optional<WrongPosition> &wrong() const { return wrongPosition; }
  /// Whether a position that is at home here has several.
  bool hasSeveral() const { return areSeveral; }
  /// Who has `wanted`, in that order; it must live as long. Collective.
  /// Precondition: nothing is wrong on any rank, and no position has several
  /// owners.
  HomeAnswers find(const PositionRuns &wanted) const;

private:
  /// Where a position lies; in one line of a cache, mostly.
  struct Place {
    std::int32_t owner;
    std::uint32_t lowLocal, highLocal;

    static Place of(std::int64_t coordinate, std::int64_t local) {
      return {static_cast<std::int32_t>(coordinate),
              static_cast<std::uint32_t>(local),
              static_cast<std::uint32_t>(local >> 32)};
    }
    std::int64_t local() const {
      return std::int64_t{highLocal} << 32 | lowLocal;
    }
  };

  void note(std::int64_t coordinate, TripleLists::Range owned);
  template <typename Visit>
  void answer(std::int64_t at, std::int64_t length, Visit visit) const;
  TripleLists answer(const TripleLists &asked) const;

  MPI_Comm comm;
  bool maySum, areSeveral = false;
  std::int64_t largestLocal = 0; ///< that is known here
  int ranks = 0;
  HomeBlocks blocks;
  std::int64_t begin;              ///< of this rank's positions
  std::size_t count;               ///< of them
  std::unique_ptr<Place[]> places; ///< by position - begin
  std::optional<WrongPosition> wrongPosition;
};

} // namespace redist::runtime

#endif

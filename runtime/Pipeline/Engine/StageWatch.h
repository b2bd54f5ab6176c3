//===- StageWatch.h - Detects changes outside the plan ---------*- C++ -*-===//
//
// Room Runtime. For REDIST_VERIFY=1. Comes in: the variables of a pipeline,
// their accesses by the plan, and when stages begin and end on this rank. Goes
// out: an exception if the value of a variable contradicts the plan.
//
//   before stage k   nobody but the loop has changed anything since stage k - 1
//   after stage k    what has changed is what stage k may write
//   from rank to rank, for each variable of the item, its digest: where it has
//                    not come along and is another one here, it is stale until
//                    a stage writes it; no stage may read it before
//
// A digest that is not there agrees with all others. Knows no MPI.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_PIPELINE_ENGINE_STAGEWATCH_H
#define REDIST_RUNTIME_PIPELINE_ENGINE_STAGEWATCH_H

#include "redist/detail/pipeline/PipelineDigest.h"

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

namespace redist::runtime {

/// The plan and what happens do not agree; PipelineEngine::fail() knows it.
struct StageDifference {
  int stage = 0; ///< from 1; 0: the loop itself
  std::int64_t item = 0;
  std::string text;
};

class StageWatch {
public:
  /// Two of each variable of an item travel.
  using Words = std::vector<std::uint64_t>;

  void setLines(std::initializer_list<int> given) { lines = given; }
  /// From outside the loop.
  void add(detail::watched_variable variable);
  /// Of the item that has been begun; those of the one before are gone.
  void addOfItem(detail::watched_variable variable, std::int64_t item);

  // All throw StageDifference.
  void stageBegins(int stage, bool isFirst, std::int64_t item);
  void stageEnds(int stage, std::int64_t item);

  /// The variables of the item are gone.
  void leaveItem();
  /// States move from rank to rank: this rank's are other ones now.
  void forgetStates();

  /// How many words of the item travel; the same at both ends of a link.
  std::size_t wordCount() const;
  /// Behind the last stage of this rank.
  Words words() const;
  /// What words() was behind stage `after` of the rank before; the values at
  /// `travelled` have come from there.
  void arrive(int after, Words given,
              std::initializer_list<const void *> travelled);

  /// A variable that no stage writes, and that is not as before the loop; none:
  /// empty.
  std::string changedOutside() const;
  /// States that every rank is to have, and what they are.
  struct Kept {
    std::string name;
    int stage;
    detail::value_digest digest;
  };
  std::vector<Kept> kept() const;

private:
  struct Entry {
    detail::watched_variable variable;
    detail::value_digest before; ///< the loop, where no stage writes it
    detail::value_digest now;    ///< not there: not known
  };
  struct ItemEntry {
    detail::watched_variable variable;
    detail::value_digest now;
    detail::value_digest sent; ///< what it has to be, where it is stale
    bool isStale = false, hasTravelled = false;
  };
  void compareArrived(ItemEntry &, std::size_t index) const;
  void uniteWriters(detail::watched_variable &added);
  std::string stageText(int stage) const;

  std::vector<int> lines;
  std::vector<Entry> outside;
  std::vector<ItemEntry> ofItem;
  std::int64_t itemInHand = -1;
  Words arrived; ///< empty: nothing has come
  int arrivedFrom = 0;
};

} // namespace redist::runtime

#endif

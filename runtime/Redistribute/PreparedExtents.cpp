//===- PreparedExtents.cpp - Extents derived from storage -----------------===//
//
// The part of CallSetup in which the ranks tell one another the sizes of
// their storage.
//
//===----------------------------------------------------------------------===//
#include "Call/StorageExtents.h"
#include "Redistribute/CallSetup.h"
#include "Support/MpiCalls.h"

#include <algorithm>

namespace redist::runtime {

/// Elements of each object's storage on one side; -1 where they are not known,
/// not the same, or more than the local part may need.
static std::int64_t commonSize(std::span<const object_entry> entries,
                               bool ofTarget) {
  const auto size = [&](const object_entry &entry) {
    return ofTarget ? entry.target_size : entry.source_size;
  };
  for (const object_entry &entry : entries) {
    const bool tells =
        ofTarget ? entry.target_tells_extents : entry.source_tells_extents;
    if (!tells || size(entry) != size(entries.front()))
      return -1;
  }
  return size(entries.front());
}

/// Two numbers a rank: the sizes of source and target.
void CallSetup::gatherSizes(std::vector<std::int64_t> &sizes) {
  const std::int64_t own[2] = {commonSize(entries, false),
                               commonSize(entries, true)};
  sizes.resize(2 * static_cast<std::size_t>(communicatorState->size()));
  checkMpi(MPI_Allgather(own, 2, MPI_INT64_T, sizes.data(), 2, MPI_INT64_T,
                         communicatorState->communicator()),
           "MPI_Allgather");
}

/// The longest extent that a dimension can hold; -1 where there is none. Of
/// block(k) the schedules see CYCLIC(k), which would begin again.
static std::int64_t maxOf(const distribution &given,
                          const schedule::DimensionLayout &layout) {
  std::int64_t most = -1;
  if (given.kind != distribution_kind::block_sized ||
      __builtin_mul_overflow(layout.block, layout.ranks, &most))
    return -1;
  return most - layout.shift;
}

/// `offset`: 0 for the source's sizes, 1 for the target's.
void CallSetup::inferSide(const char *clause, CallSide &side,
                          const std::vector<std::int64_t> &sizes,
                          std::size_t offset) {
  if (!needsExtents(call, side))
    return;
  const ResolvedSide layouts =
      resolve(clause, side, side.given, communicatorState->size());
  const std::string storage = offset == 0 ? "the object" : "the destination";
  const std::string remedy = "; [extent] and [lower : length of extent] tell "
                             "them, and a redist::array knows its own";
  if (!layouts.room.empty() || layouts.lead)
    throw error("the whole extents of " + storage +
                " are not known: its sections do not tell them, nor does "
                "storage with room or a lead" +
                remedy);
  StorageQuestion question{layouts.dimensions, {}, {}, {}, {}};
  for (std::size_t k = 0; k < side.dimensions; ++k) {
    question.extents.push_back(side.extents[k]);
    question.least.push_back(endOf(side.sections[k]));
    question.most.push_back(
        maxOf(side.given.dimensions[k], layouts.dimensions[k]));
  }
  for (std::int64_t position = 0; position < layouts.positions(); ++position) {
    if (layouts.firstCopyOf(position) != position)
      continue;
    const auto rank =
        static_cast<std::size_t>(layouts.placement.rank(position));
    question.sizes.push_back(sizes[2 * rank + offset]);
    if (question.sizes.back() < 0)
      throw error("the whole extents of " + storage +
                  " are not known: its sections do not tell them, nor does "
                  "storage whose size is unknown or fixed by its type" +
                  remedy);
  }
  const StorageAnswer answer = extentsOf(question);
  if (answer.extents.empty())
    throw error("the whole extents of " + storage +
                " are not known: " + (answer.isAmbiguous ? "several" : "no") +
                " extents have these sections and give each rank what its "
                "storage has" +
                remedy);
  std::copy(answer.extents.begin(), answer.extents.end(), side.extents.begin());
}

void CallSetup::inferExtents(const std::vector<std::int64_t> &sizes) {
  constexpr std::size_t maxFound = 64;
  auto &found = kept->foundExtents();
  auto &words = kept->scratch().words;
  const std::size_t wordCount = words.size();
  words.insert(words.end(), sizes.begin(), sizes.end()); // the question
  const auto known =
      std::find_if(found.begin(), found.end(),
                   [&](const auto &one) { return one.asked == words; });
  if (known != found.end()) {
    call.source.extents = known->source;
    call.target.extents = known->target;
    return;
  }
  const std::vector<std::int64_t> asked = words;
  words.resize(wordCount);
  inferSide("from", call.source, sizes, 0);
  inferSide("to", call.target, sizes, 1);
  if (found.size() == maxFound)
    found.erase(found.begin());
  found.push_back({asked, call.source.extents, call.target.extents});
}

bool CallSetup::lacksExtents() const {
  return problem.empty() &&
         (needsExtents(call, call.source) || needsExtents(call, call.target));
}

/// The ranks agree on the parameters first, so that all ask the same.
void CallSetup::findExtents() {
  if (!lacksExtents())
    return;
  if (!agreeByPosts(false))
    runtime::agree(communicatorState->communicator(), signature(), where);
  shareExtents();
}

/// Precondition: the ranks have agreed.
void CallSetup::shareExtents() {
  auto &sizes = kept->scratch().sizes;
  gatherSizes(sizes);
  attempt([&] {
    inferExtents(sizes);
    collectWords();
  });
}

} // namespace redist::runtime

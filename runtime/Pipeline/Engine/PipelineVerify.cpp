//===- PipelineVerify.cpp - Checking a run against its plan ---------------===//
//
// REDIST_VERIFY=1: what the loop tells of its variables, what goes along with
// an item, and what ranks compare behind the last one.
//
//===----------------------------------------------------------------------===//
#include "Pipeline/Engine/PipelineEngine.h"

#include "Agreement/Agreement.h"
#include "Support/MpiCalls.h"
#include "Support/SourceLocation.h"

#include <cstring>

namespace redist::runtime {

void PipelineEngine::setLines(std::initializer_list<int> lines) {
  watch->setLines(lines);
}

void PipelineEngine::watchVariable(detail::watched_variable variable,
                                   bool isOfItem) {
  if (isOfItem)
    watch->addOfItem(std::move(variable), place.turn);
  else
    watch->add(std::move(variable));
}

/// As a small item behind the item's own values.
void PipelineEngine::sendDigests(detail::out_link &link) {
  const StageWatch::Words words = watch->words();
  if (words.empty())
    return;
  const std::size_t bytes = words.size() * sizeof words.front();
  std::memcpy(link.room(bytes), words.data(), bytes);
  link.written();
}

void PipelineEngine::receiveDigests(
    int after, detail::in_link &link,
    std::initializer_list<const void *> travelled) {
  StageWatch::Words words(watch->wordCount());
  if (words.empty())
    return;
  const std::size_t bytes = words.size() * sizeof words.front();
  std::memcpy(words.data(), link.item(), bytes);
  link.taken(bytes);
  watch->arrive(after, std::move(words), travelled);
}

/// After so many items, with states as each rank has them. Collective.
void PipelineEngine::verifyOutside(std::int64_t items) {
  StateError found;
  found.text = watch->changedOutside();
  agreeOnTrouble(found, "after the last item", items);
}

/// With states as all ranks should have them. Collective; the same on all.
void PipelineEngine::verifyStates(std::int64_t items) {
  const std::vector<StageWatch::Kept> kept = watch->kept();
  if (kept.empty())
    return;
  struct Seen {
    std::uint64_t isThere;
    Compared hash;
  };
  std::vector<Seen> own, least(kept.size());
  for (const StageWatch::Kept &one : kept)
    own.push_back(
        {one.digest.is_there ? 1U : 0U, Compared::of(one.digest.hash)});
  const std::size_t numbers = own.size() * sizeof(Seen) / sizeof(std::uint64_t);
  checkMpi(MPI_Allreduce(own.data(), least.data(), static_cast<int>(numbers),
                         MPI_UINT64_T, MPI_MIN, linkSet->communicator()),
           "MPI_Allreduce");
  for (std::size_t i = 0; i < kept.size(); ++i)
    if (least[i].isThere != 0 && !least[i].hash.isSame())
      throw stage_error(positionOf(where) + "stage " +
                            std::to_string(kept[i].stage) +
                            ", after the last item: " + kept[i].name +
                            ", the state of this stage, is not the same on all "
                            "ranks: do its 'save' and 'load' agree?",
                        kept[i].stage, items);
}

} // namespace redist::runtime

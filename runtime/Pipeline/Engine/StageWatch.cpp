//===- StageWatch.cpp - Detects changes outside the plan ------------------===//
#include "Pipeline/Engine/StageWatch.h"

#include <algorithm>
#include <cstring>

using redist::detail::value_digest;
using redist::detail::watched_variable;

namespace redist::detail {

static std::uint64_t mixed(std::uint64_t hash, std::uint64_t word) {
  hash = (hash ^ word) * 0x9fb21c651e98df25U;
  return hash ^ (hash >> 32);
}

std::uint64_t digest_of_bytes(const void *data, std::size_t bytes) noexcept {
  const auto *at = static_cast<const std::byte *>(data);
  std::uint64_t hash = mixed(0x9e3779b97f4a7c15U, bytes);
  std::uint64_t word = 0;
  for (; bytes >= sizeof word; bytes -= sizeof word, at += sizeof word) {
    std::memcpy(&word, at, sizeof word);
    hash = mixed(hash, word);
  }
  word = 0;
  if (bytes > 0)
    std::memcpy(&word, at, bytes);
  return mixed(mixed(hash, word), bytes);
}

} // namespace redist::detail

namespace redist::runtime {

static bool isIn(const std::vector<int> &stages, int stage) {
  return std::find(stages.begin(), stages.end(), stage) != stages.end();
}

static value_digest digestOf(const watched_variable &variable) {
  return variable.digest(variable.at);
}

static bool differ(const value_digest &a, const value_digest &b) {
  return a.is_there && b.is_there && a.hash != b.hash;
}

static std::string quoted(const watched_variable &variable) {
  return std::string("'") + variable.name + "'";
}

/// "stage 2 (line 17)".
std::string StageWatch::stageText(int stage) const {
  const std::string text = "stage " + std::to_string(stage);
  const auto index = static_cast<std::size_t>(stage) - 1;
  return index < lines.size()
             ? text + " (line " + std::to_string(lines[index]) + ')'
             : text;
}

//===----------------------------------------------------------------------===//
// Variables
//===----------------------------------------------------------------------===//

/// Whether all stages that use the variable are that one.
static bool isOnlyOf(const watched_variable &variable, int stage) {
  const auto isOther = [stage](int k) { return k != 0 && k != stage; };
  return std::none_of(variable.readers.begin(), variable.readers.end(),
                      isOther) &&
         std::none_of(variable.writers.begin(), variable.writers.end(),
                      isOther);
}

/// Who writes `part` writes `whole`, too; no harm is done where no other stage
/// uses that.
static void addWriters(watched_variable &whole, const watched_variable &part) {
  for (const int stage : part.writers)
    if (stage == 0 || isOnlyOf(whole, stage))
      whole.writers.push_back(stage);
}

/// Two variables may be one place: `*cursor` and what it points to.
void StageWatch::uniteWriters(watched_variable &added) {
  const auto begin = [](const watched_variable &variable) {
    return reinterpret_cast<std::uintptr_t>(variable.at);
  };
  for (Entry &entry : outside) {
    watched_variable &other = entry.variable;
    if (begin(added) >= begin(other) + other.bytes ||
        begin(other) >= begin(added) + added.bytes)
      continue;
    const watched_variable given = added;
    addWriters(added, other);
    addWriters(other, given);
  }
}

void StageWatch::add(watched_variable variable) {
  uniteWriters(variable);
  const value_digest now = digestOf(variable);
  outside.push_back({std::move(variable), now, now});
}

void StageWatch::addOfItem(watched_variable variable, std::int64_t item) {
  if (item != itemInHand)
    leaveItem();
  itemInHand = item;
  ofItem.push_back({std::move(variable), {}, {}});
}

void StageWatch::leaveItem() {
  ofItem.clear();
  arrived.clear();
}

void StageWatch::forgetStates() {
  for (Entry &entry : outside)
    if (!entry.variable.writers.empty())
      entry.now = {};
}

//===----------------------------------------------------------------------===//
// Stages
//===----------------------------------------------------------------------===//

void StageWatch::stageBegins(int stage, bool isFirst, std::int64_t item) {
  if (isFirst) {
    for (Entry &entry : outside) {
      const value_digest now = digestOf(entry.variable);
      if (differ(entry.now, now) && !isIn(entry.variable.writers, 0))
        throw StageDifference{
            0, item,
            quoted(entry.variable) +
                " has changed before the first stage of the item, but by the "
                "plan neither the loop's header nor an initialiser or "
                "destructor of the item writes it"};
      entry.now = now;
    }
    for (std::size_t i = 0; i < ofItem.size(); ++i) {
      ofItem[i].now = digestOf(ofItem[i].variable);
      compareArrived(ofItem[i], i);
    }
  }
  for (const ItemEntry &entry : ofItem) {
    if (!entry.isStale || !isIn(entry.variable.readers, stage))
      continue;
    throw StageDifference{
        stage, item,
        quoted(entry.variable) + " is read by " + stageText(stage) +
            (entry.hasTravelled
                 ? ", but has not come as it was after " +
                       stageText(arrivedFrom) +
                       ": do its 'save' and 'load' agree?"
                 : ", but has another value there than after " +
                       stageText(arrivedFrom) +
                       ": ranks have initialised it differently")};
  }
}

void StageWatch::stageEnds(int stage, std::int64_t item) {
  const auto check = [&](auto &entry) {
    const value_digest now = digestOf(entry.variable);
    const bool mayWrite = isIn(entry.variable.writers, stage);
    if (!mayWrite && differ(entry.now, now))
      throw StageDifference{stage, item,
                            quoted(entry.variable) + " has changed in " +
                                stageText(stage) +
                                ", which by the plan does not write it"};
    entry.now = now;
    return mayWrite;
  };
  for (ItemEntry &entry : ofItem)
    if (check(entry))
      entry.isStale = false;
  for (Entry &entry : outside)
    check(entry);
}

//===----------------------------------------------------------------------===//
// From rank to rank
//===----------------------------------------------------------------------===//

/// In one small item of a link.
static constexpr std::size_t maxWords = 1024;

static constexpr std::uint64_t thereBit = 1, exactBit = 2;

std::size_t StageWatch::wordCount() const {
  return std::min(2 * ofItem.size(), maxWords);
}

StageWatch::Words StageWatch::words() const {
  Words all;
  for (std::size_t i = 0; 2 * i < wordCount(); ++i) {
    const ItemEntry &entry = ofItem[i];
    const value_digest &digest = entry.isStale ? entry.sent : entry.now;
    all.push_back(digest.hash);
    all.push_back((digest.is_there ? thereBit : 0) |
                  (digest.is_exact ? exactBit : 0));
  }
  return all;
}

void StageWatch::arrive(int after, Words given,
                        std::initializer_list<const void *> travelled) {
  arrived = std::move(given);
  arrivedFrom = after;
  for (ItemEntry &entry : ofItem)
    entry.hasTravelled = std::find(travelled.begin(), travelled.end(),
                                   entry.variable.at) != travelled.end();
}

void StageWatch::compareArrived(ItemEntry &entry, std::size_t index) const {
  if (2 * index + 1 >= arrived.size())
    return;
  const std::uint64_t bits = arrived[2 * index + 1];
  entry.sent = {arrived[2 * index], (bits & thereBit) != 0,
                (bits & exactBit) != 0};
  const bool mayCompare =
      entry.hasTravelled || (entry.sent.is_exact && entry.now.is_exact);
  entry.isStale = mayCompare && differ(entry.sent, entry.now);
}

//===----------------------------------------------------------------------===//
// The end
//===----------------------------------------------------------------------===//

std::string StageWatch::changedOutside() const {
  for (const Entry &entry : outside)
    if (entry.variable.writers.empty() &&
        differ(entry.before, digestOf(entry.variable)))
      return quoted(entry.variable) +
             " is not as it was before the loop, but by the plan nothing in it "
             "writes it";
  return "";
}

std::vector<StageWatch::Kept> StageWatch::kept() const {
  std::vector<Kept> all;
  for (const Entry &entry : outside) {
    if (!entry.variable.is_kept)
      continue;
    const auto writer =
        std::find_if(entry.variable.writers.begin(),
                     entry.variable.writers.end(), [](int k) { return k > 0; });
    all.push_back({quoted(entry.variable),
                   writer == entry.variable.writers.end() ? 1 : *writer,
                   digestOf(entry.variable)});
  }
  return all;
}

} // namespace redist::runtime

//===- Words.cpp - Embedded schedules, trees and mappings -----------------===//
//
// Comes in: words that generated code may carry, from the fourth one on (the
// frame before them, with their number and checksum, is put right here), behind
// a byte that says of what. Each decoder either refuses them or makes what
// verify() finds right and what is encoded as the same words.
//
//===----------------------------------------------------------------------===//
// RUN: %fuzz Words
#include "Support/Words.h"
#include "ScarceMemory.h"

#include "redistSchedule/OneDimension/Embedding.h"
#include "redistSchedule/OneDimension/Verify.h"
#include "redistSchedule/Pipeline/Mapping.h"
#include "redistSchedule/Product/GridSchedule.h"
#include "redistSchedule/Reduction/ReductionSchedule.h"

#include <cstdlib>
#include <cstring>

using namespace redist::schedule;

/// Left out: more than is made in an instant.
static constexpr std::int64_t maxRanks = 64, longest = std::int64_t{1} << 32;

static bool isSmall(const Assignment &assignment) {
  std::int64_t pairs = 1;
  for (const Axis &axis : assignment.axes)
    if (axis.source.ranks > maxRanks || axis.target.ranks > maxRanks ||
        axis.length.value_or(0) > longest ||
        (pairs *= std::max<std::int64_t>(1, axis.source.ranks) *
                  std::max<std::int64_t>(1, axis.target.ranks)) >
            maxRanks * maxRanks)
      return false;
  return true;
}

static void require(bool holds) {
  if (!holds)
    std::abort();
}

static void checkSchedule(const std::vector<std::uint32_t> &words) {
  const auto key = keyOf(words);
  if (!key || key->redistribution.source.ranks > maxRanks ||
      key->redistribution.target.ranks > maxRanks)
    return;
  const auto decoded = decode(words);
  if (decoded)
    require(encode(*decoded) == words && verify(*decoded).valid());
}
static void checkGrid(const std::vector<std::uint32_t> &words) {
  const auto key = gridKeyOf(words);
  if (!key || !isSmall(key->assignment))
    return;
  const auto decoded = decodeGrid(words);
  if (decoded)
    require(encode(*decoded) == words && verify(*decoded).valid());
}
static void checkReduction(const std::vector<std::uint32_t> &words) {
  const auto key = reductionKeyOf(words);
  const auto decoded = decodeReduction(words);
  if (decoded)
    require(key && encode(*decoded) == words);
}
static void checkMapping(const std::vector<std::uint32_t> &words) {
  const auto decoded = decodeMapping(words.data(), words.size());
  if (decoded)
    require(encode(decoded->problem, decoded->mapping) == words);
}

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data,
                                      std::size_t size) {
  if (size == 0)
    return 0;
  static constexpr std::uint32_t signatures[] = {0x52445301, 0x52445302,
                                                 0x52445201, 0x52445001};
  static constexpr void (*checks[])(const std::vector<std::uint32_t> &) = {
      checkSchedule, checkGrid, checkReduction, checkMapping};
  const std::size_t kind = data[0] % 4;
  std::vector<std::uint32_t> words = openFrame(signatures[kind]);
  const std::size_t frame = words.size();
  words.resize(frame + (size - 1) / sizeof words[0]);
  std::memcpy(words.data() + frame, data + 1,
              (words.size() - frame) * sizeof words[0]);
  sealFrame(words);
  try {
    checks[kind](words);
  } catch (const std::bad_alloc &) {
  }
  return 0;
}

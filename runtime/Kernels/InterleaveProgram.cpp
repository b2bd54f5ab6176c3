//===- InterleaveProgram.cpp - Cache lines from short runs ----------------===//
#include "Kernels/InterleaveProgram.h"

#include <algorithm>
#include <cstring>

namespace redist::runtime {

/// Tables for other places are kept up to here: where chunks are cut anywhere,
/// targets begin everywhere in a vector.
static constexpr std::size_t maxStepsKept = 4096;

/// Runs from here on are copied as fast one by one. Lines of other elements are
/// worth it as long as they go past the caches, whatever the runs; permutations
/// of bytes are slower, or narrower, and win back less. Measured, run by run /
/// program, AVX2 and AVX-512, next to the caches and beyond: runs of 2 elements
/// of 1 byte 2.5 and 5.2, 1.9 and 2.1; of 2 bytes 1.2 and 2.8, 1.3 and 1.8; of
/// 38 elements of 1 byte 0.5 and 1.0, 1.7 and 1.9.
static std::int64_t longRunBytes(const VectorShape &shape) {
  constexpr std::int64_t longest = 64 * 1024;
  return shape.laneBytes == 1 ? 2 * shape.bytes : longest;
}

InterleaveProgram::InterleaveProgram(InterleavedPeriod givenPeriod,
                                     std::int64_t periods,
                                     std::int64_t elementBytes,
                                     Vectors usedVectors)
    : period(std::move(givenPeriod)), expectedPeriods(periods),
      bytes(elementBytes), vectors(usedVectors) {
  findRuns();
  findEnds();
}

/// Elements that lie one after the other in their source.
void InterleaveProgram::findRuns() {
  const std::span<const InterleavedPeriod::Element> all = period.elements;
  runLengths.assign(all.size(), 1);
  for (std::size_t i = all.size(); i-- > 0;) {
    const bool goesOn = i + 1 < all.size() &&
                        all[i + 1].source == all[i].source &&
                        all[i + 1].offset == all[i].offset + 1;
    if (goesOn)
      runLengths[i] = runLengths[i + 1] + 1;
    else
      ++runs;
  }
}

/// What the first period holds of each source.
void InterleaveProgram::findEnds() {
  ends.assign(period.strides.size(), 0);
  for (const InterleavedPeriod::Element &element : period.elements) {
    std::int64_t &end = ends[static_cast<std::size_t>(element.source)];
    end = std::max(end, (element.offset + 1) * bytes);
  }
}

/// Whether it has been made; if so it is used.
bool InterleaveProgram::isKnown(const ShuffleKernel *kernel,
                                std::int64_t skipped) {
  const auto isMeant = [&](const Prepared &one) {
    return one.kernel == kernel && one.skipped == skipped;
  };
  if (used < known.size() && isMeant(known[used]))
    return true;
  const auto found = std::ranges::find_if(known, isMeant);
  used = static_cast<std::size_t>(found - known.begin());
  return found != known.end();
}

bool InterleaveProgram::prepare(const std::byte *to) {
  const std::int64_t periodBytes = periodElements() * bytes;
  if (periodBytes == 0 || period.strides.size() > ShuffleTable::maxSources)
    return false;
  const auto place = static_cast<std::int64_t>(
      reinterpret_cast<std::uintptr_t>(to) % ShuffleTable::maxLanes);
  const ShuffleKernel *const kernel = lineKernel(vectors, bytes | place);
  if (!kernel || periodBytes >= longRunBytes(kernel->shape) * runs)
    return false;
  const std::int64_t width = kernel->shape.bytes;
  const std::int64_t skipped = (width - place % width) % width;
  if (!isKnown(kernel, skipped)) {
    std::size_t kept = 0;
    for (const Prepared &one : known)
      kept += one.table ? one.table->steps().size() : 0;
    if (kept > maxStepsKept)
      known.clear();
    used = known.size();
    known.push_back({kernel, skipped,
                     ShuffleTable::make(period, bytes, kernel->shape, skipped,
                                        expectedPeriods)});
  }
  return known[used].table.has_value();
}

/// As many as load nothing beyond what the periods hold, and write nothing
/// beyond it. The first of the periods is number `phase` of its group.
LineAmount InterleaveProgram::amountOf(std::int64_t phase,
                                       std::int64_t count) const {
  const std::int64_t width = table().shape().bytes;
  const std::int64_t periodBytes = periodElements() * bytes;
  const std::int64_t periods = table().periodsPerGroup();
  const std::int64_t skipped = table().skippedBytes();
  const std::int64_t room = (phase + count) * periodBytes - skipped;
  const std::int64_t before =
      (std::max<std::int64_t>(0, phase * periodBytes - skipped) + width - 1) /
      width;
  LineAmount amount;
  amount.firstStep = table().stepAt(before);
  amount.begin = table().vectorsBeforeStep(amount.firstStep);
  amount.groups = std::max<std::int64_t>(0, room) / (periods * periodBytes);
  std::array<std::int64_t, ShuffleTable::maxSources> sourceEnds;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    const std::int64_t stride = period.strides[i] * bytes;
    sourceEnds[i] = ends[i] + (phase + count - 1) * stride;
    const std::int64_t rest = sourceEnds[i] - table().reachOf(i);
    if (rest < 0)
      amount.groups = 0;
    else if (stride > 0)
      amount.groups = std::min(amount.groups, rest / (periods * stride) + 1);
  }
  amount.end = amount.groups * table().vectorsPerGroup();
  const auto isWithin = [&](const LineStep &step, std::size_t load) {
    const std::size_t source = step.sources[load];
    const std::int64_t begin =
        amount.groups * periods * period.strides[source] * bytes;
    return begin + step.offsets[load] + step.loaded() * width <=
           sourceEnds[source];
  };
  for (std::size_t i = 0; i < table().steps().size(); ++i) {
    const LineStep &step = table().steps()[i];
    if (!isWithin(step, 0) || !isWithin(step, 1) ||
        (amount.end + step.loaded()) * width > room)
      break;
    if (step.kind == LineStepKind::Part)
      continue;
    amount.steps = i + 1;
    amount.end += step.written();
  }
  return amount;
}

/// Bytes [begin, end) from where the group of the first period would begin;
/// this period, number `phase` of the group, goes to `to`.
void InterleaveProgram::copyElements(std::byte *to,
                                     const std::byte *const *from,
                                     std::int64_t phase, std::int64_t begin,
                                     std::int64_t end) const {
  const std::int64_t count = periodElements();
  const std::int64_t periodBytes = count * bytes;
  while (begin < end) {
    const std::int64_t element = begin / bytes;
    const std::int64_t inside = begin % bytes;
    const auto index = static_cast<std::size_t>(element % count);
    const std::int64_t length =
        std::min(runLengths[index] * bytes - inside, end - begin);
    const InterleavedPeriod::Element &first = period.elements[index];
    const auto source = static_cast<std::size_t>(first.source);
    const std::int64_t at =
        (element / count - phase) * period.strides[source] + first.offset;
    std::memcpy(to + (begin - phase * periodBytes),
                from[source] + (at * bytes + inside),
                static_cast<std::size_t>(length));
    begin += length;
  }
}

/// The group that the first period, number `phase` of it, is in.
LineSources InterleaveProgram::sourcesOf(const std::byte *const *from,
                                         std::int64_t phase) const {
  LineSources result;
  result.count = period.strides.size();
  for (std::size_t i = 0; i < result.count; ++i) {
    const std::int64_t stride = bytes * period.strides[i];
    result.strides[i] = table().periodsPerGroup() * stride;
    result.begins[i] = reinterpret_cast<std::uintptr_t>(from[i]) -
                       static_cast<std::uintptr_t>(phase * stride);
  }
  return result;
}

void InterleaveProgram::copy(std::byte *to, const std::byte *const *from,
                             std::int64_t first, std::int64_t count,
                             StoreKind stores, Prefetcher *prefetcher) const {
  // All from the begin of the group that the first period is in.
  const std::int64_t phase = first % table().periodsPerGroup();
  const std::int64_t periodBytes = periodElements() * bytes;
  const std::int64_t begin = phase * periodBytes;
  const std::int64_t end = begin + count * periodBytes;
  const LineAmount amount = amountOf(phase, count);
  if (amount.end <= amount.begin) {
    copyElements(to, from, phase, begin, end);
    return;
  }
  const ShuffleKernel *const kernel = known[used].kernel;
  const std::int64_t width = kernel->shape.bytes;
  const std::int64_t skipped = table().skippedBytes();
  const std::int64_t firstVector = skipped + amount.begin * width;
  copyElements(to, from, phase, begin, firstVector);
  LineSources sources = sourcesOf(from, phase);
  const auto copyLines =
      stores == StoreKind::NonTemporal ? kernel->streaming : kernel->cached;
  copyLines(to + (firstVector - begin), sources, table(), amount, prefetcher);
  copyElements(to, from, phase, skipped + amount.end * width, end);
}

} // namespace redist::runtime

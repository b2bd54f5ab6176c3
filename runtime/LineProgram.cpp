//===- LineProgram.cpp - Whole lines from interleaved short runs ----------===//
#include "LineProgram.h"

#include <algorithm>
#include <cstring>
#include <numeric>

#if REDIST_X86_VECTORS
#include <immintrin.h>
#endif

namespace redist::runtime {

static constexpr std::int64_t laneBytes = 4;
/// Tables stay in a cache beside what is copied.
static constexpr std::size_t mostSteps = 4096;
/// A vector of a table is made as fast as some ten are copied: long tables only
/// for executions that use them often.
static constexpr std::int64_t shortTable = 64;
static constexpr std::int64_t leastUses = 64;
/// Runs from here on are copied as fast one by one.
static constexpr std::int64_t longRunBytes = 64 * 1024;
/// More of them cost more than copies of the runs.
static constexpr std::size_t mostStepsPerVector = 3;

/// Groups of one vector would take longer to walk than to copy.
static constexpr std::int64_t leastVectorsPerGroup = 8;

static std::int64_t vectorLanes(Vectors vectors) {
  switch (vectors) {
  case Vectors::Avx512:
    return 16;
  case Vectors::Avx2:
    return 8;
  case Vectors::None:
  case Vectors::Sse2:
    break;
  }
  return 0;
}

LineProgram::LineProgram(InterleavedPeriod givenPeriod, std::int64_t periods,
                         std::int64_t elementBytes, Vectors usedVectors)
    : period(std::move(givenPeriod)), expectedPeriods(periods),
      bytes(elementBytes), vectors(usedVectors) {
  findRuns();
}

/// Elements that lie one after the other in their source.
void LineProgram::findRuns() {
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

/// One more load of a vector, from the source of the first lane in `open`: as
/// many of that source's lanes as it reaches. Takes them out of `open`.
void LineProgram::addLoad(std::span<const std::int64_t> lanes,
                          std::span<const int> sources, std::uint32_t &open) {
  const auto isOpen = [&](std::size_t j) { return (open >> j & 1) != 0; };
  std::size_t first = 0;
  while (!isOpen(first))
    ++first;
  for (std::size_t j = first; j < lanes.size(); ++j)
    if (isOpen(j) && sources[j] == sources[first] && lanes[j] < lanes[first])
      first = j;
  Step &step = steps.back();
  const Load load{lanes[first] * laneBytes, sources[first]};
  const bool isSecond = step.mask != 0;
  step.loads[1] = load;
  if (!isSecond)
    step.loads[0] = load;
  const auto width = static_cast<std::int64_t>(lanes.size());
  for (std::size_t j = 0; j < lanes.size(); ++j) {
    const std::int64_t lane = lanes[j] - lanes[first];
    if (!isOpen(j) || sources[j] != sources[first] || lane < 0 || lane >= width)
      continue;
    step.lane[j] = static_cast<std::int8_t>(isSecond ? lane + width : lane);
    step.taken[j] = -1;
    step.mask = static_cast<std::uint16_t>(step.mask | 1U << j);
    open &= ~(std::uint32_t{1} << j);
  }
}

/// The steps that put one vector together.
void LineProgram::addSteps(std::span<const std::int64_t> lanes,
                           std::span<const int> sources) {
  std::uint32_t open = (std::uint32_t{1} << lanes.size()) - 1;
  const std::size_t begin = steps.size();
  while (open != 0) {
    steps.emplace_back();
    addLoad(lanes, sources, open);
    if (open != 0)
      addLoad(lanes, sources, open);
  }
  steps.back().kind =
      begin + 1 == steps.size() ? StepKind::Whole : StepKind::Last;
}

/// The last vector, if it lies in its source as it shall lie in the target, and
/// those before it that it goes on from.
void LineProgram::joinCopies() {
  Step &last = steps.back();
  const auto width = static_cast<std::size_t>(vectorLanes(vectors));
  bool isCopy = last.kind == StepKind::Whole;
  for (std::size_t j = 0; j < width; ++j)
    isCopy = isCopy && last.lane[j] == static_cast<std::int64_t>(j);
  if (!isCopy)
    return;
  last.kind = StepKind::Copies;
  last.copies = 1;
  if (steps.size() == 1)
    return;
  Step &before = steps[steps.size() - 2];
  const auto vectorBytes = static_cast<std::int64_t>(width) * laneBytes;
  if (before.kind != StepKind::Copies ||
      before.loads[0].source != last.loads[0].source ||
      before.loads[0].offset + before.copies * vectorBytes !=
          last.loads[0].offset)
    return;
  ++before.copies;
  steps.pop_back();
}

/// Vectors that begin `skippedLanes` after the first element of a period.
bool LineProgram::makeTable(std::int64_t skippedLanes) {
  const std::int64_t width = vectorLanes(vectors);
  const std::int64_t perElement = bytes / laneBytes;
  const auto count = static_cast<std::int64_t>(period.elements.size());
  const std::int64_t periodLanes = count * perElement;
  steps.clear();
  const std::int64_t shortest = std::lcm(periodLanes, width);
  const std::int64_t groupLanes =
      (leastVectorsPerGroup * width / shortest + 1) * shortest;
  periodsPerGroup = groupLanes / periodLanes;
  if (groupLanes > shortTable * width &&
      expectedPeriods < leastUses * periodsPerGroup)
    return false;
  std::array<std::int64_t, mostLanes> lanes;
  std::array<int, mostLanes> sources;
  const auto used = static_cast<std::size_t>(width);
  for (std::int64_t v = 0; v < groupLanes / width; ++v) {
    for (std::size_t j = 0; j < used; ++j) {
      const std::int64_t at =
          skippedLanes + v * width + static_cast<std::int64_t>(j);
      const std::int64_t element = at / perElement;
      const InterleavedPeriod::Element &from =
          period.elements[static_cast<std::size_t>(element % count)];
      sources[j] = from.source;
      lanes[j] = (element / count *
                      period.strides[static_cast<std::size_t>(from.source)] +
                  from.offset) *
                     perElement +
                 at % perElement;
    }
    const std::size_t before = steps.size();
    addSteps(std::span(lanes).first(used), std::span(sources).first(used));
    if (steps.size() - before > mostStepsPerVector)
      return false;
    joinCopies();
    if (steps.size() > mostSteps)
      return false;
  }
  return true;
}

void LineProgram::findExtents() {
  const std::int64_t width = vectorLanes(vectors) * laneBytes;
  extents.assign(period.strides.size(), {0, 0});
  for (const InterleavedPeriod::Element &element : period.elements) {
    Extent &extent = extents[static_cast<std::size_t>(element.source)];
    extent.end = std::max(extent.end, (element.offset + 1) * bytes);
  }
  for (const Step &step : steps)
    for (const Load &load : step.loads) {
      Extent &extent = extents[static_cast<std::size_t>(load.source)];
      const std::int64_t loaded = std::max(1, step.copies) * width;
      extent.reach = std::max(extent.reach, load.offset + loaded);
    }
}

void LineProgram::countVectors() {
  vectorsBefore.assign(1, 0);
  for (const Step &step : steps) {
    const std::int64_t done =
        step.kind == StepKind::Part ? 0 : std::max(1, step.copies);
    vectorsBefore.push_back(vectorsBefore.back() + done);
  }
}

bool LineProgram::prepare(const std::byte *to) {
  const std::int64_t width = vectorLanes(vectors) * laneBytes;
  const std::int64_t periodBytes = periodElements() * bytes;
  if (width == 0 || periodBytes == 0 || periodBytes >= longRunBytes * runs ||
      bytes % laneBytes != 0 || period.strides.size() > mostSources)
    return false;
  const auto beyond = static_cast<std::int64_t>(
      reinterpret_cast<std::uintptr_t>(to) % static_cast<std::size_t>(width));
  const std::int64_t skips = (width - beyond) % width;
  if (skips % laneBytes != 0)
    return false;
  if (skips != skipped) {
    skipped = skips;
    hasTable = makeTable(skips / laneBytes);
    findExtents();
    countVectors();
  }
  return hasTable;
}

/// What vectors can write: from a step of the first group on, whole groups,
/// then the first steps of one more.
struct LineProgram::Amount {
  std::size_t firstStep = 0;
  std::int64_t groups = 0; ///< as if the first were whole
  std::size_t steps = 0;
  std::int64_t begin = 0, end = 0; ///< of all, in vectors of the first group
};

/// As many as load nothing beyond what the periods hold, and write nothing
/// beyond it. The first of the periods is number `phase` of its group.
LineProgram::Amount LineProgram::amountOf(std::int64_t phase,
                                          std::int64_t count) const {
  const std::int64_t width = vectorLanes(vectors) * laneBytes;
  const std::int64_t periodBytes = periodElements() * bytes;
  const std::int64_t room = (phase + count) * periodBytes - skipped;
  const std::int64_t before =
      (std::max<std::int64_t>(0, phase * periodBytes - skipped) + width - 1) /
      width;
  Amount amount;
  amount.firstStep = static_cast<std::size_t>(
      std::ranges::lower_bound(vectorsBefore, before) - vectorsBefore.begin());
  amount.begin = vectorsBefore[amount.firstStep];
  amount.groups =
      std::max<std::int64_t>(0, room) / (periodsPerGroup * periodBytes);
  std::array<std::int64_t, mostSources> ends;
  for (std::size_t i = 0; i < extents.size(); ++i) {
    const std::int64_t advance = periodsPerGroup * period.strides[i] * bytes;
    ends[i] = extents[i].end + (phase + count - 1) * period.strides[i] * bytes;
    const std::int64_t rest = ends[i] - extents[i].reach;
    if (rest < 0)
      amount.groups = 0;
    else if (advance > 0)
      amount.groups = std::min(amount.groups, rest / advance + 1);
  }
  amount.end = amount.groups * vectorsBefore.back();
  const auto isWithin = [&](const Load &load, std::int64_t loaded) {
    const auto source = static_cast<std::size_t>(load.source);
    const std::int64_t begin =
        amount.groups * periodsPerGroup * period.strides[source] * bytes;
    return begin + load.offset + loaded <= ends[source];
  };
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Step &step = steps[i];
    const std::int64_t copied = std::max(1, step.copies);
    if (!isWithin(step.loads[0], copied * width) ||
        !isWithin(step.loads[1], copied * width) ||
        (amount.end + copied) * width > room)
      break;
    if (step.kind == StepKind::Part)
      continue;
    amount.steps = i + 1;
    amount.end += copied;
  }
  return amount;
}

/// Bytes [begin, end) from where the group of the first period would begin;
/// this period, number `phase` of the group, goes to `to`.
void LineProgram::copyElements(std::byte *to, const std::byte *const *from,
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

/// Where the sources of a group begin: numbers, for what begins before the
/// first period, or after the last, may lie outside of all storage.
struct LineProgram::Walk {
  std::array<std::uintptr_t, mostSources> sources;
  std::array<std::int64_t, mostSources> strides; ///< bytes to the next group
  std::size_t count;

  const std::byte *at(const Load &load) const {
    return reinterpret_cast<const std::byte *>(
        sources[static_cast<std::size_t>(load.source)] +
        static_cast<std::uintptr_t>(load.offset));
  }
  void goOn() {
    for (std::size_t i = 0; i < count; ++i)
      sources[i] += static_cast<std::uintptr_t>(strides[i]);
  }
};

LineProgram::Walk LineProgram::walk(const std::byte *const *from,
                                    std::int64_t phase) const {
  Walk result;
  result.count = period.strides.size();
  for (std::size_t i = 0; i < result.count; ++i) {
    result.strides[i] = periodsPerGroup * bytes * period.strides[i];
    result.sources[i] =
        reinterpret_cast<std::uintptr_t>(from[i]) -
        static_cast<std::uintptr_t>(phase * bytes * period.strides[i]);
  }
  return result;
}

#if REDIST_X86_VECTORS

static __m128i load16(const std::int8_t *from) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i *>(from));
}

// A vector begins with zeros, not with the last one: vectors that do not depend
// on one another are put together at the same time.

template <bool IsStreamed>
__attribute__((target("avx2"))) static void store(std::byte *to, __m256i vector,
                                                  Ahead &bringing) {
  if (IsStreamed) {
    bringing.bringLines();
    _mm256_stream_si256(reinterpret_cast<__m256i *>(to), vector);
  } else {
    _mm256_store_si256(reinterpret_cast<__m256i *>(to), vector);
  }
}

template <bool IsStreamed>
__attribute__((target("avx2"))) std::byte *
LineProgram::copyBy32(std::byte *to, const Walk &at, std::span<const Step> part,
                      Ahead &bringing) {
  constexpr std::int64_t width = sizeof(__m256i);
  const auto vector = [](const std::byte *from) {
    return reinterpret_cast<const __m256i *>(from);
  };
  __m256i whole = _mm256_setzero_si256();
  for (const Step &step : part) {
    const std::byte *const first = at.at(step.loads[0]);
    if (step.kind == StepKind::Copies) {
      for (std::int64_t i = 0; i < step.copies; ++i, to += width)
        store<IsStreamed>(to, _mm256_loadu_si256(vector(first + i * width)),
                          bringing);
      continue;
    }
    // Lanes 8 to 15 are those of the second load: that bit, as a sign, blends.
    const __m256i lane = _mm256_cvtepi8_epi32(load16(step.lane.data()));
    const __m256i a =
        _mm256_permutevar8x32_epi32(_mm256_loadu_si256(vector(first)), lane);
    const __m256i b = _mm256_permutevar8x32_epi32(
        _mm256_loadu_si256(vector(at.at(step.loads[1]))), lane);
    const __m256i both = _mm256_castps_si256(
        _mm256_blendv_ps(_mm256_castsi256_ps(a), _mm256_castsi256_ps(b),
                         _mm256_castsi256_ps(_mm256_slli_epi32(lane, 28))));
    if (step.kind == StepKind::Whole) {
      store<IsStreamed>(to, both, bringing);
      to += width;
      continue;
    }
    whole = _mm256_blendv_epi8(whole, both,
                               _mm256_cvtepi8_epi32(load16(step.taken.data())));
    if (step.kind != StepKind::Last)
      continue;
    store<IsStreamed>(to, whole, bringing);
    to += width;
    whole = _mm256_setzero_si256();
  }
  return to;
}

template <bool IsStreamed>
__attribute__((target("avx2"))) void
LineProgram::copyGroupsBy32(std::byte *to, Walk at, const Amount &amount,
                            Ahead *ahead) const {
  Ahead bringing = ahead ? *ahead : Ahead();
  std::span<const Step> part = std::span(steps).subspan(amount.firstStep);
  for (std::int64_t group = 0; group < amount.groups; ++group, at.goOn()) {
    to = copyBy32<IsStreamed>(to, at, part, bringing);
    part = steps;
  }
  const std::size_t skippedSteps = steps.size() - part.size();
  copyBy32<IsStreamed>(to, at, part.first(amount.steps - skippedSteps),
                       bringing);
  if (ahead)
    *ahead = bringing;
}

template <bool IsStreamed>
__attribute__((target("avx512f"))) static void
store(std::byte *to, __m512i vector, Ahead &bringing) {
  if (IsStreamed) {
    bringing.bringLines();
    _mm512_stream_si512(reinterpret_cast<__m512i *>(to), vector);
  } else {
    _mm512_store_si512(to, vector);
  }
}

template <bool IsStreamed>
__attribute__((target("avx512f"))) std::byte *
LineProgram::copyBy64(std::byte *to, const Walk &at, std::span<const Step> part,
                      Ahead &bringing) {
  constexpr std::int64_t width = sizeof(__m512i);
  __m512i whole = _mm512_setzero_si512();
  for (const Step &step : part) {
    const std::byte *const first = at.at(step.loads[0]);
    if (step.kind == StepKind::Copies) {
      for (std::int64_t i = 0; i < step.copies; ++i, to += width)
        store<IsStreamed>(to, _mm512_loadu_si512(first + i * width), bringing);
      continue;
    }
    const __m512i both = _mm512_permutex2var_epi32(
        _mm512_loadu_si512(first),
        _mm512_cvtepi8_epi32(load16(step.lane.data())),
        _mm512_loadu_si512(at.at(step.loads[1])));
    if (step.kind == StepKind::Whole) {
      store<IsStreamed>(to, both, bringing);
      to += width;
      continue;
    }
    whole = _mm512_mask_mov_epi32(whole, step.mask, both);
    if (step.kind != StepKind::Last)
      continue;
    store<IsStreamed>(to, whole, bringing);
    to += width;
    whole = _mm512_setzero_si512();
  }
  return to;
}

template <bool IsStreamed>
__attribute__((target("avx512f"))) void
LineProgram::copyGroupsBy64(std::byte *to, Walk at, const Amount &amount,
                            Ahead *ahead) const {
  Ahead bringing = ahead ? *ahead : Ahead();
  std::span<const Step> part = std::span(steps).subspan(amount.firstStep);
  for (std::int64_t group = 0; group < amount.groups; ++group, at.goOn()) {
    to = copyBy64<IsStreamed>(to, at, part, bringing);
    part = steps;
  }
  const std::size_t skippedSteps = steps.size() - part.size();
  copyBy64<IsStreamed>(to, at, part.first(amount.steps - skippedSteps),
                       bringing);
  if (ahead)
    *ahead = bringing;
}

#endif

void LineProgram::copy(std::byte *to, const std::byte *const *from,
                       std::int64_t first, std::int64_t count, StoreKind stores,
                       Ahead *ahead) const {
  // All from the begin of the group that the first period is in.
  const std::int64_t phase = first % periodsPerGroup;
  const std::int64_t periodBytes = periodElements() * bytes;
  const std::int64_t begin = phase * periodBytes;
  const std::int64_t end = begin + count * periodBytes;
  const Amount amount = amountOf(phase, count);
  if (amount.end <= amount.begin) {
    copyElements(to, from, phase, begin, end);
    return;
  }
  const std::int64_t width = vectorLanes(vectors) * laneBytes;
  const std::int64_t firstVector = skipped + amount.begin * width;
  copyElements(to, from, phase, begin, firstVector);
#if REDIST_X86_VECTORS
  std::byte *const line = to + (firstVector - begin);
  const Walk at = walk(from, phase);
  const bool isStreamed = stores == StoreKind::Streaming;
  if (vectors == Vectors::Avx512)
    isStreamed ? copyGroupsBy64<true>(line, at, amount, ahead)
               : copyGroupsBy64<false>(line, at, amount, ahead);
  else
    isStreamed ? copyGroupsBy32<true>(line, at, amount, ahead)
               : copyGroupsBy32<false>(line, at, amount, ahead);
#else
  static_cast<void>(stores), static_cast<void>(ahead);
#endif
  copyElements(to, from, phase, skipped + amount.end * width, end);
}

} // namespace redist::runtime

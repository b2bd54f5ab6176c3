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
static constexpr std::int64_t lineBytes = 64;
/// Tables stay in the cache next to the processor, beside what is copied.
static constexpr std::size_t mostSteps = 400;
static constexpr std::size_t mostSources = 64;
/// Runs from here on are copied as fast one by one.
static constexpr std::int64_t longRunBytes = 256;
/// More loads a vector cost more than copies of its runs.
static constexpr std::size_t mostStepsPerVector = 6;

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

LineProgram::LineProgram(InterleavedPeriod givenPeriod,
                         std::int64_t periodCount, std::int64_t elementBytes,
                         Vectors usedVectors)
    : period(std::move(givenPeriod)), periods(periodCount), bytes(elementBytes),
      vectors(usedVectors) {}

/// The steps that put one vector together: from each source in turn, as many
/// loads as its lanes are apart.
void LineProgram::addSteps(std::span<const std::int64_t> lanes,
                           std::span<const int> sources) {
  const auto width = static_cast<std::int64_t>(lanes.size());
  std::uint32_t open = (std::uint32_t{1} << width) - 1;
  while (open != 0) {
    // The least lane of the first source that is left.
    std::size_t first = mostLanes;
    for (std::size_t j = 0; j < lanes.size(); ++j)
      if ((open >> j & 1) != 0 &&
          (first == mostLanes ||
           (sources[j] == sources[first] && lanes[j] < lanes[first])))
        first = j;
    Step step{{}, {}, lanes[first] * laneBytes, sources[first], 0, false};
    for (std::size_t j = 0; j < lanes.size(); ++j) {
      const std::int64_t lane = lanes[j] - lanes[first];
      if ((open >> j & 1) == 0 || sources[j] != sources[first] || lane < 0 ||
          lane >= width)
        continue;
      step.lane[j] = static_cast<std::int32_t>(lane);
      step.taken[j] = -1;
      step.mask = static_cast<std::uint16_t>(step.mask | 1U << j);
    }
    open &= ~std::uint32_t{step.mask};
    steps.push_back(step);
  }
  steps.back().isLast = true;
}

/// Vectors that begin `skippedLanes` after the first element of a period.
bool LineProgram::makeTable(std::int64_t skippedLanes) {
  const std::int64_t width = vectorLanes(vectors);
  const std::int64_t perElement = bytes / laneBytes;
  const auto count = static_cast<std::int64_t>(period.elements.size());
  const std::int64_t periodLanes = count * perElement;
  const std::int64_t common = std::gcd(periodLanes, width);
  periodsPerGroup = width / common;
  steps.clear();
  std::array<std::int64_t, mostLanes> lanes;
  std::array<int, mostLanes> sources;
  const auto used = static_cast<std::size_t>(width);
  for (std::int64_t v = 0; v < periodLanes / common; ++v) {
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
    if (steps.size() - before > mostStepsPerVector || steps.size() > mostSteps)
      return false;
  }
  return true;
}

/// As many as load nothing beyond what the periods hold, and no line beyond.
void LineProgram::countGroups() {
  const std::int64_t width = vectorLanes(vectors) * laneBytes;
  const auto count = static_cast<std::int64_t>(period.elements.size());
  groups =
      (periods * count * bytes - skipped) / (periodsPerGroup * count * bytes);
  for (const Step &step : steps) {
    const auto source = static_cast<std::size_t>(step.source);
    std::int64_t last = 0;
    for (const InterleavedPeriod::Element &element : period.elements)
      if (element.source == step.source)
        last = std::max(last, element.offset);
    const std::int64_t end =
        ((periods - 1) * period.strides[source] + last + 1) * bytes;
    const std::int64_t rest = end - step.offset - width;
    const std::int64_t advance =
        periodsPerGroup * period.strides[source] * bytes;
    groups = rest < 0      ? 0
             : advance > 0 ? std::min(groups, rest / advance + 1)
                           : groups;
  }
}

/// Runs of a period: elements that lie one after the other in their source.
static std::int64_t runsOf(const InterleavedPeriod &period) {
  std::int64_t runs = 0;
  for (std::size_t i = 0; i < period.elements.size(); ++i)
    runs += i == 0 ||
            period.elements[i].source != period.elements[i - 1].source ||
            period.elements[i].offset != period.elements[i - 1].offset + 1;
  return runs;
}

bool LineProgram::prepare(const std::byte *to) {
  const auto count = static_cast<std::int64_t>(period.elements.size());
  if (vectorLanes(vectors) == 0 || count == 0 ||
      count * bytes >= longRunBytes * runsOf(period) ||
      bytes % laneBytes != 0 || periods == 0 ||
      period.strides.size() > mostSources ||
      period.elements.size() * static_cast<std::size_t>(bytes / laneBytes) >
          mostSteps * mostLanes)
    return false;
  const auto beyond = static_cast<std::int64_t>(
      reinterpret_cast<std::uintptr_t>(to) % lineBytes);
  const std::int64_t skips = (lineBytes - beyond) % lineBytes;
  if (skips % laneBytes != 0)
    return false;
  if (skips != skipped) {
    skipped = makeTable(skips / laneBytes) ? skips : -1;
    if (skipped >= 0)
      countGroups();
  }
  return skipped >= 0 && groups > 0;
}

/// Bytes [begin, end) of the target, which are whole lanes.
void LineProgram::copyElements(std::byte *to, const std::byte *const *from,
                               std::int64_t begin, std::int64_t end) const {
  const auto count = static_cast<std::int64_t>(period.elements.size());
  while (begin < end) {
    const std::int64_t element = begin / bytes;
    const std::int64_t inside = begin % bytes;
    const std::int64_t length = std::min(bytes - inside, end - begin);
    const InterleavedPeriod::Element &one =
        period.elements[static_cast<std::size_t>(element % count)];
    const auto source = static_cast<std::size_t>(one.source);
    const std::int64_t at =
        (element / count * period.strides[source] + one.offset) * bytes;
    std::memcpy(to + begin, from[source] + at + inside,
                static_cast<std::size_t>(length));
    begin += length;
  }
}

/// Where the sources of a group begin.
struct LineProgram::Walk {
  std::array<const std::byte *, mostSources> sources;
  std::array<std::int64_t, mostSources> strides; ///< bytes to the next group
  std::size_t count;

  void goOn() {
    for (std::size_t i = 0; i < count; ++i)
      sources[i] += strides[i];
  }
};

LineProgram::Walk LineProgram::walk(const std::byte *const *from,
                                    std::int64_t group) const {
  Walk result;
  result.count = period.strides.size();
  for (std::size_t i = 0; i < result.count; ++i) {
    result.strides[i] = periodsPerGroup * bytes * period.strides[i];
    result.sources[i] = from[i] + group * result.strides[i];
  }
  return result;
}

#if REDIST_X86_VECTORS

static __m128i load16(const std::int8_t *from) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i *>(from));
}

template <bool IsStreamed>
__attribute__((target("avx2"))) void
LineProgram::copyBy32(std::byte *to, Walk at, std::int64_t groupCount) const {
  const std::span<const Step> all = steps;
  for (; groupCount > 0; --groupCount, at.goOn()) {
    __m256i whole = _mm256_setzero_si256();
    for (const Step &step : all) {
      const __m256i loaded =
          _mm256_loadu_si256(reinterpret_cast<const __m256i *>(
              at.sources[static_cast<std::size_t>(step.source)] + step.offset));
      whole = _mm256_blendv_epi8(
          whole,
          _mm256_permutevar8x32_epi32(
              loaded, _mm256_cvtepi8_epi32(load16(step.lane.data()))),
          _mm256_cvtepi8_epi32(load16(step.taken.data())));
      if (!step.isLast)
        continue;
      auto *const vector = reinterpret_cast<__m256i *>(to);
      if (IsStreamed)
        _mm256_stream_si256(vector, whole);
      else
        _mm256_store_si256(vector, whole);
      to += sizeof(__m256i);
    }
  }
}

template <bool IsStreamed>
__attribute__((target("avx512f"))) void
LineProgram::copyBy64(std::byte *to, Walk at, std::int64_t groupCount) const {
  const std::span<const Step> all = steps;
  for (; groupCount > 0; --groupCount, at.goOn()) {
    __m512i whole = _mm512_setzero_si512();
    for (const Step &step : all) {
      const __m512i loaded = _mm512_loadu_si512(
          at.sources[static_cast<std::size_t>(step.source)] + step.offset);
      whole = _mm512_mask_permutexvar_epi32(
          whole, step.mask, _mm512_cvtepi8_epi32(load16(step.lane.data())),
          loaded);
      if (!step.isLast)
        continue;
      if (IsStreamed)
        _mm512_stream_si512(reinterpret_cast<__m512i *>(to), whole);
      else
        _mm512_store_si512(to, whole);
      to += sizeof(__m512i);
    }
  }
}

#endif

void LineProgram::copy(std::byte *to, const std::byte *const *from,
                       std::int64_t part, std::int64_t parts,
                       StoreKind stores) const {
  const auto count = static_cast<std::int64_t>(period.elements.size());
  const std::int64_t groupBytes = periodsPerGroup * count * bytes;
  const auto begin = [&](std::int64_t index) {
    return groups / parts * index + groups % parts * index / parts;
  };
  const std::int64_t first = begin(part);
  const std::int64_t end = begin(part + 1);
  if (part == 0)
    copyElements(to, from, 0, skipped);
#if REDIST_X86_VECTORS
  std::byte *const line = to + skipped + first * groupBytes;
  const bool isStreamed = stores == StoreKind::Streaming;
  if (vectors == Vectors::Avx512)
    isStreamed ? copyBy64<true>(line, walk(from, first), end - first)
               : copyBy64<false>(line, walk(from, first), end - first);
  else
    isStreamed ? copyBy32<true>(line, walk(from, first), end - first)
               : copyBy32<false>(line, walk(from, first), end - first);
#else
  static_cast<void>(stores);
#endif
  if (part + 1 == parts)
    copyElements(to, from, skipped + groups * groupBytes,
                 periods * count * bytes);
}

} // namespace redist::runtime

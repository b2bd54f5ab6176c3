//===- CopyPattern.cpp - A message as a product of axes -------------------===//
#include "Plan/CopyPattern.h"

#include "Kernels/LoopCopy.h"

#include <array>
#include <cassert>

namespace redist::runtime {

/// Bytes of one side that a sweep over short runs may touch before it returns
/// to the next run of the period: what it touches stays in the caches next to
/// the processor.
static constexpr std::int64_t sweepBytes = 32 * 1024;
/// A message is copied in parts, so that loops may be run in any order and yet
/// stay in the cache. A slot of a ring is one part: each cut makes nests of
/// loops of their own of what it leaves on either side.
static constexpr std::int64_t partBytes = 64 * 1024;

/// A dense nest of levels, of which any stretch can be copied: it falls apart
/// into boxes. On the message's side the element of the indices i_k lies at
/// the sum of (i_k - first_k) * stride_k from the begin of the nest.
template <typename Sink> class NestWalk {
public:
  NestWalk(PatternSides patternSides, std::int64_t bytesOfElement,
           Sink &usedSink)
      : sides(patternSides), elementSize(bytesOfElement), sink(usedSink) {}

  /// The next level inwards: indices [first, first + count) of the axis.
  void push(const AxisRuns *runs, std::int64_t first, std::int64_t count) {
    levels[size++] = {runs, first, count, 0, 0, 0};
  }
  /// `base`: of the nest's begin in the message, in elements.
  void walk(std::int64_t base, std::int64_t begin, std::int64_t end) {
    std::int64_t stride = 1;
    for (std::size_t k = size; k-- > 0;) {
      levels[k].messageStride = stride;
      stride *= levels[k].count;
      base -= levels[k].first * levels[k].messageStride;
    }
    messageBase = base;
    cut(0, begin, end);
  }

private:
  struct Level {
    const AxisRuns *runs;
    std::int64_t first, count;
    std::int64_t messageStride;
    std::int64_t low, high; ///< of the present box
  };

  /// Elements [begin, end) of what is inside `level`.
  void cut(std::size_t level, std::int64_t begin, std::int64_t end) {
    if (begin >= end)
      return;
    Level &own = levels[level];
    const std::int64_t inner = own.messageStride;
    const std::int64_t firstWhole = (begin + inner - 1) / inner;
    const std::int64_t wholeEnd = end / inner;
    if (firstWhole > wholeEnd) { // within one index
      cutIndex(level, wholeEnd, begin - wholeEnd * inner,
               end - wholeEnd * inner);
      return;
    }
    if (begin < firstWhole * inner)
      cutIndex(level, firstWhole - 1, begin - (firstWhole - 1) * inner, inner);
    if (firstWhole < wholeEnd) {
      own.low = own.first + firstWhole;
      own.high = own.first + wholeEnd;
      for (std::size_t k = level + 1; k < size; ++k) {
        levels[k].low = levels[k].first;
        levels[k].high = levels[k].first + levels[k].count;
      }
      emitBox();
    }
    cutIndex(level, wholeEnd, 0, end - wholeEnd * inner);
  }
  void cutIndex(std::size_t level, std::int64_t index, std::int64_t begin,
                std::int64_t end) {
    levels[level].low = levels[level].first + index;
    levels[level].high = levels[level].low + 1;
    cut(level + 1, begin, end);
  }
  void emitBox() {
    LoopNest nest(elementSize);
    const std::int64_t base = messageBase * elementSize;
    emitLevel(0, nest, sides == PatternSides::Unpack ? base : 0,
              sides == PatternSides::Pack ? base : 0);
  }
  /// `from`, `to`: bytes from the bases of the copy.
  void emitLevel(std::size_t level, LoopNest &nest, std::int64_t from,
                 std::int64_t to) {
    if (level == size) {
      LoopNest joined = nest;
      joined.join();
      sink(joined, from, to);
      return;
    }
    const Level &own = levels[level];
    const std::int64_t message = own.messageStride * elementSize;
    const std::int64_t fromScale =
        sides == PatternSides::Unpack ? message : elementSize;
    const std::int64_t toScale =
        sides == PatternSides::Pack ? message : elementSize;
    const RunSteps steps = own.runs->steps();
    const int depth = nest.depth();
    own.runs->forEachPiece(
        own.low, own.high - own.low, sweepBytes / elementSize,
        [&](const RunPiece &piece) {
          nest.pop(depth);
          nest.push({piece.repeats, piece.fromRepeat * fromScale,
                     piece.toRepeat * toScale});
          nest.push({piece.count, piece.fromStride * fromScale,
                     piece.toStride * toScale});
          nest.push({piece.length, steps.from * fromScale, steps.to * toScale});
          emitLevel(level + 1, nest, from + piece.from * fromScale,
                    to + piece.to * toScale);
        });
  }

  PatternSides sides;
  std::int64_t elementSize;
  Sink &sink;
  std::array<Level, CopyPattern::maxLevels> levels;
  std::size_t size = 0;
  std::int64_t messageBase = 0;
};

CopyPattern::CopyPattern(std::vector<const AxisRuns *> levels,
                         const MessageOrder &messageOrder,
                         PatternSides patternSides)
    : axes(std::move(levels)), order(messageOrder), sides(patternSides),
      inside(1) {
  assert(!axes.empty() && axes.size() <= maxLevels);
  for (std::size_t k = 1; k < axes.size(); ++k)
    inside *= axes[k]->length();
  elements = axes.front()->length() * inside;
}

std::int64_t CopyPattern::unitElements(int depth) const {
  const auto levelCount = static_cast<int>(axes.size());
  std::int64_t unit = order.stripLevel < 0 ? 1 : order.stripLength;
  for (int k = levelCount - 1; k >= levelCount - depth; --k)
    unit *= axes[static_cast<std::size_t>(k)]->length();
  return unit;
}

/// Hands the loop nests of a stretch to the sink, with the bytes from either
/// base at which they begin.
template <typename Sink>
void CopyPattern::visit(std::int64_t elementSize, std::int64_t messageShift,
                        std::int64_t position, std::int64_t count,
                        Sink &sink) const {
  if (order.stripLevel < 0) {
    NestWalk<Sink> nest(sides, elementSize, sink);
    for (const AxisRuns *runs : axes)
      nest.push(runs, 0, runs->length());
    nest.walk(-messageShift, position, position + count);
    return;
  }
  const auto strip = static_cast<std::size_t>(order.stripLevel);
  const auto innerBegin = static_cast<std::size_t>(order.innerBegin);
  const std::int64_t along = axes[strip]->length();
  std::int64_t across = 1; // elements of a strip of length 1
  for (std::size_t k = strip + 1; k < axes.size(); ++k)
    across *= axes[k]->length();
  while (count > 0) {
    // The panel that holds `position`: fixed indices outside, one strip.
    std::int64_t outside = position / (along * across);
    const std::int64_t first = position % (along * across) /
                               (order.stripLength * across) * order.stripLength;
    const std::int64_t width = std::min(order.stripLength, along - first);
    const std::int64_t base = (outside * along + first) * across;
    const std::int64_t taken =
        std::min(count, base + width * across - position);
    std::array<std::int64_t, maxLevels> index{};
    for (std::size_t k = strip; k-- > 0;) {
      index[k] = outside % axes[k]->length();
      outside /= axes[k]->length();
    }
    NestWalk<Sink> nest(sides, elementSize, sink);
    for (std::size_t k = 0; k < strip; ++k)
      nest.push(axes[k], index[k], 1);
    for (std::size_t k = strip + 1; k < innerBegin; ++k)
      nest.push(axes[k], 0, axes[k]->length());
    nest.push(axes[strip], first, width);
    for (std::size_t k = innerBegin; k < axes.size(); ++k)
      nest.push(axes[k], 0, axes[k]->length());
    nest.walk(base - messageShift, position - base, position - base + taken);
    position += taken;
    count -= taken;
  }
}

/// Elements that are listed one by one, which no loops bring together; false
/// where they are not.
bool CopyPattern::copyElements(const CopyBases &bases, std::int64_t position,
                               std::int64_t count) const {
  const AxisRuns &runs = *axes.front();
  if (axes.size() > 1 || !runs.hasListedElements() || bases.combiner)
    return false;
  const ListedPlaces from = runs.fromPlaces(), to = runs.toPlaces();
  // A side that is in order begins at the first of them.
  const auto skipped = [&](PatternSides message, const ListedPlaces &places) {
    const std::int64_t first = places.offsets ? 0 : position;
    return (first - (sides == message ? bases.messageShift : 0)) *
           bases.elementSize;
  };
  copyListed(bases.to + skipped(PatternSides::Pack, to), to.from(position),
             bases.from + skipped(PatternSides::Unpack, from),
             from.from(position), bases.elementSize, count);
  return true;
}

void CopyPattern::copy(const CopyBases &bases, std::int64_t position,
                       std::int64_t count) const {
  assert(position >= 0 && count >= 0 && position + count <= length());
  if (copyElements(bases, position, count))
    return;
  const auto copyNest = [&](const LoopNest &nest, std::int64_t fromBytes,
                            std::int64_t toBytes) {
    if (bases.combiner)
      nest.combine(bases.to + toBytes, bases.from + fromBytes, *bases.combiner);
    else
      nest.copy(bases.to + toBytes, bases.from + fromBytes, bases.stores,
                bases.prefetcher);
  };
  const std::int64_t part =
      std::max<std::int64_t>(1, partBytes / bases.elementSize);
  for (const std::int64_t end = position + count; position < end;
       position += part)
    visit(bases.elementSize, bases.messageShift, position,
          std::min(part, end - position), copyNest);
}

std::int64_t CopyPattern::offsetOf(std::int64_t position) const {
  std::int64_t offset = 0;
  const auto note = [&](const LoopNest &, std::int64_t from, std::int64_t to) {
    offset = sides == PatternSides::Pack ? from : to;
  };
  visit(1, 0, position, 1, note);
  return offset;
}

std::optional<std::int64_t>
CopyPattern::contiguousAt(std::int64_t position, std::int64_t count) const {
  std::optional<std::int64_t> begin;
  std::int64_t end = 0;
  bool together = true;
  const auto follow = [&](const LoopNest &nest, std::int64_t from,
                          std::int64_t to) {
    const std::int64_t at = sides == PatternSides::Pack ? from : to;
    together = together && nest.isOneRun() && (!begin || at == end);
    if (!begin)
      begin = at;
    end = at + nest.runBytes();
  };
  // Cheap to find out: the first and the last element tell where the rest is.
  if (offsetOf(position + count - 1) - offsetOf(position) != count - 1)
    return std::nullopt;
  visit(1, 0, position, count, follow);
  return together ? begin : std::nullopt;
}

} // namespace redist::runtime

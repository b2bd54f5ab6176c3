//===- CopyPattern.h - A message as a product of axes ----------*- C++ -*-===//
//
// What one rank copies for one message: the product of what it shares of each
// axis (AxisRuns.h), in an order that sender and receiver derive alike. One
// side of a pattern is a rank's storage; the other one is the message (for
// packing and unpacking), where elements lie in that order without gaps, or
// the storage of the same rank (for what stays). A pattern can be entered at
// any element, so that messages may be cut into chunks anywhere.
//
// The order is that of the levels, outer ones first, as they lie in the source.
// Where the target is contiguous along another axis than the source, that axis
// is cut into strips: a message goes strip by strip, and inside a strip along
// it in the innermost place but for the axes that are innermost on both sides.
// So packing transposes panels that fit the cache, and what is unpacked are
// runs as long as a strip.
//
//   2 x 3 elements to be transposed, strips of 2: the source has (0,0) (0,1)
//   (0,2) (1,0) ...; the message (0,0) (1,0) (0,1) (1,1) (0,2) (1,2).
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_PLAN_COPYPATTERN_H
#define REDIST_RUNTIME_PLAN_COPYPATTERN_H

#include "Kernels/Combiner.h"
#include "Kernels/CopyKernels.h"
#include "Plan/AxisRuns.h"

#include <optional>

namespace redist::runtime {

/// The order of the elements of a message over the levels; the same for all
/// messages of a plan.
struct MessageOrder {
  int stripLevel = -1;          ///< the level that is cut into strips; -1: none
  std::int64_t stripLength = 1; ///< its elements in a strip
  /// Levels [innerBegin, end) are inside the elements of a strip.
  int innerBegin = 0;

  bool operator==(const MessageOrder &) const = default;
};

/// Which sides of a pattern are storage; the other one is the message.
enum class PatternSides { Pack, Unpack, Local };

/// Base addresses of a copy and what is subtracted from the offsets in the
/// message: a chunk buffer that starts at element 100 of it has shift 100.
struct CopyBases {
  std::byte *to;
  const std::byte *from;
  std::int64_t messageShift;
  std::int64_t elementSize;
  StoreKind stores = StoreKind::Cached;
  Prefetcher *prefetcher = nullptr;   ///< as copyRuns()
  const Combiner *combiner = nullptr; ///< null: replaces what is there
};

class CopyPattern {
public:
  static constexpr std::size_t maxLevels = 16;

  CopyPattern() = default;
  /// `levels`: the runs of each axis, which the pattern refers to. The offsets
  /// of a storage side are elements; those of a message side count the
  /// elements of the list.
  CopyPattern(std::vector<const AxisRuns *> levels, const MessageOrder &order,
              PatternSides sides);

  /// Elements of the whole message.
  std::int64_t length() const { return elements; }
  /// Of all levels but the first.
  std::int64_t elementsInside() const { return inside; }
  const std::vector<const AxisRuns *> &levels() const { return axes; }
  bool hasStrips() const { return order.stripLevel >= 0; }
  /// Whether the target is the message, where all lies in one piece.
  bool isPacking() const { return sides == PatternSides::Pack; }
  /// Whether the source is the message.
  bool isUnpacking() const { return sides == PatternSides::Unpack; }

  /// Rows: what the innermost level has of each element of all others, which
  /// lies in one piece in the message. Without strips.
  std::int64_t rowElements() const { return axes.back()->length(); }
  std::int64_t rowCount() const {
    return rowElements() > 0 ? elements / rowElements() : 0;
  }
  /// The pattern of a row; its offsets are those from where a row begins.
  CopyPattern row() const { return {{axes.back()}, {}, sides}; }
  /// Calls visit(from, to) for rows [first, first + count), in order, with
  /// where they begin in the storage of either side; what it says of a message
  /// has no meaning. Preconditions: no strips; count > 0.
  template <typename Visit>
  void forEachRow(std::int64_t first, std::int64_t count, Visit visit) const {
    visitRows(0, first, count, {0, 0}, visit);
  }
  /// Elements of the smallest unit that chunks should not cut: `depth` levels,
  /// the innermost ones (and a strip).
  std::int64_t unitElements(int depth) const;

  /// Copies elements [position, position + count) of the message, or combines
  /// them with those that are there.
  void copy(const CopyBases &bases, std::int64_t position,
            std::int64_t count) const;
  /// Offset in the storage where elements [position, position + count) lie in
  /// one piece in the order of the message; nothing where they do not.
  /// Precondition: one side is the message; count > 0.
  std::optional<std::int64_t> contiguousAt(std::int64_t position,
                                           std::int64_t count) const;

  /// Offset in the storage of an element of the message. Precondition: as
  /// contiguousAt().
  std::int64_t offsetOf(std::int64_t position) const;

private:
  /// Rows inside one element of the levels before `level`, which begins `at`.
  template <typename Visit>
  void visitRows(std::size_t level, std::int64_t first, std::int64_t count,
                 RunSteps at, Visit &visit) const;
  template <typename Sink>
  void visit(std::int64_t elementSize, std::int64_t messageShift,
             std::int64_t position, std::int64_t count, Sink &sink) const;
  bool copyElements(const CopyBases &bases, std::int64_t position,
                    std::int64_t count) const;

  std::vector<const AxisRuns *> axes;
  MessageOrder order;
  PatternSides sides = PatternSides::Local;
  std::int64_t elements = 0;
  std::int64_t inside = 0;
};

template <typename Visit>
void CopyPattern::visitRows(std::size_t level, std::int64_t first,
                            std::int64_t count, RunSteps at,
                            Visit &visit) const {
  if (level + 1 == axes.size()) {
    visit(at.from, at.to);
    return;
  }
  std::int64_t rows = 1; // of an index
  for (std::size_t k = level + 1; k + 1 < axes.size(); ++k)
    rows *= axes[k]->length();
  const AxisRuns &runs = *axes[level];
  const RunSteps steps = runs.steps();
  std::int64_t index = first / rows;
  const auto visitRun = [&](const RunPiece &piece, std::int64_t run) {
    for (std::int64_t i = 0; i < piece.length; ++i, ++index) {
      const std::int64_t begin =
          std::max(first - index * rows, std::int64_t{0});
      const std::int64_t end = std::min(first + count - index * rows, rows);
      visitRows(level + 1, begin, end - begin,
                {at.from + piece.from + run * piece.fromStride + i * steps.from,
                 at.to + piece.to + run * piece.toStride + i * steps.to},
                visit);
    }
  };
  // No reach: then pieces do not repeat, and come in order.
  runs.forEachPiece(index, (first + count - 1) / rows - index + 1, 0,
                    [&](const RunPiece &piece) {
                      for (std::int64_t run = 0; run < piece.count; ++run)
                        visitRun(piece, run);
                    });
}

} // namespace redist::runtime

#endif

//===- Copy.cpp - Copy of a submatrix by the runtime ----------------------===//
#include "Copy.h"

#include "../Support/ItemMemory.h"

#include <algorithm>
#include <cstring>
#include <memory>

namespace redist::scalapack {

using RangeOf = Range(const MatrixDimension &, std::int64_t, Range,
                      std::int64_t);

static std::array<Range, 2> inBothDimensions(RangeOf rangeOf,
                                             const Submatrix &matrix,
                                             const LocalStorage &storage) {
  std::array<Range, 2> result{};
  if (!storage.isMember())
    return result;
  for (std::size_t d = 0; d < 2; ++d)
    result[d] = rangeOf(matrix.dimensions[d], matrix.shape()[d],
                        matrix.ranges[d], storage.coordinates[d]);
  return result;
}

std::array<Range, 2> localRanges(const Submatrix &matrix,
                                 const LocalStorage &storage) {
  return inBothDimensions(localRange, matrix, storage);
}

Room roomFor(const Submatrix &matrix, const LocalStorage &whole,
             std::int64_t elementSize) {
  const auto [rows, columns] = inBothDimensions(localRoom, matrix, whole);
  Room room{whole, rows.length() * columns.length() * elementSize};
  room.storage.address = nullptr;
  room.storage.leadingDimension = std::max<std::int64_t>(1, rows.length());
  room.storage.first = {rows.begin, columns.begin};
  return room;
}

//===----------------------------------------------------------------------===//
// One piece of either side: one plan
//===----------------------------------------------------------------------===//

/// One side of a copy that is a piece in both dimensions.
struct Side {
  const Submatrix &matrix;
  std::array<Piece, 2> pieces;

  std::vector<int> ranks() const;
  redist::layout layout() const;
  section sectionOf(std::size_t dimension) const;
  std::byte *origin(const LocalStorage &storage,
                    std::int64_t elementSize) const;
};

/// Communicator ranks of the pieces' grid, row by row.
std::vector<int> Side::ranks() const {
  std::vector<int> result;
  const auto [rows, columns] = matrix.shape();
  for (std::int64_t i = 0; i < pieces[0].count; ++i)
    for (std::int64_t j = 0; j < pieces[1].count; ++j) {
      const std::int64_t row = (pieces[0].first + i) % rows;
      const std::int64_t column = (pieces[1].first + j) % columns;
      result.push_back(
          matrix.grid
              ->rankOf[static_cast<std::size_t>(row * columns + column)]);
    }
  return result;
}

redist::layout Side::layout() const {
  redist::layout result;
  result.dimension_count = 2;
  for (std::size_t d = 0; d < 2; ++d)
    if (pieces[d].count > 1) {
      result.dimensions[d] = cyclic(pieces[d].block);
      result.grid[result.grid_count++] = pieces[d].count;
    }
  return result;
}

section Side::sectionOf(std::size_t dimension) const {
  return slice(pieces[dimension].lower, pieces[dimension].range.length());
}

/// Address of what would be local element (0, 0) of the pieces' layout; null
/// where this process holds nothing of them.
std::byte *Side::origin(const LocalStorage &storage,
                        std::int64_t elementSize) const {
  if (!storage.isMember())
    return nullptr;
  std::array<std::int64_t, 2> local{};
  for (std::size_t d = 0; d < 2; ++d) {
    const std::int64_t extent = matrix.shape()[d];
    const std::int64_t coordinate = storage.coordinates[d];
    if (pieces[d].numberOf(coordinate, extent) >= pieces[d].count)
      return nullptr;
    local[d] = localOrigin(matrix.dimensions[d], extent, pieces[d], coordinate);
  }
  return storage.at(local[0], local[1], elementSize);
}

static void executePieces(Assembly &assembly, const Copy &copy,
                          const Side &source, const Side &target,
                          const LocalStorage &from, const LocalStorage &to) {
  const std::vector<int> sourceRanks = source.ranks();
  const std::vector<int> targetRanks = target.ranks();
  redistribution what =
      redistribution({source.sectionOf(0), source.sectionOf(1)})
          .from(source.layout().ranks(sourceRanks))
          .into({target.sectionOf(0), target.sectionOf(1)})
          .to(target.layout().ranks(targetRanks))
          .stored(storage_order::column);
  if (copy.isTransposed)
    what = what.permute({1, 0});
  what.source_strides = {1, from.leadingDimension};
  what.target_strides = {1, to.leadingDimension};
  what.has_source_strides = what.has_target_strides = true;

  detail::object_entry entry;
  entry.element_size = static_cast<std::size_t>(copy.elementSize);
  entry.source = source.origin(from, copy.elementSize);
  entry.target = target.origin(to, copy.elementSize);
  const directive where = {copy.routine, 0, copy.routine, "auto", nullptr, 0};
  detail::redistribute_agreed(where, what, assembly.state().user(), &entry, 1);
}

//===----------------------------------------------------------------------===//
// All pieces
//===----------------------------------------------------------------------===//

/// Adds, as distances from the range's begin, where a side must be cut.
static void addCut(const Submatrix &matrix, std::size_t dimension,
                   std::vector<std::int64_t> &cuts) {
  const Range range = matrix.ranges[dimension];
  const std::int64_t cut =
      cutOf(matrix.dimensions[dimension], matrix.shape()[dimension]) -
      range.begin;
  if (cut > 0 && cut < range.length())
    cuts.push_back(cut);
}

/// The parts of target dimension k that are one piece on either side.
static std::vector<Range> partsOf(const Copy &copy, std::size_t k) {
  std::vector<std::int64_t> cuts = {0, copy.target.ranges[k].length()};
  addCut(copy.target, k, cuts);
  addCut(copy.source, copy.isTransposed ? 1 - k : k, cuts);
  std::sort(cuts.begin(), cuts.end());
  std::vector<Range> parts;
  for (std::size_t i = 1; i < cuts.size(); ++i)
    if (cuts[i - 1] < cuts[i])
      parts.push_back({cuts[i - 1], cuts[i]});
  return parts;
}

/// How many copies of a dimension there are to be written.
static std::int64_t copiesOf(const Submatrix &matrix, std::size_t dimension) {
  return matrix.dimensions[dimension].source < 0 ? matrix.shape()[dimension]
                                                 : 1;
}

static Piece pieceOfPart(const Submatrix &matrix, std::size_t dimension,
                         Range part, std::int64_t copy) {
  const std::int64_t begin = matrix.ranges[dimension].begin;
  return pieceOf(matrix.dimensions[dimension], matrix.shape()[dimension],
                 {begin + part.begin, begin + part.end}, copy);
}

static void executeAll(Assembly &assembly, const Copy &copy,
                       const LocalStorage &from, const LocalStorage &to) {
  const std::vector<Range> rowParts = partsOf(copy, 0);
  const std::vector<Range> columnParts = partsOf(copy, 1);
  for (std::int64_t i = 0; i < copiesOf(copy.target, 0); ++i)
    for (std::int64_t j = 0; j < copiesOf(copy.target, 1); ++j)
      for (const Range rows : rowParts)
        for (const Range columns : columnParts) {
          const Range sourceRows = copy.isTransposed ? columns : rows;
          const Range sourceColumns = copy.isTransposed ? rows : columns;
          const Side source{copy.source,
                            {pieceOfPart(copy.source, 0, sourceRows, 0),
                             pieceOfPart(copy.source, 1, sourceColumns, 0)}};
          const Side target{copy.target,
                            {pieceOfPart(copy.target, 0, rows, i),
                             pieceOfPart(copy.target, 1, columns, j)}};
          executePieces(assembly, copy, source, target, from, to);
        }
}

//===----------------------------------------------------------------------===//
// Storages that overlap
//===----------------------------------------------------------------------===//

/// What a process holds of a submatrix: a stretch of each column.
static detail::memory_row stretchesOf(const std::array<Range, 2> &local,
                                      const LocalStorage &storage,
                                      std::int64_t elementSize) {
  const auto [rows, columns] = local;
  if (rows.length() == 0 || columns.length() == 0)
    return {};
  return {storage.at(rows.begin, columns.begin, elementSize),
          static_cast<std::size_t>(rows.length() * elementSize),
          columns.length(), storage.leadingDimension * elementSize};
}

void execute(Assembly &assembly, const Copy &copy, const LocalStorage &source,
             const LocalStorage &target) {
  const std::array<Range, 2> local = localRanges(copy.source, source);
  const std::int64_t size = copy.elementSize;
  if (!runtime::shareMemory(
          stretchesOf(local, source, size),
          stretchesOf(localRanges(copy.target, target), target, size))) {
    executeAll(assembly, copy, source, target);
    return;
  }
  // Only this process need know.
  Room kept = roomFor(copy.source, source, size);
  const std::unique_ptr<std::byte[]> bytes(
      new std::byte[static_cast<std::size_t>(kept.bytes)]);
  kept.storage.address = bytes.get();
  const auto [rows, columns] = local;
  for (std::int64_t j = columns.begin; j < columns.end; ++j)
    std::memcpy(kept.storage.at(rows.begin, j, size),
                source.at(rows.begin, j, size),
                static_cast<std::size_t>(rows.length() * size));
  executeAll(assembly, copy, kept.storage, target);
}

} // namespace redist::scalapack

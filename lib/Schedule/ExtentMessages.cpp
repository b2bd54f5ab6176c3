//===- ExtentMessages.cpp - The messages of less than a superblock --------===//
//
// Two ways to find them. Walking: the boundaries of source and target blocks
// cut the array into pieces of one sender and one receiver each, and pieces of
// equal ranks are added up. By classes: for each pair of ranks that a class
// joins, the length is counted (Overlap.h). A block layout beside a cyclic one
// has many pieces and few messages; two block layouts have few pieces, but
// classes may join any two ranks.
//
//===----------------------------------------------------------------------===//
#include "ExtentMessages.h"

#include "Arithmetic.h"
#include "redist/Schedule/Overlap.h"

#include <algorithm>
#include <limits>
#include <numeric>

using namespace redist::schedule;

/// Pieces between the boundaries of the blocks below the extent, at most.
static std::int64_t pieceCount(const Redistribution &parameters,
                               std::int64_t extent) {
  return ceilDivide(extent, parameters.source.block) +
         ceilDivide(extent, parameters.target.block);
}

bool redist::schedule::fitsTable(const CommunicationGrid &grid,
                                 std::int64_t extent) {
  const auto &[source, target] = grid.redistribution();
  const std::int64_t limit = std::numeric_limits<std::int32_t>::max();
  return std::max({source.ranks, target.ranks, grid.messageBound(extent)}) <=
         limit;
}

/// Calls visit(p, q, length) for each piece.
template <typename Visit>
static void forEachPiece(const Redistribution &parameters, std::int64_t extent,
                         Visit visit) {
  const auto &[source, target] = parameters;
  std::int64_t p = 0, q = 0;
  std::int64_t leftInSource = source.block, leftInTarget = target.block;
  while (extent > 0) {
    const std::int64_t length = std::min({leftInSource, leftInTarget, extent});
    visit(p, q, length);
    extent -= length;
    leftInSource -= length;
    leftInTarget -= length;
    if (leftInSource == 0) {
      leftInSource = source.block;
      p = p + 1 == source.ranks ? 0 : p + 1;
    }
    if (leftInTarget == 0) {
      leftInTarget = target.block;
      q = q + 1 == target.ranks ? 0 : q + 1;
    }
  }
}

static ExtentMessage message(std::int64_t p, std::int64_t q,
                             std::int64_t length) {
  return {static_cast<std::int32_t>(p), static_cast<std::int32_t>(q), length};
}

/// Pieces added up in a matrix of all pairs.
static std::vector<ExtentMessage> sumInMatrix(const Redistribution &parameters,
                                              std::int64_t extent) {
  const std::int64_t P = parameters.source.ranks, Q = parameters.target.ranks;
  std::vector<std::int64_t> lengths(static_cast<std::size_t>(P * Q), 0);
  forEachPiece(parameters, extent,
               [&](std::int64_t p, std::int64_t q, std::int64_t length) {
                 lengths[static_cast<std::size_t>(p * Q + q)] += length;
               });
  std::vector<ExtentMessage> list;
  auto length = lengths.cbegin();
  for (std::int64_t p = 0; p < P; ++p)
    for (std::int64_t q = 0; q < Q; ++q, ++length)
      if (*length > 0)
        list.push_back(message(p, q, *length));
  return list;
}

static bool isBefore(const ExtentMessage &a, const ExtentMessage &b) {
  return a.from != b.from ? a.from < b.from : a.to < b.to;
}

/// Pieces added up in a sorted list.
static std::vector<ExtentMessage> sumInList(const Redistribution &parameters,
                                            std::int64_t extent) {
  std::vector<ExtentMessage> list;
  forEachPiece(parameters, extent,
               [&](std::int64_t p, std::int64_t q, std::int64_t length) {
                 list.push_back(message(p, q, length));
               });
  std::sort(list.begin(), list.end(), isBefore);
  std::size_t size = 0;
  for (const ExtentMessage &piece : list)
    if (size > 0 && !isBefore(list[size - 1], piece))
      list[size - 1].length += piece.length;
    else
      list[size++] = piece;
  list.resize(size);
  return list;
}

static std::vector<ExtentMessage> byPieces(const Redistribution &parameters,
                                           std::int64_t extent) {
  const Int128 pairs =
      Int128{parameters.source.ranks} * parameters.target.ranks;
  return pairs <= 2 * pieceCount(parameters, extent)
             ? sumInMatrix(parameters, extent)
             : sumInList(parameters, extent);
}

static std::vector<ExtentMessage> byClasses(const CommunicationGrid &grid,
                                            std::int64_t extent) {
  const auto &[source, target] = grid.redistribution();
  const OverlapFinder finder(grid, extent);
  const std::int64_t types = grid.rowTypes();
  const std::int64_t senders =
      std::min(source.ranks, ceilDivide(extent, source.block));
  std::vector<ExtentMessage> list;
  for (std::int64_t p = 0; p < senders; ++p) {
    const std::size_t begin = list.size();
    std::int64_t c =
        modulo(p * grid.reducedSourceBlock() - grid.firstClass(), types);
    for (; c < grid.classCount(); c += types)
      for (std::int64_t q = grid.columnOfClass(p, grid.firstClass() + c);
           q < target.ranks; q += grid.columnPeriod())
        if (const std::int64_t length = finder.length(p, q); length > 0)
          list.push_back(message(p, q, length));
    std::sort(list.begin() + static_cast<std::ptrdiff_t>(begin), list.end(),
              isBefore);
  }
  return list;
}

/// Whether counting by classes is less work: a length costs as much as some
/// pieces, and more where there are many blocks to look at.
static bool classesAreCheaper(const CommunicationGrid &grid,
                              std::int64_t extent) {
  constexpr std::int64_t piecesALength = 8;
  const auto &[source, target] = grid.redistribution();
  const std::int64_t candidates =
      (grid.reducedSourceBlock() + grid.reducedTargetBlock()) / grid.modulus();
  const std::int64_t blocksLeft =
      extent /
      std::max(source.ranks * source.block, target.ranks * target.block);
  return Int128{grid.messageCount()} * piecesALength *
             (1 + std::min(candidates, blocksLeft)) <
         pieceCount(grid.redistribution(), extent);
}

/// By counting where there are not many more columns than messages.
std::vector<std::int32_t>
redist::schedule::orderByColumn(const std::vector<ExtentMessage> &list,
                                std::int64_t columns) {
  std::vector<std::int32_t> order(list.size());
  if (columns > 4 * static_cast<std::int64_t>(list.size())) {
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::int32_t a, std::int32_t b) {
                       return list[static_cast<std::size_t>(a)].to <
                              list[static_cast<std::size_t>(b)].to;
                     });
    return order;
  }
  std::vector<std::int32_t> next(static_cast<std::size_t>(columns) + 1, 0);
  for (const ExtentMessage &entry : list)
    ++next[static_cast<std::size_t>(entry.to) + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  for (std::size_t i = 0; i < list.size(); ++i)
    order[static_cast<std::size_t>(
        next[static_cast<std::size_t>(list[i].to)]++)] =
        static_cast<std::int32_t>(i);
  return order;
}

ExtentMessages redist::schedule::messagesOfExtent(const CommunicationGrid &grid,
                                                  std::int64_t extent) {
  ExtentMessages result;
  result.extent = extent;
  result.list = classesAreCheaper(grid, extent)
                    ? byClasses(grid, extent)
                    : byPieces(grid.redistribution(), extent);
  result.byColumn =
      orderByColumn(result.list, grid.redistribution().target.ranks);
  return result;
}

BipartiteGraph redist::schedule::graphOf(const ExtentMessages &messages) {
  BipartiteGraph graph;
  graph.edges.resize(messages.list.size());
  std::int32_t last = -1;
  for (std::size_t i = 0; i < messages.list.size(); ++i) {
    const ExtentMessage &entry = messages.list[i];
    graph.rows += entry.from != last ? 1 : 0;
    last = entry.from;
    graph.edges[i] = {graph.rows - 1, 0, entry.length};
  }
  last = -1;
  for (const std::int32_t index : messages.byColumn) {
    const auto i = static_cast<std::size_t>(index);
    graph.columns += messages.list[i].to != last ? 1 : 0;
    last = messages.list[i].to;
    graph.edges[i].column = graph.columns - 1;
  }
  return graph;
}

//===- VectorCase.cpp - A vector from CYCLIC(r) to CYCLIC(s) --------------===//
//
// Beside the runtime: pdgemr2d on the vector as a matrix of one column, and
// packing by hand around one MPI_Alltoallv with its buffers kept.
//
//===----------------------------------------------------------------------===//
#include "BenchCase.h"
#include "Scalapack.h"

#include <algorithm>

namespace bench {

/// The data of this rank.
struct VectorProblem {
  std::int64_t elements, sourceBlock, targetBlock;
  int ranks, rank;
  std::vector<double> source, target;

  std::int64_t globalIndex(std::int64_t local, std::int64_t block) const {
    return (local / block * ranks + rank) * block + local % block;
  }
};

static VectorProblem makeProblem(std::int64_t elements,
                                 std::int64_t sourceBlock,
                                 std::int64_t targetBlock) {
  VectorProblem p{};
  p.rank = worldRank();
  p.ranks = worldSize();
  const std::int64_t whole =
      std::max<std::int64_t>(1, (elements + p.ranks - 1) / p.ranks);
  p.elements = elements;
  p.sourceBlock = sourceBlock ? sourceBlock : whole;
  p.targetBlock = targetBlock ? targetBlock : whole;
  const auto extent = [&](std::int64_t block) {
    return static_cast<std::size_t>(
        redist::local_extent(elements, block, p.ranks, p.rank));
  };
  p.source.resize(extent(p.sourceBlock));
  p.target.resize(extent(p.targetBlock));
  for (std::size_t local = 0; local < p.source.size(); ++local)
    p.source[local] = static_cast<double>(
        p.globalIndex(static_cast<std::int64_t>(local), p.sourceBlock));
  return p;
}

/// Packing by hand: runs in global order, one buffer a rank, MPI_Alltoallv.
class ByHand {
public:
  explicit ByHand(VectorProblem &problem) : p(problem) {
    const auto ranks = static_cast<std::size_t>(p.ranks);
    sendCounts.assign(ranks, 0);
    receiveCounts.assign(ranks, 0);
    forEachRun(p.sourceBlock, p.targetBlock, p.source.size(),
               [&](std::int64_t partner, std::int64_t, std::int64_t length) {
                 sendCounts[static_cast<std::size_t>(partner)] +=
                     static_cast<int>(length);
               });
    forEachRun(p.targetBlock, p.sourceBlock, p.target.size(),
               [&](std::int64_t partner, std::int64_t, std::int64_t length) {
                 receiveCounts[static_cast<std::size_t>(partner)] +=
                     static_cast<int>(length);
               });
    sendOffsets = offsetsOf(sendCounts);
    receiveOffsets = offsetsOf(receiveCounts);
    sendBuffer.resize(p.source.size());
    receiveBuffer.resize(p.target.size());
    cursors.resize(ranks);
  }

  void run() {
    std::copy(sendOffsets.begin(), sendOffsets.end(), cursors.begin());
    const double *const source = p.source.data();
    forEachRun(p.sourceBlock, p.targetBlock, p.source.size(),
               [&](std::int64_t partner, std::int64_t at, std::int64_t length) {
                 std::int64_t &cursor =
                     cursors[static_cast<std::size_t>(partner)];
                 for (std::int64_t i = 0; i < length; ++i)
                   sendBuffer[static_cast<std::size_t>(cursor + i)] =
                       source[at + i];
                 cursor += length;
               });
    MPI_Alltoallv(sendBuffer.data(), sendCounts.data(), sendOffsets.data(),
                  MPI_DOUBLE, receiveBuffer.data(), receiveCounts.data(),
                  receiveOffsets.data(), MPI_DOUBLE, MPI_COMM_WORLD);
    std::copy(receiveOffsets.begin(), receiveOffsets.end(), cursors.begin());
    double *const target = p.target.data();
    forEachRun(p.targetBlock, p.sourceBlock, p.target.size(),
               [&](std::int64_t partner, std::int64_t at, std::int64_t length) {
                 std::int64_t &cursor =
                     cursors[static_cast<std::size_t>(partner)];
                 for (std::int64_t i = 0; i < length; ++i)
                   target[at + i] =
                       receiveBuffer[static_cast<std::size_t>(cursor + i)];
                 cursor += length;
               });
  }

private:
  /// Runs of my blocks of size `mine` that lie in one block of size `other`:
  /// (owner of the other block, my local index, length).
  template <typename Visit>
  void forEachRun(std::int64_t mine, std::int64_t other, std::size_t extent,
                  Visit visit) const {
    for (std::int64_t local = 0; local < static_cast<std::int64_t>(extent);) {
      const std::int64_t global = p.globalIndex(local, mine);
      const std::int64_t length =
          std::min({mine - local % mine, other - global % other,
                    static_cast<std::int64_t>(extent) - local});
      visit(global / other % p.ranks, local, length);
      local += length;
    }
  }
  static std::vector<int> offsetsOf(const std::vector<int> &counts) {
    std::vector<int> offsets(counts.size(), 0);
    for (std::size_t i = 1; i < counts.size(); ++i)
      offsets[i] = offsets[i - 1] + counts[i - 1];
    return offsets;
  }

  VectorProblem &p;
  std::vector<int> sendCounts, receiveCounts, sendOffsets, receiveOffsets;
  std::vector<double> sendBuffer, receiveBuffer;
  std::vector<std::int64_t> cursors;
};

class VectorCase final : public Case {
public:
  VectorCase(std::int64_t elements, std::int64_t sourceBlock,
             std::int64_t targetBlock)
      : p(makeProblem(elements, sourceBlock, targetBlock)), byHand(p),
        grid("C", p.ranks, 1),
        title(distribution(sourceBlock) + " -> " + distribution(targetBlock)),
        sourceDescriptor(descriptor(p.sourceBlock, p.source.size())),
        targetDescriptor(descriptor(p.targetBlock, p.target.size())) {
    allWays = {{"redist", [this] { redistribute(); }},
               {"pdgemr2d",
                [this] {
                  Cpdgemr2d(static_cast<int>(p.elements), 1, p.source.data(), 1,
                            1, sourceDescriptor.data(), p.target.data(), 1, 1,
                            targetDescriptor.data(), grid.context());
                }},
               {"alltoallv", [this] { byHand.run(); }}};
  }

  std::string name() const override { return title; }
  const std::vector<Way> &ways() const override { return allWays; }
  bool takeResult() override {
    bool right = true;
    for (std::size_t local = 0; local < p.target.size(); ++local)
      right = right && p.target[local] == static_cast<double>(p.globalIndex(
                                              static_cast<std::int64_t>(local),
                                              p.targetBlock));
    std::fill(p.target.begin(), p.target.end(), -1.0);
    return right;
  }

private:
  static std::string distribution(std::int64_t block) {
    return block ? "cyclic(" + std::to_string(block) + ")" : "block";
  }
  Descriptor descriptor(std::int64_t block, std::size_t localRows) const {
    return describe(grid, static_cast<int>(p.elements), 1,
                    static_cast<int>(block), 1, static_cast<int>(localRows));
  }
  void redistribute() {
    static constexpr redist::directive where = {
        "bench-redistribute", 1, "", "auto", nullptr, 0};
    const auto onAll = [&](std::int64_t block) {
      return redist::layout({redist::cyclic(block)}).onto({p.ranks});
    };
    redist::redistribute_into(
        where,
        redist::redistribution({redist::whole(p.elements)})
            .from(onAll(p.sourceBlock))
            .to(onAll(p.targetBlock)),
        MPI_COMM_WORLD, redist::objects(p.source), redist::objects(p.target));
  }

  VectorProblem p;
  ByHand byHand;
  ProcessGrid grid;
  std::string title;
  Descriptor sourceDescriptor, targetDescriptor;
  std::vector<Way> allWays;
};

std::unique_ptr<Case> makeVectorCase(std::int64_t elements,
                                     std::int64_t sourceBlock,
                                     std::int64_t targetBlock) {
  return std::make_unique<VectorCase>(elements, sourceBlock, targetBlock);
}

} // namespace bench

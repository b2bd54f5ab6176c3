//===- LinkBandwidth.h - Measured bandwidths of links ----------*- C++ -*-===//
//
// Room Runtime. Comes in: the ranks of a communicator and their nodes. Goes
// out: the bandwidth of the links between ranks, in bytes per second, the same
// numbers on all ranks. On several nodes there are two: that of a pair on one
// node, and that of a pair on two.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_PIPELINE_MAPPING_LINKBANDWIDTH_H
#define REDIST_RUNTIME_PIPELINE_MAPPING_LINKBANDWIDTH_H

#include <mpi.h>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace redist::runtime {

class NodeLinks;

/// MPI_MAX or MPI_MIN of each value, on all ranks. Collective.
void combine(MPI_Comm communicator, std::vector<double> &values,
             MPI_Op operation);

/// With whom a rank measures messages; -1: with none.
struct LinkPeers {
  int inside = -1;  ///< on its node: the ranks of a node, two by two
  int between = -1; ///< the first ranks of nodes, two by two
};
/// `nodes`: by rank, numbered by first ranks.
LinkPeers linkPeers(std::span<const int> nodes, int rank);

/// So many ranks have a bandwidth for each link at most: 8 MB of them.
constexpr std::int64_t maxListedRanks = 1024;
/// One number for all links, or one for each of them, from rank to rank, where
/// the two differ by more than two fifths. More than maxListedRanks have one,
/// the lower one. `inside`, `between`: 0 where no pair was measured; where none
/// was at all, any number will do.
std::vector<double> linkBandwidths(double inside, double between,
                                   std::span<const int> nodes,
                                   std::int64_t ranks);

/// Measures messages of about so many bytes between ranks [0, ranks), and
/// returns linkBandwidths(). One pair of ranks measures for two nodes, since a
/// mapping of intervals has one link between them. Collective.
std::vector<double> messageBandwidth(MPI_Comm communicator, std::int64_t ranks,
                                     std::span<const int> nodes,
                                     double usualBytes);

/// The bandwidth of copies by one rank; nothing where one has no memory to copy
/// to. Precondition: links between ranks [0, ranks) all go through memory.
/// Collective.
std::optional<double> copyBandwidth(MPI_Comm communicator, std::int64_t ranks,
                                    NodeLinks &memory, double usualBytes);

} // namespace redist::runtime

#endif

//===- MessageLink.h - Message format of a link -----------------*- C++ -*-===//
//
// Room Runtime. Lengths of packets, number of posted receives, and polling of
// requests.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_PIPELINE_LINK_MESSAGELINK_H
#define REDIST_RUNTIME_PIPELINE_LINK_MESSAGELINK_H

#include "Pipeline/Link/LinkShape.h"

#include <vector>

namespace redist::runtime {

constexpr std::size_t messageBytes =
    packetExtraBytes + (std::size_t{256} << 10);

/// Receives that wait for packets.
inline std::size_t postedPackets(const LinkShape &shape) {
  return static_cast<std::size_t>(std::min<std::int64_t>(shape.depth, 4));
}

/// Without waiting. Those that are become null.
inline bool areComplete(std::vector<MPI_Request> &requests) {
  if (requests.empty())
    return true;
  int areHere = 0;
  checkMpi(MPI_Testall(static_cast<int>(requests.size()), requests.data(),
                       &areHere, MPI_STATUSES_IGNORE),
           "MPI_Testall");
  return areHere != 0;
}

} // namespace redist::runtime

#endif

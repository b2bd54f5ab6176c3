//===- PingPong.cpp - Measurement of message times ------------------------===//
#include "Support/PingPong.h"

#include "Support/MpiCalls.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

namespace redist::runtime {

double pingPong(MPI_Comm communicator, int rank, int peer, int tag,
                std::int64_t bytes, int rounds) {
  const int count = toMpiCount(bytes);
  std::vector<std::byte> message(static_cast<std::size_t>(bytes));
  const auto send = [&] {
    checkMpi(MPI_Send(message.data(), count, MPI_BYTE, peer, tag, communicator),
             "MPI_Send");
  };
  double least = std::numeric_limits<double>::infinity();
  for (int round = 0; round <= rounds; ++round) {
    const double begin = MPI_Wtime();
    if (rank < peer)
      send();
    checkMpi(MPI_Recv(message.data(), count, MPI_BYTE, peer, tag, communicator,
                      MPI_STATUS_IGNORE),
             "MPI_Recv");
    if (rank > peer)
      send();
    if (round > 0)
      least = std::min(least, (MPI_Wtime() - begin) / 2);
  }
  return least;
}

} // namespace redist::runtime

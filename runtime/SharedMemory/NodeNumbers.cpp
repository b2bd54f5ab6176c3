//===- NodeNumbers.cpp - Node number of each rank -------------------------===//
#include "SharedMemory/NodeNumbers.h"

#include "Support/MpiCalls.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <string>

namespace redist::runtime {

std::vector<int> nodeListOf(std::string_view text, int count) {
  std::vector<int> nodes;
  const char *at = text.data();
  const char *const end = at + text.size();
  while (true) {
    int node = -1;
    const auto [next, problem] = std::from_chars(at, end, node);
    if (problem != std::errc() || node < 0)
      return {};
    nodes.push_back(node);
    if (next == end)
      break;
    if (*next != ',')
      return {};
    at = next + 1;
  }
  return static_cast<int>(nodes.size()) == count ? nodes : std::vector<int>();
}

static const char *nodeListText() {
  const char *const text = std::getenv("REDIST_NODES");
  return text && *text ? text : nullptr;
}

bool isNodeListRight() {
  const char *const text = nodeListText();
  return !text || !nodeListOf(text, sizeOf(MPI_COMM_WORLD)).empty();
}

/// Number of this rank's node, as a variable pretends.
static int pretendedNode(int rank) {
  if (const char *const text = nodeListText()) {
    const std::vector<int> nodes = nodeListOf(text, sizeOf(MPI_COMM_WORLD));
    return nodes.empty()
               ? 0
               : nodes[static_cast<std::size_t>(rankIn(MPI_COMM_WORLD))];
  }
  const char *const value = std::getenv("REDIST_RANKS_PER_NODE");
  const int ranks = value ? std::atoi(value) : 0;
  return ranks > 0 ? rank / ranks : 0;
}

NodeCommunicator::NodeCommunicator(MPI_Comm communicator) {
  const int rank = rankIn(communicator);
  checkMpi(MPI_Comm_split_type(communicator, MPI_COMM_TYPE_SHARED, rank,
                               MPI_INFO_NULL, &handle),
           "MPI_Comm_split_type");
  divide(pretendedNode(rank), rank);
  nameCommunicator(handle, "redist node");
  checkMpi(MPI_Comm_set_errhandler(handle, MPI_ERRORS_RETURN),
           "MPI_Comm_set_errhandler");
}

void NodeCommunicator::divide(int number, int rank) {
  int most = 0;
  checkMpi(MPI_Allreduce(&number, &most, 1, MPI_INT, MPI_MAX, handle),
           "MPI_Allreduce");
  if (most == 0)
    return;
  MPI_Comm whole = handle;
  checkMpi(MPI_Comm_split(whole, number, rank, &handle), "MPI_Comm_split");
  MPI_Comm_free(&whole);
}

/// A number that ranks on one kernel, and on one node as a variable pretends,
/// have in common, and hardly any others.
static int machineNumber(int rank) {
  std::ifstream file("/proc/sys/kernel/random/boot_id");
  std::string id;
  file >> id;
  id += ' ' + std::to_string(pretendedNode(rank));
  return static_cast<int>(std::hash<std::string>()(id) >> 33);
}

int ranksOnMachine(MPI_Comm communicator) {
  const int rank = rankIn(communicator);
  MPI_Comm together = MPI_COMM_NULL;
  checkMpi(MPI_Comm_split(communicator, machineNumber(rank), rank, &together),
           "MPI_Comm_split");
  const int count = sizeOf(together);
  MPI_Comm_free(&together);
  return count;
}

std::vector<int> nodeNumbers(MPI_Comm communicator) {
  const NodeCommunicator node(communicator);
  int first = rankIn(communicator);
  checkMpi(MPI_Bcast(&first, 1, MPI_INT, 0, node.get()), "MPI_Bcast");
  std::vector<int> numbers(static_cast<std::size_t>(sizeOf(communicator)));
  checkMpi(MPI_Allgather(&first, 1, MPI_INT, numbers.data(), 1, MPI_INT,
                         communicator),
           "MPI_Allgather");
  // The first rank of a node comes before the others.
  int nodes = 0;
  for (std::size_t rank = 0; rank < numbers.size(); ++rank) {
    const auto leader = static_cast<std::size_t>(numbers[rank]);
    numbers[rank] = leader == rank ? nodes++ : numbers[leader];
  }
  return numbers;
}

} // namespace redist::runtime

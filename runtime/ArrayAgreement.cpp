//===- ArrayAgreement.cpp - One verdict on a member of an array -----------===//
#include "ArrayAgreement.h"

#include "MpiCalls.h"

#include "redist/Error.h"

#include <vector>

namespace redist::runtime {

/// The text that rank `from` has. Collective.
static std::string broadcast(MPI_Comm communicator, const std::string &text,
                             int from) {
  int length = toMpiCount(static_cast<std::int64_t>(text.size()));
  checkMpi(MPI_Bcast(&length, 1, MPI_INT, from, communicator), "MPI_Bcast");
  std::vector<char> copy(text.begin(), text.end());
  copy.resize(static_cast<std::size_t>(length));
  checkMpi(MPI_Bcast(copy.data(), length, MPI_CHAR, from, communicator),
           "MPI_Bcast");
  return std::string(copy.begin(), copy.end());
}

void agreeOn(MPI_Comm communicator, const std::string &problem,
             const char *member, std::uint64_t arguments) {
  int rank = 0, size = 0;
  checkMpi(MPI_Comm_rank(communicator, &rank), "MPI_Comm_rank");
  checkMpi(MPI_Comm_size(communicator, &size), "MPI_Comm_size");
  // The least of the arguments and of their complements: equal where all are.
  const std::uint64_t own[3] = {
      static_cast<std::uint64_t>(problem.empty() ? size : rank), arguments,
      ~arguments};
  std::uint64_t least[3];
  checkMpi(MPI_Allreduce(own, least, 3, MPI_UINT64_T, MPI_MIN, communicator),
           "MPI_Allreduce");
  if (least[0] < static_cast<std::uint64_t>(size))
    throw error(std::string(member) + ": " +
                broadcast(communicator, problem, static_cast<int>(least[0])));
  if (least[1] != ~least[2])
    throw error(std::string(member) +
                ": the arguments are not the same on every rank");
}

} // namespace redist::runtime

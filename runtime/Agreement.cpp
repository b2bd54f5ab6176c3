//===- Agreement.cpp - One verdict for all ranks --------------------------===//
#include "Agreement.h"

#include "MpiCalls.h"
#include "RedistributionPlan.h"

#include "redist/Schedule/Schedule.h"

#include <vector>

namespace redist::runtime {

static std::string kindName(std::int64_t kind) {
  switch (static_cast<distribution_kind>(kind)) {
  case distribution_kind::block:
    return "block";
  case distribution_kind::block_sized:
    return "block(size)";
  case distribution_kind::cyclic:
    return "cyclic";
  }
  return "unknown";
}

static std::string strategyText(std::int64_t index) {
  const auto names = schedule::strategyNames();
  if (index < 0 || index >= static_cast<std::int64_t>(names.size()))
    return "unknown";
  return std::string(names[static_cast<std::size_t>(index)]);
}

static std::string numberText(std::int64_t value) {
  return std::to_string(value);
}

/// What a value is called, and how it is shown.
struct AgreedName {
  const char *name;
  std::string (*show)(std::int64_t);
};

static constexpr std::array<AgreedName, agreedCount> agreedNames = {{
    {"the extent", numberText},
    {"the number of source ranks", numberText},
    {"the kind of the source distribution", kindName},
    {"the block size of the source", numberText},
    {"the first rank of the source", numberText},
    {"the number of target ranks", numberText},
    {"the kind of the target distribution", kindName},
    {"the block size of the target", numberText},
    {"the first rank of the target", numberText},
    {"the element size", numberText},
    {"the strategy", strategyText},
}};

/// All ranks get the message of rank `root`.
static std::string spread(MPI_Comm communicator, const std::string &message,
                          int root, int rank) {
  std::int64_t length = static_cast<std::int64_t>(message.size());
  checkMpi(MPI_Bcast(&length, 1, MPI_INT64_T, root, communicator), "MPI_Bcast");
  std::string text = rank == root
                         ? message
                         : std::string(static_cast<std::size_t>(length), ' ');
  checkMpi(
      MPI_Bcast(text.data(), toMpiCount(length), MPI_CHAR, root, communicator),
      "MPI_Bcast");
  return text;
}

/// Names the first value that is not the same everywhere.
static std::string describeDifference(MPI_Comm communicator,
                                      const AgreedValues &values, int size) {
  std::vector<AgreedValues> all(static_cast<std::size_t>(size));
  checkMpi(MPI_Allgather(values.data(), agreedCount, MPI_INT64_T, all.data(),
                         agreedCount, MPI_INT64_T, communicator),
           "MPI_Allgather");
  for (std::size_t value = 0; value < agreedCount; ++value)
    for (std::size_t rank = 1; rank < all.size(); ++rank)
      if (all[rank][value] != all[0][value])
        return std::string(agreedNames[value].name) +
               " differs between ranks: it is " +
               agreedNames[value].show(all[0][value]) + " on rank 0 and " +
               agreedNames[value].show(all[rank][value]) + " on rank " +
               std::to_string(rank) + " of the communicator";
  return "the schedules differ between ranks (are all ranks running the same "
         "program, with the same strategy?)";
}

std::string positionOf(const directive &where) {
  return std::string(where.file ? where.file : "<unknown>") + ":" +
         std::to_string(where.line) + ": error: ";
}

void agree(MPI_Comm communicator, const Verdict &verdict,
           const directive &where) {
  int rank = 0;
  int size = 0;
  checkMpi(MPI_Comm_rank(communicator, &rank), "MPI_Comm_rank");
  checkMpi(MPI_Comm_size(communicator, &size), "MPI_Comm_size");
  HashBuilder hash;
  for (const std::int64_t value : verdict.values)
    hash.add(value);
  // Minimum of x and of ~x: equal on all ranks iff they are complements.
  const std::uint64_t mine[5] = {
      verdict.problem.empty() ? static_cast<std::uint64_t>(size)
                              : static_cast<std::uint64_t>(rank),
      hash.value(), ~hash.value(), verdict.planHash, ~verdict.planHash};
  std::uint64_t least[5];
  checkMpi(MPI_Allreduce(mine, least, 5, MPI_UINT64_T, MPI_MIN, communicator),
           "MPI_Allreduce");
  const bool parametersAgree = least[1] == ~least[2];
  const bool plansAgree = least[3] == ~least[4];
  const int failing = static_cast<int>(least[0]);
  if (parametersAgree && failing < size)
    throw error(spread(communicator, positionOf(where) + verdict.problem,
                       failing, rank));
  if (!parametersAgree || !plansAgree)
    throw error(
        spread(communicator,
               positionOf(where) +
                   describeDifference(communicator, verdict.values, size),
               0, rank));
}

} // namespace redist::runtime

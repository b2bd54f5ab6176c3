//===- MachineDefaults.cpp - Speeds and links from a profile --------------===//
#include "Pipeline/Mapping/MachineDefaults.h"

#include "Support/MpiCalls.h"

#include "redist/Profile.h"

#include <cmath>
#include <cstdlib>
#include <exception>
#include <numeric>

namespace redist::runtime {

std::vector<double> MachineDefaults::speedsOf(std::int64_t ranks) const {
  if (speeds.empty())
    return {};
  return {speeds.begin(), speeds.begin() + ranks};
}

std::vector<double> MachineDefaults::bandwidthOf(std::int64_t ranks) const {
  if (bandwidth.size() <= 1)
    return bandwidth;
  const auto size = std::llround(std::sqrt(std::ssize(bandwidth)));
  std::vector<double> corner;
  for (std::int64_t row = 0; row < ranks; ++row) {
    const auto begin = bandwidth.begin() + row * size;
    corner.insert(corner.end(), begin, begin + ranks);
  }
  return corner;
}

/// The ranks of MPI_COMM_WORLD behind those of a communicator; some may be
/// MPI_UNDEFINED.
static std::vector<int> worldRanks(MPI_Comm communicator) {
  const int size = sizeOf(communicator);
  std::vector<int> ranks(static_cast<std::size_t>(size));
  std::iota(ranks.begin(), ranks.end(), 0);
  std::vector<int> inWorld(ranks.size());
  MPI_Group own = MPI_GROUP_NULL;
  MPI_Group world = MPI_GROUP_NULL;
  checkMpi(MPI_Comm_group(communicator, &own), "MPI_Comm_group");
  checkMpi(MPI_Comm_group(MPI_COMM_WORLD, &world), "MPI_Comm_group");
  checkMpi(
      MPI_Group_translate_ranks(own, size, ranks.data(), world, inWorld.data()),
      "MPI_Group_translate_ranks");
  checkMpi(MPI_Group_free(&own), "MPI_Group_free");
  checkMpi(MPI_Group_free(&world), "MPI_Group_free");
  return inWorld;
}

/// Whether the profile speaks of the very ranks that there are.
static bool doesFit(const machine_profile &profile,
                    const std::vector<int> &ranks) {
  const int worldSize = sizeOf(MPI_COMM_WORLD);
  if (profile.ranks != worldSize)
    return false;
  for (const int rank : ranks)
    if (rank == MPI_UNDEFINED)
      return false;
  return true;
}

static MachineDefaults fit(const machine_profile &profile,
                           MPI_Comm communicator) {
  MachineDefaults fitted;
  if (profile.bandwidth > 0)
    fitted.bandwidth = {profile.bandwidth};
  const std::vector<int> ranks = worldRanks(communicator);
  if (!doesFit(profile, ranks))
    return fitted;
  if (!profile.speeds.empty())
    for (const int rank : ranks)
      fitted.speeds.push_back(profile.speeds[static_cast<std::size_t>(rank)]);
  if (profile.bandwidth_matrix.empty())
    return fitted;
  fitted.bandwidth.clear();
  for (const int from : ranks)
    for (const int to : ranks)
      fitted.bandwidth.push_back(
          profile.bandwidth_matrix[static_cast<std::size_t>(
              from * profile.ranks + to)]);
  return fitted;
}

template <typename T>
static void spread(MPI_Comm communicator, T &values, MPI_Datatype type) {
  std::int64_t count = std::ssize(values);
  checkMpi(MPI_Bcast(&count, 1, MPI_INT64_T, 0, communicator), "MPI_Bcast");
  values.resize(static_cast<std::size_t>(count));
  checkMpi(MPI_Bcast(values.data(), toMpiCount(count), type, 0, communicator),
           "MPI_Bcast");
}

MachineDefaults machineDefaults(MPI_Comm communicator) {
  MachineDefaults defaults;
  const int rank = rankIn(communicator);
  const char *const path = std::getenv("REDIST_PROFILE");
  if (rank == 0 && path && *path) {
    try {
      defaults = fit(read_profile(path), communicator);
    } catch (const std::exception &e) {
      defaults.problem = e.what();
    }
  }
  spread(communicator, defaults.speeds, MPI_DOUBLE);
  spread(communicator, defaults.bandwidth, MPI_DOUBLE);
  spread(communicator, defaults.problem, MPI_CHAR);
  return defaults;
}

} // namespace redist::runtime

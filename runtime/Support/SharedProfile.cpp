//===- SharedProfile.cpp - Profile shared by the ranks --------------------===//
#include "Support/SharedProfile.h"

#include "Support/MpiCalls.h"

#include <array>
#include <cstdlib>

namespace redist::runtime {

SharedProfile loadProfile(MPI_Comm duplicate) {
  SharedProfile shared;
  const int rank = rankIn(duplicate);
  const char *const path = std::getenv("REDIST_PROFILE");
  if (rank == 0 && path && *path) {
    shared.isGiven = true;
    try {
      shared.profile = read_profile(path);
    } catch (const std::exception &e) {
      shared.problem = e.what();
    }
  }
  machine_profile &machine = shared.profile;
  double *const costs[] = {&machine.alpha, &machine.beta,    &machine.combine,
                           &machine.call,  &machine.packing, &machine.fan_in};
  constexpr std::size_t heads = 3;
  std::array<double, heads + std::size(costs)> numbers{
      static_cast<double>(shared.isGiven),
      static_cast<double>(shared.problem.size()),
      static_cast<double>(machine.ways.size())};
  for (std::size_t i = 0; i < std::size(costs); ++i)
    numbers[heads + i] = *costs[i];
  checkMpi(MPI_Bcast(numbers.data(), toMpiCount(std::ssize(numbers)),
                     MPI_DOUBLE, 0, duplicate),
           "MPI_Bcast");
  shared.isGiven = numbers[0] != 0;
  for (std::size_t i = 0; i < std::size(costs); ++i)
    *costs[i] = numbers[heads + i];
  shared.problem.resize(static_cast<std::size_t>(numbers[1]));
  checkMpi(MPI_Bcast(shared.problem.data(),
                     toMpiCount(std::ssize(shared.problem)), MPI_CHAR, 0,
                     duplicate),
           "MPI_Bcast");
  machine.ways.resize(static_cast<std::size_t>(numbers[2]));
  constexpr std::size_t words = sizeof(measured_ways) / sizeof(double);
  static_assert(words ==
                std::tuple_size_v<decltype(measured_ways().numbers())>);
  checkMpi(MPI_Bcast(machine.ways.data(),
                     toMpiCount(words * machine.ways.size()), MPI_DOUBLE, 0,
                     duplicate),
           "MPI_Bcast");
  return shared;
}

} // namespace redist::runtime

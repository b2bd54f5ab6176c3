//===- Profiles.cpp - What redist-tune has measured, read back ------------===//
//
// Comes in: the text of a profile. Either it is refused by redist::error, or
// what it tells is what Profile.h promises: costs that are not negative, speeds
// and links that are above 0, of as many ranks as it says.
//
//===----------------------------------------------------------------------===//
// RUN: %fuzz Profiles
#include "redist/Error.h"
#include "redist/Profile.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

using namespace redist;

static bool areAbove0(const auto &numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](double number) {
    return std::isfinite(number) && number > 0;
  });
}

static bool keepsPromises(const machine_profile &profile) {
  for (const double cost : {profile.alpha, profile.beta, profile.combine,
                            profile.call, profile.packing, profile.fan_in})
    if (!std::isfinite(cost) || cost < 0)
      return false;
  for (measured_ways ways : profile.ways) {
    for (double *method : {&ways.at_once, &ways.collective, &ways.types})
      if (*method == 0)
        *method = 1; // not measured
    if (!areAbove0(ways.numbers()))
      return false;
  }
  const auto ranks = static_cast<std::size_t>(profile.ranks);
  std::vector<double> links = profile.bandwidth_matrix;
  if (!links.empty() && links.size() != ranks * ranks)
    return false;
  for (std::size_t i = 0; i < links.size(); i += ranks + 1)
    links[i] = 1; // the diagonal does not matter
  return std::isfinite(profile.bandwidth) && profile.bandwidth >= 0 &&
         profile.ranks >= 0 && areAbove0(profile.speeds) && areAbove0(links) &&
         (profile.speeds.empty() || profile.speeds.size() == ranks);
}

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data,
                                      std::size_t size) {
  try {
    if (!keepsPromises(
            parse_profile({reinterpret_cast<const char *>(data), size})))
      std::abort();
  } catch (const error &) {
  }
  return 0;
}

//===- LengthUnits.cpp - Products of lengths that fit 63 bits -------------===//
//
// Undistributed axes go first; then the largest axis is halved again and again.
//
//===----------------------------------------------------------------------===//
#include "Support/LengthUnits.h"

#include <algorithm>

using namespace redist::schedule;

/// Whether the product stays within 63 bits although rounding may add one unit
/// to each message.
static bool fit(const std::vector<AxisTotal> &totals,
                const std::vector<std::int64_t> &units) {
  const Int128 limit = 2 * Int128{sizeLimit} - 1;
  Int128 product = 1;
  for (std::size_t k = 0; k < totals.size(); ++k) {
    const Int128 rounding = units[k] == 1 ? 0 : totals[k].messages;
    const Int128 most = std::max<Int128>(totals[k].elements + rounding, 1);
    if (product > limit / most)
      return false;
    product *= most;
  }
  return true;
}

std::vector<std::int64_t>
redist::schedule::lengthUnits(std::vector<AxisTotal> totals) {
  std::vector<std::int64_t> units(totals.size(), 1);
  if (fit(totals, units))
    return units;
  for (std::size_t k = 0; k < totals.size(); ++k)
    if (totals[k].isTrivial && totals[k].elements > 1) {
      units[k] = static_cast<std::int64_t>(
          std::min<Int128>(totals[k].elements, 2 * Int128{sizeLimit} - 1));
      totals[k] = {1, 0, true};
    }
  while (!fit(totals, units)) {
    const auto largest = std::max_element(
        totals.begin(), totals.end(),
        [](const auto &a, const auto &b) { return a.elements < b.elements; });
    largest->elements = (largest->elements + 1) / 2;
    units[static_cast<std::size_t>(largest - totals.begin())] *= 2;
  }
  return units;
}

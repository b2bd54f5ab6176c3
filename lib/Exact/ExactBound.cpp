//===- ExactBound.cpp - What multipliers of a program prove ---------------===//

#include "ExactBound.h"

#include <algorithm>
#include <cmath>

namespace redistc::exact {

/// Denominator of the multipliers.
static constexpr double precision = 1 << 30;

ExactBound::ExactBound(const LinearModel &model)
    : columns(model.columnLower.size()), rows(model.rowLower.size()) {
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const double unit = model.columnUnit[c];
    columnUnit = std::max(columnUnit, unit);
    columns[c].least = std::llround(model.columnLower[c] * unit);
    columns[c].most = std::llround(model.columnUpper[c] * unit);
    columns[c].cost = std::llround(model.cost[c] / unit);
  }
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const double unit = model.rowUnit[r];
    const bool hasLeast = model.rowLower[r] > -LinearModel::infinity;
    const bool hasMost = model.rowUpper[r] < LinearModel::infinity;
    rows[r] = {hasLeast ? std::llround(model.rowLower[r] * unit) : 0,
               hasMost ? std::llround(model.rowUpper[r] * unit) : 0, hasLeast,
               hasMost, unit};
  }
  for (std::size_t e = 0; e < model.entryValue.size(); ++e) {
    const int row = model.entryRow[e], column = model.entryColumn[e];
    columns[column].entries.push_back(
        {row, std::llround(model.entryValue[e] * model.rowUnit[row] /
                           model.columnUnit[column])});
  }
}

void ExactBound::limit(int column, std::int64_t least, std::int64_t most) {
  columns[column].least = least;
  columns[column].most = most;
}

/// total += a * b; false where that leaves 127 bits.
template <typename Integer>
static bool addProduct(Integer &total, Integer a, Integer b) {
  Integer product;
  return !__builtin_mul_overflow(a, b, &product) &&
         !__builtin_add_overflow(total, product, &total);
}

/// `factor` times the bound, the multipliers being rounded after they have been
/// multiplied by it.
std::optional<ExactBound::Int128> ExactBound::sum(const double *multipliers,
                                                  double factor,
                                                  bool withCosts) const {
  std::vector<Int128> whole(rows.size());
  Int128 total = 0;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const double scaled = multipliers[r] * factor / rows[r].unit;
    if (!(std::abs(scaled) < 0x1p62))
      return std::nullopt;
    std::int64_t y = std::llround(scaled);
    if ((y > 0 && !rows[r].hasLeast) || (y < 0 && !rows[r].hasMost))
      y = 0;
    whole[r] = y;
    if (!addProduct<Int128>(total, y, y > 0 ? rows[r].least : rows[r].most))
      return std::nullopt;
  }
  const auto costFactor = withCosts ? static_cast<Int128>(factor) : Int128{0};
  for (const Column &column : columns) {
    Int128 reduced = 0;
    if (!addProduct<Int128>(reduced, costFactor, column.cost))
      return std::nullopt;
    for (const Entry &entry : column.entries)
      if (!addProduct<Int128>(reduced, -whole[entry.row], entry.value))
        return std::nullopt;
    if (!addProduct<Int128>(total, reduced,
                            reduced > 0 ? column.least : column.most))
      return std::nullopt;
  }
  return total;
}

std::optional<std::int64_t>
ExactBound::minCost(const double *multipliers) const {
  const double factor = precision * columnUnit;
  const std::optional<Int128> total = sum(multipliers, factor, true);
  if (!total)
    return std::nullopt;
  const auto divisor = static_cast<Int128>(factor);
  if (*total <= 0) // no cost is below 0
    return 0;
  return static_cast<std::int64_t>((*total + divisor - 1) / divisor);
}

/// A ray may have any length and either sign.
bool ExactBound::provesEmpty(const double *multipliers) const {
  double greatest = 0;
  for (std::size_t r = 0; r < rows.size(); ++r)
    greatest = std::max(greatest, std::abs(multipliers[r]) / rows[r].unit);
  if (!(greatest > 0))
    return false;
  for (const double sign : {1.0, -1.0}) {
    const std::optional<Int128> total =
        sum(multipliers, sign * precision / greatest, false);
    if (total && *total > 0)
      return true;
  }
  return false;
}

} // namespace redistc::exact

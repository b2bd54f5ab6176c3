//===- ExactBound.h - What multipliers of a program prove ------*- C++ -*-===//
//
// CLP computes in floating point, so its optimum proves nothing by itself. Its
// multipliers do: whatever numbers y are, one for each row,
//
//   sum of y b  +  sum over columns of  min (c - y A) x  over the column's
//   range
//
// is a lower bound on the cost of every x in the ranges with A x = b (y >= 0
// for rows with a lower limit alone, y <= 0 for those with an upper one). The
// multipliers are rounded to fractions of one denominator, and the sum is
// formed in integers: so the bound holds exactly. With c = 0 a positive sum
// proves that there is no x at all.
//
// Comes in: a LinearModel whose entries, in units of rows and columns, are
// integers. Private to lib/Exact.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_EXACT_EXACTBOUND_H
#define REDISTC_LIB_EXACT_EXACTBOUND_H

#include "LinearModel.h"

namespace redistc::exact {

class ExactBound {
public:
  explicit ExactBound(const LinearModel &);

  /// Another range of a column.
  void limit(int column, std::int64_t least, std::int64_t most);
  /// Least whole cost that the multipliers of the rows, as CLP counts them,
  /// allow; absent where they are too large to be added up. Precondition: no
  /// column of the model costs less than nothing.
  std::optional<std::int64_t> minCost(const double *multipliers) const;
  bool provesEmpty(const double *multipliers) const;

private:
  __extension__ typedef __int128 Int128;

  std::optional<Int128> sum(const double *multipliers, double factor,
                            bool withCosts) const;

  struct Entry {
    int row;
    std::int64_t value;
  };
  struct Column {
    std::vector<Entry> entries;
    std::int64_t least, most, cost;
  };
  struct Row {
    std::int64_t least, most;
    bool hasLeast, hasMost;
    double unit;
  };
  std::vector<Column> columns;
  std::vector<Row> rows;
  double columnUnit = 1; ///< the greatest
};

} // namespace redistc::exact

#endif

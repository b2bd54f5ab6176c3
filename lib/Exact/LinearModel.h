//===- LinearModel.h - A linear program about shares -----------*- C++ -*-===//
//
// Collects columns, rows and entries and hands them to CLP; and adds the part
// that all programs of this room have in common, the shares z of each cell in
// each level. With z in units of `scale` messages, for every cell c, row type
// i and column type k of a level j:
//
//   sum_j z[c, j] = messages[c] / scale
//   sum over c in row i of z[c, j]    <= alpha / scale * steps[j]
//   sum over c in column k of z[c, j] <= beta / scale * steps[j]
//
// steps[j] is a number, or a number plus a difference of two columns.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_EXACT_LINEARMODEL_H
#define REDISTC_LIB_EXACT_LINEARMODEL_H

#include "LevelProblem.h"

class OsiClpSolverInterface;

namespace redistc::exact {

class LinearModel {
public:
  static constexpr double infinity = 1e300;

  /// `unit` times a column, or a row, is a whole number of messages: then all
  /// numbers are whole (ExactBound.h).
  int addColumn(double least, double greatest, double cost, double unit = 1);
  int addRow(double least, double greatest, double unit = 1);
  void addEntry(int row, int column, double value);
  int columns() const { return static_cast<int>(columnLower.size()); }

  /// Silences the solver and loads the program into it.
  void load(OsiClpSolverInterface &) const;

private:
  friend class ExactBound;

  std::vector<int> entryRow, entryColumn;
  std::vector<double> entryValue;
  std::vector<double> columnLower, columnUpper, cost, columnUnit;
  std::vector<double> rowLower, rowUpper, rowUnit;
};

/// Steps of the levels as the model sees them.
struct ModelSteps {
  Cumulated upTo;                 ///< constant part
  std::vector<int> excessColumn;  ///< column added to upTo[j]; -1: none
  std::vector<bool> canHaveSteps; ///< other levels get no shares

  /// Constant part of steps[level].
  double constant(std::int32_t level) const {
    return static_cast<double>(upTo[level] - (level > 0 ? upTo[level - 1] : 0));
  }
};

/// Enters `factor` times the variable part of steps[level] into a row.
void enterSteps(LinearModel &, const ModelSteps &, int row, std::int32_t level,
                double factor);

/// Adds columns and rows of the shares. Returns the column of z[cell][level],
/// -1 where the cell gets no share there.
std::vector<std::vector<int>> addShares(LinearModel &, const LevelProblem &,
                                        const ModelSteps &, double scale);

} // namespace redistc::exact

#endif

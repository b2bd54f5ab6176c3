//===- LinearModel.cpp - A linear program about shares --------------------===//

#include "LinearModel.h"

#include <CoinPackedMatrix.hpp>
#include <OsiClpSolverInterface.hpp>

namespace redistc::exact {

int LinearModel::addColumn(double least, double greatest, double columnCost,
                           double unit) {
  columnUnit.push_back(unit);
  columnLower.push_back(least);
  columnUpper.push_back(greatest);
  cost.push_back(columnCost);
  return columns() - 1;
}

int LinearModel::addRow(double least, double greatest, double unit) {
  rowUnit.push_back(unit);
  rowLower.push_back(least);
  rowUpper.push_back(greatest);
  return static_cast<int>(rowLower.size()) - 1;
}

void LinearModel::addEntry(int row, int column, double value) {
  entryRow.push_back(row);
  entryColumn.push_back(column);
  entryValue.push_back(value);
}

void LinearModel::load(OsiClpSolverInterface &solver) const {
  solver.messageHandler()->setLogLevel(0);
  solver.setHintParam(OsiDoReducePrint, true, OsiHintTry);
  CoinPackedMatrix matrix(true, entryRow.data(), entryColumn.data(),
                          entryValue.data(),
                          static_cast<CoinBigIndex>(entryValue.size()));
  matrix.setDimensions(static_cast<int>(rowLower.size()), columns());
  solver.loadProblem(matrix, columnLower.data(), columnUpper.data(),
                     cost.data(), rowLower.data(), rowUpper.data());
}

void enterSteps(LinearModel &model, const ModelSteps &steps, int row,
                std::int32_t level, double factor) {
  if (steps.excessColumn[level] >= 0)
    model.addEntry(row, steps.excessColumn[level], factor);
  if (level > 0 && steps.excessColumn[level - 1] >= 0)
    model.addEntry(row, steps.excessColumn[level - 1], -factor);
}

/// The rows that say that a type fits into the steps of a level, made on first
/// use: share - width / scale * steps <= 0.
class CapacityRows {
public:
  CapacityRows(LinearModel &givenModel, const ModelSteps &givenSteps,
               std::int32_t types, std::int64_t width, double scale)
      : model(givenModel), steps(givenSteps),
        factor(static_cast<double>(width) / scale), unit(scale),
        rows(types, std::vector<int>(givenSteps.upTo.size(), -1)) {}

  int row(std::int32_t type, std::int32_t level) {
    int &number = rows[type][level];
    if (number < 0) {
      number = model.addRow(-LinearModel::infinity,
                            factor * steps.constant(level), unit);
      enterSteps(model, steps, number, level, -factor);
    }
    return number;
  }

private:
  LinearModel &model;
  const ModelSteps &steps;
  double factor, unit;
  std::vector<std::vector<int>> rows;
};

std::vector<std::vector<int>> addShares(LinearModel &model,
                                        const LevelProblem &problem,
                                        const ModelSteps &steps, double scale) {
  std::vector<std::vector<int>> columns(problem.cells.size(),
                                        std::vector<int>(problem.levels(), -1));
  CapacityRows byRow(model, steps, problem.rows, problem.alpha, scale);
  CapacityRows byColumn(model, steps, problem.columns, problem.beta, scale);
  for (std::size_t c = 0; c < problem.cells.size(); ++c) {
    const Cell &cell = problem.cells[c];
    double messages = static_cast<double>(cell.messages) / scale;
    int whole = model.addRow(messages, messages, scale);
    for (std::int32_t j = 0; j <= cell.level; ++j)
      if (steps.canHaveSteps[j]) {
        int z = model.addColumn(0, messages, 0, scale);
        columns[c][j] = z;
        model.addEntry(whole, z, 1);
        model.addEntry(byRow.row(cell.row, j), z, 1);
        model.addEntry(byColumn.row(cell.column, j), z, 1);
      }
  }
  return columns;
}

} // namespace redistc::exact

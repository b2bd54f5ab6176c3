//===- MatrixCheck.cpp - What a process finds wrong -----------------------===//
#include "MatrixCheck.h"

#include <algorithm>

namespace redist::scalapack {

std::string numbered(const std::string &name, std::int64_t value) {
  return name + " = " + std::to_string(value);
}

/// Checks one matrix of which the submatrix is rows x columns.
class MatrixCheck {
public:
  MatrixCheck(const Arguments &call, const MatrixArgument &argument,
              const LocalMatrix &local, std::int64_t subRows,
              std::int64_t subColumns, Problems &found)
      : arguments(call), matrix(argument), mine(local), rows(subRows),
        columns(subColumns), problems(found) {}

  void run() {
    if (arguments.isPblas)
      requireEntry(DescriptorEntry::Type, mine.descriptor.isKnownType(),
                   mine.descriptor.type, [] { return "it must be 1 or 2"; });
    checkDimension(mine.descriptor.rows, mine.grid.rows, 0);
    checkDimension(mine.descriptor.columns, mine.grid.columns, 1);
    if (problems.place() == 0)
      checkLeadingDimension();
  }

private:
  static constexpr DescriptorEntry entries[4][2] = {
      {DescriptorEntry::Rows, DescriptorEntry::Columns},
      {DescriptorEntry::FirstRowBlock, DescriptorEntry::FirstColumnBlock},
      {DescriptorEntry::RowBlock, DescriptorEntry::ColumnBlock},
      {DescriptorEntry::RowSource, DescriptorEntry::ColumnSource}};

  template <typename Wanted>
  void requireEntry(DescriptorEntry entry, bool holds, std::int64_t value,
                    Wanted wanted) {
    const int place = mine.descriptor.placeOf(entry);
    problems.require(holds, 100 * matrix.descriptorArgument + place, [&] {
      return numbered("entry " + std::to_string(place) +
                          " of the descriptor of " + matrix.name,
                      value) +
             ", " + wanted();
    });
  }

  void requireLeast(DescriptorEntry entry, std::int64_t value,
                    std::int64_t least) {
    requireEntry(entry, value >= least, value, [&] {
      return "it must be at least " + std::to_string(least);
    });
  }

  void checkDimension(const MatrixDimension &dimension,
                      std::int64_t coordinates, std::size_t d) {
    requireLeast(entries[0][d], dimension.extent, 0);
    requireLeast(entries[1][d], dimension.firstBlock, 1);
    requireLeast(entries[2][d], dimension.block, 1);
    const std::int64_t least = arguments.isPblas ? -1 : 0;
    requireEntry(entries[3][d],
                 dimension.source >= least && dimension.source < coordinates,
                 dimension.source, [&] {
                   return "it must be at least " + std::to_string(least) +
                          " and below " + std::to_string(coordinates);
                 });
    checkRange(dimension, d);
  }

  /// 1 <= I and I + M - 1 <= M_; a submatrix of nothing may lie anywhere.
  void checkRange(const MatrixDimension &dimension, std::size_t d) {
    const int place =
        100 * (d == 0 ? matrix.rowArgument : matrix.columnArgument);
    const std::int64_t first = d == 0 ? matrix.row : matrix.column;
    const std::int64_t length = d == 0 ? rows : columns;
    const auto told = [&] {
      return numbered(std::string(d == 0 ? "I" : "J") + matrix.name, first);
    };
    problems.require(first >= 1, place,
                     [&] { return told() + ", it must be at least 1"; });
    problems.require(rows <= 0 || columns <= 0 ||
                         first + length - 1 <= dimension.extent,
                     place, [&] {
                       return told() + ": " + std::to_string(length) +
                              (d == 0 ? " rows" : " columns") +
                              " from there on are not in a matrix of " +
                              std::to_string(dimension.extent);
                     });
  }

  void checkLeadingDimension() {
    const Descriptor &descriptor = mine.descriptor;
    const auto stored = [](const MatrixDimension &dimension, int coordinates,
                           int coordinate) {
      return localRange(dimension, coordinates, {0, dimension.extent},
                        coordinate)
          .end;
    };
    const std::int64_t localRows =
        stored(descriptor.rows, mine.grid.rows, mine.grid.row);
    const std::int64_t localColumns =
        stored(descriptor.columns, mine.grid.columns, mine.grid.column);
    const bool isStored = localColumns > 0 && rows > 0 && columns > 0;
    const std::int64_t least =
        std::max<std::int64_t>(1, isStored ? localRows : 1);
    requireLeast(DescriptorEntry::LeadingDimension, descriptor.leadingDimension,
                 least);
  }

  const Arguments &arguments;
  const MatrixArgument &matrix;
  const LocalMatrix &mine;
  std::int64_t rows, columns;
  Problems &problems;
};

void checkMatrix(const Arguments &arguments, const MatrixArgument &argument,
                 const LocalMatrix &mine, std::int64_t rows,
                 std::int64_t columns, Problems &problems) {
  MatrixCheck(arguments, argument, mine, rows, columns, problems).run();
}

} // namespace redist::scalapack

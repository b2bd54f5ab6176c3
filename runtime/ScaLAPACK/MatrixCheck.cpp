//===- MatrixCheck.cpp - Local check of matrix arguments ------------------===//
#include "MatrixCheck.h"

#include <algorithm>

namespace redist::scalapack {

std::string numbered(const std::string &name, std::int64_t value) {
  return name + " = " + std::to_string(value);
}

int placeOf(const Arguments &arguments, const MatrixArgument &matrix,
            const Descriptor &descriptor, DescriptorEntry entry) {
  return 100 * matrix.descriptorArgument + (arguments.isPblas
                                                ? static_cast<int>(entry) + 1
                                                : descriptor.placeOf(entry));
}

std::string entryText(const MatrixArgument &matrix,
                      const Descriptor &descriptor, DescriptorEntry entry) {
  return "entry " + std::to_string(descriptor.placeOf(entry)) +
         " of the descriptor of " + matrix.name;
}

/// Checks one matrix of which the submatrix is rows x columns.
class MatrixCheck {
public:
  MatrixCheck(const Arguments &call, const MatrixArgument &argument,
              const LocalMatrix &local, std::int64_t subRows,
              std::int64_t subColumns, Problems &found)
      : arguments(call), matrix(argument), mine(local), rows(subRows),
        columns(subColumns), problems(found) {}

  /// What PBLAS does not look at, since something before it is wrong, is not
  /// looked at: the number is that of the first that is.
  void run() {
    requireFirst(0);
    requireFirst(1);
    if (arguments.isPblas && !isOfPblas())
      return;
    checkDimension(mine.descriptor.rows, mine.grid.rows, 0);
    checkDimension(mine.descriptor.columns, mine.grid.columns, 1);
    if (!isNothing() && mine.descriptor.rows.extent > 0 &&
        mine.descriptor.columns.extent > 0) {
      checkRange(mine.descriptor.rows, 0);
      checkRange(mine.descriptor.columns, 1);
    }
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
    const int place = placeOf(arguments, matrix, mine.descriptor, entry);
    problems.require(holds, place, [&] {
      return numbered(entryText(matrix, mine.descriptor, entry), value) + ", " +
             wanted();
    });
  }

  void requireLeast(DescriptorEntry entry, std::int64_t value,
                    std::int64_t least) {
    requireEntry(entry, value >= least, value, [&] {
      return "it must be at least " + std::to_string(least);
    });
  }

  /// A submatrix of nothing may lie anywhere.
  bool isNothing() const { return rows <= 0 || columns <= 0; }

  /// 1 <= I.
  void requireFirst(std::size_t d) {
    const std::int64_t first = d == 0 ? matrix.row : matrix.column;
    problems.require(first >= 1, placeOfFirst(d), [&] {
      return numbered(nameOfFirst(d), first) + ", it must be at least 1";
    });
  }

  /// A type that PBLAS knows, and the context of both matrices.
  bool isOfPblas() {
    const bool isKnown = mine.descriptor.isKnownType();
    requireEntry(DescriptorEntry::Type, isKnown, mine.descriptor.type,
                 [] { return "it must be 1 or 2"; });
    const int wanted = arguments.source.descriptor[1];
    const bool isThere = mine.descriptor.context == wanted;
    if (isKnown)
      requireEntry(
          DescriptorEntry::Context, isThere, mine.descriptor.context, [&] {
            return std::string("the context of ") + arguments.source.name +
                   " is " + std::to_string(wanted);
          });
    return isKnown && isThere;
  }

  void checkDimension(const MatrixDimension &dimension,
                      std::int64_t coordinates, std::size_t d) {
    requireLeast(entries[0][d], dimension.extent, isNothing() ? 0 : 1);
    requireLeast(entries[1][d], dimension.firstBlock, 1);
    requireLeast(entries[2][d], dimension.block, 1);
    const std::int64_t least = arguments.isPblas ? -1 : 0;
    requireEntry(entries[3][d],
                 dimension.source >= least && dimension.source < coordinates,
                 dimension.source, [&] {
                   return "it must be at least " + std::to_string(least) +
                          " and below " + std::to_string(coordinates);
                 });
  }

  int placeOfFirst(std::size_t d) const {
    return 100 * (d == 0 ? matrix.rowArgument : matrix.columnArgument);
  }
  std::string nameOfFirst(std::size_t d) const {
    return std::string(d == 0 ? "I" : "J") + matrix.name;
  }

  /// I + M - 1 <= M_.
  void checkRange(const MatrixDimension &dimension, std::size_t d) {
    const std::int64_t first = d == 0 ? matrix.row : matrix.column;
    const std::int64_t length = d == 0 ? rows : columns;
    problems.require(
        first + length - 1 <= dimension.extent, placeOfFirst(d), [&] {
          return numbered(nameOfFirst(d), first) + ": " +
                 std::to_string(length) + (d == 0 ? " rows" : " columns") +
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
    const bool isStored = localColumns > 0 && !isNothing();
    if (isStored || arguments.isPblas)
      requireLeast(
          DescriptorEntry::LeadingDimension, descriptor.leadingDimension,
          std::max<std::int64_t>(arguments.isPblas, isStored ? localRows : 0));
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

//===- Arguments.cpp - What a routine was called with ---------------------===//
#include "Arguments.h"

#include <algorithm>

namespace redist::scalapack {

/// Fields of a ballot: M, N, then these for the source and for the target.
enum Field : std::size_t {
  GridRows,
  GridColumns,
  MatrixRows,
  MatrixColumns,
  FirstRowBlock,
  FirstColumnBlock,
  RowBlock,
  ColumnBlock,
  RowSource,
  ColumnSource,
  FirstRow,
  FirstColumn,
  Type,
  FieldsOfMatrix
};
static constexpr std::size_t commonFields = 2;
static_assert(commonFields + 2 * FieldsOfMatrix == Ballot::fieldCount);

static constexpr std::size_t fieldOf(std::size_t which, std::size_t field) {
  return commonFields + which * FieldsOfMatrix + field;
}

//===----------------------------------------------------------------------===//
// What this process sees
//===----------------------------------------------------------------------===//

/// Keeps the wrong argument that stands first in the list.
class Problems {
public:
  void require(bool holds, int place, const std::string &text) {
    if (holds || (first != 0 && first <= place))
      return;
    first = place;
    message = text;
  }
  int place() const { return first; }
  const std::string &text() const { return message; }

private:
  int first = 0; ///< 0: none
  std::string message;
};

static std::string numbered(const std::string &name, std::int64_t value) {
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
                   mine.descriptor.type, "it must be 1 or 2");
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

  void requireEntry(DescriptorEntry entry, bool holds, std::int64_t value,
                    const std::string &wanted) {
    const int place = mine.descriptor.placeOf(entry);
    problems.require(holds, 100 * matrix.descriptorArgument + place,
                     numbered(std::string("entry ") + std::to_string(place) +
                                  " of the descriptor of " + matrix.name,
                              value) +
                         ", " + wanted);
  }

  void checkDimension(const MatrixDimension &dimension,
                      std::int64_t coordinates, std::size_t d) {
    requireEntry(entries[0][d], dimension.extent >= 0, dimension.extent,
                 "it must be at least 0");
    requireEntry(entries[1][d], dimension.firstBlock >= 1, dimension.firstBlock,
                 "it must be at least 1");
    requireEntry(entries[2][d], dimension.block >= 1, dimension.block,
                 "it must be at least 1");
    const std::int64_t least = arguments.isPblas ? -1 : 0;
    requireEntry(entries[3][d],
                 dimension.source >= least && dimension.source < coordinates,
                 dimension.source,
                 "it must be at least " + std::to_string(least) +
                     " and below " + std::to_string(coordinates));
    checkRange(dimension, d);
  }

  /// 1 <= I and I + M - 1 <= M_; a submatrix of nothing may lie anywhere.
  void checkRange(const MatrixDimension &dimension, std::size_t d) {
    const int place =
        100 * (d == 0 ? matrix.rowArgument : matrix.columnArgument);
    const std::int64_t first = d == 0 ? matrix.row : matrix.column;
    const std::int64_t length = d == 0 ? rows : columns;
    const std::string index = std::string(d == 0 ? "I" : "J") + matrix.name;
    problems.require(first >= 1, place,
                     numbered(index, first) + ", it must be at least 1");
    problems.require(rows <= 0 || columns <= 0 ||
                         first + length - 1 <= dimension.extent,
                     place,
                     numbered(index, first) + ": " + std::to_string(length) +
                         (d == 0 ? " rows" : " columns") +
                         " from there on are not in a matrix of " +
                         std::to_string(dimension.extent));
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
    requireEntry(DescriptorEntry::LeadingDimension,
                 descriptor.leadingDimension >= least,
                 descriptor.leadingDimension,
                 "it must be at least " + std::to_string(least));
  }

  const Arguments &arguments;
  const MatrixArgument &matrix;
  const LocalMatrix &mine;
  std::int64_t rows, columns;
  Problems &problems;
};

static LocalMatrix localMatrix(const MatrixArgument &argument) {
  LocalMatrix result;
  result.descriptor = readDescriptor(argument.descriptor);
  result.grid = gridOf(result.descriptor.context);
  if (result.grid.isMember())
    result.storage = {static_cast<std::byte *>(argument.address),
                      result.descriptor.leadingDimension,
                      {result.grid.row, result.grid.column},
                      {}};
  return result;
}

/// The submatrix of the source is N x M where it is transposed.
static std::int64_t rowsOf(const Arguments &arguments, std::size_t which) {
  return arguments.isTransposed && which == 0 ? arguments.columns
                                              : arguments.rows;
}

static std::int64_t columnsOf(const Arguments &arguments, std::size_t which) {
  return arguments.isTransposed && which == 0 ? arguments.rows
                                              : arguments.columns;
}

static void checkHere(const Arguments &arguments,
                      const CheckedArguments &checked, Problems &problems) {
  problems.require(arguments.rows >= 0, 100,
                   numbered("M", arguments.rows) + ", it must be at least 0");
  problems.require(arguments.columns >= 0, 200,
                   numbered("N", arguments.columns) +
                       ", it must be at least 0");
  const MatrixArgument *const matrices[] = {&arguments.source,
                                            &arguments.target};
  const LocalMatrix *const mine[] = {&checked.source, &checked.target};
  for (std::size_t which = 0; which < 2; ++which)
    if (mine[which]->grid.isMember())
      MatrixCheck(arguments, *matrices[which], *mine[which],
                  rowsOf(arguments, which), columnsOf(arguments, which),
                  problems)
          .run();
  const int ofSource = checked.source.descriptor.context;
  const int ofTarget = checked.target.descriptor.context;
  if (arguments.isPblas)
    problems.require(
        ofSource == ofTarget, 100 * arguments.target.descriptorArgument + 2,
        "context " + std::to_string(ofTarget) + " of " + arguments.target.name +
            " is not context " + std::to_string(ofSource) + " of " +
            arguments.source.name);
}

//===----------------------------------------------------------------------===//
// What all see
//===----------------------------------------------------------------------===//

static void enter(const Assembly &assembly, Ballot &ballot, std::size_t which,
                  const MatrixArgument &argument, const LocalMatrix &mine) {
  const auto &[rows, columns] =
      std::pair(mine.descriptor.rows, mine.descriptor.columns);
  const std::int64_t values[FieldsOfMatrix] = {
      mine.grid.rows,      mine.grid.columns,  rows.extent,  columns.extent,
      rows.firstBlock,     columns.firstBlock, rows.block,   columns.block,
      rows.source,         columns.source,     argument.row, argument.column,
      mine.descriptor.type};
  for (std::size_t field = 0; field < FieldsOfMatrix; ++field)
    ballot.say(fieldOf(which, field), values[field]);
  assembly.enter(ballot, which,
                 std::int64_t{mine.grid.row} * mine.grid.columns +
                     mine.grid.column);
}

/// The argument that a field of a matrix comes from: its place, and its name.
struct FieldOrigin {
  int place;
  std::string name;
};

static FieldOrigin originOf(const MatrixArgument &argument, std::int64_t type,
                            std::size_t field) {
  const std::string matrix = argument.name;
  if (field == FirstRow)
    return {100 * argument.rowArgument, "I" + matrix};
  if (field == FirstColumn)
    return {100 * argument.columnArgument, "J" + matrix};
  const int base = 100 * argument.descriptorArgument;
  if (field == GridRows || field == GridColumns)
    return {base + static_cast<int>(DescriptorEntry::Context) + 1,
            "the grid of the context of " + matrix};
  Descriptor descriptor;
  descriptor.type = static_cast<int>(type);
  const DescriptorEntry entry =
      field == Type ? DescriptorEntry::Type
                    : static_cast<DescriptorEntry>(
                          static_cast<std::size_t>(DescriptorEntry::Rows) +
                          field - MatrixRows);
  const int place = descriptor.placeOf(entry);
  return {base + place,
          "entry " + std::to_string(place) + " of the descriptor of " + matrix};
}

/// What is wrong with the ballot of all; the same on every process.
static void checkBallot(const Arguments &arguments, const Ballot &all,
                        Problems &problems) {
  const std::string differs = " is not the same on all processes";
  problems.require(all.isAgreed(0), 100, "M" + differs);
  problems.require(all.isAgreed(1), 200, "N" + differs);
  const MatrixArgument *const matrices[] = {&arguments.source,
                                            &arguments.target};
  for (std::size_t which = 0; which < 2; ++which) {
    const MatrixArgument &matrix = *matrices[which];
    const int context = 100 * matrix.descriptorArgument + 2;
    if (!all.isKnown(fieldOf(which, GridRows))) {
      problems.require(false, context,
                       std::string("no process is in the context of ") +
                           matrix.name);
      continue;
    }
    for (std::size_t field = 0; field < FieldsOfMatrix; ++field) {
      const FieldOrigin origin =
          originOf(matrix, all.greatest[fieldOf(which, Type)], field);
      problems.require(all.isAgreed(fieldOf(which, field)), origin.place,
                       origin.name + differs);
    }
    problems.require(all.members[which] ==
                         all.least[fieldOf(which, GridRows)] *
                             all.least[fieldOf(which, GridColumns)],
                     arguments.contextPlace,
                     std::string("the context does not hold all processes of "
                                 "the context of ") +
                         matrix.name);
  }
}

static Submatrix submatrix(Assembly &assembly, const Ballot &all,
                           std::size_t which, const LocalMatrix &mine,
                           std::int64_t rows, std::int64_t columns) {
  const auto value = [&](std::size_t field) {
    return all.least[fieldOf(which, field)];
  };
  Submatrix result;
  result.dimensions = {{{value(MatrixRows), value(FirstRowBlock),
                         value(RowBlock), value(RowSource)},
                        {value(MatrixColumns), value(FirstColumnBlock),
                         value(ColumnBlock), value(ColumnSource)}}};
  result.ranges = {
      {{value(FirstRow) - 1, value(FirstRow) - 1 + rows},
       {value(FirstColumn) - 1, value(FirstColumn) - 1 + columns}}};
  const std::int64_t position =
      mine.grid.isMember()
          ? std::int64_t{mine.grid.row} * mine.grid.columns + mine.grid.column
          : -1;
  result.grid = &assembly.ranksOf(all, which, value(GridRows),
                                  value(GridColumns), position);
  return result;
}

CheckedArguments check(Assembly &assembly, const Arguments &arguments) {
  CheckedArguments result;
  result.source = localMatrix(arguments.source);
  result.target = localMatrix(arguments.target);
  Problems problems;
  checkHere(arguments, result, problems);

  Ballot mine;
  mine.say(0, arguments.rows);
  mine.say(1, arguments.columns);
  if (result.source.grid.isMember())
    enter(assembly, mine, 0, arguments.source, result.source);
  if (result.target.grid.isMember())
    enter(assembly, mine, 1, arguments.target, result.target);
  if (problems.place() != 0)
    mine.problem = (std::int64_t{problems.place()} << 32) + assembly.rank();
  const Ballot all = assembly.vote(mine);

  constexpr auto nothing = std::numeric_limits<std::int64_t>::max();
  if (all.problem != nothing)
    throw ArgumentError(static_cast<int>(all.problem >> 32),
                        all.problem == mine.problem ? problems.text() : "");
  checkBallot(arguments, all, problems);
  if (problems.place() != 0)
    throw ArgumentError(problems.place(),
                        assembly.rank() == 0 ? problems.text() : "");
  const auto side = [&](std::size_t which, const LocalMatrix &known) {
    return submatrix(assembly, all, which, known, rowsOf(arguments, which),
                     columnsOf(arguments, which));
  };
  result.copy = {"", side(0, result.source), side(1, result.target),
                 arguments.isTransposed, arguments.elementSize};
  return result;
}

} // namespace redist::scalapack

//===- Arguments.cpp - Checked arguments of a routine ---------------------===//
#include "Arguments.h"

#include "MatrixCheck.h"

namespace redist::scalapack {

/// Fields of a ballot: M, N, then these for the source and for the target.
enum Field : std::size_t {
  GridRows,
  GridColumns,
  FirstRowBlock,
  FirstColumnBlock,
  RowBlock,
  ColumnBlock,
  RowSource,
  ColumnSource,
  FirstRow,
  FirstColumn,
  FieldsOfMatrix
};
static constexpr std::size_t commonFields = 2;
static_assert(commonFields + 2 * FieldsOfMatrix == ArgumentVote::fieldCount);

static constexpr std::size_t fieldOf(std::size_t which, std::size_t field) {
  return commonFields + which * FieldsOfMatrix + field;
}

//===----------------------------------------------------------------------===//
// What this process sees
//===----------------------------------------------------------------------===//

static LocalMatrix localMatrix(const MatrixArgument &argument, bool isPblas) {
  LocalMatrix result;
  result.descriptor = isPblas ? readDescriptor(argument.descriptor)
                              : readShortDescriptor(argument.descriptor);
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

static void checkLengths(const Arguments &arguments, Problems &problems) {
  const auto require = [&](const char *name, int length, int place) {
    problems.require(length >= 0, place, [&] {
      return numbered(name, length) + ", it must be at least 0";
    });
  };
  require("M", arguments.rows, 100);
  require("N", arguments.columns, 200);
}

static void checkHere(const Arguments &arguments,
                      const CheckedArguments &checked, Problems &problems) {
  if (arguments.isPblas)
    checkLengths(arguments, problems);
  const MatrixArgument *const matrices[] = {&arguments.source,
                                            &arguments.target};
  const LocalMatrix *const mine[] = {&checked.source, &checked.target};
  for (std::size_t which = 0; which < 2; ++which)
    if (mine[which]->grid.isMember() || arguments.isPblas)
      checkMatrix(arguments, *matrices[which], *mine[which],
                  rowsOf(arguments, which), columnsOf(arguments, which),
                  problems);
}

//===----------------------------------------------------------------------===//
// What all see
//===----------------------------------------------------------------------===//

/// What lies in one piece has no blocks to compare.
static MatrixDimension comparable(MatrixDimension dimension, int coordinates) {
  if (coordinates == 1)
    dimension.source = 0;
  if (coordinates == 1 || dimension.source < 0)
    dimension.firstBlock = dimension.block = 1;
  return dimension;
}

static void enter(const Assembly &assembly, ArgumentVote &ballot,
                  std::size_t which, const MatrixArgument &argument,
                  const LocalMatrix &mine) {
  const MatrixDimension rows = comparable(mine.descriptor.rows, mine.grid.rows);
  const MatrixDimension columns =
      comparable(mine.descriptor.columns, mine.grid.columns);
  const std::int64_t values[FieldsOfMatrix] = {
      mine.grid.rows, mine.grid.columns, rows.firstBlock, columns.firstBlock,
      rows.block,     columns.block,     rows.source,     columns.source,
      argument.row,   argument.column};
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

static FieldOrigin originOf(const Arguments &arguments,
                            const MatrixArgument &argument,
                            const Descriptor &mine, std::size_t field) {
  const std::string matrix = argument.name;
  if (field == FirstRow)
    return {100 * argument.rowArgument, "I" + matrix};
  if (field == FirstColumn)
    return {100 * argument.columnArgument, "J" + matrix};
  if (field == GridRows || field == GridColumns)
    return {placeOf(arguments, argument, mine, DescriptorEntry::Context),
            "the grid of the context of " + matrix};
  const auto entry = static_cast<DescriptorEntry>(
      static_cast<std::size_t>(DescriptorEntry::FirstRowBlock) + field -
      FirstRowBlock);
  return {placeOf(arguments, argument, mine, entry),
          entryText(argument, mine, entry)};
}

/// What is wrong with the ballot of all; the same on every process.
static void checkBallot(const Arguments &arguments,
                        const CheckedArguments &mine, const ArgumentVote &all,
                        Problems &problems) {
  const auto requireAgreed = [&](std::size_t field, auto origin) {
    if (!all.isKnown(field) || all.isAgreed(field))
      return;
    const FieldOrigin of = origin();
    problems.require(false, of.place, [&] {
      return of.name + " is not the same on all processes";
    });
  };
  requireAgreed(0, [] { return FieldOrigin{100, "M"}; });
  requireAgreed(1, [] { return FieldOrigin{200, "N"}; });
  const MatrixArgument *const matrices[] = {&arguments.source,
                                            &arguments.target};
  const LocalMatrix *const known[] = {&mine.source, &mine.target};
  for (std::size_t which = 0; which < 2; ++which) {
    const MatrixArgument &matrix = *matrices[which];
    const int context = 100 * matrix.descriptorArgument + 2;
    if (!all.isKnown(fieldOf(which, GridRows))) {
      problems.require(false, context, [&] {
        return std::string("no process is in the context of ") + matrix.name;
      });
      continue;
    }
    for (std::size_t field = 0; field < FieldsOfMatrix; ++field) {
      requireAgreed(fieldOf(which, field), [&] {
        return originOf(arguments, matrix, known[which]->descriptor, field);
      });
    }
    problems.require(all.members[which] ==
                         all.least[fieldOf(which, GridRows)] *
                             all.least[fieldOf(which, GridColumns)],
                     arguments.contextPlace, [&] {
                       return std::string("the context does not hold all "
                                          "processes of the context of ") +
                              matrix.name;
                     });
  }
}

static Submatrix submatrix(const ArgumentVote &all, std::size_t which,
                           const RankMap &grid, std::int64_t rows,
                           std::int64_t columns) {
  const auto value = [&](std::size_t field) {
    return all.least[fieldOf(which, field)];
  };
  Submatrix result;
  result.ranges = {
      {{value(FirstRow) - 1, value(FirstRow) - 1 + rows},
       {value(FirstColumn) - 1, value(FirstColumn) - 1 + columns}}};
  const auto [ofRows, ofColumns] = result.ranges;
  result.dimensions = {
      {{ofRows.end, value(FirstRowBlock), value(RowBlock), value(RowSource)},
       {ofColumns.end, value(FirstColumnBlock), value(ColumnBlock),
        value(ColumnSource)}}};
  result.grid = &grid;
  return result;
}

static const RankMap &ranksOf(Assembly &assembly, const ArgumentVote &all,
                              std::size_t which, const LocalMatrix &mine) {
  const std::int64_t position =
      mine.grid.isMember()
          ? std::int64_t{mine.grid.row} * mine.grid.columns + mine.grid.column
          : -1;
  return assembly.ranksOf(all, which, all.least[fieldOf(which, GridRows)],
                          all.least[fieldOf(which, GridColumns)], position);
}

/// What all processes say; throws ArgumentError where something is wrong.
static ArgumentVote agree(const Assembly &assembly, const Arguments &arguments,
                          const CheckedArguments &known,
                          const ArgumentVote &mine, bool withPatience,
                          Problems &problems) {
  const std::optional<ArgumentVote> all =
      withPatience ? assembly.voteWithPatience(mine) : assembly.vote(mine);
  if (!all)
    throw ArgumentError(problems.place(), problems.text(), false);
  if (all->problem != ArgumentVote::nothing)
    throw ArgumentError(static_cast<int>(all->problem >> 32),
                        all->problem == mine.problem ? problems.text() : "",
                        true);
  checkBallot(arguments, known, *all, problems);
  if (problems.place() != 0)
    throw ArgumentError(problems.place(),
                        assembly.rank() == 0 ? problems.text() : "", true);
  return *all;
}

CheckedArguments check(Assembly &assembly, const Arguments &arguments,
                       AgreedCalls *agreed) {
  CheckedArguments result;
  result.source = localMatrix(arguments.source, arguments.isPblas);
  result.target = localMatrix(arguments.target, arguments.isPblas);
  Problems problems;
  checkHere(arguments, result, problems);
  const bool compares = assembly.state().comparesPlans();
  if (arguments.isNothing && problems.place() == 0 && !compares)
    return result;

  ArgumentVote mine;
  if (result.source.grid.isMember() || result.target.grid.isMember()) {
    mine.say(0, arguments.rows);
    mine.say(1, arguments.columns);
  }
  if (result.source.grid.isMember())
    enter(assembly, mine, 0, arguments.source, result.source);
  if (result.target.grid.isMember())
    enter(assembly, mine, 1, arguments.target, result.target);
  if (problems.place() != 0)
    mine.problem = (std::int64_t{problems.place()} << 32) + assembly.rank();
  const bool mayBeKnown = agreed && !compares;
  const RankMap *const known = mayBeKnown ? agreed->find(mine.least) : nullptr;
  if (known && problems.place() != 0) // and nobody else waits
    throw ArgumentError(problems.place(), problems.text(), false);
  const ArgumentVote all = known ? mine
                                 : agree(assembly, arguments, result, mine,
                                         agreed != nullptr, problems);
  const RankMap &ofSource =
      known ? *known : ranksOf(assembly, all, 0, result.source);
  const RankMap &ofTarget =
      known ? *known : ranksOf(assembly, all, 1, result.target);
  if (mayBeKnown && !known)
    agreed->add(mine.least, ofSource);
  Arguments ofAll = arguments;
  ofAll.rows = static_cast<int>(all.least[0]);
  ofAll.columns = static_cast<int>(all.least[1]);
  const auto side = [&](std::size_t which, const RankMap &grid) {
    return submatrix(all, which, grid, rowsOf(ofAll, which),
                     columnsOf(ofAll, which));
  };
  result.copy = {"", side(0, ofSource), side(1, ofTarget),
                 arguments.isTransposed, arguments.elementSize};
  return result;
}

} // namespace redist::scalapack

//===- ClosedForms.cpp - Closed-form schedules ----------------------------===//
//
// The closed forms of docs/SchedulingMath.md, section 4, as shifts
// (ShiftRule.h). With s' row types and r' column types, a class k sits in row
// type k mod s' and column type k mod r', so any s' consecutive classes meet
// each row type once.
//
// - circulant, r = 1 or s = 1: the heavy classes take the first steps, the
//   light ones the rest, one behind the other; least steps and least cost
//   always. For P <= Q this has the step counts of Park et al., Theorem 3.
// - F1, rows: classes by decreasing weight, s' at a time in beta steps, each
//   turned so that the classes of one column type do not meet. F2 is F1 of the
//   transposed grid. With r' = s' = 1 one of them is the class-by-class
//   schedule of Desprez et al., Proposition 4.
// - F3, linear: all classes in order around one circle of NS_opt steps.
//
//===----------------------------------------------------------------------===//
#include "OneDimension/ShiftRule.h"

#include "Support/Arithmetic.h"

#include <algorithm>

using namespace redist::schedule;

/// What a closed form needs to know of a grid. transposed() exchanges the two
/// sides, in which class k becomes -k and class number c becomes n-1-c.
struct FormGrid {
  std::int64_t rowTypes, columnTypes, alpha, beta;
  /// Weight and types of each class, in ascending order of k.
  std::vector<std::int64_t> weights, rowTypeOf, columnTypeOf;
  bool circular; ///< n = g: class n-1 is followed by class 0

  std::int64_t size() const {
    return static_cast<std::int64_t>(weights.size());
  }
};

static FormGrid formGrid(const CommunicationGrid &grid) {
  FormGrid result{grid.rowTypes(),
                  grid.columnTypes(),
                  grid.alpha(),
                  grid.beta(),
                  {},
                  {},
                  {},
                  grid.classCount() == grid.modulus()};
  result.weights = classWeights(grid);
  for (std::int64_t c = 0; c < grid.classCount(); ++c) {
    result.rowTypeOf.push_back(modulo(grid.firstClass() + c, grid.rowTypes()));
    result.columnTypeOf.push_back(
        modulo(grid.firstClass() + c, grid.columnTypes()));
  }
  return result;
}

static FormGrid transposed(FormGrid grid) {
  std::swap(grid.rowTypes, grid.columnTypes);
  std::swap(grid.alpha, grid.beta);
  std::swap(grid.rowTypeOf, grid.columnTypeOf);
  for (auto *list : {&grid.weights, &grid.rowTypeOf, &grid.columnTypeOf})
    std::reverse(list->begin(), list->end());
  return grid;
}

static std::int64_t at(const std::vector<std::int64_t> &list, std::int64_t i) {
  return list[static_cast<std::size_t>(i)];
}

/// Class numbers by decreasing weight, each prefix an interval of classes
/// (around the end where circular). Weights rise to a plateau and fall again.
static std::vector<std::int64_t> byWeight(const FormGrid &grid) {
  const std::int64_t n = grid.size();
  const auto heaviest =
      std::max_element(grid.weights.begin(), grid.weights.end()) -
      grid.weights.begin();
  std::vector<std::int64_t> order = {heaviest};
  std::int64_t left = heaviest - 1, right = heaviest + 1;
  while (static_cast<std::int64_t>(order.size()) < n) {
    const bool hasLeft = grid.circular || left >= 0;
    const bool hasRight = grid.circular || right < n;
    const bool takeRight =
        hasRight && (!hasLeft || at(grid.weights, modulo(right, n)) >=
                                     at(grid.weights, modulo(left, n)));
    order.push_back(modulo(takeRight ? right++ : left--, n));
  }
  return order;
}

/// F1; empty where it is not valid.
static std::vector<ClassShift> rowShifts(const FormGrid &grid) {
  const std::int64_t n = grid.size();
  std::vector<ClassShift> shifts(static_cast<std::size_t>(n));
  std::vector<std::int64_t> used(static_cast<std::size_t>(grid.columnTypes), 0);
  const std::vector<std::int64_t> order = byWeight(grid);
  for (std::int64_t block = 0; block * grid.rowTypes < n; ++block) {
    const std::int64_t begin = block * grid.rowTypes;
    const std::int64_t end = std::min(begin + grid.rowTypes, n);
    for (std::int64_t rank = begin; rank < end; ++rank) {
      const std::int64_t c = at(order, rank);
      std::int64_t &turn =
          used[static_cast<std::size_t>(at(grid.columnTypeOf, c))];
      if (grid.alpha * (turn + 1) > grid.beta)
        return {};
      shifts[static_cast<std::size_t>(c)] = {grid.beta * block,
                                             grid.alpha * turn++, grid.beta};
    }
    for (std::int64_t rank = begin; rank < end; ++rank)
      used[static_cast<std::size_t>(at(grid.columnTypeOf, at(order, rank)))] =
          0;
  }
  return shifts;
}

RulePointer redist::schedule::makeRowsRule(const CommunicationGrid &grid) {
  std::vector<ClassShift> shifts = rowShifts(formGrid(grid));
  if (shifts.empty())
    return nullptr;
  return std::make_shared<ShiftRule>(grid, RuleForm::Rows, 0, std::move(shifts),
                                     grid.maxRowDegree());
}

RulePointer redist::schedule::makeColumnsRule(const CommunicationGrid &grid) {
  std::vector<ClassShift> shifts = rowShifts(transposed(formGrid(grid)));
  if (shifts.empty())
    return nullptr;
  std::reverse(shifts.begin(), shifts.end());
  return std::make_shared<ShiftRule>(grid, RuleForm::Columns, 0,
                                     std::move(shifts), grid.maxColumnDegree());
}

/// Whether the classes of each type, which start at starts[c] and take `width`
/// steps of the circle, stay clear of each other across the end of the circle.
/// Inside it they do: floor((width*k + d) / types) grows by at least `width`
/// from one class of a type to the next.
static bool closesCircle(const std::vector<std::int64_t> &starts,
                         std::int64_t types, std::int64_t width,
                         std::int64_t stepCount) {
  const auto n = static_cast<std::int64_t>(starts.size());
  for (std::int64_t first = 0; first < std::min(types, n); ++first) {
    const std::int64_t last = first + (n - 1 - first) / types * types;
    if (at(starts, last) - at(starts, first) + width > stepCount)
      return false;
  }
  return true;
}

RulePointer redist::schedule::makeLinearRule(const CommunicationGrid &grid,
                                             std::int64_t parameter) {
  const auto &[source, target] = grid.redistribution();
  const bool bySource = source.ranks >= target.ranks;
  const std::int64_t slope = bySource ? grid.alpha() : grid.beta();
  const std::int64_t divisor = bySource ? grid.columnTypes() : grid.rowTypes();
  if (parameter < 0 || parameter >= divisor)
    return nullptr;
  const std::int64_t stepCount = grid.minimumSteps();
  std::vector<std::int64_t> starts;
  for (std::int64_t c = 0; c < grid.classCount(); ++c)
    starts.push_back((slope * c + parameter) / divisor);
  if (!closesCircle(starts, grid.rowTypes(), grid.beta(), stepCount) ||
      !closesCircle(starts, grid.columnTypes(), grid.alpha(), stepCount))
    return nullptr;
  std::vector<ClassShift> shifts;
  for (const std::int64_t start : starts)
    shifts.push_back({0, start % stepCount, stepCount});
  return std::make_shared<ShiftRule>(grid, RuleForm::Linear, parameter,
                                     std::move(shifts), stepCount);
}

/// Steps of the first m classes (m a multiple of s'): beta for each s' of them
/// where the senders are the bottleneck, alpha for each where the receivers.
static std::int64_t circulantSpan(const FormGrid &grid, bool rowsAreFull,
                                  std::int64_t m) {
  return rowsAreFull ? grid.beta * m / grid.rowTypes : grid.alpha * m;
}

/// The form for r = 1, s = K: `heavy` classes k < K mod g are one block longer.
static std::vector<ClassShift>
circulantShifts(const FormGrid &grid, std::int64_t heavy, bool rowsAreFull) {
  const std::int64_t n = grid.size();
  const std::int64_t heavySteps = circulantSpan(grid, rowsAreFull, heavy);
  const std::int64_t lightSteps =
      circulantSpan(grid, rowsAreFull, n) - heavySteps;
  std::vector<ClassShift> shifts;
  for (std::int64_t k = 0; k < n; ++k) {
    const bool isHeavy = k < heavy;
    const std::int64_t start =
        circulantSpan(grid, rowsAreFull, isHeavy ? k : k - heavy);
    const std::int64_t modulus = isHeavy ? heavySteps : lightSteps;
    shifts.push_back({isHeavy ? 0 : heavySteps, start % modulus, modulus});
  }
  return shifts;
}

RulePointer redist::schedule::makeCirculantRule(const CommunicationGrid &grid) {
  const std::int64_t r = grid.reducedSourceBlock();
  const std::int64_t s = grid.reducedTargetBlock();
  if (r != 1 && s != 1)
    return nullptr;
  const auto &[source, target] = grid.redistribution();
  const std::int64_t K = std::max(r, s), g = grid.modulus();
  const std::int64_t heavy = K > g ? K % g : grid.classCount();
  std::vector<ClassShift> shifts;
  if (r == 1) {
    shifts =
        circulantShifts(formGrid(grid), heavy, source.ranks <= target.ranks);
  } else {
    // Class k of the transposed grid is -k here; class number c is
    // k = 1 - r + c, which is r - 1 - c there (modulo g).
    FormGrid other = transposed(formGrid(grid));
    const std::vector<ClassShift> there =
        circulantShifts(other, heavy, target.ranks <= source.ranks);
    for (std::int64_t c = 0; c < grid.classCount(); ++c)
      shifts.push_back(there[static_cast<std::size_t>(modulo(r - 1 - c, g))]);
  }
  return std::make_shared<ShiftRule>(grid, RuleForm::Circulant, 0,
                                     std::move(shifts), grid.minimumSteps());
}

/// The first parameter d for which F3 is valid.
static RulePointer firstLinearRule(const CommunicationGrid &grid) {
  for (std::int64_t d = 0; d < std::max(grid.rowTypes(), grid.columnTypes());
       ++d)
    if (RulePointer rule = makeLinearRule(grid, d))
      return rule;
  return nullptr;
}

std::vector<RulePointer>
redist::schedule::closedForms(const CommunicationGrid &grid) {
  if (RulePointer rule = makeCirculantRule(grid))
    return {rule};
  std::vector<RulePointer> rules;
  for (RulePointer rule :
       {makeRowsRule(grid), makeColumnsRule(grid), firstLinearRule(grid)})
    if (rule)
      rules.push_back(std::move(rule));
  return rules;
}

//===- AxisOverlap.cpp - What two coordinates share of an axis ------------===//
//
// Source positions repeat after Ts, target positions after Tt, all of it after
// T = lcm(Ts, Tt). A source interval [a, a + la) mod Ts meets a target interval
// [b, b + lb) mod Tt at the offset d = (t - a) - (t - b), -lb < d < la, where
//
//   a + Ts * x + d = b + Tt * y,  that is  d = b - a  (mod g = gcd(Ts, Tt)),
//
// and then once in T, at x = (b - a - d)/g * (Ts/g)^-1 mod Tt/g. So a pair of
// intervals costs (la + lb)/g solutions, however many blocks T has. With
// sections that begin at 0 and have stride 1 these are the k' of Overlap.cpp.
//
// Where the intervals of one side below the limit are fewer, or a side does not
// repeat (gen_block), each of them is laid over the other side instead.
//
//===----------------------------------------------------------------------===//
#include "redist/Schedule/AxisOverlap.h"

#include "Arithmetic.h"
#include "AxisSide.h"
#include "redist/Schedule/CommunicationGrid.h"

#include <algorithm>

using namespace redist::schedule;

static std::int64_t totalLength(const std::vector<AxisRun> &runs) {
  std::int64_t sum = 0;
  for (const AxisRun &run : runs)
    sum += run.length;
  return sum;
}

std::int64_t AxisOverlap::length() const {
  return periods * totalLength(runs) + totalLength(tail);
}

class AxisFinder::State {
public:
  explicit State(const Axis &);

  void find(std::int64_t p, std::int64_t q, AxisOverlap &) const;
  std::int64_t length(std::int64_t p, std::int64_t q) const;
  void partners(bool ofSource, std::int64_t coordinate,
                std::vector<AxisPartner> &) const;

  std::int64_t period = 1, periods = 0;

private:
  struct Shared {
    IntervalList source, target;
  };
  Shared positions(std::int64_t p, std::int64_t q) const;
  bool solvingIsCheaper(const Shared &, std::int64_t limit) const;
  template <typename Visit>
  void solve(const Shared &, std::int64_t limit, Visit) const;
  std::int64_t countBelow(const Shared &, std::int64_t limit) const;
  void collect(const Shared &, std::int64_t p, std::int64_t q,
               std::int64_t begin, std::int64_t limit,
               std::vector<AxisRun> &) const;
  std::int64_t advance(const AxisSide &) const;
  bool neverMeet(std::int64_t p, std::int64_t q) const;
  std::int64_t degree(bool ofSource) const;
  void partnersByClass(bool ofSource, std::int64_t coordinate,
                       std::vector<AxisPartner> &) const;
  void partnersByPieces(bool ofSource, const IntervalList &own,
                        std::vector<AxisPartner> &) const;

  /// Of a regular axis.
  std::optional<CommunicationGrid> grid;
  /// Its superblock; 0: leaves 62 bits, or there is none.
  std::int64_t superblock = 0;
  /// All of a superblock of more than 62 bits is asked for.
  bool beyondCounting = false;
  std::int64_t elements;
  AxisSide source, target;
  /// Both sides repeat and have more than one rank; gcd of their periods, and
  /// (Ts/g)^-1 mod Tt/g.
  bool bothRepeat = false;
  std::int64_t common = 1, inverse = 0;
};

static std::optional<CommunicationGrid> gridOf(const Axis &axis) {
  if (!axis.isRegular())
    return std::nullopt;
  const auto made =
      CommunicationGrid::make({axis.source.cyclic(), axis.target.cyclic()});
  return made ? std::optional(*made) : std::nullopt;
}

AxisFinder::State::State(const Axis &axis)
    : grid(gridOf(axis)), superblock(grid ? grid->superblock().value_or(0) : 0),
      beyondCounting(!axis.length && superblock == 0),
      elements(axis.length.value_or(superblock)),
      source(axis.source, axis.sourceLower, axis.sourceStride, elements),
      target(axis.target, axis.targetLower, axis.targetStride, elements) {
  const std::int64_t Ts = source.period(), Tt = target.period();
  if ((source.isWhole() && target.isWhole()) || Ts == 0 || Tt == 0) {
    period = std::max<std::int64_t>(elements, 1);
    return;
  }
  common = greatestCommonDivisor(Ts, Tt);
  bothRepeat = !source.isWhole() && !target.isWhole();
  inverse = inverseModulo(Ts / common, Tt / common);
  period = static_cast<std::int64_t>(
      std::min<Int128>(Int128{Ts / common} * Tt, sizeLimit));
  periods = elements / period;
}

/// Those of the whole axis: lists of at most one period of a side.
AxisFinder::State::Shared AxisFinder::State::positions(std::int64_t p,
                                                       std::int64_t q) const {
  return {source.positionsOf(p, elements), target.positionsOf(q, elements)};
}

/// Whether solving for the intervals that meet is less work than to look at all
/// those of one side below the limit.
bool AxisFinder::State::solvingIsCheaper(const Shared &shared,
                                         std::int64_t limit) const {
  if (!bothRepeat)
    return false;
  const auto a = static_cast<std::int64_t>(shared.source.size());
  const auto b = static_cast<std::int64_t>(shared.target.size());
  const Int128 offsets =
      Int128{b} * shared.source.total() + Int128{a} * shared.target.total();
  return Int128{a} * b + offsets / common <=
         std::min(shared.source.sizeBelow(limit),
                  shared.target.sizeBelow(limit));
}

/// Calls visit(Interval) for the positions below `limit` <= T, in no order.
template <typename Visit>
void AxisFinder::State::solve(const Shared &shared, std::int64_t limit,
                              Visit visit) const {
  const std::int64_t cycles = target.period() / common;
  for (const Interval &a : shared.source)
    for (const Interval &b : shared.target) {
      const std::int64_t la = a.end - a.begin, lb = b.end - b.begin;
      const std::int64_t shift = b.begin - a.begin;
      std::int64_t d = 1 - lb + modulo(shift + lb - 1, common);
      if (d >= la)
        continue;
      std::int64_t x = multiplyModulo((shift - d) / common, inverse, cycles);
      // d + g takes x one inverse back.
      for (; d < la; d += common) {
        const std::int64_t skip = std::max<std::int64_t>(d, 0);
        const Int128 begin = a.begin + Int128{source.period()} * x + skip;
        const std::int64_t size = std::min(la - skip, lb - (skip - d));
        if (begin < limit) {
          const auto first = static_cast<std::int64_t>(begin);
          visit(Interval{first, first + std::min(size, limit - first)});
        }
        x = x >= inverse ? x - inverse : x - inverse + cycles;
      }
    }
}

/// Positions below `limit` <= T, or any limit where nothing repeats.
std::int64_t AxisFinder::State::countBelow(const Shared &shared,
                                           std::int64_t limit) const {
  std::int64_t sum = 0;
  if (solvingIsCheaper(shared, limit)) {
    solve(shared, limit, [&](Interval one) { sum += one.end - one.begin; });
    return sum;
  }
  const bool bySource =
      shared.source.sizeBelow(limit) <= shared.target.sizeBelow(limit);
  const IntervalList &outer = bySource ? shared.source : shared.target;
  const IntervalList &inner = bySource ? shared.target : shared.source;
  outer.within(0, limit, [&](Interval one) {
    sum += inner.countBelow(one.end) - inner.countBelow(one.begin);
  });
  return sum;
}

/// Makes one run of neighbours that lie together on both sides.
static void mergeAdjacent(std::vector<AxisRun> &runs, std::int64_t sourceStep,
                          std::int64_t targetStep) {
  std::size_t last = 0;
  for (std::size_t i = 1; i < runs.size(); ++i) {
    AxisRun &before = runs[last];
    const AxisRun &next = runs[i];
    if (before.position + before.length == next.position &&
        before.sourceOffset + before.length * sourceStep == next.sourceOffset &&
        before.targetOffset + before.length * targetStep == next.targetOffset)
      before.length += next.length;
    else
      runs[++last] = next;
  }
  if (!runs.empty())
    runs.resize(last + 1);
}

/// The runs of [begin, begin + limit), ascending. Precondition: `begin` is a
/// multiple of T, limit <= T; or nothing repeats and `begin` is 0.
void AxisFinder::State::collect(const Shared &shared, std::int64_t p,
                                std::int64_t q, std::int64_t begin,
                                std::int64_t limit,
                                std::vector<AxisRun> &runs) const {
  runs.clear();
  const auto add = [&](Interval one) {
    const std::int64_t t = begin + one.begin;
    runs.push_back(
        {t, source.localAt(t, p), target.localAt(t, q), one.end - one.begin});
  };
  if (solvingIsCheaper(shared, limit)) {
    solve(shared, limit, add);
    std::sort(runs.begin(), runs.end(), [](const AxisRun &a, const AxisRun &b) {
      return a.position < b.position;
    });
  } else {
    const bool bySource =
        shared.source.sizeBelow(limit) <= shared.target.sizeBelow(limit);
    const IntervalList &outer = bySource ? shared.source : shared.target;
    const IntervalList &inner = bySource ? shared.target : shared.source;
    outer.within(0, limit,
                 [&](Interval one) { inner.within(one.begin, one.end, add); });
  }
  mergeAdjacent(runs, source.step(), target.step());
}

/// By their class, at once.
bool AxisFinder::State::neverMeet(std::int64_t p, std::int64_t q) const {
  return grid && !grid->carriesMessages(grid->classOf(p, q));
}

/// Local indices from one period to the next: T positions go round the ranks a
/// whole number of times.
std::int64_t AxisFinder::State::advance(const AxisSide &side) const {
  return periods == 0 ? 0
                      : static_cast<std::int64_t>(Int128{period} * side.step() /
                                                  side.ranks());
}

void AxisFinder::State::find(std::int64_t p, std::int64_t q,
                             AxisOverlap &result) const {
  assert(!beyondCounting && "a superblock of more than 62 bits has no runs");
  result.runs.clear();
  result.tail.clear();
  result.periods = periods;
  result.positionStride = periods > 0 ? period : 0;
  result.sourceStride = advance(source);
  result.targetStride = advance(target);
  if (neverMeet(p, q))
    return;
  const Shared shared = positions(p, q);
  if (periods > 0)
    collect(shared, p, q, 0, period, result.runs);
  const std::int64_t begin = periods * period;
  collect(shared, p, q, begin, elements - begin, result.tail);
}

std::int64_t AxisFinder::State::length(std::int64_t p, std::int64_t q) const {
  if (beyondCounting)
    return grid->length(p, q);
  if (neverMeet(p, q))
    return 0;
  std::int64_t sum = 0, left = elements;
  if (superblock > 0) {
    sum = left / superblock * grid->length(p, q);
    left %= superblock;
  }
  if (left == 0)
    return sum;
  const Shared shared = positions(p, q);
  if (periods > 0 && left >= period) {
    sum += left / period * countBelow(shared, period);
    left %= period;
  }
  return sum + countBelow(shared, left);
}

/// At most so many partners have any elements.
std::int64_t AxisFinder::State::degree(bool ofSource) const {
  if (grid)
    return ofSource ? grid->maxRowDegree() : grid->maxColumnDegree();
  return ofSource ? target.ranks() : source.ranks();
}

/// Where there is no grid all ranks of the other side are asked.
void AxisFinder::State::partnersByClass(
    bool ofSource, std::int64_t coordinate,
    std::vector<AxisPartner> &result) const {
  const auto ask = [&](std::int64_t partner) {
    const std::int64_t shared =
        ofSource ? length(coordinate, partner) : length(partner, coordinate);
    if (shared > 0)
      result.push_back({partner, shared});
  };
  const std::int64_t others = ofSource ? target.ranks() : source.ranks();
  if (!grid) {
    for (std::int64_t partner = 0; partner < others; ++partner)
      ask(partner);
    return;
  }
  // Classes that pass through the row or column: every `types`-th one.
  const std::int64_t types = ofSource ? grid->rowTypes() : grid->columnTypes();
  const std::int64_t stride =
      ofSource ? grid->columnPeriod() : grid->rowPeriod();
  const std::int64_t residue = ofSource
                                   ? coordinate * grid->reducedSourceBlock()
                                   : -coordinate * grid->reducedTargetBlock();
  for (std::int64_t c = modulo(residue - grid->firstClass(), types);
       c < grid->classCount(); c += types) {
    const std::int64_t k = grid->firstClass() + c;
    for (std::int64_t partner = ofSource ? grid->columnOfClass(coordinate, k)
                                         : grid->rowOfClass(coordinate, k);
         partner < others; partner += stride)
      ask(partner);
  }
  std::sort(result.begin(), result.end(),
            [](const AxisPartner &a, const AxisPartner &b) {
              return a.coordinate < b.coordinate;
            });
}

/// Cuts the intervals of the coordinate into pieces of one partner each, and
/// adds up those of equal partners.
void AxisFinder::State::partnersByPieces(
    bool ofSource, const IntervalList &own,
    std::vector<AxisPartner> &result) const {
  const AxisSide &other = ofSource ? target : source;
  const auto cut = [&](std::int64_t begin, std::int64_t end,
                       std::int64_t times) {
    own.within(begin, end, [&](Interval one) {
      for (std::int64_t t = one.begin; t < one.end;) {
        const std::int64_t next = std::min(other.pieceEnd(t), one.end);
        result.push_back({other.ownerAt(t), (next - t) * times});
        t = next;
      }
    });
  };
  if (periods > 0)
    cut(0, period, periods);
  cut(periods * period, elements, 1);
  std::sort(result.begin(), result.end(),
            [](const AxisPartner &a, const AxisPartner &b) {
              return a.coordinate < b.coordinate;
            });
  std::size_t size = 0;
  for (const AxisPartner &piece : result)
    if (size > 0 && result[size - 1].coordinate == piece.coordinate)
      result[size - 1].length += piece.length;
    else
      result[size++] = piece;
  result.resize(size);
}

void AxisFinder::State::partners(bool ofSource, std::int64_t coordinate,
                                 std::vector<AxisPartner> &result) const {
  /// A length costs about as much as so many pieces.
  constexpr std::int64_t piecesALength = 4;
  result.clear();
  if (beyondCounting) {
    partnersByClass(ofSource, coordinate, result);
    return;
  }
  const IntervalList own = ofSource ? source.positionsOf(coordinate, elements)
                                    : target.positionsOf(coordinate, elements);
  const AxisSide &other = ofSource ? target : source;
  // Pieces of a period and of the tail, together at most those of two periods.
  const std::int64_t window =
      periods > 0 ? period + elements % period : elements;
  const Int128 pieces =
      Int128{own.sizeBelow(window)} + other.piecesOf(own.countBelow(window));
  if (pieces > Int128{piecesALength} * degree(ofSource))
    partnersByClass(ofSource, coordinate, result);
  else
    partnersByPieces(ofSource, own, result);
}

AxisFinder::AxisFinder(const Axis &axis)
    : state(std::make_shared<const State>(axis)) {}

void AxisFinder::find(std::int64_t p, std::int64_t q,
                      AxisOverlap &result) const {
  state->find(p, q, result);
}

std::int64_t AxisFinder::length(std::int64_t p, std::int64_t q) const {
  return state->length(p, q);
}

void AxisFinder::partnersOfSource(std::int64_t p,
                                  std::vector<AxisPartner> &result) const {
  state->partners(true, p, result);
}

void AxisFinder::partnersOfTarget(std::int64_t q,
                                  std::vector<AxisPartner> &result) const {
  state->partners(false, q, result);
}

std::int64_t AxisFinder::period() const { return state->period; }
std::int64_t AxisFinder::periods() const { return state->periods; }

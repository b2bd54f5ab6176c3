//===- FindOwners.cpp - From maps of any owners to who sends what ---------===//
#include "Owners/FindOwners.h"

#include "Call/ValidatedCall.h"
#include "Owners/AxisMatch.h"
#include "Owners/DealtOwners.h"
#include "Owners/MapFacts.h"

#include <algorithm>

namespace redist::runtime {

namespace {

struct Sides {
  ResolvedSide source, target;

  Sides(const Call &call, int size)
      : source(resolve("from", call.source, call.source.given, size)),
        target(resolve("to", call.target, call.target.given, size)) {
    applyHalo(call.target, target);
  }
};

/// A call in which both sides have what either lacks, behind their own
/// dimensions: on one coordinate, all that the other side has. Their numbers of
/// dimensions, which messages tell, stay.
struct PairedCall {
  /// Which dimension of either side an axis is.
  struct Axis {
    std::size_t source, target;
  };

  Call call;
  Sides sides;
  std::vector<Axis> axes; ///< in the order of schedule::assignmentOf()

  PairedCall(const Call &given, int size);

private:
  std::size_t add(CallSide &side, ResolvedSide &layouts, std::int64_t length);
};

} // namespace

std::size_t PairedCall::add(CallSide &side, ResolvedSide &layouts,
                            std::int64_t length) {
  const std::size_t place = layouts.dimensions.size();
  requireFewAxes(place + 1);
  side.sections[place] = whole(length);
  side.given.dimensions[place] = distribution();
  layouts.dimensions.emplace_back();
  return place;
}

PairedCall::PairedCall(const Call &given, int size)
    : call(given), sides(given, size) {
  std::vector<std::size_t> alone = given.lackedByTarget();
  for (std::size_t k = 0; k < given.target.dimensions; ++k) {
    const int d = given.permutation[k];
    const bool isRepeated =
        d != lacking &&
        isOneElement(given.source.sections[static_cast<std::size_t>(d)]);
    if (isRepeated)
      alone.push_back(static_cast<std::size_t>(d));
    axes.push_back(
        {d == lacking || isRepeated
             ? add(call.source, sides.source, given.target.sections[k].length)
             : static_cast<std::size_t>(d),
         k});
  }
  for (const std::size_t d : alone) {
    section &taken = call.source.sections[d];
    if (isOneElement(taken))
      taken = slice(taken.lower, 1);
    axes.push_back({d, add(call.target, sides.target, 1)});
  }
}

static void checkSide(const char *clause, const CallSide &side,
                      const ResolvedSide &layouts, int rank) {
  const std::int64_t position =
      positionOf(layouts.placement, layouts.positions(), rank);
  for (std::size_t k = 0; k < side.dimensions; ++k) {
    if (!side.isMapped(k))
      continue;
    const std::string wrong =
        problemOfMap(side, k, layouts.dimensions[k].ranks, position, rank);
    if (!wrong.empty())
      throw error(std::string(clause) + "(): " + wrong);
  }
}

void checkMaps(const Call &call, int rank, int size) {
  checkSections(call);
  checkSize(call, call.source);
  checkSize(call, call.target);
  const Sides sides(call, size);
  checkSide("from", call.source, sides.source, rank);
  checkSide("to", call.target, sides.target, rank);
}

/// Whether what several owners along the axis have can be combined: each index
/// of both sides stands for itself.
static bool maySum(const Call &call, const PairedCall::Axis &axis) {
  const auto isWide = [](const width &one) {
    return one.before + one.after > 0;
  };
  const layout &to = call.target.given;
  return call.combines && axis.source < call.source.dimensions &&
         axis.target < call.target.dimensions &&
         !isOneElement(call.source.sections[axis.source]) &&
         !(to.has_halo && std::ranges::any_of(to.widths, isWide));
}

/// Fills the listed axes of a call whose maps are known; those along which
/// elements have several owners are returned.
static std::vector<OwnerSums::Axis> matchAxes(Call &call, MPI_Comm comm,
                                              int rank, int size) {
  const PairedCall paired(call, size);
  std::vector<OwnerSums::Axis> summed;
  call.listed.clear();
  for (const auto [d, k] : paired.axes) {
    const bool isMapped =
        paired.call.source.isMapped(d) || paired.call.target.isMapped(k);
    call.listed.push_back(
        isMapped ? AxisMatch(paired.call, {paired.sides.source, d},
                             {paired.sides.target, k}, maySum(call, {d, k}),
                             comm, rank, size)
                       .find()
                 : nullptr);
    if (isMapped && !call.listed.back())
      summed.push_back({d, k});
  }
  return summed;
}

static void agreeOnMaps(Call &call, MPI_Comm comm, int rank, int size) {
  const Sides sides(call, size);
  agreeOnMaps("from", call.source, sides.source, comm, rank, size);
  agreeOnMaps("to", call.target, sides.target, comm, rank, size);
}

/// What has been found of a call with the same layouts.
static void takeFound(Call &call, Call &known) {
  call.source.maps = std::move(known.source.maps);
  call.target.maps = std::move(known.target.maps);
  call.listed = std::move(known.listed);
}

std::shared_ptr<const OwnerSums> findOwners(Call &call, MPI_Comm comm, int rank,
                                            int size) {
  const Sides before(call, size);
  findDealtOwners("from", call.source, before.source, comm, rank);
  findDealtOwners("to", call.target, before.target, comm, rank);
  Call known = call;
  known.source = listingDealtOwners(call.source);
  known.target = listingDealtOwners(call.target);
  agreeOnMaps(known, comm, rank, size);
  std::vector<OwnerSums::Axis> summed = matchAxes(known, comm, rank, size);
  std::shared_ptr<OwnerSums> sums;
  if (!summed.empty()) {
    const Sides sides(known, size);
    sums = std::make_shared<OwnerSums>(known, sides.source, sides.target,
                                       std::move(summed), comm, rank, size);
    Call brought = sums->bringing(known);
    agreeOnMaps(brought, comm, rank, size);
    matchAxes(brought, comm, rank, size);
    Call kept = sums->bringing(call); // refers to no lists of `known`
    takeFound(kept, brought);
    sums->setBroughtCall(std::move(kept));
  }
  takeFound(call, known);
  return sums;
}

} // namespace redist::runtime

//===- FindOwners.cpp - From maps of any owners to who sends what ---------===//
#include "Owners/FindOwners.h"

#include "Owners/AxisMatch.h"
#include "Owners/DealtOwners.h"
#include "Owners/MapFacts.h"

namespace redist::runtime {

namespace {

struct Sides {
  ResolvedSide source, target;

  Sides(const Call &call, int size)
      : source(resolve("from", call.source, call.source.given, size)),
        target(resolve("to", call.target, call.target.given, size)) {}
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

void findOwners(Call &call, MPI_Comm comm, int rank, int size) {
  const Sides before(call, size);
  Call known = call; // in which each rank lists what arrays say that it has
  const DealtOwners ofSource("from", known.source, before.source, comm, rank);
  const DealtOwners ofTarget("to", known.target, before.target, comm, rank);
  agreeOnMaps("from", known.source, before.source, comm, rank, size);
  agreeOnMaps("to", known.target, before.target, comm, rank, size);
  const PairedCall paired(known, size);
  std::vector<std::shared_ptr<const ListedAxis>> listed;
  for (const auto [d, k] : paired.axes)
    listed.push_back(paired.call.source.isMapped(d) ||
                             paired.call.target.isMapped(k)
                         ? AxisMatch(paired.call, {paired.sides.source, d},
                                     {paired.sides.target, k}, comm, rank, size)
                               .find()
                         : nullptr);
  call.source.maps = std::move(known.source.maps);
  call.target.maps = std::move(known.target.maps);
  call.listed = std::move(listed);
}

} // namespace redist::runtime

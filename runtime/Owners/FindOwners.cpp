//===- FindOwners.cpp - From maps of any owners to who sends what ---------===//
#include "Owners/FindOwners.h"

#include "Owners/AxisMatch.h"
#include "Owners/MapFacts.h"

namespace redist::runtime {

namespace {

struct Sides {
  ResolvedSide source, target;

  Sides(const Call &call, int size)
      : source(resolve("from", call, call.source, call.source.given, size)),
        target(resolve("to", call, call.target, call.target.given, size)) {}
};

} // namespace

static void checkSide(const char *clause, const Call &call,
                      const CallSide &side, const ResolvedSide &layouts,
                      int rank) {
  const std::int64_t position =
      positionOf(layouts.placement, layouts.positions(), rank);
  for (std::size_t k = 0; k < call.dimensions; ++k) {
    if (!side.isMapped(k))
      continue;
    const std::string wrong = problemOfMap(
        call, side, k, layouts.dimensions[k].ranks, position, rank);
    if (!wrong.empty())
      throw error(std::string(clause) + "(): " + wrong);
  }
}

void checkMaps(const Call &call, int rank, int size) {
  checkSections(call);
  checkSize(call, call.source);
  checkSize(call, call.target);
  const Sides sides(call, size);
  checkSide("from", call, call.source, sides.source, rank);
  checkSide("to", call, call.target, sides.target, rank);
}

void findOwners(Call &call, MPI_Comm comm, int rank, int size) {
  const Sides before(call, size);
  agreeOnMaps("from", call, call.source, before.source, comm, rank, size);
  agreeOnMaps("to", call, call.target, before.target, comm, rank, size);
  const Sides sides(call, size);
  std::vector<std::shared_ptr<const ListedAxis>> listed(call.dimensions);
  for (std::size_t k = 0; k < call.dimensions; ++k) {
    const auto d = static_cast<std::size_t>(call.permutation[k]);
    if (call.source.isMapped(d) || call.target.isMapped(k))
      listed[k] = AxisMatch(call, {sides.source, d}, {sides.target, k}, comm,
                            rank, size)
                      .find();
  }
  call.listed = std::move(listed);
}

} // namespace redist::runtime

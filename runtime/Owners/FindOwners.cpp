//===- FindOwners.cpp - From maps of any owners to who sends what ---------===//
#include "Owners/FindOwners.h"

#include "Owners/AxisMatch.h"
#include "Owners/MapFacts.h"

namespace redist::runtime {

namespace {

struct Sides {
  ResolvedSide source, target;

  Sides(const Call &call, int size)
      : source(resolve("from", call.source, call.source.given, size)),
        target(resolve("to", call.target, call.target.given, size)) {}
};

} // namespace

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

/// Elements of any owners go from a dimension to a dimension, one to one.
static void checkPaired(const Call &call) {
  const auto refuse = [](const char *clause, const CallSide &side,
                         std::size_t k) {
    throw error(std::string(clause) + "(): indirect or listed" +
                inDimension(side, k) +
                " needs a dimension on the other side, and a stride other "
                "than 0");
  };
  const CallSide &source = call.source, &target = call.target;
  for (const std::size_t d : call.lackedByTarget())
    if (source.isMapped(d))
      refuse("from", source, d);
  for (std::size_t k = 0; k < target.dimensions; ++k) {
    const int d = call.permutation[k];
    if (d == lacking && target.isMapped(k))
      refuse("to", target, k);
    if (d == lacking)
      continue;
    const auto from = static_cast<std::size_t>(d);
    if (source.sections[from].stride == 0 &&
        (source.isMapped(from) || target.isMapped(k)))
      refuse("from", source, from);
  }
}

void checkMaps(const Call &call, int rank, int size) {
  checkSections(call);
  checkSize(call, call.source);
  checkSize(call, call.target);
  checkPaired(call);
  const Sides sides(call, size);
  checkSide("from", call.source, sides.source, rank);
  checkSide("to", call.target, sides.target, rank);
}

void findOwners(Call &call, MPI_Comm comm, int rank, int size) {
  const Sides before(call, size);
  agreeOnMaps("from", call.source, before.source, comm, rank, size);
  agreeOnMaps("to", call.target, before.target, comm, rank, size);
  const Sides sides(call, size);
  std::vector<std::shared_ptr<const ListedAxis>> listed(call.target.dimensions);
  for (std::size_t k = 0; k < call.target.dimensions; ++k) {
    if (call.permutation[k] == lacking)
      continue;
    const auto d = static_cast<std::size_t>(call.permutation[k]);
    if (call.source.isMapped(d) || call.target.isMapped(k))
      listed[k] = AxisMatch(call, {sides.source, d}, {sides.target, k}, comm,
                            rank, size)
                      .find();
  }
  call.listed = std::move(listed);
}

} // namespace redist::runtime

//===- CyclicCase.cpp - From CYCLIC(r) to CYCLIC(s), in every way ---------===//
//
// Ours in five ways: private memory of std::vectors, the same by messages
// alone (a communicator whose ranks share no memory), by MPI's derived types,
// arrays of redist::array, and std::vectors with redist::allocator; each into a
// destination, with the plan kept.
// Beside them the peers, and plain copies of the same bytes.
//
//===----------------------------------------------------------------------===//
#include "Redistribute/CyclicPeers.h"
#include "Support/OwnCommunicator.h"

#include "redist/Allocator.h"
#include "redist/Array.h"

#include <cstring>

namespace bench {

static constexpr redist::directive here = {
    "bench-redistribute", 1, "", "auto", nullptr, 0};

template <std::size_t Doubles> struct Record {
  double of[Doubles];
};

template <std::size_t Doubles, std::size_t Dimensions>
class CyclicCase final : public Case {
public:
  using Element = Record<Doubles>;
  using Array = redist::array<Element, Dimensions>;

  CyclicCase(const CyclicShape &shape, int side)
      : p(shape, side), title(p.name()),
        source(static_cast<std::size_t>(p.sourceElements())),
        target(static_cast<std::size_t>(p.targetElements())),
        sharedSource(extents(), layout(false), windows.get(),
                     redist::storage_order::column),
        sharedTarget(extents(), layout(true), windows.get(),
                     redist::storage_order::column),
        allocatedSource(source.size()), allocatedTarget(target.size()),
        packed(p, doubles(source.data()), doubles(target.data())),
        typed(p, doubles(source.data()), doubles(target.data())),
        scalapack(p, doubles(source.data()), doubles(target.data())) {
    p.fillSource(doubles(source.data()));
    p.fillSource(doubles(sharedSource.data()));
    p.fillSource(doubles(allocatedSource.data()));
    const Setting alone("REDIST_SHARED_MEMORY", "0");
    useAgainAndAgain(messages.get());
    const TypesProfile profile;
    useAgainAndAgain(types.get());
    addWays();
  }

  std::string name() const override { return title; }
  const std::vector<Way> &ways() const override { return allWays; }
  /// A turn moves some megabytes.
  int repeats() const override {
    constexpr std::int64_t enough = 64 << 20;
    return static_cast<int>(std::max<std::int64_t>(1, enough / bytesOfAll()));
  }
  bool fitsCaches() const override {
    constexpr std::int64_t large = 64 << 20;
    return bytesOfAll() < large;
  }
  bool takeResult(std::size_t way) override {
    const std::string &name = allWays[way].name;
    double *const result =
        doubles(name == "shared"      ? sharedTarget.data()
                : name == "allocator" ? allocatedTarget.data()
                                      : target.data());
    const bool right = p.isResult(result);
    std::fill_n(result, target.size() * Doubles, -1.0);
    return right;
  }

private:
  std::int64_t bytesOfAll() const {
    return p.rows.extent * p.columns.extent * std::int64_t{sizeof(Element)};
  }
  /// Until the runtime has looked for shared memory.
  void useAgainAndAgain(MPI_Comm communicator) {
    constexpr int enough = 8;
    for (int i = 0; i < enough; ++i)
      redistribute(source, target, communicator);
  }
  void addWays() {
    const auto bytes = std::min(source.size(), target.size()) * sizeof(Element);
    allWays = {
        {"private", WayKind::Ours,
         [this] { redistribute(source, target, windows.get()); }},
        {"shared", WayKind::Ours,
         [this] { redistribute(sharedSource, sharedTarget, windows.get()); }},
        {"allocator", WayKind::Ours,
         [this] {
           redistribute(allocatedSource, allocatedTarget, windows.get());
         }},
        {"messages", WayKind::Ours,
         [this] { redistribute(source, target, messages.get()); }},
        {"types", WayKind::Ours,
         [this] { redistribute(source, target, types.get()); }},
        {"alltoallw", WayKind::Peer, [this] { typed.run(); }},
        {"alltoallv", WayKind::Peer, [this] { packed.runCollective(); }},
        {"packed", WayKind::Peer, [this] { packed.runMessages(); }},
        {"copy", WayKind::Limit,
         [this, bytes] { std::memcpy(target.data(), source.data(), bytes); }},
        {"streamed", WayKind::Limit, [this, bytes] {
           copyStreaming(doubles(target.data()), doubles(source.data()),
                         static_cast<std::int64_t>(bytes / sizeof(double)));
         }}};
    if (Doubles == 1) // which pdgemr2d can move
      allWays.push_back(
          {"pdgemr2d", WayKind::Peer, [this] { scalapack.run(); }});
  }
  static double *doubles(Element *elements) { return elements->of; }
  std::array<std::int64_t, Dimensions> extents() const {
    if constexpr (Dimensions == 2)
      return {p.rows.extent, p.columns.extent};
    else
      return {p.rows.extent};
  }
  redist::layout layout(bool ofTarget) const {
    const auto cyclic = [&](const CyclicAxis &axis) {
      return redist::cyclic(ofTarget ? axis.target : axis.source);
    };
    if constexpr (Dimensions == 2)
      return redist::layout({cyclic(p.rows), cyclic(p.columns)})
          .onto({p.rows.ranks, p.columns.ranks});
    else
      return redist::layout({cyclic(p.rows)}).onto({p.rows.ranks});
  }
  redist::redistribution what() const {
    if constexpr (Dimensions == 2)
      return redist::redistribution(
          {redist::whole(p.rows.extent), redist::whole(p.columns.extent)});
    else
      return redist::redistribution({redist::whole(p.rows.extent)});
  }
  template <typename Object>
  void redistribute(Object &from, Object &to, MPI_Comm communicator) {
    redist::redistribute_into(here,
                              what()
                                  .from(layout(false))
                                  .to(layout(true))
                                  .stored(redist::storage_order::column),
                              communicator, redist::objects(from),
                              redist::objects(to));
  }

  CyclicProblem p;
  std::string title;
  OwnCommunicator windows, messages, types;
  std::vector<Element> source, target;
  Array sharedSource, sharedTarget;
  std::vector<Element, redist::allocator<Element>> allocatedSource,
      allocatedTarget;
  PackedExchange packed;
  TypedExchange typed;
  ScalapackCopy scalapack;
  std::vector<Way> allWays;
};

/// Of the square grid of all ranks; 0: there is none.
static int sideOfGrid() {
  int side = 1;
  while ((side + 1) * (side + 1) <= worldSize())
    ++side;
  return side * side == worldSize() ? side : 0;
}

std::unique_ptr<Case> makeCyclicCase(const CyclicShape &shape) {
  if (!shape.isMatrix && shape.doubles > 1)
    return std::make_unique<CyclicCase<16, 1>>(shape, worldSize());
  if (!shape.isMatrix)
    return std::make_unique<CyclicCase<1, 1>>(shape, worldSize());
  const int side = sideOfGrid();
  if (side == 0)
    return nullptr;
  return std::make_unique<CyclicCase<1, 2>>(shape, side);
}

} // namespace bench

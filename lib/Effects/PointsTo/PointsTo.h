//===- PointsTo.h - Which addresses values may be --------------*- C++ -*-===//
//
// Private to the Effects room: an inclusion-based points-to analysis (Andersen
// 1994) that tells offsets apart (Pearce, Kelly and Hankin 2007). Constraints
// are added one by one, and propagate at once or with solve().
//
//   copy(p, q)         q = p          pts(q) holds pts(p)
//   offset(p, q, 8)    q = p + 8, or q = p + i in the array of p; q = number(p)
//   load(p, q)         q = *p
//   store(p, q)        *q = p
//   move(p, q, n)      memcpy(q, p, n)
//
// Lattice: sets of places, ordered by inclusion; all transfer functions are
// monotone, so that the result does not depend on the order of propagation.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_EFFECTS_POINTSTO_POINTSTO_H
#define REDISTC_LIB_EFFECTS_POINTSTO_POINTSTO_H

#include "PointsTo/Extents.h"
#include "PointsTo/Objects.h"
#include "PointsTo/PlaceSet.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"

#include <functional>
#include <map>
#include <queue>
#include <tuple>
#include <vector>

namespace redistc::effects {

class PointsTo {
public:
  /// Without a layout, arrays in objects are not told apart from all else.
  explicit PointsTo(const llvm::DataLayout *known = nullptr) : layout(known) {}

  NodeId makeNode();
  ObjectId makeObject(Object);
  PlaceId placeOf(ObjectId, std::int64_t offset);
  /// Where an address is that has been moved in its array.
  PlaceId extentOf(PlaceId);
  /// What functions of the library may store in, that are given the place.
  PlaceId libraryPartOf(PlaceId);
  /// The place of an address that is held as a number. It is told apart in sets
  /// of places alone: nothing is stored there.
  PlaceId numberOf(PlaceId);
  /// Of numbers that were made of addresses, and are none.
  PlaceId bits() { return numbersOf(bitsPlace, "a number made of an address"); }
  /// Of those of open files, and of processes and threads.
  PlaceId descriptors() {
    return numbersOf(descriptorsPlace, "a file descriptor");
  }
  PlaceId processes() {
    return numbersOf(processesPlace, "the number of a process or a thread");
  }
  bool isNumber(PlaceId id) const {
    return places[id].plain != none ||
           objects[places[id].object].kind == ObjectKind::Bits;
  }
  /// The scalar type of the object at this place, or `further` bytes behind it;
  /// null where it is not known.
  llvm::Type *scalarAt(PlaceId, std::int64_t further = 0) const;
  /// Whether the next `bytes` bytes are known to be numbers.
  bool areNumbers(PlaceId, std::int64_t bytes) const;
  /// The addresses stored at a place.
  NodeId contentOf(PlaceId);
  /// The addresses stored anywhere in an object.
  NodeId allOf(ObjectId);

  void add(NodeId, PlaceId);
  void copy(NodeId from, NodeId to);
  /// `anywhere`, `inArray`, `inStream`: by an amount that is not known.
  /// `toNumber` and its kin: what becomes of addresses.
  void offset(NodeId from, NodeId to, std::int64_t amount);
  void load(NodeId address, NodeId to, When = {});
  void store(NodeId value, NodeId address, When = {});
  /// `length` 0: not known. `becomes`: what becomes of the addresses, as in
  /// offset().
  void move(NodeId from, NodeId to, std::uint64_t length, When = {},
            std::int64_t becomes = 0);
  /// Stores an address before all stages.
  void addAt(PlaceId at, PlaceId value);
  /// Calls `use` once for every place that the value may be the address of.
  void forEach(NodeId, std::function<void(PlaceId)> use);
  void solve();
  /// Ends the analysis, whose result is then none.
  void stop() { hasStopped = true; }
  bool isStopped() const { return hasStopped; }
  /// From now on, a stage finds what any stage has stored.
  void forgetStages();

  const PlaceSet &operator[](NodeId node) const {
    return nodes[find(node)].places;
  }
  const Object &object(ObjectId id) const { return objects[id]; }
  Object &object(ObjectId id) { return objects[id]; }
  const Place &place(PlaceId id) const { return places[id]; }
  std::size_t objectCount() const { return objects.size(); }
  std::size_t nodeCount() const { return nodes.size(); }
  /// What is stored in bytes of a place, so far as it is loaded.
  std::vector<NodeId> contentsAt(PlaceId) const;
  /// The nodes to which values come from the given ones.
  llvm::BitVector reachedFrom(std::vector<NodeId>) const;
  bool isIn(const llvm::BitVector &reached, NodeId node) const {
    return reached.test(find(node));
  }
  /// What earlier items left of an object of a loop; itself, of others.
  ObjectId olderOf(ObjectId);

private:
  enum class UseKind { Offset, Load, Store, MoveFrom, MoveTo, Call };
  struct Use {
    UseKind kind;
    NodeId other;
    std::int64_t amount = 0;
    When when = {};
    std::int64_t becomes = 0; ///< of moves
  };
  struct Node {
    Node() = default;
    // A vector of nodes that grows must not copy them.
    Node(Node &&) noexcept = default;
    Node &operator=(Node &&) noexcept = default;

    PlaceSet places;
    PlaceSet done; ///< those that its copies have
    PlaceSet used; ///< those of `done` that its uses have, where it has uses
    llvm::SmallVector<NodeId, 2> copies;
    llvm::SmallVector<Use, 1> uses;
    llvm::SmallVector<ObjectId, 1> holders; ///< in which it is stored
    bool isQueued = false;
  };

  NodeId find(NodeId) const;
  /// What the other uses of the node have: what is left for this one.
  PlaceSet addUse(NodeId, const Use &);
  void unite(NodeId kept, NodeId other);
  void orderNodes();
  void propagateAll();
  void applyUses(NodeId);
  void insert(NodeId, const PlaceSet &);
  /// Whether the place is new there.
  bool insertOne(NodeId, PlaceId);
  void enqueue(NodeId);
  void spend(std::size_t work);
  void apply(const Use &, PlaceId);
  void applyToAll(const Use &, const PlaceSet &);
  void applyShared(const Use &, const PlaceSet &);
  using ExtentAt = Extent(llvm::Type *, const llvm::DataLayout &, std::int64_t);
  PlaceId around(PlaceId, ExtentAt *);
  PlaceId placeIn(ObjectId, std::int64_t offset, std::int64_t extent);
  bool meet(const Place &, const Place &) const;
  PlaceId plainOf(PlaceId id) const {
    return places[id].plain == none ? id : places[id].plain;
  }
  PlaceId convertedBy(PlaceId, std::int64_t amount);
  PlaceId numbersOf(PlaceId &known, const char *name);
  NodeId innerOf(PlaceId);
  NodeId allAt(PlaceId);
  PlaceId movedBy(PlaceId, std::int64_t amount);
  void loadFrom(PlaceId, NodeId to);
  void storeTo(PlaceId, NodeId value);
  void moveBetween(PlaceId from, PlaceId to, const Use &);
  void flow(ObjectId from, ObjectId to);
  bool isReplaced(ObjectId from, ObjectId to, PlaceId) const;
  PlaceId sameIn(ObjectId, PlaceId);
  PlaceId older(PlaceId);
  ObjectId versionOf(ObjectId, unsigned stage);
  PlaceId readAt(PlaceId, const When &);
  PlaceId writtenAt(PlaceId, const When &);

  const llvm::DataLayout *layout;
  std::vector<Node> nodes;
  /// By node: itself, or one that it is one with.
  mutable std::vector<NodeId> same;
  std::vector<Object> objects;
  std::vector<Place> places;
  PlaceSet itemPlaces;                      ///< those in objects of a loop
  llvm::DenseMap<PlaceId, PlaceId> numbers; ///< by the place of the pointer
  PlaceId bitsPlace = none, descriptorsPlace = none, processesPlace = none;
  std::vector<NodeId> all; ///< by object
  /// By object: those that have all addresses that it has.
  std::vector<llvm::SmallVector<ObjectId, 1>> heirs;
  /// By object: what stages find there, by stage, but for the last one.
  llvm::DenseMap<ObjectId, std::map<unsigned, ObjectId>> versions;
  std::vector<std::function<void(PlaceId)>> calls;
  /// Loads and stores, by their loop, stage and places.
  std::map<std::tuple<bool, unsigned, unsigned, std::vector<PlaceId>>, NodeId>
      shared;
  llvm::DenseSet<std::uint64_t> copied;
  std::size_t orderedCopies = 0; ///< when `order` was made
  std::vector<unsigned> order;   ///< by node, but for those made since
  std::priority_queue<std::pair<unsigned, NodeId>,
                      std::vector<std::pair<unsigned, NodeId>>, std::greater<>>
      queue;
  std::vector<NodeId> unused; ///< with places that its uses do not have yet
  std::size_t spent = 0;
  bool hasStopped = false, areStagesForgotten = false;
};

} // namespace redistc::effects

#endif

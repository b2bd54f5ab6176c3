//===- Accesses.h - What the parts of a loop read and write ----*- C++ -*-===//
//
// Private to the Effects room. In: an analysed program and a staged loop in
// one instance. Out: the memory that each part of the loop touches, and what
// code behind the loop touches, each with the place in the code.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_EFFECTS_PROGRAM_ACCESSES_H
#define REDISTC_LIB_EFFECTS_PROGRAM_ACCESSES_H

#include "Program/Program.h"
#include "Program/StaticInitialisers.h"

#include "llvm/ADT/SparseBitVector.h"

#include <functional>
#include <set>
#include <tuple>

namespace redistc::effects {

struct Access {
  ObjectId object = none;
  std::int64_t offset = anywhere;
  std::int64_t size = 0; ///< 0: not known
  bool isWrite = false;
  bool isOfCount = false; ///< of the owners of what a shared_ptr refers to
  InstanceId instance = none;
  const llvm::Instruction *at = nullptr;
};

/// Whether the two may touch the same bytes of an object.
bool overlap(const Access &, const Access &);

/// What instances touch, with all that they call; made once for all loops.
class TouchedObjects {
public:
  explicit TouchedObjects(Program &analysed) : program(analysed) {}
  /// Whether the instance may touch one of the objects.
  bool mayTouch(InstanceId, const llvm::SparseBitVector<> &wanted);
  /// The instances that write the object themselves.
  const std::vector<InstanceId> &writersOf(ObjectId);

private:
  struct Touched {
    llvm::SparseBitVector<> objects;
    bool isKnown = false, isAny = false;
  };
  const Touched &of(InstanceId);

  Program &program;
  std::vector<Touched> touched;
  std::vector<std::vector<InstanceId>> writers; ///< by object
};

class LoopAccesses {
public:
  /// Accesses of different kinds are not taken for one.
  using KindOf = std::function<unsigned(const Access &)>;
  /// Looks at the loop alone.
  LoopAccesses(Program &, TouchedObjects &, StaticInitialisers &, unsigned loop,
               KindOf kindOf = {});
  /// And at what comes behind it: what that does to the objects, and which of
  /// their addresses it has from before the loop.
  void lookBehind(const std::set<ObjectId> &wanted);

  /// Of one part of the loop, one for each place and use.
  const std::vector<Access> &of(unsigned part) const { return parts[part]; }
  std::size_t partCount() const { return parts.size(); }
  /// Behind the loop, but for the ends of objects of the library.
  const std::vector<Access> &after() const { return later; }

  /// Values that are made before the loop, and used in it or behind it.
  struct KeptValue {
    NodeId node = none;
    Access use;      ///< without an object
    Parts parts = 0; ///< where it is used; 0: behind the loop
  };
  const std::vector<KeptValue> &keptValues() const { return kept; }
  /// Whether code that is done before the loop ends writes the object.
  bool isWrittenBefore(ObjectId);

private:
  using Key = std::tuple<ObjectId, std::int64_t, std::int64_t, bool, unsigned>;
  void walk(InstanceId, Parts, bool isInEnd = false);
  void addDisposed(const Instance &);
  void behind(InstanceId, const llvm::DenseSet<const llvm::BasicBlock *> &,
              const llvm::Instruction *from, InstanceId skipped);
  void collectOperation(InstanceId, const Operation &, Parts);
  void record(InstanceId, const llvm::Instruction *, NodeId, std::int64_t size,
              bool isRead, bool isWrite, bool isDeep, Parts);
  void put(const Access &, Parts);
  bool isGone(const Object &) const;
  bool hasEnded(const Object &) const;
  bool beginsInLoop(const Object &) const;
  Parts lifeOf(const Object &) const;
  bool isEndOfLibraryObject(const llvm::Instruction *call);
  bool isQuietEnd(InstanceId);
  bool changesMore(InstanceId, const std::set<ObjectId> &own,
                   std::set<InstanceId> &seen);
  std::set<ObjectId> ownOf(InstanceId destructor);

  Program &program;
  TouchedObjects &touched;
  StaticInitialisers &initialisers;
  PointsTo &points;
  const LoopInstance &loop;
  KindOf kindOf;
  std::vector<std::vector<Access>> parts;
  std::vector<std::set<Key>> known;
  std::vector<Access> later;
  std::set<Key> knownLater;
  void keepValues(InstanceId, const llvm::Instruction *user, Parts);

  std::set<InstanceId> callers; ///< on the way to the loop, and its function
  bool hasOtherCallers = false; ///< and there are other ways
  std::set<std::pair<InstanceId, Parts>> walked;
  std::vector<ObjectId> disposed; ///< by the functions under way
  /// Instructions of instances on the way to the loop that are behind it.
  std::map<InstanceId, llvm::DenseSet<const llvm::Instruction *>> behindIn;
  llvm::SparseBitVector<> wanted; ///< of what is behind the loop
  std::vector<KeptValue> kept;
};

/// All objects whose addresses are in the given ones, or in those, and so on;
/// with them. `without`: what is passed over.
std::set<ObjectId> reachedFrom(PointsTo &, std::set<ObjectId> start,
                               const std::set<ObjectId> &without = {});

} // namespace redistc::effects

#endif

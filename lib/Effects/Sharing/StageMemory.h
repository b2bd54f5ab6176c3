//===- StageMemory.h - What the stages of a loop touch ---------*- C++ -*-===//
//
// Private to the Effects room. In: an analysed program, and a staged loop in
// one instance. Out: the memory of the loop's variables, what each stage
// reads and writes of memory that others may use, and whether the plan sends
// what one stage has changed to another one.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_EFFECTS_SHARING_STAGEMEMORY_H
#define REDISTC_LIB_EFFECTS_SHARING_STAGEMEMORY_H

#include "Program/Accesses.h"
#include "Program/Additions.h"
#include "Program/LoopMemory.h"
#include "Program/Names.h"

#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace redistc::effects {

class StageMemory {
public:
  /// A variable of the item: its objects, and all that they lead to.
  struct Item {
    const clang::ValueDecl *decl = nullptr;
    std::set<ObjectId> own, reached;
  };
  /// The bytes of an object that a state is, and all that they lead to.
  struct State {
    Access bytes; ///< without a place in the code
    std::size_t stage = 0;
    bool travels = false;
    bool isOwner = false;   ///< of all that it leads to, by its type
    bool isFlat = false;    ///< of a class, whose bytes are its value
    bool isOfBytes = false; ///< its bytes are its value, and may be anything
    const clang::ValueDecl *decl = nullptr;
    std::set<ObjectId> reached;
  };

  StageMemory(clang::ASTContext &, Program &, TouchedObjects &,
              StaticInitialisers &, unsigned loop, const StagedLoop &);

  std::size_t stageCount() const { return staged.stages.size(); }
  const std::vector<Item> &allItems() const { return items; }
  const std::vector<State> &allStates() const { return states; }
  /// What a stage touches.
  const std::vector<Access> &usesOf(std::size_t stage) const {
    return uses[stage];
  }
  LoopAccesses &allAccesses() { return accesses; }
  LoopMemory &variables() { return memory; }
  State stateAt(const BroughtState &, Place);

  bool isOfItem(ObjectId id) const { return points.object(id).loop == number; }
  bool isLoopVariable(ObjectId id) const {
    return loopVariables.count(id) != 0;
  }
  /// What operators new and delete of the program alone use in the loop: a
  /// write of each object.
  const std::map<ObjectId, Access> &ofAllocators() const { return bookkeeping; }
  bool isScratch(ObjectId id) const { return scratch.count(id) != 0; }
  /// The outermost instance of what a receipt calls; none of other accesses.
  InstanceId receiverOf(const Access &) const;
  /// Of the variables to receive which the function is called: their own
  /// memory, and what they alone may have made.
  const std::set<ObjectId> &memoryOfReceiver(const llvm::Function *);
  /// Whether other ranks than the stage's must call it, too.
  bool isWithAllRanks(const Access &);
  /// What no other code sees, or what all may use.
  bool isExempt(ObjectId) const;
  /// Whether what a stage left in the object of an item reaches the other
  /// stage, or that does not look at it.
  bool isHandedOver(ObjectId, std::size_t from, std::size_t to);
  /// Whether it reads how many owners an object has, which is another number
  /// where a copy of the value is.
  bool countsOwners(const Access &access) const {
    return toldBy(access) == Told::Owners;
  }
  /// What a read of the library's objects tells that is another where a copy of
  /// the value is.
  enum class Told : std::uint8_t { Nothing, Owners, Capacity };
  /// Whether the header changes it, and it travels to the stage.
  bool isDrivenTo(ObjectId, std::size_t to) const;

private:
  void findItems();
  void findStates();
  void findUses();
  void addThreads(std::vector<Access> &found);
  void addStated(std::size_t stage, std::vector<Access> &found);
  std::set<ObjectId> reachedFromBytes(const Access &);
  bool travelsTo(const clang::ValueDecl *, std::size_t from,
                 std::size_t to) const;
  bool comesTo(const clang::ValueDecl *, std::size_t from,
               std::size_t to) const;
  bool isAliased(const Item &, ObjectId);

  // CarriedPointers.cpp
  std::map<ObjectId, std::set<ObjectId>> originals();
  void addOriginals();

  // OwnMemory.cpp
  LoopAccesses::KindOf kindOfAccesses();
  void findScratch();
  void findBookkeeping();
  bool isPassing(ObjectId) const;
  Told toldBy(const Access &) const;
  void forgetCounts();
  void forgetElements();
  bool isNamedElement(const ItemElements &, const Access &);
  template <typename IsThere, typename IsApart>
  void forgetUses(IsThere, IsApart);

  clang::ASTContext &ast;
  Program &program;
  PointsTo &points;
  unsigned number;
  const LoopInstance &instance;
  const StagedLoop &staged;
  LoopMemory memory;
  Names names;
  Additions additions;
  /// By instance of a function of the library, where it was asked for:
  /// `accesses`, which comes next, asks while it is made.
  mutable std::vector<std::optional<Told>> toldIn;
  LoopAccesses accesses;

  std::vector<Item> items;
  std::set<ObjectId> loopVariables;
  /// What the header changes, where it travels: by variable.
  std::vector<std::pair<const clang::ValueDecl *, std::set<ObjectId>>> driven;
  std::vector<State> states;
  std::vector<std::vector<Access>> uses; ///< by stage
  std::map<const llvm::Function *, std::set<ObjectId>> received;
  /// Memory of which each rank has its own: no other name leads there.
  std::set<ObjectId> scratch;
  std::map<ObjectId, Access> bookkeeping;
};

/// Whether a value of the type is its bytes, and has room for a pointer in an
/// array of bytes.
bool isOfBytes(clang::QualType, const clang::ASTContext &);

} // namespace redistc::effects

#endif

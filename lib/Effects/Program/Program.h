//===- Program.h - What all code of a program touches ----------*- C++ -*-===//
//
// Private to the Effects room: the functions of a module in their calling
// contexts. Each way of calls from where the program begins has instances of
// its own of the functions on it, so that two vectors have two memories; a
// function that calls itself has one instance on each way. Calls through
// addresses are resolved while the analysis finds what the addresses are.
//
// In: a module with marks. Out: for every instance, what its instructions read
// and write.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_EFFECTS_PROGRAM_PROGRAM_H
#define REDISTC_LIB_EFFECTS_PROGRAM_PROGRAM_H

#include "Code/Body.h"
#include "Code/Inlining.h"
#include "Code/Lowering.h"
#include "Code/Regions.h"
#include "Library/LibraryFunctions.h"
#include "PointsTo/PointsTo.h"

#include <memory>
#include <set>

namespace redistc::effects {

using InstanceId = unsigned;

/// What a call of a function without a body does.
struct CallAccess {
  NodeId address = none;
  bool isRead = true, isWrite = false;
  bool isDeep = false;   ///< and all that is reached from there
  std::int64_t size = 0; ///< 0: the whole object
  const llvm::Instruction *at = nullptr;
};

struct Callee {
  const llvm::Instruction *at = nullptr;
  InstanceId instance = none;
};

struct Instance {
  const llvm::Function *function = nullptr;
  const Body *body = nullptr;
  Choice choice;
  NodeId base = 0; ///< of the function's value 0
  InstanceId caller = none;
  const llvm::Instruction *site = nullptr; ///< in the caller
  unsigned loop = none;       ///< index of the LoopInstance that it runs in
  Parts parts = 0;            ///< of that loop
  When when;                  ///< in a turn of that loop
  unsigned indirectDepth = 0; ///< calls through addresses on the way to it
  bool isShared = false;      ///< other callers have it, too
  /// Of functions that call each other: through which they are entered.
  InstanceId entry = none;
  std::vector<Callee> callees;
  std::vector<CallAccess> accesses;
};

/// A call that ends memory.
struct Release {
  NodeId address = none;
  InstanceId instance = none;
  const llvm::CallBase *at = nullptr;
  std::pair<unsigned, Parts> place; ///< in a turn of a loop
};

/// A call that locks or unlocks a mutex; one of setjmp or longjmp.
struct PairedCall {
  NodeId address = none; ///< of the mutex, or the buffer
  InstanceId instance = none;
  const llvm::CallBase *at = nullptr;
  std::pair<unsigned, Parts> place; ///< in a turn of a loop
  bool isSecond = false;            ///< unlocks, or jumps
};

/// A staged loop in one instance of its function.
struct LoopInstance {
  unsigned staged = 0; ///< index of the StagedLoop
  InstanceId instance = none;
  const Region *region = nullptr;
};

class Program {
public:
  /// `wide`: numbers that hold no address are followed, too, and in code of the
  /// program what they choose.
  Program(clang::ASTContext &, LoweredUnit &, const std::vector<StagedLoop> &,
          bool wide = false);

  void analyse();
  /// Whether all was looked at: the calls were not too many.
  bool isComplete() const { return !points.isStopped(); }

  /// Whether code of the program makes numbers that hold no address, and mean
  /// nothing on another rank: bits of an address, or the number of an open
  /// file or a process.
  bool makesBits();

  const std::vector<Instance> &allInstances() const { return instances; }
  const std::vector<LoopInstance> &allLoops() const { return loops; }
  PointsTo &memory() { return points; }
  /// The objects in which an address of the object is stored, once analysed.
  const std::vector<ObjectId> &holdersOf(ObjectId);
  /// What runs when the program ends.
  const std::vector<InstanceId> &atExit() const { return exits; }
  /// Calls that start threads, by the instance that has the call.
  const std::vector<Callee> &threadStarts() const { return starts; }
  /// Elements that the runtime keeps for a pointer of an item, and the pointer
  /// with which they have left the stage before.
  const std::map<ObjectId, NodeId> &carriedFrom() const { return originals; }
  /// What calls of `free` and its kin are given.
  const std::vector<Release> &allReleases() const { return releases; }
  const std::vector<PairedCall> &allLockCalls() const { return lockCalls; }
  const std::vector<PairedCall> &allJumps() const { return jumps; }
  /// The loop, and its parts, that a place in the code belongs to.
  std::pair<unsigned, Parts> loopAt(InstanceId,
                                    const llvm::Instruction *) const;
  NodeId nodeOf(const Instance &, const Operand &);
  ObjectId unknown() const { return unknownObject; }
  ObjectId globalObject(const llvm::GlobalVariable *);
  const LoweredUnit &lowered() const { return unit; }
  const llvm::DataLayout &layout() const;
  /// Whether an operator new or delete of the program has called it, or is it.
  bool isInAllocator(InstanceId) const;
  /// Whether it makes a shared_ptr to a part of what another one owns.
  bool isAliasing(const llvm::Function *) const;
  /// Whether a function belongs to the C++ library.
  bool isOfLibrary(const llvm::Function *);
  /// ~vector() and what it calls, which read what the object owned to free it;
  /// the end of a file.
  bool isEndOfLibraryObject(const llvm::Function *);

private:
  // Preparation.cpp
  void simplify();
  InlineKind inlineKindOf(const llvm::Function &);

  // Instances.
  InstanceId enter(const llvm::Function *, InstanceId caller,
                   const llvm::Instruction *site, bool isUnseen = false);
  void connect(InstanceId caller, const llvm::CallBase *, InstanceId callee);
  InstanceId make(Instance);
  InstanceId entryOf(const llvm::Function *, InstanceId caller) const;
  void findCircles();
  void describe(InstanceId);
  void operation(InstanceId, const Operation &);
  void forEachAddress(NodeId first, std::int64_t bytes,
                      llvm::function_ref<void(NodeId)> use);
  void findItems(const llvm::Function *);
  const Body *bodyOf(const llvm::Function *, const Choice &);
  void giveToVariables();
  std::vector<NodeId> lossySources();
  bool isPlaceless(NodeId);
  void findLost();
  bool isPointerOf(InstanceId, const CallAccess &);
  void addSection(NodeId, llvm::StringRef section);
  void setSwitches();
  void callAllocatorsIn(std::map<unsigned, Region> &);
  void giveUnseen(InstanceId, const clang::FunctionDecl *);
  When whenAt(InstanceId, const llvm::Instruction *) const;
  When whenOf(unsigned loop, Parts, Parts done) const;
  ObjectId givenObject(InstanceId, const llvm::Argument *);
  InstanceId around(InstanceId, const llvm::Function *, const Choice &) const;

  // AddressNumbers.cpp
  bool mayCastBits(const llvm::Function *);
  Followed followedIn(const llvm::Function *);
  clang::QualType elementsIn(ObjectId);
  bool isOfNumbers(ObjectId);
  void load(InstanceId, const Operation &);
  void loadOfPointer(InstanceId, const Operation &);
  bool isWithoutType(PlaceId) const;
  bool isPointerThere(PlaceId, std::int64_t further = 0);
  void storeNumber(InstanceId, const Operation &);
  void forNumbers(NodeId to, std::int64_t bytes, bool isOfBytes,
                  const std::function<void(NodeId)> &store);
  bool copiesBytes(const llvm::Function *);
  void move(InstanceId, const Operation &);
  using Sites = std::set<std::pair<const llvm::Value *, InstanceId>>;
  Sites objectsOf(NodeId);
  static bool areApart(const Sites &, const Sites &);
  bool ordersObjects(InstanceId, const llvm::Instruction &);
  bool measureDistance(InstanceId, const Operation &);
  bool isMadeOfAddress(const Instance &, const llvm::Value *);
  bool loadsPart(const Instance &, const llvm::LoadInst &);
  bool losesNumber(const Instance &, const llvm::Instruction &);
  bool givesNumber(const Instance &, const llvm::Instruction &);
  // LibraryNumbers.cpp
  void numberResources(InstanceId, const llvm::CallBase *,
                       llvm::StringRef name);
  void readBytes(InstanceId, const llvm::CallBase *, const llvm::Function *);
  NodeId bytesAt(NodeId);
  NodeId wordsAt(NodeId, std::int64_t bytes);
  void writeCharacters(InstanceId, const llvm::CallBase *, NodeId of,
                       NodeId texts, NodeId made);
  NodeId addressesRead(InstanceId, const llvm::CallBase *, unsigned index,
                       NodeId from);
  void readCharacters(InstanceId, const llvm::CallBase *, unsigned index,
                      clang::QualType, NodeId made);
  void writeText(InstanceId, const llvm::CallBase *, const llvm::Function *);

  // Calls.
  void call(InstanceId, const llvm::CallBase *);
  bool isValueOfNode(const llvm::Function *);
  void addAllocated(NodeId from, NodeId to);
  void addMemory(NodeId from, NodeId to);
  bool mayComeBeforeLoops(InstanceId, const llvm::CallBase *) const;
  void callIndirect(InstanceId, const llvm::CallBase *);
  void callUnseen(InstanceId, const llvm::CallBase *);
  void callTarget(InstanceId, const llvm::CallBase *, const llvm::Function *);
  void callLibrary(InstanceId, const llvm::CallBase *, const llvm::Function *);
  void beforeRule(InstanceId, const llvm::CallBase *, const llvm::Function *,
                  const LibraryFunction &);
  void allocate(InstanceId, const llvm::CallBase *);
  void throwByLibrary(InstanceId, const llvm::CallBase *);
  void throwAgain(InstanceId, const llvm::CallBase *);
  void catchByLibrary(InstanceId, const llvm::CallBase *);
  void listVariadic(InstanceId, const llvm::CallBase *);
  void start(InstanceId, const llvm::CallBase *, const llvm::Function *,
             llvm::StringRef hidden);
  void touchHidden(InstanceId, const llvm::CallBase *, const LibraryFunction &);
  void keepToArguments(InstanceId, const llvm::CallBase *,
                       const clang::FunctionDecl *, bool isStd);
  void keepInside(NodeId);
  void giveBack(InstanceId, const llvm::CallBase *, const clang::FunctionDecl *,
                ObjectId made);
  void keepHidden(InstanceId, const llvm::CallBase *, NodeId table,
                  NodeId back);
  void mix(InstanceId, const llvm::CallBase *);
  void search(InstanceId, const llvm::CallBase *);
  void catchOfLibrary(InstanceId, const llvm::CallBase *, NodeId handle);
  NodeId charactersOf(NodeId, const When &);
  void roundNumbers(InstanceId);
  void communicate(InstanceId);
  void takeElements(InstanceId, const llvm::CallBase *);
  void keepToString(InstanceId, const llvm::CallBase *,
                    const clang::CXXMethodDecl *);
  void callUnknown(InstanceId, const llvm::CallBase *,
                   const clang::FunctionDecl * = nullptr);
  void link(InstanceId, const llvm::CallBase *, const llvm::Function *,
            bool isWalk);
  bool isStageMark(InstanceId, const llvm::CallBase *) const;
  void callAllocators(InstanceId, const llvm::CallBase *);
  NodeId anyPart(NodeId);
  NodeId libraryPart(NodeId);
  NodeId allBehind(NodeId);
  NodeId allGiven(InstanceId, const llvm::CallBase *);
  void receive(InstanceId, const llvm::CallBase *mark);
  void carry(InstanceId, const llvm::CallBase *mark);
  std::int64_t offsetOf(const CarriedPointer &) const;
  std::vector<Replacement> replacedIn(const LoopInstance &,
                                      const llvm::AllocaInst *) const;
  void callOnce(InstanceId, const llvm::CallBase *);
  void callAll(InstanceId, const llvm::CallBase *, NodeId handed);
  void keepHandlers(InstanceId, const llvm::CallBase *, NodeId table);
  void callBack(InstanceId, const llvm::CallBase *, bool isDeep);
  void callWith(InstanceId, const llvm::CallBase *, const llvm::Function *,
                NodeId given, NodeId object = none);
  void access(InstanceId, const llvm::Instruction *, NodeId, bool isRead,
              bool isWrite, bool isDeep, std::int64_t size = 0);

  // Memory.
  NodeId constantNode(const llvm::Constant *);
  void addConstant(NodeId, const llvm::Constant *);
  void initialise(ObjectId, const llvm::Constant *, std::int64_t offset);
  NodeId objectNode(ObjectId);
  ObjectId localObject(InstanceId, const llvm::Instruction *, ObjectKind);
  ObjectId hiddenObject(llvm::StringRef name);
  ObjectId functionObject(const llvm::Function *);
  ObjectId exceptionOf(InstanceId, const llvm::Instruction *at);
  ObjectId exceptionOf(const std::pair<unsigned, Parts> &place);
  /// Where code outside of loops throws.
  static constexpr std::pair<unsigned, Parts> thrownOutside = {none, 1};
  void throwValue(InstanceId, const llvm::Instruction *at, NodeId);
  unsigned loopOf(const Instance &, const llvm::Instruction *) const;
  NodeId valueOf(InstanceId, const llvm::Value *);
  NodeId argument(InstanceId, const llvm::CallBase *, unsigned);
  NodeId result(InstanceId, const llvm::CallBase *);
  bool isKnownWithBody(const llvm::Function *);
  const clang::FunctionDecl *declarationOf(const llvm::Function *) const;

  clang::ASTContext &ast;
  LoweredUnit &unit;
  const std::vector<StagedLoop> &staged;
  bool isWide;
  PointsTo points;
  std::vector<Instance> instances;
  std::vector<LoopInstance> loops;
  std::map<const llvm::Function *, std::map<unsigned, Region>> regions;
  Choosers choosers;
  std::map<std::pair<const llvm::Function *, Choice>, std::unique_ptr<Body>>
      bodies;
  /// Instances of several calls, by the first of functions that call each
  /// other, and by place.
  std::map<
      std::tuple<InstanceId, const llvm::Function *, Choice, unsigned, Parts>,
      InstanceId>
      shared;
  /// What unseen code calls.
  std::map<std::tuple<const llvm::Function *, unsigned, Parts>, InstanceId>
      givenTo;
  /// Functions that call each other have one number.
  llvm::DenseMap<const llvm::Function *, unsigned> circles;
  llvm::DenseMap<const llvm::Constant *, NodeId> constants;
  llvm::DenseMap<const llvm::Value *, ObjectId> globals;
  std::map<std::string, ObjectId> hidden;
  std::map<std::pair<unsigned, Parts>, ObjectId> exceptions;
  llvm::DenseMap<ObjectId, NodeId> addresses;
  /// What an object of the library has made, by where it is.
  llvm::DenseMap<PlaceId, ObjectId> inside;
  llvm::DenseSet<PlaceId> withCharacters;  ///< of strings
  std::vector<NodeId> charactersOfStrings; ///< the contents of these
  std::set<
      std::tuple<InstanceId, const llvm::Instruction *, const llvm::Function *>>
      called;
  std::map<const llvm::Function *, bool> library, knownWithBody, ends;
  std::map<const llvm::Function *, LibraryFunction> catalogue;
  std::vector<std::vector<ObjectId>> holders; ///< by object
  std::vector<InstanceId> exits;
  std::vector<Callee> starts;
  std::map<ObjectId, NodeId> originals;
  std::vector<Release> releases;
  std::vector<PairedCall> lockCalls, jumps;
  std::vector<const llvm::Function *> allocators; ///< those of the program
  bool makesNumbers = false;  ///< in a loop, of files, processes and bytes
  bool changesLocale = false; ///< some code does: others may depend on it
  bool changesRounding = false;
  bool changesDirectory = false;
  bool looksAtExceptions = false; ///< of floating-point arithmetic
  ObjectId unknownObject = none, worldObject = none;
  /// What unseen code may have kept from before a loop, and the variables and
  /// allocations among it.
  NodeId givenBefore = none, memoryBefore = none;
  /// What stands in tables of virtual functions that are defined elsewhere.
  ObjectId unseenFunction = none;
};

/// The types that hold addresses of what they do not own.
bool holdsForeignAddress(clang::QualType);
/// Whether a call returns an address, or a class that may have one; numbers are
/// none. `decl`: may be null.
bool returnsAddress(const llvm::CallBase *, const clang::FunctionDecl *decl);

} // namespace redistc::effects

#endif

//===- Flow.h - What flows between stages ----------------------*- C++ -*-===//
//
// Private to the Sema room: the data flow of one pipeline in one instance. In:
// the loop and its stages. Out: who evaluates the header, what crosses the cut
// after each stage, whose state what is, which stages may move; errors where
// two stages share what they must not.
//
//   x crosses the cut after stage k if a stage up to k (or a header that stage
//   1 evaluates) may write it, and a later one may read it before it is written
//   whole.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_SEMA_PIPELINE_FLOW_H
#define REDISTC_LIB_SEMA_PIPELINE_FLOW_H

#include "Accesses/Accesses.h"
#include "Common/Travel.h"
#include "Pipeline/LoopShape.h"
#include "Pipeline/Sharing.h"

#include "redistc/Plan/CheckedDirective.h"

#include "llvm/ADT/SetVector.h"

namespace redistc::sema {

class PipelineFlow {
public:
  PipelineFlow(InstanceContext &, const PipelineShape &,
               const clang::FunctionDecl *,
               const directive::DirectiveRecorder &, const CodeFacts &);

  /// Fills loop.header, stages (carried, isMovable, reason), states and
  /// itemVariables. Several instances are united.
  void run(plan::CheckedPipeline &, bool needsFirst);

  /// The first write of what is a stage's state; null where it has none.
  const Access *stateOf(std::size_t stage) const;
  std::string nameOf(const Access &access) const {
    return describe(objects[access.object]);
  }
  /// Whose initialisers the rank of stage 1 alone evaluates.
  std::vector<const clang::VarDecl *> firstOnly() const;
  bool isDriven() const { return headerKind == plan::HeaderKind::FirstStage; }
  const std::string &whyDriven() const { return headerReason; }
  /// Of what crosses the cut after a stage; absent where some size varies.
  std::optional<std::int64_t> carriedBytes(std::size_t stage) const;
  /// What was found, for the check of the code that is generated.
  effects::StagedLoop staged() const;
  bool isOfPattern() const { return isPattern; }
  /// Warns of states that other ranks may need in the next execution, as
  /// `clause` is not constant.
  void warnMayMove(const std::string &clause) const;
  /// Whether there is no plan before generated code has been asked what stages
  /// do to some variables, or what these refer to.
  bool isDoubtful() const { return !doubted.empty() || hasDoubtfulHandle; }

private:
  void addReceived(effects::StagedLoop &) const;
  std::optional<std::vector<effects::StatedName>>
  namedBy(const StageShape &) const;
  /// A variable that every item has anew.
  struct ItemVariable {
    const clang::ValueDecl *decl = nullptr;
    bool isReference = false;
    Accesses initial;
    Accesses final; ///< what its destructor does
    /// The initialiser needs what the rank of stage 1 alone has, so that the
    /// value comes from there.
    bool isFromFirst = false;
    /// No other rank evaluates it.
    bool isFirstOnly = false;
    bool isOfCondition = false; ///< its initialiser is a part of the header
    clang::SourceLocation needsFirstAt; ///< what it reads there
    std::string needed;
  };
  /// `p[0 : n]` of carry().
  struct Carry {
    std::string name; ///< "p", "item.p"
    const clang::VarDecl *variable = nullptr;
    const clang::FieldDecl *member = nullptr; ///< null: the variable itself
    clang::QualType pointee, element;         ///< element: without const
    plan::Parameter count;
    const clang::Expr *counting = nullptr;
    clang::SourceLocation location;
    ObjectId whole = 0;    ///< the variable
    ObjectId elements = 0; ///< what is behind the pointer
    std::size_t index = 0; ///< in the clause
  };
  enum class Owner { Item, Loop, Outside };
  bool isElement(ObjectId id) const {
    return objects[id].kind == ObjectKind::Element;
  }
  /// Outside of the loop, and the state of one stage.
  bool isStateOfOne(ObjectId id) const {
    return ownerOf(id) == Owner::Outside && scratch.count(id) == 0 &&
           counts.count(id) == 0;
  }
  effects::BroughtState broughtOf(const Object &) const;

  // Members.cpp
  void divide();

  // CarriedPointers.cpp
  void findCarries();
  std::optional<Carry> carryOf(const directive::ParsedCarry &);
  void checkElement(const Carry &);
  void addCounts();
  bool isReadBehind(std::size_t cut, ObjectId) const;
  bool areElementsWrittenUpTo(std::size_t stage, ObjectId whole) const;
  bool isCarriedPointer(ObjectId) const;
  bool hasCarriedBytes(ObjectId);
  std::optional<Obstacle> obstacleBesideCarried(ObjectId, clang::QualType);
  void addCarriedElements(std::size_t cut, ObjectId whole);
  bool isUsed(const Carry &) const;
  void warnUnusedCarries();
  std::vector<plan::WatchedVariable> watchedElements(const Accesses &once);
  std::vector<effects::CarriedPointer> carriedPointers() const;
  void describeCarries(plan::CheckedPipeline &) const;

  // Elements.cpp
  void findElements();
  std::size_t lastWriterOf(ObjectId) const;

  // Flow.cpp
  void gather();
  void forgetErrno(Accesses &) const;
  void forgetInner(Accesses &) const;
  void forgetLocks();
  void findScratch();
  void findCounts();
  void addFound();
  void forgetDenied();
  void addItem(const clang::VarDecl *, bool isOfCondition = false);
  Accesses accessesOf(llvm::ArrayRef<const clang::Stmt *>,
                      bool isStage = false);
  Owner ownerOf(ObjectId) const;
  bool isPointee(ObjectId) const;
  bool isOfCallee(ObjectId) const;
  const Access *find(const Accesses &, ObjectId, unsigned use) const;
  bool isWrittenByStage(ObjectId) const;
  std::string stageName(std::size_t stage) const;
  clang::SourceLocation placeOf(std::size_t stage) const;
  void addInner(const Access &, std::vector<SecondPlace> &) const;

  // Stated.cpp
  void state(std::size_t stage);
  void warnOfUnnamed(std::size_t stage, const Accesses &found,
                     const Accesses &stated);
  ObjectIds statedBy(const clang::Expr *name, unsigned use,
                     const Accesses &found);
  void proposeStated(const Access &, std::size_t stage,
                     std::vector<SecondPlace> &) const;
  bool isBesideStatement(std::size_t stage, ObjectId) const;

  // Header.cpp
  void judgeHeader();
  void headerNeedsFirst(const std::string &why, clang::SourceLocation);
  bool isOfCondition(ObjectId) const;
  void checkHeaderWrites();
  void checkInitialisers();
  bool isSafeOnStale(const clang::Expr *) const;
  bool isPlaceIn(const ItemVariable &, ObjectId);
  void needsFirst(ItemVariable &, const Access &);

  // Conflicts.cpp
  enum class Overlap { None, Same, Maybe };
  Overlap overlap(ObjectId, ObjectId) const;
  bool mayBePointedTo(const Object &pointee, const Object &) const;
  bool isOfCalled(ObjectId) const;
  bool isDoubt(std::size_t first, const Access &, std::size_t second,
               const Access &);
  void checkConflicts();

  // Callers.cpp
  enum class Given { One, Apart, Unknown };
  Given given(const clang::ParmVarDecl *, const clang::ParmVarDecl *);
  bool areApart(ObjectId, ObjectId);
  void conflict(std::size_t first, const Access &, std::size_t second,
                const Access &, Overlap);

  // LiveValues.cpp
  void findCarried();
  std::vector<ObjectId> candidates() const;
  bool isWrittenUpTo(std::size_t stage, ObjectId) const;
  bool isPointeeUsed(std::size_t cut, ObjectId);
  static bool isStaticHandle(clang::QualType);
  bool isToStatic(ObjectId);
  void checkTravels(ObjectId, std::size_t cut);
  void checkKept(ObjectId);
  void checkReplaceable(ObjectId);
  void checkItemPointees();
  void checkItemAliases();

  // RankLocalStates.cpp
  void warnLostData(const plan::StateVariable &, ObjectId, const Access &,
                    clang::QualType);
  void warnLostElements(const Object &, std::size_t stage, const Access &);
  void warnNoName(const plan::StateVariable &, const Object &, const Access &);
  bool isKeptForNextLoop(const Object &) const;

  // Names.cpp
  bool isNameable(const Object &, plan::StateVariable &named);
  bool isPartNameable(const Object &, plan::StateVariable &named);
  bool checkNameable(const Object &, std::size_t stage, const Access &);

  // PointerStates.cpp
  bool isWrittenInLoop(const clang::ValueDecl *);
  bool isPointeeNameable(const Object &, plan::StateVariable &named);

  // Watched.cpp
  enum class Writes { No, Maybe, Yes };
  Writes writes(const Accesses &, ObjectId) const;
  bool mayStay(std::size_t stage, ObjectId) const;
  Accesses loopOnce();
  std::set<int> readersOf(ObjectId) const;
  std::set<int> writersOf(ObjectId, const Accesses &once) const;
  bool canBeCompared(const clang::ValueDecl *, clang::QualType);
  std::vector<plan::WatchedVariable> watchedOutside(const Accesses &once);
  std::vector<plan::WatchedVariable> watchedOfItem(const Accesses &once);
  void findWatched(plan::CheckedPipeline &);

  // States.cpp
  void findStates();
  void addState(ObjectId, std::size_t stage, const Access &);
  void findMovable();
  void unite(plan::CheckedPipeline &);

  InstanceContext &context;
  const PipelineShape &shape;
  const clang::FunctionDecl *function;
  const directive::DirectiveRecorder &recorder;
  const CodeFacts &facts;
  Summaries summaries;
  ObjectTable &objects;
  Roots roots;

  Accesses header; ///< what is evaluated for each item
  clang::SourceLocation headerLocation;
  std::vector<ItemVariable> items;
  std::vector<Accesses> stages;
  std::vector<Carry> carries;
  /// Why a stage with in() or out() keeps its rank all the same.
  std::map<std::size_t, std::string> statedStays;
  struct StayingState {
    ObjectId object;
    std::size_t stage;
    clang::SourceLocation write;
  };
  std::vector<StayingState> staying;
  llvm::SmallSetVector<const clang::VarDecl *, 2> doubted;
  /// Elements of arrays that stages change one after the other.
  std::vector<ObjectId> elements;
  bool hasDoubtfulHandle = false; ///< that is to travel
  std::set<ObjectId> scratch;     ///< of which each rank has its own
  std::set<ObjectId> counts;      ///< to which several stages add
  /// Pointers of which out(*p) says that they refer to one object.
  llvm::SmallPtrSet<const clang::ValueDecl *, 2> statedPointees;
  llvm::SmallPtrSet<const clang::Decl *, 4> loopVariables;
  std::vector<const clang::ValueDecl *> loopOrder;
  std::set<ObjectId> carriedAnywhere;
  std::vector<std::vector<ObjectId>> carried; ///< by cut
  std::vector<std::set<ObjectId>> liveAfter;  ///< by cut

  /// A template that nobody instantiates here: what depends on its parameters
  /// is not known to be wrong.
  bool isPattern = false;
  plan::HeaderKind headerKind = plan::HeaderKind::EveryRank;
  std::string headerReason;
  std::vector<plan::CheckedStage> checkedStages;
  std::vector<plan::StateVariable> states;
  std::vector<effects::BroughtState> brought;
};

} // namespace redistc::sema

#endif

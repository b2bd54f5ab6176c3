//===- Sharing.cpp - What the stages of a loop share -----------*- C++ -*-===//
//
// The rules of docs/design/0006-effects-of-stages.md, one function each.
//
//===----------------------------------------------------------------------===//
#include "redistc/Effects/Sharing.h"

#include "Additions.h"
#include "AnalysedUnit.h"
#include "LoopMemory.h"
#include "Names.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Sema/Sema.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/IntrinsicInst.h"

#include <algorithm>

using namespace llvm;

namespace redistc::effects {

namespace {
/// The bytes of an object that a state is.
struct StateMemory {
  ObjectId object = none;
  std::int64_t offset = anywhere, size = 0;
  std::size_t stage = 0;
  bool travels = false;
};

/// One loop in one instance.
class SharingCheck {
public:
  SharingCheck(clang::ASTContext &context, Program &analysed,
               TouchedObjects &touched, StaticInitialisers &statics,
               unsigned index, const StagedLoop &stagedLoop,
               std::vector<Finding> &result)
      : ast(context), program(analysed), points(analysed.memory()),
        number(index), instance(analysed.allLoops()[index]), staged(stagedLoop),
        memory(context, analysed, instance, stagedLoop),
        names(context, analysed), additions(analysed),
        accesses(analysed, touched, statics, index, kindOfAccesses()),
        findings(result) {
    findItems();
    findStates();
    findScratch();
    findUses();
    forgetCounts();
    forgetElements();
    lookBehind();
  }

  void run() {
    checkShared();
    checkEveryRank();
    checkItems();
    checkKeptItems();
    checkItemsShare();
    checkUsedLater();
    checkKeptAddresses();
    checkMoves();
  }

private:
  // Stages as parts.
  std::size_t stageCount() const { return staged.stages.size(); }
  std::vector<unsigned> partsOf(std::size_t stage) const {
    std::vector<unsigned> parts = {static_cast<unsigned>(part::Stage + stage)};
    if (stage == 0 && staged.isDriven)
      parts.push_back(part::Header);
    return parts;
  }
  template <typename Use> void forEachAccess(std::size_t stage, Use use) {
    for (const Access &access : uses[stage])
      use(access);
  }

  // Memory.
  void findItems();
  void findStates();
  StateMemory memoryAt(const BroughtState &, Place);
  std::set<ObjectId> reachedFromState(const StateMemory &);
  void findUses();
  LoopAccesses::KindOf kindOfAccesses();
  void forgetCounts();
  bool isNamedElement(const ItemElements &, const Access &);
  void forgetElements();
  bool isPassing(ObjectId) const;
  void findScratch();
  void addStated(std::size_t stage, std::vector<Access> &found);
  bool isOfItem(ObjectId id) const { return points.object(id).loop == number; }
  /// What no other code sees, or what all may use.
  bool isExempt(ObjectId id) const {
    const Object &object = points.object(id);
    return object.kind == ObjectKind::Function ||
           object.kind == ObjectKind::Exception || object.isConstant ||
           scratch.count(id) != 0;
  }

  // Rules.
  void checkShared();
  void checkUnknown(std::size_t first, std::size_t second);
  void checkEveryRank();
  void checkItems();
  void checkKeptItems();
  void checkItemsShare();
  void checkUsedLater();
  void checkKeptAddresses();
  void checkMoves();
  bool isBrought(const Access &write, std::size_t stage) const;
  bool isVariable(ObjectId) const;
  bool holds(NodeId, ObjectId);
  std::set<ObjectId> othersThatReach(ObjectId, const StateMemory &);
  void lookBehind();
  bool isBehindState(std::size_t state, ObjectId) const;
  bool isLoopVariable(ObjectId) const;
  bool travelsTo(const clang::ValueDecl *, std::size_t from,
                 std::size_t to) const;
  bool comesTo(const clang::ValueDecl *, std::size_t from,
               std::size_t to) const;
  bool isAliased(std::size_t item, ObjectId);
  bool isHandedOver(ObjectId, std::size_t from, std::size_t to);
  bool isDrivenTo(ObjectId, std::size_t to) const;

  void add(FindingKind, std::size_t stage, const Access &told,
           std::size_t other, const Access &noted);
  void addUses(Finding &, ObjectId);
  const clang::VarDecl *visibleOwner(ObjectId);

  clang::ASTContext &ast;
  Program &program;
  PointsTo &points;
  unsigned number;
  const LoopInstance &instance;
  const StagedLoop &staged;
  LoopMemory memory;
  Names names;
  Additions additions;
  LoopAccesses accesses;
  std::vector<Finding> &findings;

  std::vector<std::pair<const clang::ValueDecl *, std::set<ObjectId>>> items;
  std::vector<std::set<ObjectId>> reached; ///< from each item
  std::set<ObjectId> loopVariables;
  /// What the header changes, where it travels: by variable.
  std::vector<std::pair<const clang::ValueDecl *, std::set<ObjectId>>> driven;
  std::vector<StateMemory> states;
  std::vector<std::set<ObjectId>> reachedByState;
  std::vector<std::vector<Access>> uses; ///< by stage
  /// Memory of which each rank has its own: no other name leads there.
  std::set<ObjectId> scratch;
  /// Other ways to the memory behind a state.
  std::map<std::pair<std::size_t, ObjectId>, std::set<ObjectId>> others;
  std::set<std::tuple<FindingKind, std::size_t, std::size_t, ObjectId>> told;
};
} // namespace

void SharingCheck::add(FindingKind kind, std::size_t stage, const Access &one,
                       std::size_t other, const Access &noted) {
  if (!told.insert({kind, stage, other, one.object}).second)
    return;
  Finding finding;
  finding.kind = kind;
  finding.loop = instance.staged;
  finding.stage = stage;
  finding.other = other;
  finding.isWrite = one.isWrite;
  finding.isOtherWrite = noted.isWrite;
  finding.object =
      names.of(kind == FindingKind::Unknown ? noted.object : one.object);
  finding.function = names.calleeOf(one);
  finding.otherFunction = names.calleeOf(noted);
  finding.road = names.roadTo(one, instance.instance);
  finding.otherRoad = names.roadTo(noted, instance.instance);
  addUses(finding, one.object);
  findings.push_back(std::move(finding));
}

/// The variable whose value has the object: its own memory, or what it alone
/// leads to; null where there is none that can be named.
const clang::VarDecl *SharingCheck::visibleOwner(ObjectId id) {
  if (const auto *global =
          dyn_cast_or_null<GlobalVariable>(points.object(id).site))
    return dyn_cast_or_null<clang::VarDecl>(
        program.lowered().declarationOf(*global));
  const clang::VarDecl *owner = nullptr;
  for (const clang::VarDecl *variable : staged.visible) {
    const std::set<ObjectId> own = memory.objectsOf(variable);
    if (own.count(id))
      return variable;
    if (reachedFrom(points, own).count(id)) {
      if (owner)
        return nullptr;
      owner = variable;
    }
  }
  return owner;
}

void SharingCheck::addUses(Finding &finding, ObjectId id) {
  const auto use = [&](const clang::VarDecl *variable, std::size_t stage,
                       bool isWritten) {
    finding.uses.push_back(
        {staged.function, staged.loop, stage, variable, isWritten});
  };
  if (finding.kind == FindingKind::UsedLater && !staged.stated[finding.stage]) {
    if (const clang::VarDecl *owner = visibleOwner(id))
      use(owner, finding.stage, true);
  } else if (finding.kind == FindingKind::ItemLost) {
    for (std::size_t i = 0; i < items.size(); ++i)
      if (const auto *variable = dyn_cast<clang::VarDecl>(items[i].first);
          variable && variable->getIdentifier() && reached[i].count(id)) {
        use(variable, finding.other, true);
        use(variable, finding.stage, false);
      }
  }
}

// What the variables are.

void SharingCheck::findItems() {
  const MarkedVariables &marked = program.lowered().marked[instance.staged];
  const CallBase *mark = instance.region->variables;
  const Instance &around = program.allInstances()[instance.instance];
  unsigned at = 2;
  const auto objectsOfNext = [&] {
    std::set<ObjectId> found;
    if (mark && at < mark->arg_size()) {
      const NodeId node = program.nodeOf(
          around, around.body->operandOf(mark->getArgOperand(at)));
      if (node != none)
        for (const PlaceId place : points[node])
          found.insert(points.place(place).object);
    }
    ++at;
    return found;
  };
  for (const clang::ValueDecl *decl : marked.items) {
    items.push_back({decl, objectsOfNext()});
    reached.push_back(reachedFrom(points, items.back().second));
  }
  for (std::size_t i = 0; i < marked.loopVariables.size(); ++i) {
    const std::set<ObjectId> found = objectsOfNext();
    driven.push_back({marked.loopVariables[i], reachedFrom(points, found)});
    // A reference is no variable of the loop's.
    if (!marked.loopVariables[i]->getType()->isReferenceType())
      loopVariables.insert(found.begin(), found.end());
  }
}

bool SharingCheck::isLoopVariable(ObjectId id) const {
  return loopVariables.count(id) != 0;
}

/// What the bytes of a state lead to, and the object that has them.
std::set<ObjectId> SharingCheck::reachedFromState(const StateMemory &state) {
  if (state.offset == anywhere)
    return reachedFrom(points, {state.object});
  std::set<ObjectId> targets;
  for (const auto &[offset, id] : points.object(state.object).places) {
    const NodeId content = points.place(id).content;
    if (content != none &&
        (offset == anywhere ||
         (offset >= state.offset && offset < state.offset + state.size)))
      for (const PlaceId target : points[content])
        targets.insert(points.place(target).object);
  }
  targets.erase(state.object);
  std::set<ObjectId> found = reachedFrom(points, targets, state.object);
  found.insert(state.object);
  return found;
}

void SharingCheck::findStates() {
  for (const BroughtState &state : staged.states) {
    for (const Place &place : memory.placesOf(state)) {
      std::vector<Place> all = {place};
      if (state.isPointee) {
        all.clear();
        for (const PlaceId id : points[points.contentOf(
                 points.placeOf(place.object, place.offset))])
          all.push_back(memory.memberOf(state, points.place(id)));
      }
      for (const Place &one : all) {
        const StateMemory known = memoryAt(state, one);
        states.push_back(known);
        if (state.decl && state.stage == 0)
          driven.push_back({state.decl, reachedFrom(points, {known.object})});
        reachedByState.push_back(reachedFromState(known));
      }
    }
  }
}

/// What each stage touches. Of a stage with in(...) or out(...), what is
/// reached from the variables that it names.
void SharingCheck::findUses() {
  uses.resize(stageCount());
  for (std::size_t k = 0; k < stageCount(); ++k) {
    for (const unsigned part : partsOf(k))
      append_range(uses[k], accesses.of(part));
    if (staged.stated[k])
      addStated(k, uses[k]);
  }
}

/// The bytes at a place that a variable, or a member of it, has.
StateMemory SharingCheck::memoryAt(const BroughtState &state, Place place) {
  StateMemory known;
  known.stage = state.stage;
  known.travels = state.travels;
  known.object = place.object;
  known.offset = place.offset;
  const clang::ValueDecl *field = state.member;
  if (!field && !state.isPointee)
    field = dyn_cast_or_null<clang::FieldDecl>(state.decl);
  if (field)
    known.size = static_cast<std::int64_t>(
        ast.getTypeSizeInChars(field->getType().getNonReferenceType())
            .getQuantity());
  if (known.size == 0)
    known.offset = anywhere;
  return known;
}

/// Additions and uses of elements apart from all else, where that matters.
LoopAccesses::KindOf SharingCheck::kindOfAccesses() {
  enum Kind : unsigned { Other, Addition, OfElement };
  if (staged.counts.empty() && staged.elements.empty())
    return {};
  return [this](const Access &access) -> unsigned {
    if (!staged.counts.empty() && additions.isAddition(access))
      return Addition;
    for (std::size_t i = 0; i < staged.elements.size(); ++i)
      if (isNamedElement(staged.elements[i], access))
        return OfElement + static_cast<unsigned>(i);
    return Other;
  };
}

/// What stages only add to is summed up behind the loop: it is no use of the
/// memory, if nothing else of the loop uses it.
void SharingCheck::forgetCounts() {
  for (const BroughtState &count : staged.counts)
    for (const Place &place : memory.placesOf(count)) {
      Access whole;
      const StateMemory bytes = memoryAt(count, place);
      whole.object = bytes.object;
      whole.offset = bytes.offset;
      whole.size = bytes.size;
      const auto isOfOthers = [&](const Access &access) {
        return overlap(access, whole);
      };
      const auto isElse = [&](const Access &access) {
        return access.object == program.unknown() ||
               (overlap(access, whole) && !additions.isAddition(access));
      };
      const bool isUsed =
          any_of(uses,
                 [&](const auto &stage) { return any_of(stage, isElse); }) ||
          any_of(accesses.of(part::Header), isOfOthers) ||
          any_of(accesses.of(part::Items), isOfOthers) ||
          any_of(accesses.of(part::Final), isOfOthers);
      if (!isUsed)
        for (std::vector<Access> &stage : uses)
          erase_if(stage, isOfOthers);
    }
}

/// What a load, a store or a copy reads or writes.
static const Value *addressOf(const Access &access) {
  if (const auto *copy = dyn_cast_or_null<AnyMemTransferInst>(access.at))
    return access.isWrite ? copy->getRawDest() : copy->getRawSource();
  return access.at ? getLoadStorePointerOperand(access.at) : nullptr;
}

/// Whether the loop's function itself reads or writes a part of the element, at
/// an address that one of the expressions has.
bool SharingCheck::isNamedElement(const ItemElements &elements,
                                  const Access &access) {
  const Value *address = addressOf(access);
  if (!address || access.instance != instance.instance || access.size <= 0)
    return false;
  const DataLayout &layout = program.lowered().module->getDataLayout();
  APInt shift(layout.getIndexTypeSizeInBits(address->getType()), 0);
  const auto *made = dyn_cast<Instruction>(
      address->stripAndAccumulateConstantOffsets(layout, shift, true));
  const auto *call = dyn_cast_or_null<CallBase>(made);
  if (!made || shift.getSExtValue() < 0 ||
      shift.getSExtValue() + access.size > elements.size ||
      !(isa<GetElementPtrInst>(made) ||
        (call && call->getCalledFunction() &&
         program.isOfLibrary(call->getCalledFunction()))))
    return false;
  const clang::SourceLocation place = names.placeOf(made);
  return place.isValid() &&
         any_of(elements.names, [&](clang::SourceRange range) {
           return ast.getSourceManager().isPointWithin(place, range.getBegin(),
                                                       range.getEnd());
         });
}

/// Elements that are the item's alone travel with it, if no other way leads to
/// them.
void SharingCheck::forgetElements() {
  for (const ItemElements &elements : staged.elements)
    for (const Place &place : memory.placesOf(elements.array)) {
      const StateMemory bytes = memoryAt(elements.array, place);
      Access whole;
      whole.object = bytes.object;
      whole.offset = bytes.offset;
      whole.size = bytes.size;
      const std::set<ObjectId> all = reachedFromState(bytes);
      const bool isInside = all.size() == 1; // no vector
      const auto isThere = [&](const Access &access) {
        return isInside ? overlap(access, whole)
                        : access.object != whole.object &&
                              all.count(access.object) != 0;
      };
      const auto isElse = [&](const Access &access) {
        return access.object == program.unknown() ||
               (isThere(access) && !isNamedElement(elements, access));
      };
      const bool isUsed =
          any_of(uses,
                 [&](const auto &stage) { return any_of(stage, isElse); }) ||
          any_of(accesses.of(part::Header), isThere) ||
          any_of(accesses.of(part::Items), isThere) ||
          any_of(accesses.of(part::Final), isThere);
      if (!isUsed)
        for (std::vector<Access> &stage : uses)
          erase_if(stage, isThere);
    }
}

/// Code of the library, and the loops over a range, use an address at once.
bool SharingCheck::isPassing(ObjectId id) const {
  const Object &object = points.object(id);
  if (object.kind != ObjectKind::Local || object.instance == none)
    return false;
  return program.isOfLibrary(
             program.allInstances()[object.instance].function) ||
         (object.site && object.site->getName().starts_with("__"));
}

/// The memory of variables that each stage fills before it reads them, unless
/// something has its address, through which the text does not show a read.
void SharingCheck::findScratch() {
  for (const clang::VarDecl *variable : staged.scratch) {
    const std::set<ObjectId> own =
        reachedFrom(points, memory.objectsOf(variable));
    const bool isAlone = all_of(own, [&](ObjectId id) {
      return all_of(program.holdersOf(id), [&](ObjectId holder) {
        return own.count(holder) || isPassing(holder);
      });
    });
    if (isAlone)
      scratch.insert(own.begin(), own.end());
  }
}

void SharingCheck::addStated(std::size_t stage, std::vector<Access> &found) {
  std::set<ObjectId> named;
  std::vector<Access> stated;
  for (const StatedName &name : *staged.stated[stage]) {
    const bool isItem = is_contained(staged.items, name.decl);
    const std::set<ObjectId> own = memory.objectsOf(name.decl);
    for (const ObjectId id : own) {
      Access access;
      access.object = id;
      access.isWrite = name.isWritten;
      if (name.isWhole)
        stated.push_back(access);
    }
    // What an item has from memory that outlives it is the user's word.
    for (const ObjectId id : reachedFrom(points, own))
      if (!isItem || isOfItem(id))
        named.insert(id);
  }
  named.erase(program.unknown());
  erase_if(found, [&](const Access &access) {
    const ObjectKind kind = points.object(access.object).kind;
    return kind != ObjectKind::Hidden &&
           (kind == ObjectKind::World || named.count(access.object) == 0);
  });
  append_range(found, stated);
}

// What travels.

bool SharingCheck::travelsTo(const clang::ValueDecl *decl, std::size_t from,
                             std::size_t to) const {
  for (std::size_t cut = from; cut < to; ++cut)
    if (staged.carried[cut].count(
            cast<clang::ValueDecl>(decl->getCanonicalDecl())) == 0)
      return false;
  return true;
}

/// Whether a variable that a stage has changed comes to another one, from there
/// or from a stage that has replaced it.
bool SharingCheck::comesTo(const clang::ValueDecl *decl, std::size_t from,
                           std::size_t to) const {
  for (std::size_t origin = from; origin < to; ++origin)
    if ((origin == from || staged.replaced[origin].count(decl)) &&
        travelsTo(decl, origin, to))
      return true;
  return false;
}

/// Whether an address of the object is stored where the item does not reach:
/// the text of a stage then does not show all that uses the object.
bool SharingCheck::isAliased(std::size_t item, ObjectId wanted) {
  return any_of(program.holdersOf(wanted), [&](ObjectId holder) {
    return reached[item].count(holder) == 0;
  });
}

/// Whether what a stage left in the object reaches the other stage, or that
/// does not look at it.
bool SharingCheck::isHandedOver(ObjectId id, std::size_t from, std::size_t to) {
  bool isFound = from == 0 && isDrivenTo(id, to);
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (reached[i].count(id) == 0)
      continue;
    const auto *decl =
        cast<clang::ValueDecl>(items[i].first->getCanonicalDecl());
    if (comesTo(decl, from, to) ||
        (staged.overwritten[to].count(decl) && !isAliased(i, id)))
      isFound = true;
  }
  return isFound;
}

/// Whether the header changes it, and it travels to the stage.
bool SharingCheck::isDrivenTo(ObjectId id, std::size_t to) const {
  return staged.isDriven && any_of(driven, [&](const auto &one) {
           return one.second.count(id) && travelsTo(one.first, 0, to);
         });
}

// The rules.

/// Memory that exists longer than an item belongs to one stage.
void SharingCheck::checkShared() {
  for (std::size_t i = 0; i < stageCount(); ++i)
    for (std::size_t j = 0; j < stageCount(); ++j) {
      if (i == j)
        continue;
      std::map<ObjectId, std::vector<const Access *>> written;
      forEachAccess(i, [&](const Access &access) {
        if (access.isWrite && !isOfItem(access.object) &&
            !isExempt(access.object) &&
            !(i == 0 && isDrivenTo(access.object, j)))
          written[access.object].push_back(&access);
      });
      forEachAccess(j, [&](const Access &access) {
        const auto found = written.find(access.object);
        if (found == written.end() || (access.isWrite && j < i))
          return;
        const bool isUnseen =
            points.object(access.object).kind == ObjectKind::World;
        if (isUnseen && j < i)
          return;
        for (const Access *write : found->second)
          if (overlap(access, *write))
            return add(isUnseen ? FindingKind::Unseen : FindingKind::Shared, j,
                       access, i, *write);
      });
      checkUnknown(i, j);
    }
}

/// Unknown memory may be any that has an address.
void SharingCheck::checkUnknown(std::size_t first, std::size_t second) {
  const auto isOutside = [&](ObjectId id) {
    const ObjectKind kind = points.object(id).kind;
    return kind == ObjectKind::Global || kind == ObjectKind::Given ||
           kind == ObjectKind::World || kind == ObjectKind::Unknown ||
           kind == ObjectKind::Heap;
  };
  const Access *vague = nullptr;
  forEachAccess(first, [&](const Access &access) {
    if (!vague && access.object == program.unknown())
      vague = &access;
    if (access.object == program.unknown() && access.isWrite && !vague->isWrite)
      vague = &access;
  });
  if (!vague)
    return;
  forEachAccess(second, [&](const Access &access) {
    if (isOutside(access.object) && !isOfItem(access.object) &&
        !isExempt(access.object) && (access.isWrite || vague->isWrite))
      add(FindingKind::Unknown, first, *vague, second, access);
  });
}

/// Header, initialisers and destructors of items run on every rank.
void SharingCheck::checkEveryRank() {
  for (const unsigned part : {part::Header, part::Items, part::Final}) {
    if (part == part::Header && staged.isDriven)
      continue;
    for (const Access &access : accesses.of(part)) {
      if (isOfItem(access.object) || isExempt(access.object))
        continue;
      if (access.isWrite && part != part::Header &&
          !isLoopVariable(access.object))
        add(FindingKind::Initialiser, 0, access, 0, access);
      for (std::size_t k = 0; k < stageCount(); ++k) {
        if (part != part::Header && staged.isDriven && k == 0)
          continue;
        forEachAccess(k, [&](const Access &other) {
          if (other.isWrite && overlap(access, other))
            add(FindingKind::Header, k, other, 0, access);
        });
      }
    }
  }
}

/// What a stage changes of an item reaches the stages that use it.
void SharingCheck::checkItems() {
  for (std::size_t i = 0; i < stageCount(); ++i)
    for (std::size_t j = i + 1; j < stageCount(); ++j) {
      std::map<ObjectId, const Access *> written;
      forEachAccess(i, [&](const Access &access) {
        if (access.isWrite && isOfItem(access.object) &&
            !isExempt(access.object))
          written.try_emplace(access.object, &access);
      });
      forEachAccess(j, [&](const Access &access) {
        const auto found = written.find(access.object);
        if (access.isWrite || found == written.end() ||
            isHandedOver(access.object, i, j))
          return;
        add(FindingKind::ItemLost, j, access, i, *found->second);
      });
    }
}

/// What a stage keeps of an item for later ones is not changed any more by
/// stages behind it.
void SharingCheck::checkKeptItems() {
  for (std::size_t i = 0; i < stageCount(); ++i)
    for (std::size_t j = i + 1; j < stageCount(); ++j) {
      std::map<ObjectId, const Access *> kept;
      forEachAccess(i, [&](const Access &access) {
        kept.try_emplace(access.object, &access);
      });
      forEachAccess(j, [&](const Access &access) {
        const ObjectId older = points.object(access.object).older;
        if (!access.isWrite || !isOfItem(access.object) || older == none ||
            isExempt(access.object))
          return;
        if (const auto found = kept.find(older); found != kept.end())
          add(FindingKind::Shared, j, access, i, *found->second);
      });
    }
}

/// Whether an object of the type may own something together with others.
static bool ownsTogether(clang::QualType type,
                         std::set<const clang::CXXRecordDecl *> &seen) {
  type = type.getNonReferenceType();
  while (const clang::ArrayType *array = type->getAsArrayTypeUnsafe())
    type = array->getElementType();
  const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (!record || !record->getDefinition() ||
      !seen.insert(record->getDefinition()).second)
    return false;
  record = record->getDefinition();
  const StringRef name = record->getIdentifier() ? record->getName() : "";
  if (name.contains("shared_ptr") || name == "weak_ptr")
    return true;
  if (const auto *instance =
          dyn_cast<clang::ClassTemplateSpecializationDecl>(record))
    for (const clang::TemplateArgument &one :
         instance->getTemplateArgs().asArray()) {
      const auto owns = [&](const clang::TemplateArgument &argument) {
        return argument.getKind() == clang::TemplateArgument::Type &&
               ownsTogether(argument.getAsType(), seen);
      };
      if (one.getKind() == clang::TemplateArgument::Pack
              ? any_of(one.pack_elements(), owns)
              : owns(one))
        return true;
    }
  return any_of(record->bases(),
                [&](const clang::CXXBaseSpecifier &base) {
                  return ownsTogether(base.getType(), seen);
                }) ||
         any_of(record->fields(), [&](const clang::FieldDecl *field) {
           return ownsTogether(field->getType(), seen);
         });
}

/// Each variable travels by itself: an object that two of them lead to is two
/// objects on another rank, of which a stage there changes one.
void SharingCheck::checkItemsShare() {
  const auto travels = [&](std::size_t item, std::size_t cut) {
    const auto *decl =
        cast<clang::ValueDecl>(items[item].first->getCanonicalDecl());
    std::set<const clang::CXXRecordDecl *> seen;
    return staged.carried[cut].count(decl) != 0 &&
           ownsTogether(decl->getType(), seen);
  };
  for (std::size_t cut = 0; cut + 1 < stageCount(); ++cut)
    for (std::size_t i = 0; i < items.size(); ++i)
      for (std::size_t j = i + 1; j < items.size(); ++j)
        if (travels(i, cut) && travels(j, cut))
          for (std::size_t k = cut + 1; k < stageCount(); ++k)
            forEachAccess(k, [&](const Access &access) {
              if (access.isWrite && isOfItem(access.object) &&
                  points.object(access.object).kind == ObjectKind::Heap &&
                  reached[i].count(access.object) &&
                  reached[j].count(access.object))
                add(FindingKind::ItemsShare, k, access, k, access);
            });
}

/// Whether code behind the loop finds on every rank what a stage has written.
bool SharingCheck::isBrought(const Access &write, std::size_t stage) const {
  for (std::size_t i = 0; i < states.size(); ++i) {
    const StateMemory &state = states[i];
    if (!state.travels || state.stage != stage)
      continue;
    Access whole;
    whole.object = state.object;
    whole.offset = state.offset;
    whole.size = state.size;
    if (overlap(whole, write))
      return true;
    const Object &object = points.object(write.object);
    if (write.object != state.object && reachedByState[i].count(write.object) &&
        (object.isCharacters || (object.kind != ObjectKind::Global &&
                                 object.kind != ObjectKind::Local)))
      return true;
  }
  return false;
}

void SharingCheck::checkUsedLater() {
  std::map<ObjectId, std::vector<const Access *>> later;
  for (const Access &access : accesses.after())
    if (!access.isWrite)
      later[access.object].push_back(&access);
  for (std::size_t k = 0; k < stageCount(); ++k)
    forEachAccess(k, [&](const Access &write) {
      const ObjectKind kind = points.object(write.object).kind;
      if (!write.isWrite || isOfItem(write.object) ||
          (isExempt(write.object) && scratch.count(write.object) == 0) ||
          kind == ObjectKind::Hidden || kind == ObjectKind::World ||
          kind == ObjectKind::Internal || isLoopVariable(write.object))
        return;
      const auto found = later.find(write.object);
      if (found == later.end())
        return;
      for (const Access *read : found->second)
        if (overlap(*read, write) && !isBrought(write, k))
          return add(FindingKind::UsedLater, k, write, k, *read);
    });
}

/// Of the program: not of a function of the library.
bool SharingCheck::isVariable(ObjectId id) const {
  const Object &object = points.object(id);
  return object.kind == ObjectKind::Global ||
         object.kind == ObjectKind::Given ||
         (object.kind == ObjectKind::Local && object.instance != none &&
          !program.isOfLibrary(
              program.allInstances()[object.instance].function));
}

/// Whether the value may be an address in the object.
bool SharingCheck::holds(NodeId node, ObjectId id) {
  for (const PlaceId place : points[node])
    if (points.place(place).object == id)
      return true;
  return false;
}

/// Variables beside the state through which its memory is reached without it.
std::set<ObjectId> SharingCheck::othersThatReach(ObjectId wanted,
                                                 const StateMemory &state) {
  std::set<ObjectId> seen = {wanted, state.object}, found;
  std::vector<ObjectId> open = {wanted};
  while (!open.empty()) {
    const ObjectId inner = open.back();
    open.pop_back();
    for (const ObjectId id : program.holdersOf(inner)) {
      if (!seen.insert(id).second)
        continue;
      open.push_back(id);
      if (isVariable(id) && !isOfItem(id))
        found.insert(id);
    }
  }
  return found;
}

/// What code behind the loop may use: what stages write, the memory behind
/// states, and the variables that lead there.
void SharingCheck::lookBehind() {
  std::set<ObjectId> wanted;
  for (std::size_t k = 0; k < stageCount(); ++k)
    forEachAccess(k, [&](const Access &access) {
      if (access.isWrite)
        wanted.insert(access.object);
    });
  for (std::size_t i = 0; i < states.size(); ++i)
    if (states[i].travels)
      for (const ObjectId inner : reachedByState[i]) {
        wanted.insert(inner);
        if (isBehindState(i, inner))
          others[{i, inner}] = othersThatReach(inner, states[i]);
      }
  for (const auto &[inner, all] : others)
    wanted.insert(all.begin(), all.end());
  accesses.lookBehind(wanted);
}

bool SharingCheck::isBehindState(std::size_t state, ObjectId inner) const {
  return inner != states[state].object && !isOfItem(inner) &&
         points.object(inner).kind == ObjectKind::Heap;
}

/// The state as a whole, at its stage.
static Access stateAccess(const StateMemory &state) {
  Access access;
  access.object = state.object;
  return access;
}

/// The memory behind a state is new wherever its value arrives: behind the
/// loop on every rank, and where its stage moves to another one. No other
/// variable may keep addresses of it that are used there.
void SharingCheck::checkKeptAddresses() {
  std::map<ObjectId, const Access *> later, laterLoaded;
  for (const Access &access : accesses.after()) {
    later.try_emplace(access.object, &access);
    if (!isa<CallBase>(access.at) || isa<AnyMemTransferInst>(access.at))
      laterLoaded.try_emplace(access.object, &access);
  }
  for (std::size_t i = 0; i < states.size(); ++i) {
    const StateMemory &state = states[i];
    if (!state.travels)
      continue;
    std::map<ObjectId, const Access *> own;
    forEachAccess(state.stage, [&](const Access &access) {
      own.try_emplace(access.object, &access);
    });
    for (const ObjectId inner : reachedByState[i]) {
      if (!isBehindState(i, inner))
        continue;
      if (later.count(inner) == 0 && own.count(inner) == 0)
        continue;
      for (const ObjectId other : others[{i, inner}]) {
        if (points.object(other).kind == ObjectKind::Local &&
            !accesses.isWrittenBefore(other))
          continue;
        if (later.count(inner) && laterLoaded.count(other))
          add(FindingKind::KeptAddress, state.stage,
              own.count(inner) ? *own[inner] : stateAccess(state), state.stage,
              *laterLoaded[other]);
        else if (own.count(inner) && own.count(other))
          add(FindingKind::Pinned, state.stage, *own[other], state.stage,
              *own[inner]);
      }
      for (const LoopAccesses::KeptValue &value : accesses.keptValues()) {
        if (!holds(value.node, inner))
          continue;
        Access use = value.use;
        use.object = inner;
        const Access &noted = own.count(inner) ? *own[inner] : *later[inner];
        if (value.parts == 0 && later.count(inner))
          add(FindingKind::KeptAddress, state.stage,
              own.count(inner) ? *own[inner] : stateAccess(state), state.stage,
              use);
        else if (value.parts >> (part::Stage + state.stage) & 1)
          add(FindingKind::Pinned, state.stage, use, state.stage, noted);
      }
    }
  }
}

/// A stage that changes what does not travel with it stays where it is.
void SharingCheck::checkMoves() {
  for (std::size_t k = 0; k < stageCount(); ++k)
    forEachAccess(k, [&](const Access &write) {
      if (write.isWrite && !isOfItem(write.object) && !isExempt(write.object) &&
          !isLoopVariable(write.object) && !isBrought(write, k))
        add(FindingKind::Pinned, k, write, k, write);
    });
}

std::vector<Finding> findSharing(clang::Sema &sema, const CodeEvents &events,
                                 const std::vector<StagedLoop> &loops) {
  std::vector<Finding> findings;
  if (loops.empty())
    return findings;
  AnalysedUnit code(sema, events, loops);
  if (!code.isKnown()) {
    Finding finding;
    finding.kind = code.unit.hasCoroutines ? FindingKind::Coroutine
                   : code.unit.module      ? FindingKind::TooLarge
                                           : FindingKind::NotLowered;
    findings.push_back(finding);
    return findings;
  }
  for (unsigned i = 0; i < code.program.allLoops().size(); ++i) {
    const LoopInstance &one = code.program.allLoops()[i];
    if (one.region->variables)
      SharingCheck(sema.getASTContext(), code.program, code.touched,
                   code.statics, i, loops[one.staged], findings)
          .run();
  }
  llvm::stable_sort(findings, [](const Finding &a, const Finding &b) {
    return a.loop < b.loop;
  });
  return findings;
}

} // namespace redistc::effects

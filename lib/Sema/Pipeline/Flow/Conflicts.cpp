//===- Conflicts.cpp - What stages may, and must not share -----*- C++ -*-===//
//
// Compares each access of a stage with those of later stages. A conflict that
// generated code may deny is a doubt first.
//
//===----------------------------------------------------------------------===//
#include "Pipeline/Flow/Conflicts.h"

#include "Pipeline/Flow/Aliases.h"
#include "Pipeline/Flow/Names.h"

#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace redistc::sema {

/// A local variable that several stages write, and each before it reads it:
/// nothing passes through it. The check of generated code sees to it that no
/// other name leads there, and that its last value is not read.
static std::set<ObjectId> findScratch(const LoopContext &loop,
                                      const LoopAccesses &uses) {
  std::map<ObjectId, std::size_t> writers;
  std::set<ObjectId> exposed;
  const auto expose = [&](const Accesses &accesses) {
    for (const Access &access : accesses.all)
      exposed.insert(access.object);
  };
  expose(uses.header);
  for (const ItemAccesses &item : uses.items) {
    expose(item.initial);
    expose(item.final);
  }
  for (const Accesses &stage : uses.stages) {
    std::set<ObjectId> written, read;
    for (const Access &access : stage.all) {
      if (access.isExposed)
        exposed.insert(access.object);
      if (access.use & Write)
        written.insert(access.object);
      if (access.use & Read)
        read.insert(access.object);
    }
    for (const ObjectId id : written)
      if (read.count(id)) // else it is for others
        ++writers[id];
      else
        exposed.insert(id);
  }
  std::set<ObjectId> scratch;
  for (const auto &[id, count] : writers) {
    const Object &object = loop.objects[id];
    const auto *variable = dyn_cast_or_null<VarDecl>(object.decl);
    if (count > 1 && exposed.count(id) == 0 && variable &&
        object.kind == ObjectKind::Variable &&
        loop.ownerOf(id) == Owner::Outside && variable->hasLocalStorage() &&
        !variable->getType()->isReferenceType() &&
        !isHandle(variable->getType()))
      scratch.insert(id);
  }
  return scratch;
}

static bool isAtomicInteger(QualType type) {
  const QualType value = valueOfAtomic(type.getNonReferenceType());
  return !value.isNull() && value->isIntegerType() && !value->isBooleanType() &&
         !value->isEnumeralType();
}

/// Atomic integers that several stages write. The check of generated code sees
/// to it that they only add, and that no other part of the loop looks at them.
static std::set<ObjectId> findCounts(LoopContext &loop,
                                     const LoopAccesses &uses) {
  std::map<ObjectId, std::vector<std::size_t>> writers;
  for (std::size_t k = 0; k < uses.stages.size(); ++k)
    for (const Access &access : uses.stages[k].all)
      if ((access.use & Write) && !loop.isStated(loop.shape.stages[k]) &&
          (writers[access.object].empty() ||
           writers[access.object].back() != k))
        writers[access.object].push_back(k);
  std::set<ObjectId> counts;
  for (const auto &[id, all] : writers) {
    const Object object = loop.objects[id];
    if (all.size() < 2 || object.type.isNull() ||
        !isAtomicInteger(object.type) || loop.ownerOf(id) != Owner::Outside)
      continue;
    const StateName name = nameOfState(loop, uses, object);
    const Access &second = *findAccess(uses.stages[all[1]], id, Write);
    if (!name.isNamed || name.form != plan::StateForm::Variable ||
        !checkNameable(loop, object, all[1], second))
      continue;
    counts.insert(id);
    loop.context.report(second.location, DiagnosticKind::CountApart,
                        describe(object), static_cast<int>(all[0] + 1),
                        static_cast<int>(all[1] + 1));
  }
  return counts;
}

SharedObjects findShared(LoopContext &loop, const LoopAccesses &uses) {
  return {findScratch(loop, uses), findCounts(loop, uses)};
}

/// A note where the stage may do less than what a function that it calls lets
/// one think.
static void proposeStated(const LoopContext &loop, const Accesses &found,
                          const Access &access, std::size_t stage,
                          std::vector<SecondPlace> &notes) {
  const auto &parsed = loop.parsed(loop.shape.stages[stage]);
  if (!parsed.stage->isStated() && (access.through || !found.unseen.empty()))
    notes.push_back({parsed.range.getBegin(), DiagnosticKind::ProposeStated,
                     std::to_string(stage + 1)});
}

namespace {
/// Of two stages, `one` in the first of them.
struct Conflict {
  std::size_t first, second;
  const Access *one, *other;
  Alias kind;
};
} // namespace

static void reportConflict(const LoopContext &loop,
                           const std::vector<Accesses> &stages,
                           const Conflict &conflict) {
  // Told where it is not alone the owner's: at the second of two writes, at the
  // read of what another stage writes.
  const bool isBoth =
      (conflict.one->use & Write) && (conflict.other->use & Write);
  const bool isFirstRead = !isBoth && !(conflict.one->use & Write);
  const Access &told = isFirstRead ? *conflict.one : *conflict.other;
  const Access &noted = isFirstRead ? *conflict.other : *conflict.one;
  const std::size_t toldStage = isFirstRead ? conflict.first : conflict.second;
  const std::size_t notedStage = isFirstRead ? conflict.second : conflict.first;
  const std::string name = describe(loop.objects[told.object]);
  std::vector<SecondPlace> notes;
  addInner(told, notes);
  notes.push_back({noted.location, DiagnosticKind::WrittenHere,
                   describe(loop.objects[noted.object]) +
                       " is written by stage " +
                       std::to_string(notedStage + 1)});
  addInner(noted, notes);
  if (conflict.kind == Alias::May) {
    proposeStated(loop, stages[toldStage], told, toldStage, notes);
    proposeStated(loop, stages[notedStage], noted, notedStage, notes);
  }
  const llvm::ArrayRef<SecondPlace> places(notes);
  const int toldNumber = static_cast<int>(toldStage + 1);
  const int notedNumber = static_cast<int>(notedStage + 1);
  if (conflict.kind == Alias::May)
    loop.context.error(told.location, DiagnosticKind::MayBeShared, places, name,
                       isBoth, toldNumber, describe(loop.objects[noted.object]),
                       notedNumber);
  else if (isBoth)
    loop.context.error(told.location, DiagnosticKind::TwoWriters, places, name,
                       notedNumber, toldNumber);
  else
    loop.context.error(told.location, DiagnosticKind::ReadOfState, places, name,
                       toldNumber, notedNumber);
}

/// Whether it is memory behind a pointer of a called function: each call may
/// have another. Generated code tells.
static bool isOfCalled(const LoopContext &loop, ObjectId id) {
  const Object &object = loop.objects.whole(loop.objects[id]);
  const auto *pointer = dyn_cast_or_null<VarDecl>(object.decl);
  return object.kind == ObjectKind::Pointee && pointer &&
         pointer->hasLocalStorage() && !isa<ParmVarDecl>(pointer) &&
         pointer->getDeclContext() != loop.function;
}

namespace {
class ConflictFinder {
public:
  ConflictFinder(LoopContext &around, const LoopAccesses &found,
                 const HeaderEvaluation &evaluated, const SharedObjects &both)
      : loop(around), uses(found), header(evaluated), shared(both) {
    for (const StageShape &stage : loop.shape.stages)
      isStated.push_back(loop.isStated(stage));
  }

  /// `isBoth`: writes of both alone.
  void compare(std::size_t first, std::size_t second, bool isBoth);

  std::vector<Conflict> conflicts;
  DoubtedVariables doubted;

private:
  bool mayShare(const Access &, const Access &later) const;
  void judge(const Conflict &);
  bool isDoubt(const Conflict &, bool areStated);

  LoopContext &loop;
  const LoopAccesses &uses;
  const HeaderEvaluation &header;
  const SharedObjects &shared;
  std::vector<bool> isStated; ///< by stage
  // One error for a pair of objects, and one for a pair of places, where one
  // expression may be of several objects.
  std::set<std::pair<ObjectId, ObjectId>> told;
  std::set<std::pair<SourceLocation, SourceLocation>> toldAt;
};
} // namespace

/// What the header declares and uses is checked with it; what it only declares
/// travels where the rank of stage 1 evaluates it, from earlier stages to later
/// ones.
bool ConflictFinder::mayShare(const Access &one, const Access &later) const {
  // Each may set errno for itself.
  if (isErrno(loop.objects[one.object]) && (one.use & later.use & Write))
    return true;
  if (one.object == later.object && shared.contains(one.object))
    return true;
  if (one.object != later.object &&
      (loop.isElement(one.object) || loop.isElement(later.object)))
    return false;
  const Owner owner = loop.ownerOf(one.object);
  if (owner == Owner::Item || loop.ownerOf(later.object) == Owner::Item)
    return true;
  return owner == Owner::Loop &&
         (findAccess(uses.header, one.object, Read | Write) ||
          (header.isByFirst() && !(later.use & Write)));
}

/// Whether generated code may tell that it is no conflict. What a stage states
/// it cannot deny.
bool ConflictFinder::isDoubt(const Conflict &conflict, bool areStated) {
  const Object &object = loop.objects[conflict.one->object];
  const auto *variable = dyn_cast_or_null<VarDecl>(object.decl);
  if (loop.facts.isAsked || areStated ||
      conflict.one->object != conflict.other->object || !variable ||
      object.kind != ObjectKind::Variable)
    return false;
  doubted.insert(variable);
  return true;
}

void ConflictFinder::judge(const Conflict &conflict) {
  const ObjectId one = conflict.one->object, other = conflict.other->object;
  const bool areStated = isStated[conflict.first] || isStated[conflict.second];
  if (conflict.kind == Alias::No ||
      (one == other && isOfCalled(loop, one) && !areStated) ||
      !told.insert(std::minmax(one, other)).second ||
      (conflict.kind == Alias::May && areApart(loop, one, other)))
    return;
  if (!isDoubt(conflict, areStated) &&
      toldAt.insert({conflict.one->location, conflict.other->location}).second)
    conflicts.push_back(conflict);
}

void ConflictFinder::compare(std::size_t first, std::size_t second,
                             bool isBoth) {
  for (const Access &one : uses.stages[first].all)
    for (const Access &other : uses.stages[second].all) {
      const bool writes = isBoth ? (one.use & Write) && (other.use & Write)
                                 : ((one.use | other.use) & Write) != 0;
      if (writes && !mayShare(one, other))
        judge({first, second, &one, &other,
               aliasOf(loop, one.object, other.object)});
    }
}

DoubtedVariables checkConflicts(LoopContext &loop, const LoopAccesses &uses,
                                const HeaderEvaluation &header,
                                const SharedObjects &shared) {
  ConflictFinder finder(loop, uses, header, shared);
  const std::size_t count = uses.stages.size();
  for (const bool isBoth : {true, false})
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t j = i + 1; j < count; ++j)
        finder.compare(i, j, isBoth);
  if (finder.doubted.empty())
    for (const Conflict &conflict : finder.conflicts)
      reportConflict(loop, uses.stages, conflict);
  return std::move(finder.doubted);
}

} // namespace redistc::sema

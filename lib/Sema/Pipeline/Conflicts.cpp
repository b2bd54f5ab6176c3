//===- Conflicts.cpp - What two stages must not share ----------*- C++ -*-===//
//
// An object from outside the loop is written by one stage at most, and then
// used by that stage alone. Pointers of which nothing is known may refer to the
// same object where their types allow it.
//
//===----------------------------------------------------------------------===//
#include "Pipeline/Flow.h"

#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace redistc::sema {

/// Members of one union share their place.
static bool areOfOneUnion(const Object &a, const Object &b) {
  const auto *first = dyn_cast_or_null<FieldDecl>(a.decl);
  const auto *second = dyn_cast_or_null<FieldDecl>(b.decl);
  return first && second && first->getParent()->isUnion() &&
         declaresSameEntity(first->getParent(), second->getParent());
}

/// A reference that the function was given: it may be to what another one, or
/// a pointer, refers to.
static bool isGivenReference(const Object &object) {
  return object.kind == ObjectKind::Variable && object.decl &&
         isa<ParmVarDecl>(object.decl) &&
         object.decl->getType()->isReferenceType();
}

static bool isRestrict(const Object &object) {
  return object.decl && object.decl->getType().isRestrictQualified();
}

static QualType typeOf(const Object &object) {
  return object.type.isNull() ? QualType() : object.type.getNonReferenceType();
}

/// Whether an unknown pointer's target may be the other object.
bool PipelineFlow::mayBePointedTo(const Object &pointee,
                                  const Object &other) const {
  if (!areCompatible(typeOf(pointee), typeOf(other)))
    // A pointer to a part whose address is taken.
    return other.kind == ObjectKind::Variable && other.decl &&
           !typeOf(pointee).isNull() &&
           roots.isAddressTaken(other.decl, typeOf(pointee));
  if (other.kind == ObjectKind::Pointee)
    return other.isShared;
  if (other.kind != ObjectKind::Variable)
    return other.kind == ObjectKind::Member;
  if (isGivenReference(other))
    return true;
  const auto *variable = dyn_cast_or_null<VarDecl>(other.decl);
  return variable && (variable->hasGlobalStorage() ||
                      roots.isAddressTaken(variable, typeOf(pointee)));
}

PipelineFlow::Overlap PipelineFlow::overlap(ObjectId first,
                                            ObjectId second) const {
  if (first == second)
    return Overlap::Same;
  // The array of an element may be another one by another name.
  if (isElement(first) || isElement(second)) {
    first = isElement(first) ? objects[first].owner : first;
    second = isElement(second) ? objects[second].owner : second;
    if (first == second)
      return Overlap::None;
  }
  if (objects[first].kind == ObjectKind::Part &&
      objects[second].kind == ObjectKind::Part &&
      objects[first].owner == objects[second].owner)
    return Overlap::None; // of two members
  const Object &a = objects.whole(objects[first]),
               &b = objects.whole(objects[second]);
  if (&a == &b)
    return Overlap::Same;
  if (isOfThis(a) && isOfThis(b))
    return a.kind == ObjectKind::Whole || b.kind == ObjectKind::Whole ||
                   areOfOneUnion(a, b)
               ? Overlap::Same
               : Overlap::None;
  if (isRestrict(a) || isRestrict(b))
    return Overlap::None;
  if (ownerOf(first) != Owner::Outside || ownerOf(second) != Owner::Outside)
    return Overlap::None;
  if (isGivenReference(a) && isGivenReference(b))
    return areCompatible(typeOf(a), typeOf(b)) ? Overlap::Maybe : Overlap::None;
  const bool isUnknown =
      (a.kind == ObjectKind::Pointee && a.isShared && mayBePointedTo(a, b)) ||
      (b.kind == ObjectKind::Pointee && b.isShared && mayBePointedTo(b, a));
  return isUnknown ? Overlap::Maybe : Overlap::None;
}

void PipelineFlow::conflict(std::size_t first, const Access &one,
                            std::size_t second, const Access &other,
                            Overlap kind) {
  // Told where it is not alone the owner's: at the second of two writes, at the
  // read of what another stage writes.
  const bool isBoth = (one.use & Write) && (other.use & Write);
  const bool isFirstRead = !isBoth && !(one.use & Write);
  const Access &told = isFirstRead ? one : other;
  const Access &noted = isFirstRead ? other : one;
  const std::size_t toldStage = isFirstRead ? first : second;
  const std::size_t notedStage = isFirstRead ? second : first;
  const std::string name = describe(objects[told.object]);
  std::vector<SecondPlace> notes;
  addInner(told, notes);
  notes.push_back({noted.location, DiagnosticKind::WrittenHere,
                   describe(objects[noted.object]) + " is written by stage " +
                       std::to_string(notedStage + 1)});
  addInner(noted, notes);
  if (kind == Overlap::Maybe) {
    proposeStated(told, toldStage, notes);
    proposeStated(noted, notedStage, notes);
  }
  const llvm::ArrayRef<SecondPlace> places(notes);
  const int toldNumber = static_cast<int>(toldStage + 1);
  const int notedNumber = static_cast<int>(notedStage + 1);
  if (kind == Overlap::Maybe)
    context.error(told.location, DiagnosticKind::MayBeShared, places, name,
                  isBoth, toldNumber, describe(objects[noted.object]),
                  notedNumber);
  else if (isBoth)
    context.error(told.location, DiagnosticKind::TwoWriters, places, name,
                  notedNumber, toldNumber);
  else
    context.error(told.location, DiagnosticKind::ReadOfState, places, name,
                  toldNumber, notedNumber);
}

/// Whether it is memory behind a pointer of a called function: each call may
/// have another. Generated code tells.
bool PipelineFlow::isOfCalled(ObjectId id) const {
  const Object &object = objects.whole(objects[id]);
  const auto *pointer = dyn_cast_or_null<VarDecl>(object.decl);
  return object.kind == ObjectKind::Pointee && pointer &&
         pointer->hasLocalStorage() && !isa<ParmVarDecl>(pointer) &&
         pointer->getDeclContext() != function;
}

/// Whether generated code may tell that it is no conflict. What a stage states
/// it cannot deny.
bool PipelineFlow::isDoubt(std::size_t first, const Access &one,
                           std::size_t second, const Access &other) {
  if (facts.isAsked || one.object != other.object ||
      namedBy(shape.stages[first]) || namedBy(shape.stages[second]))
    return false;
  const auto *variable = dyn_cast_or_null<VarDecl>(objects[one.object].decl);
  if (!variable || objects[one.object].kind != ObjectKind::Variable)
    return false;
  doubted.insert(variable);
  return true;
}

void PipelineFlow::checkConflicts() {
  // A pair of stages has one error for a pair of objects, and for a pair of
  // places, where one expression may be of several objects.
  std::set<std::pair<ObjectId, ObjectId>> told;
  std::set<std::pair<SourceLocation, SourceLocation>> toldAt;
  struct Conflict {
    std::size_t first, second;
    const Access *access, *other;
    Overlap kind;
  };
  std::vector<Conflict> found;
  // What the header declares and uses is checked with it; what it only declares
  // travels where the rank of stage 1 evaluates it, from earlier stages to
  // later ones.
  const auto mayShare = [&](const Access &one, const Access &later) {
    // Each may set errno for itself.
    if (isErrno(objects[one.object]) && (one.use & later.use & Write))
      return true;
    if (one.object == later.object &&
        (scratch.count(one.object) || counts.count(one.object)))
      return true;
    if (one.object != later.object &&
        (isElement(one.object) || isElement(later.object)))
      return false;
    const Owner owner = ownerOf(one.object);
    if (owner == Owner::Item || ownerOf(later.object) == Owner::Item)
      return true;
    return owner == Owner::Loop && (find(header, one.object, Read | Write) ||
                                    (isDriven() && !(later.use & Write)));
  };
  const auto check = [&](std::size_t i, std::size_t j, bool isBoth) {
    for (const Access &one : stages[i].all) {
      for (const Access &other : stages[j].all) {
        const bool writes = isBoth ? (one.use & Write) && (other.use & Write)
                                   : ((one.use | other.use) & Write) != 0;
        if (!writes || mayShare(one, other))
          continue;
        const Overlap kind = overlap(one.object, other.object);
        if (kind == Overlap::None ||
            !told.insert(std::minmax(one.object, other.object)).second)
          continue;
        if (kind == Overlap::Maybe && areApart(one.object, other.object))
          continue;
        if (one.object == other.object && isOfCalled(one.object) &&
            !namedBy(shape.stages[i]) && !namedBy(shape.stages[j]))
          continue;
        if (!isDoubt(i, one, j, other) &&
            toldAt.insert({one.location, other.location}).second)
          found.push_back({i, j, &one, &other, kind});
      }
    }
  };
  for (const bool isBoth : {true, false})
    for (std::size_t i = 0; i < stages.size(); ++i)
      for (std::size_t j = i + 1; j < stages.size(); ++j)
        check(i, j, isBoth);
  if (!isDoubtful())
    for (const Conflict &one : found)
      conflict(one.first, *one.access, one.second, *one.other, one.kind);
}

} // namespace redistc::sema

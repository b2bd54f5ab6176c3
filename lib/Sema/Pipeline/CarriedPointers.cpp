//===- CarriedPointers.cpp - carry(p[0 : n]) of a pipeline ----------------===//
//
// The elements behind a pointer of the item are a part of it: an object of
// their own, which no other name leads to. What else the pointer may refer to
// is looked at in generated code.
//
//   #pragma pipeline carry(p[0 : n], tile.cells[0 : tile.count])
//     variable p, member null     the pointer arrives with its elements
//     variable tile, member cells tile arrives, then its elements
//
// The expressions are slots of the first stage: the names are declared there.
//
//===----------------------------------------------------------------------===//
#include "Pipeline/Flow.h"

#include "Common/Parameters.h"
#include "Common/Travel.h"

#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace redistc::sema {

namespace parameterNames = directive::parameterNames;

/// The variable and the member that `p` or `item.p` names; null, null of all
/// else.
static std::pair<const VarDecl *, const FieldDecl *>
pointerNamed(const Expr *name) {
  const FieldDecl *field = nullptr;
  name = name->IgnoreParens();
  if (const auto *member = dyn_cast<MemberExpr>(name);
      member && !member->isArrow()) {
    field = dyn_cast<FieldDecl>(member->getMemberDecl());
    name = member->getBase()->IgnoreParenImpCasts();
    if (field && isa<DeclRefExpr>(name) &&
        declaresSameEntity(field->getParent(),
                           name->getType()->getAsCXXRecordDecl()))
      return {dyn_cast<VarDecl>(cast<DeclRefExpr>(name)->getDecl()), field};
    return {nullptr, nullptr};
  }
  const auto *variable = dyn_cast<DeclRefExpr>(name);
  return {variable ? dyn_cast<VarDecl>(variable->getDecl()) : nullptr, nullptr};
}

/// Whether each item has the variable anew.
static bool isDeclaredByItem(const PipelineShape &shape,
                             const VarDecl *variable) {
  const auto isIt = [variable](const Decl *declared) {
    return declared && declaresSameEntity(declared, variable);
  };
  if (const auto *loop = dyn_cast<WhileStmt>(shape.loop);
      loop && isIt(loop->getConditionVariable()))
    return true;
  if (const auto *range = dyn_cast<CXXForRangeStmt>(shape.loop);
      range && isIt(range->getLoopVariable()))
    return true;
  return !variable->hasGlobalStorage() &&
         llvm::any_of(shape.items, [&](const DeclStmt *declaration) {
           return llvm::any_of(declaration->decls(), isIt);
         });
}

/// The context in which the slots of the clause are.
static InstanceContext
contextOfSlots(const InstanceContext &pipeline, const PipelineShape &shape,
               const directive::DirectiveRecorder &recorder) {
  const StageShape &first = shape.stages.front();
  return {pipeline.ast,      pipeline.clangSema,
          pipeline.reported, recorder.directives()[first.directive],
          first.slots,       pipeline.instanceName};
}

/// What an element is; null where the pointer is none of objects.
static QualType elementOf(QualType pointer) {
  if (!pointer->isPointerType())
    return QualType();
  const QualType element = pointer->getPointeeType();
  return element->isFunctionType() || element->isIncompleteType() ||
                 element->isVariableArrayType()
             ? QualType()
             : element.getUnqualifiedType();
}

void PipelineFlow::checkElement(const Carry &carry) {
  const QualType type = carry.element;
  std::optional<Obstacle> obstacle =
      findObstacleToUse(context, type, carry.location);
  const auto *record = type->getAsCXXRecordDecl();
  if (!obstacle && !travelsAsBytes(context, type, carry.location) && record &&
      !record->hasDefaultConstructor())
    obstacle = Obstacle{ObstacleKind::NoDefault, type};
  if (!obstacle && carry.pointee.isVolatileQualified())
    obstacle = Obstacle{ObstacleKind::Volatile, carry.pointee};
  if (obstacle)
    context.error(carry.location, DiagnosticKind::CarryCannotFlow, nullptr,
                  carry.name, type, obstacle->type,
                  static_cast<int>(obstacle->kind), obstacle->place());
}

/// One of the clause, in this instance; nothing after an error.
std::optional<PipelineFlow::Carry>
PipelineFlow::carryOf(const directive::ParsedCarry &parsed) {
  InstanceContext own = contextOfSlots(context, shape, recorder);
  const auto shifted = [&](directive::ParsedExpression expression) {
    expression.slot += *own.directive.stage->firstCarrySlot;
    return expression;
  };
  Carry carry;
  carry.name = parsed.pointer.text;
  carry.location = parsed.pointer.range.getBegin();
  const Expr *name = writtenExpression(own, shifted(parsed.pointer));
  if (!name || !parsed.section.lower || !parsed.section.length) {
    context.hasError = true; // Clang, or the parser, has told the user
    return std::nullopt;
  }
  if (name->isInstantiationDependent())
    return std::nullopt;
  std::tie(carry.variable, carry.member) = pointerNamed(name);
  const QualType type = name->getType();
  const bool isNamed =
      carry.variable && !carry.variable->getType()->isReferenceType() &&
      !type.isConstQualified() && isDeclaredByItem(shape, carry.variable);
  if (!isNamed || elementOf(type).isNull()) {
    context.error(carry.location, DiagnosticKind::CarryNotPointer, nullptr,
                  carry.name, isNamed && type->isPointerType());
    return std::nullopt;
  }
  const plan::Parameter lower =
      checkInteger(own, shifted(*parsed.section.lower), parameterNames::lower);
  if (!own.hasError && lower.value != 0)
    own.error(parsed.section.lower->range.getBegin(),
              DiagnosticKind::CarryNotFirst, nullptr, lower.text);
  const directive::ParsedExpression length = shifted(*parsed.section.length);
  carry.count = checkInteger(own, length, parameterNames::length, 0,
                             DiagnosticKind::LengthNegative);
  carry.counting = integerCast(own, length);
  context.hasError |= own.hasError;
  if (own.hasError || carry.counting->isInstantiationDependent())
    return std::nullopt;
  carry.pointee = type->getPointeeType();
  carry.element = elementOf(type);
  return carry;
}

void PipelineFlow::findCarries() {
  const auto &all = context.directive.pipeline->carries;
  if (all.empty())
    return;
  const auto &first =
      recorder.directives()[shape.stages.front().directive].stage;
  if (!first->firstCarrySlot) { // another pipeline stands before the stage
    context.error(all.front().pointer.range.getBegin(),
                  DiagnosticKind::InternalFault, nullptr,
                  "the first stage does not know what 'carry' names");
    return;
  }
  for (const directive::ParsedCarry &parsed : all) {
    auto carry = carryOf(parsed);
    if (!carry)
      continue;
    const std::pair key(carry->variable->getCanonicalDecl(), carry->member);
    carry->whole = objects.variable(carry->variable);
    carry->elements =
        objects.intern({ObjectKind::Pointee, carry->variable,
                        carry->member ? carry->name : "", carry->element,
                        /*isShared=*/false});
    checkElement(*carry);
    if (!summaries.carried.try_emplace(key, carry->elements).second)
      context.error(carry->location, DiagnosticKind::CarryTwice, nullptr,
                    carry->name);
    carry->index = carries.size();
    carries.push_back(std::move(*carry));
  }
}

/// Whether a stage behind the cut may use what the variable is there.
bool PipelineFlow::isReadBehind(std::size_t cut, ObjectId id) const {
  for (std::size_t k = cut + 1; k < stages.size(); ++k) {
    if (llvm::any_of(stages[k].all, [id](const Access &access) {
          return access.object == id && access.isExposed;
        }))
      return true;
    if (stages[k].overwritten.count(id))
      return false;
  }
  return false;
}

/// A stage that hands elements on reads how many there are.
void PipelineFlow::addCounts() {
  for (const Carry &carry : carries) {
    Accesses count = accessesOf({carry.counting});
    forgetErrno(count);
    for (const Access &access : count.all)
      if (access.use & Write)
        context.error(access.location, DiagnosticKind::CarryCountChanges,
                      nullptr, carry.name, describe(objects[access.object]));
    for (std::size_t k = 0; k + 1 < stages.size(); ++k) {
      if (!isReadBehind(k, carry.whole))
        continue;
      for (Access access : count.all) {
        access.isExposed = !stages[k].overwritten.count(access.object);
        stages[k].all.push_back(access);
      }
      llvm::append_range(stages[k].unseen, count.unseen);
    }
  }
}

/// What a stage that changes the elements writes.
bool PipelineFlow::areElementsWrittenUpTo(std::size_t stage,
                                          ObjectId whole) const {
  return llvm::any_of(carries, [&](const Carry &carry) {
    return carry.whole == whole && isWrittenUpTo(stage, carry.elements);
  });
}

/// Whether the variable is the pointer itself: its elements travel in its
/// place.
bool PipelineFlow::isCarriedPointer(ObjectId id) const {
  return llvm::any_of(carries, [id](const Carry &carry) {
    return carry.whole == id && !carry.member;
  });
}

/// Whether the address of elements is among the bytes of the variable: each
/// rank has another one.
bool PipelineFlow::hasCarriedBytes(ObjectId id) {
  return llvm::any_of(carries, [&](const Carry &carry) {
    return carry.whole == id && carry.member &&
           travelsAsBytes(context, carry.variable->getType(), carry.location);
  });
}

/// Of a class that goes as its bytes, an address that no carry() names.
std::optional<Obstacle> PipelineFlow::obstacleBesideCarried(ObjectId id,
                                                            QualType type) {
  const SourceLocation place = objects[id].decl->getLocation();
  const auto *record = type->getAsCXXRecordDecl();
  if (!hasCarriedBytes(id) || !record)
    return findObstacleToUse(context, type, place);
  for (const CXXBaseSpecifier &base : record->bases())
    if (auto obstacle = findObstacleToUse(context, base.getType(), place))
      return obstacle;
  for (const FieldDecl *field : record->fields()) {
    if (llvm::any_of(carries, [&](const Carry &one) {
          return one.whole == id && declaresSameEntity(one.member, field);
        }))
      continue;
    if (auto obstacle = findObstacleToUse(context, field->getType(), place)) {
      obstacle->path = "member '" + field->getNameAsString() + "' of '" +
                       record->getNameAsString() + "'";
      return obstacle;
    }
  }
  return std::nullopt;
}

/// `p[0 : n]`
static std::string textOf(const plan::CarriedElements &elements) {
  return elements.pointer + "[0 : " + elements.count + ']';
}

/// The elements behind the variable, after it.
void PipelineFlow::addCarriedElements(std::size_t cut, ObjectId whole) {
  for (const Carry &carry : carries) {
    if (carry.whole != whole)
      continue;
    plan::CarriedVariable variable;
    variable.text = textOf({carry.name, carry.count.text});
    variable.type = carry.pointee.getAsString(context.ast.getPrintingPolicy());
    variable.elements = static_cast<int>(carry.index);
    if (carry.count.value &&
        travelsAsBytes(context, carry.element, carry.location))
      variable.bytes =
          *carry.count.value *
          context.ast.getTypeSizeInChars(carry.element).getQuantity();
    checkedStages[cut].carried.push_back(variable);
  }
}

bool PipelineFlow::isUsed(const Carry &carry) const {
  return carriedAnywhere.count(carry.whole) != 0;
}

void PipelineFlow::warnUnusedCarries() {
  for (const Carry &carry : carries)
    if (!isUsed(carry) && !isPattern &&
        context.reported.insert({DiagnosticKind::CarryUnused, carry.location})
            .second)
      directive::report(context.ast.getDiagnostics(), carry.location,
                        DiagnosticKind::CarryUnused)
          << carry.name;
}

/// Who changes the number of elements, or the pointer, changes what there is.
std::vector<plan::WatchedVariable>
PipelineFlow::watchedElements(const Accesses &once) {
  std::vector<plan::WatchedVariable> found;
  for (const Carry &carry : carries) {
    if (!isUsed(carry))
      continue;
    plan::WatchedVariable watched;
    watched.text = textOf({carry.name, carry.count.text});
    watched.type = carry.pointee.getAsString(context.ast.getPrintingPolicy());
    watched.isOfItem = true;
    watched.isSaved = true;
    watched.elements = static_cast<int>(carry.index);
    watched.readers = readersOf(carry.whole);
    ObjectIds parts = {carry.whole, carry.elements};
    for (const Access &access : accessesOf({carry.counting}).all)
      addTo(parts, access.object);
    for (const ObjectId id : parts)
      watched.writers.merge(writersOf(id, once));
    found.push_back(std::move(watched));
  }
  return found;
}

std::vector<effects::CarriedPointer> PipelineFlow::carriedPointers() const {
  std::vector<effects::CarriedPointer> found;
  for (const Carry &carry : carries) {
    effects::CarriedPointer &one = found.emplace_back();
    one.variable = carry.variable;
    one.member = carry.member;
    one.count = carry.counting;
    one.isFlat = travelsAsBytes(context, carry.element, carry.location);
    for (std::size_t k = 0; k < carried.size(); ++k)
      if (llvm::is_contained(carried[k], carry.whole))
        one.cuts.insert(k);
  }
  return found;
}

void PipelineFlow::describeCarries(plan::CheckedPipeline &checked) const {
  if (checked.carries.empty())
    for (const Carry &carry : carries)
      checked.carries.push_back({carry.name, carry.count.text});
}

} // namespace redistc::sema

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
#include "Pipeline/Accesses/ItemObjects.h"

#include "Common/Parameters.h"

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
static bool isDeclaredByItem(const LoopContext &loop, const VarDecl *variable) {
  return llvm::any_of(loop.items, [&](const ItemVariable &item) {
    return declaresSameEntity(item.decl, variable) &&
           !(item.isOfCondition && isa<ForStmt>(loop.shape.loop));
  });
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

static void checkElement(InstanceContext &context, const Carry &carry) {
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
static std::optional<Carry> carryOf(LoopContext &loop,
                                    const directive::ParsedCarry &parsed) {
  InstanceContext &context = loop.context;
  InstanceContext own = loop.contextOf(loop.shape.stages.front());
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
      !type.isConstQualified() && isDeclaredByItem(loop, carry.variable);
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

std::vector<Carry> findCarries(LoopContext &loop) {
  InstanceContext &context = loop.context;
  std::vector<Carry> carries;
  const auto &all = context.directive.pipeline->carries;
  if (all.empty())
    return carries;
  if (!loop.parsed(loop.shape.stages.front()).stage->firstCarrySlot) {
    // Another pipeline stands before the stage.
    context.error(all.front().pointer.range.getBegin(),
                  DiagnosticKind::InternalFault, nullptr,
                  "the first stage does not know what 'carry' names");
    return carries;
  }
  for (const directive::ParsedCarry &parsed : all) {
    auto carry = carryOf(loop, parsed);
    if (!carry)
      continue;
    carry->whole = loop.objects.variable(carry->variable);
    carry->elements =
        loop.objects.intern({ObjectKind::Pointee, carry->variable,
                             carry->member ? carry->name : "", carry->element,
                             /*isShared=*/false});
    checkElement(context, *carry);
    if (llvm::any_of(carries, [&](const Carry &other) {
          return other.whole == carry->whole && other.member == carry->member;
        }))
      context.error(carry->location, DiagnosticKind::CarryTwice, nullptr,
                    carry->name);
    carry->index = carries.size();
    carries.push_back(std::move(*carry));
  }
  return carries;
}

ItemObjects findItemObjects(LoopContext &loop, bool needsFirst) {
  ItemObjects own;
  if (!loop.isPattern)
    loop.summaries.divided = findDivided(loop);
  if (!loop.isPattern && !needsFirst) {
    ItemElements elements = findElements(loop);
    own.elements = std::move(elements.ids);
    loop.summaries.elements = std::move(elements.names);
  }
  own.carries = findCarries(loop);
  for (const Carry &carry : own.carries)
    loop.summaries.carried.try_emplace(
        {carry.variable->getCanonicalDecl(), carry.member}, carry.elements);
  return own;
}

bool ItemObjects::isCarriedPointer(ObjectId id) const {
  return llvm::any_of(carries, [id](const Carry &carry) {
    return carry.whole == id && !carry.member;
  });
}

bool hasCarriedBytes(const LoopContext &loop, const ItemObjects &own,
                     ObjectId id) {
  return llvm::any_of(own.carries, [&](const Carry &carry) {
    return carry.whole == id && carry.member &&
           travelsAsBytes(loop.context, carry.variable->getType(),
                          carry.location);
  });
}

std::optional<Obstacle> obstacleBesideCarried(const LoopContext &loop,
                                              const ItemObjects &own,
                                              ObjectId id) {
  InstanceContext &context = loop.context;
  const QualType type = loop.objects[id].type.getNonReferenceType();
  const SourceLocation place = loop.objects[id].decl->getLocation();
  const auto *record = type->getAsCXXRecordDecl();
  if (!hasCarriedBytes(loop, own, id) || !record)
    return findObstacleToUse(context, type, place);
  for (const CXXBaseSpecifier &base : record->bases())
    if (auto obstacle = findObstacleToUse(context, base.getType(), place))
      return obstacle;
  for (const FieldDecl *field : record->fields()) {
    if (llvm::any_of(own.carries, [&](const Carry &one) {
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

std::string proposedCarry(const LoopContext &loop, const ValueDecl &pointer) {
  const auto *variable = dyn_cast<VarDecl>(&pointer);
  const QualType element = elementOf(pointer.getType());
  if (!variable || element.isNull() || pointer.getType().isConstQualified() ||
      !isDeclaredByItem(loop, variable) ||
      findObstacleToUse(loop.context, element, pointer.getLocation()))
    return "";
  return "; if it has n elements, write '#pragma pipeline carry(" +
         pointer.getNameAsString() + "[0 : n])'";
}

} // namespace redistc::sema

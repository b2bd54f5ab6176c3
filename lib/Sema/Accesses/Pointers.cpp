//===- Pointers.cpp - Targets of pointers and handles ---------------------===//
//
// A handle refers to what it was made of: the address, the container, or what
// the arguments of its construction, or of the call that returned it, refer to.
//
//===----------------------------------------------------------------------===//
#include "Accesses/Roots.h"

#include "Accesses/Accesses.h"
#include "Accesses/KnownFunctions.h"

using namespace clang;

namespace redistc::sema {

/// Without numbers and the like of another type. A class or an array may have
/// a part of the type.
ObjectIds Roots::fitting(const ObjectIds &ids, QualType type) const {
  ObjectIds found;
  for (const ObjectId id : ids) {
    const QualType given = objects[id].type;
    if (objects[id].kind == ObjectKind::Closure)
      continue; // nothing points to it
    if (type.isNull() || given.isNull() ||
        !given.getNonReferenceType()->isScalarType() || isHandle(given) ||
        areCompatible(given, type))
      addTo(found, id);
  }
  return found;
}

/// What travels with the pointers in a variable of the item.
ObjectIds Roots::carriedIn(const ValueDecl *variable, QualType type) const {
  ObjectIds ids;
  for (const auto &[place, elements] : summaries.carried)
    if (place.first == variable && areCompatible(objects[elements].type, type))
      addTo(ids, elements);
  return ids;
}

ObjectIds Roots::pointees(ObjectId id, QualType type) {
  const Object object = objects[id];
  switch (object.kind) {
  case ObjectKind::Pointee:
  case ObjectKind::Result:
  case ObjectKind::Hidden:
    return {id};
  case ObjectKind::Variable: {
    if (const ObjectIds ids = carriedIn(object.decl, type); !ids.empty())
      return ids;
    if (summaries.ownsElements(object.decl))
      return {id};
    const ValueDecl *whole = object.decl;
    if (const auto *binding = dyn_cast<BindingDecl>(whole))
      whole = binding->getDecomposedDecl();
    if (const auto *variable = dyn_cast_or_null<VarDecl>(whole)) {
      if (isHandle(variable->getType()))
        return pointsTo(variable);
      if (!isa<ParmVarDecl>(variable) && pending.insert(variable).second) {
        ObjectIds ids;
        if (variable->hasInit())
          ids = ofConstruction({variable->getInit()}, type);
        addTo(ids, fitting(heldBy({id}), type));
        pending.erase(variable);
        if (!ids.empty())
          return ids;
      }
    }
    break;
  }
  case ObjectKind::Closure: // of which nobody knows what it was given
  case ObjectKind::Part:    // that holds no address
  case ObjectKind::Element: // nor does this
  case ObjectKind::Whole:
    break;
  case ObjectKind::Member:
    if (summaries.ownsElements(object.decl))
      return {id};
    break;
  }
  return {objects.intern({ObjectKind::Pointee, object.decl, "", type, true})};
}

/// Arguments that what a function returns may refer to: those of its type
/// where there are any.
static llvm::SmallVector<const Expr *, 4>
returnedArguments(const CallSite &site, QualType returned) {
  llvm::SmallVector<const Expr *, 4> fitting, all;
  const QualType wanted = returned.isNull()    ? QualType()
                          : isHandle(returned) ? pointeeOf(returned)
                                               : returned.getNonReferenceType();
  for (const Expr *argument : site.arguments) {
    if (isa<MaterializeTemporaryExpr>(argument->IgnoreParens()) &&
        !isHandle(argument->getType()))
      continue;
    if (isHandle(argument->getType())) {
      const QualType pointee = pointeeOf(argument->getType());
      if (areCompatible(pointee, wanted))
        fitting.push_back(argument);
      // No part of a number is something else.
      if (pointee.isNull() || pointee->isRecordType())
        all.push_back(argument);
    } else if (argument->isGLValue()) {
      if (areCompatible(argument->getType(), wanted))
        fitting.push_back(argument);
      if (argument->getType()->isRecordType() ||
          argument->getType()->isArrayType())
        all.push_back(argument);
    }
  }
  return fitting.empty() ? all : fitting;
}

/// What a class object refers to that is made of these: arguments of a type
/// that fits, and of constructions among them.
ObjectIds Roots::ofConstruction(llvm::ArrayRef<const Expr *> arguments,
                                QualType wanted) {
  ObjectIds ids;
  for (const Expr *argument : arguments) {
    const Expr *const inner = bare(argument);
    if (const auto *construction = dyn_cast<CXXConstructExpr>(inner))
      addTo(ids, ofConstruction(llvm::ArrayRef(construction->getArgs(),
                                               construction->getNumArgs()),
                                wanted));
    else if (const auto *list = dyn_cast<InitListExpr>(inner))
      addTo(ids, ofConstruction(list->inits(), wanted));
    else if (isHandle(inner->getType()) &&
             areCompatible(pointeeOf(inner->getType()), wanted))
      addTo(ids, ofPointer(inner));
    else if (inner->isGLValue() && areCompatible(inner->getType(), wanted))
      addTo(ids, ofLvalue(inner));
    else if (const auto site = callSiteOf(inner); site && !inner->isGLValue()) {
      // A view or proxy: of the object, or of an argument.
      addTo(ids, ofObject(*site));
      for (const Expr *given : returnedArguments(*site, wanted))
        addTo(ids,
              isHandle(given->getType()) ? ofPointer(given) : ofLvalue(given));
    }
  }
  return ids;
}

static bool isGivenByOthers(const VarDecl *variable) {
  return isa<ParmVarDecl>(variable) || variable->hasGlobalStorage();
}

ObjectIds Roots::pointsTo(const VarDecl *variable) {
  if (const llvm::StringRef name = hiddenObjectOf(variable); !name.empty())
    return {objects.hidden(name)};
  if (const auto found =
          summaries.carried.find({variable->getCanonicalDecl(), nullptr});
      found != summaries.carried.end())
    return {found->second};
  if (!pending.insert(variable).second)
    return {};
  ObjectIds ids;
  const auto sources = sourcesOf(variable);
  const auto addOwn = [&](bool isShared) {
    addTo(ids, objects.intern({ObjectKind::Pointee, variable, "",
                               pointeeOf(variable->getType()), isShared}));
  };
  if (isGivenByOthers(variable))
    addOwn(true);
  else if (sources.empty())
    addOwn(false); // a library fills it in
  for (const Expr *source : sources) {
    if (source->isValueDependent()) {
      addOwn(true);
      continue;
    }
    if (source->isNullPointerConstant(summaries.ast,
                                      Expr::NPC_ValueDependentIsNull))
      continue;
    const ObjectIds given =
        variable->getType()->isReferenceType() && source->isGLValue()
            ? pointeesOfLvalue(source)
            : ofPointer(source);
    if (given.empty())
      addOwn(false);
    addTo(ids, given);
  }
  addTo(ids, fitting(heldBy({objects.variable(variable)}), QualType()));
  pending.erase(variable);
  return ids;
}

/// What travels with `item.p`.
ObjectIds Roots::carriedBy(const Expr *expression) const {
  const auto *member = dyn_cast<MemberExpr>(expression);
  const auto *name =
      member && !member->isArrow()
          ? dyn_cast<DeclRefExpr>(member->getBase()->IgnoreParenImpCasts())
          : nullptr;
  const auto *variable = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
  if (!variable)
    return {};
  const auto found =
      summaries.carried.find({variable->getCanonicalDecl(),
                              dyn_cast<FieldDecl>(member->getMemberDecl())});
  return found == summaries.carried.end() ? ObjectIds()
                                          : ObjectIds{found->second};
}

ObjectIds Roots::pointeesOfLvalue(const Expr *expression) {
  expression = expression->IgnoreParenNoopCasts(summaries.ast);
  if (const auto *full = dyn_cast<FullExpr>(expression))
    return full->getSubExpr()->isGLValue()
               ? pointeesOfLvalue(full->getSubExpr())
               : ofPointer(full->getSubExpr());
  if (const auto *temporary = dyn_cast<MaterializeTemporaryExpr>(expression))
    return ofPointer(temporary->getSubExpr());
  if (const auto *name = dyn_cast<DeclRefExpr>(expression))
    if (const auto *variable = dyn_cast<VarDecl>(name->getDecl()))
      return pointsTo(variable);
  if (const auto found = carriedBy(expression); !found.empty())
    return found;
  // A pointer in what a function returns.
  if (const auto *member = dyn_cast<MemberExpr>(expression);
      member && !member->isArrow() &&
      isa<MaterializeTemporaryExpr>(member->getBase()->IgnoreParenImpCasts()))
    return ofConstruction({member->getBase()},
                          pointeeOf(expression->getType()));
  ObjectIds ids;
  for (const ObjectId id : ofLvalue(expression))
    addTo(ids, pointees(id, pointeeOf(expression->getType())));
  return ids;
}

/// ++i, i += n: a handle that returns itself.
static bool isSameHandle(const Expr *call, const ASTContext &ast) {
  const auto site = callSiteOf(call);
  return site->object && !site->isArrow &&
         ast.hasSameUnqualifiedType(site->object->getType(), call->getType());
}

ObjectIds Roots::ofPointer(const Expr *expression) {
  expression = expression->IgnoreParens();
  if (const auto *full = dyn_cast<FullExpr>(expression))
    return ofPointer(full->getSubExpr());
  if (const auto *temporary = dyn_cast<MaterializeTemporaryExpr>(expression))
    return ofPointer(temporary->getSubExpr());
  if (const auto *bound = dyn_cast<CXXBindTemporaryExpr>(expression))
    return ofPointer(bound->getSubExpr());
  if (const auto *argument = dyn_cast<CXXDefaultArgExpr>(expression))
    return ofPointer(argument->getExpr());
  if (isa<CXXThisExpr>(expression))
    return {
        objects.intern({ObjectKind::Whole, nullptr, "", QualType(), false})};
  if (const auto *cast = dyn_cast<CastExpr>(expression)) {
    const Expr *inner = cast->getSubExpr();
    if (cast->getCastKind() == CK_LValueToRValue)
      return pointeesOfLvalue(inner);
    if (cast->getCastKind() == CK_ArrayToPointerDecay)
      return ofLvalue(inner);
    return ofPointer(inner);
  }
  if (const auto *unary = dyn_cast<UnaryOperator>(expression)) {
    if (unary->getOpcode() == UO_AddrOf)
      return ofLvalue(unary->getSubExpr());
    if (unary->isIncrementDecrementOp())
      return pointeesOfLvalue(unary->getSubExpr());
  }
  if (const auto *choice = dyn_cast<AbstractConditionalOperator>(expression)) {
    ObjectIds ids = ofPointer(choice->getTrueExpr());
    addTo(ids, ofPointer(choice->getFalseExpr()));
    return ids;
  }
  if (const auto *binary = dyn_cast<BinaryOperator>(expression)) {
    if (binary->isAssignmentOp())
      return pointeesOfLvalue(binary->getLHS());
    if (binary->getOpcode() == BO_Comma ||
        !isHandle(binary->getLHS()->getType()))
      return ofPointer(binary->getRHS());
    return ofPointer(binary->getLHS());
  }
  if (const auto *construction = dyn_cast<CXXConstructExpr>(expression)) {
    ObjectIds ids;
    for (const Expr *argument : construction->arguments())
      if (isHandle(argument->getType()))
        addTo(ids, ofPointer(argument));
      else if (argument->isGLValue())
        addTo(ids, ofLvalue(argument));
    return ids;
  }
  if (const auto *list = dyn_cast<CXXStdInitializerListExpr>(expression))
    return ofPointer(list->getSubExpr());
  if (const auto *made = dyn_cast<CXXNewExpr>(expression)) {
    ObjectIds ids;
    for (const Expr *place : made->placement_arguments())
      if (isHandle(place->getType()))
        addTo(ids, ofPointer(place));
    return ids;
  }
  if (const auto *list = dyn_cast<InitListExpr>(expression)) {
    ObjectIds ids;
    for (const Expr *part : list->inits())
      if (isHandle(part->getType()))
        addTo(ids, ofPointer(part));
      else if (part->isGLValue())
        addTo(ids, ofLvalue(part));
    return ids;
  }
  if (isa<CallExpr>(expression) &&
      (!expression->isGLValue() || isSameHandle(expression, summaries.ast)))
    return ofCallResult(expression);
  if (expression->isGLValue())
    return expression->getType()->isArrayType() ? ofLvalue(expression)
                                                : pointeesOfLvalue(expression);
  return {};
}

ObjectIds Roots::ofCalled(ObjectId id, const CallSite &site) {
  const Object object = objects[id];
  if (isGivenCallable(object))
    return ofGivenCallable(object, site);
  if (object.kind == ObjectKind::Closure)
    return site.object && declaresSameEntity(object.decl, site.callee)
               ? ofObject(site)
               : ObjectIds{id}; // held by a std::function, it has no name
  if (object.kind == ObjectKind::Part) {
    ObjectIds ids;
    for (const ObjectId whole : ofCalled(object.owner, site))
      addTo(ids, whole == object.owner ? id : whole);
    return ids;
  }
  if (const auto *parameter = dyn_cast_or_null<ParmVarDecl>(object.decl)) {
    const auto *owner = dyn_cast<FunctionDecl>(parameter->getDeclContext());
    if (!owner || !site.callee ||
        owner->getCanonicalDecl() != site.callee->getCanonicalDecl())
      return {id};
    const unsigned index = parameter->getFunctionScopeIndex();
    if (index >= site.arguments.size())
      return {};
    const Expr *argument = site.arguments[index];
    if (object.kind == ObjectKind::Pointee)
      return isHandle(parameter->getType()) ? ofPointer(argument)
             : argument->isGLValue()        ? pointeesOfLvalue(argument)
                                            : ObjectIds();
    return parameter->getType()->isReferenceType() && argument->isGLValue()
               ? ofLvalue(argument)
               : ObjectIds();
  }
  // In a lambda, `this` is that of the function around it.
  const auto *method = dyn_cast_or_null<CXXMethodDecl>(site.callee);
  if (method && method->getParent()->isLambda())
    return {id};
  const bool isOfThis = object.kind == ObjectKind::Member ||
                        object.kind == ObjectKind::Whole ||
                        (object.kind == ObjectKind::Pointee &&
                         (!object.decl || isa<FieldDecl>(object.decl)));
  if (!isOfThis)
    return {id};
  ObjectIds ids;
  // A temporary.
  if (object.kind == ObjectKind::Pointee && site.object && !site.isArrow &&
      !site.object->IgnoreParenImpCasts()->isGLValue())
    return ofConstruction({site.object}, object.type);
  for (const ObjectId root : ofObject(site))
    if (objects[root].kind == ObjectKind::Whole)
      addTo(ids, id);
    else if (object.kind == ObjectKind::Pointee)
      addTo(ids, pointees(root, object.type));
    else
      addTo(ids, root);
  return ids;
}

ObjectIds Roots::ofCallResult(const Expr *call) {
  const auto site = callSiteOf(call);
  if (!site || (!call->isGLValue() && !isHandle(call->getType())))
    return {};
  if (site->callee && isErrnoPlace(site->callee))
    return {objects.hidden(errnoName)};
  if (const Summary *summary = summaries.of(site->callee)) {
    ObjectIds ids;
    for (const ObjectId id : summary->returns)
      addTo(ids, ofCalled(id, *site));
    return ids;
  }
  ObjectIds ids;
  if (site->object) {
    const QualType type = site->object->getType();
    if (!site->isArrow && !isHandle(type))
      return ofObject(*site);
    if (!site->isArrow) {
      if (isOwningHandle(type))
        ids = ofObject(*site);
      addTo(ids, ofPointer(site->object));
      return ids;
    }
    if (!isHandle(type->getPointeeType()))
      return ofObject(*site);
    for (const ObjectId id : ofObject(*site)) // a handle in something
      addTo(ids, pointees(id, pointeeOf(type->getPointeeType())));
    return ids;
  }
  const QualType returned =
      site->callee ? site->callee->getReturnType() : call->getType();
  for (const Expr *argument : returnedArguments(*site, returned))
    addTo(ids, isHandle(argument->getType()) && !call->isGLValue()
                   ? ofPointer(argument)
               : argument->isGLValue() ? ofLvalue(argument)
                                       : ofPointer(argument));
  // A function without parameters hands out the same object again and again.
  if (ids.empty() && site->callee && site->arguments.empty() &&
      !isHarmless(site->callee))
    return {objects.intern(
        {ObjectKind::Result, site->callee, "", call->getType(), false})};
  return ids;
}

} // namespace redistc::sema

//===- EscapedAddresses.cpp - Addresses kept by objects -------------------===//
//
// An address that is put into a part of an object, by an assignment, by its
// construction or by a function, is kept by the object: what is reached through
// the object may be what the address is of. All parts of an object are one, and
// the order does not count. A function whose body is not visible may put what
// it is given into all that it may change, as far as types allow.
//
//   s.p = &x;             s keeps x
//   v.push_back(&x);      v keeps x
//   w.bind(x);            w keeps x, if bind() keeps it or is not visible
//   s.action = [&] {};    s keeps the lambda
//
//===----------------------------------------------------------------------===//
#include "Accesses/Roots.h"

#include "Accesses/Accesses.h"

#include <utility>

using namespace clang;

namespace redistc::sema {

const Expr *bare(const Expr *expression) {
  for (;;) {
    const Expr *inner = expression->IgnoreParenImpCasts();
    if (const auto *full = dyn_cast<FullExpr>(inner))
      inner = full->getSubExpr();
    else if (const auto *temporary = dyn_cast<MaterializeTemporaryExpr>(inner))
      inner = temporary->getSubExpr();
    else if (const auto *bound = dyn_cast<CXXBindTemporaryExpr>(inner))
      inner = bound->getSubExpr();
    else if (const auto *cast = dyn_cast<CXXFunctionalCastExpr>(inner))
      inner = cast->getSubExpr();
    if (inner == expression)
      return inner;
    expression = inner;
  }
}

void Roots::hold(const ObjectIds &holders, const ObjectIds &kept) {
  for (const ObjectId holder : holders)
    for (const ObjectId one : kept)
      if (one != holder)
        addTo(held[holder], one);
}

ObjectIds Roots::heldBy(const ObjectIds &holders) {
  findHoldings();
  ObjectIds ids;
  for (const ObjectId holder : holders)
    if (const auto found = held.find(holder); found != held.end())
      addTo(ids, found->second);
  return ids;
}

const std::map<ObjectId, ObjectIds> &Roots::holdings() {
  findHoldings();
  return held;
}

/// The addresses that a value consists of, or has parts of.
ObjectIds Roots::addressesIn(const Expr *value) {
  if (isHandle(value->getType()))
    return ofPointer(value);
  if (!mayHoldAddresses(value->getType()))
    return {};
  value = bare(value);
  if (!value->isGLValue())
    return keptBy(value);
  return mayHold(value->getType(), QualType()) ? callablesIn(ofLvalue(value))
                                               : heldBy(ofLvalue(value));
}

/// The function that an expression names, or has the address of.
static const FunctionDecl *namedFunction(const Expr *expression) {
  expression = bare(expression);
  if (const auto *unary = dyn_cast<UnaryOperator>(expression))
    expression = bare(unary->getSubExpr());
  const auto *name = dyn_cast<DeclRefExpr>(expression);
  return name ? dyn_cast<FunctionDecl>(name->getDecl()) : nullptr;
}

/// What an argument may leave in an object of the holder's type.
ObjectIds Roots::keptFrom(const Expr *argument, QualType holder,
                          bool isByReference) {
  const QualType type = argument->getType();
  if (const FunctionDecl *function = namedFunction(argument))
    return mayHold(holder, QualType())
               ? ObjectIds{objects.intern(
                     {ObjectKind::Closure, function, "", QualType(), false})}
               : ObjectIds();
  if (isHandle(type))
    return mayHold(holder, pointeeOf(type)) ? ofPointer(argument) : ObjectIds();
  ObjectIds ids;
  if (isByReference && argument->isGLValue() && mayHold(holder, type))
    ids = ofLvalue(argument);
  addTo(ids, addressesIn(argument));
  return ids;
}

static bool isByReference(const FunctionDecl *function, unsigned index) {
  return index < function->getNumParams() &&
         function->getParamDecl(index)->getType()->isReferenceType();
}

ObjectIds Roots::keptByConstruction(const CXXConstructExpr *made) {
  const CXXConstructorDecl *constructor = made->getConstructor();
  const auto site = callSiteOf(made);
  ObjectIds ids;
  const bool isCopy =
      constructor->isCopyOrMoveConstructor() && constructor->isDefaulted();
  if (const Summary *summary = summaries.of(constructor); summary && !isCopy) {
    for (const auto &[holder, kept] : summary->holdings)
      if (isOfThis(objects[holder]))
        for (const ObjectId one : kept)
          addTo(ids, ofCalled(one, *site));
    return ids;
  }
  for (unsigned i = 0; i < made->getNumArgs(); ++i)
    addTo(ids, keptFrom(made->getArg(i), made->getType(),
                        isByReference(constructor, i) &&
                            !isCallableOfStd(made->getType()) &&
                            !constructor->isCopyOrMoveConstructor()));
  return ids;
}

/// What a new object of a class keeps.
ObjectIds Roots::keptBy(const Expr *made) {
  made = bare(made);
  const QualType type = made->getType();
  if (made->isGLValue())
    return heldBy(ofLvalue(made));
  if (const auto *construction = dyn_cast<CXXConstructExpr>(made))
    return keptByConstruction(construction);
  if (const auto *lambda = dyn_cast<LambdaExpr>(made))
    return {objects.intern({ObjectKind::Closure, lambda->getCallOperator(), "",
                            QualType(), false})};
  ObjectIds ids;
  if (const auto *list = dyn_cast<InitListExpr>(made)) {
    for (const Expr *part : list->inits())
      addTo(ids, keptFrom(part, type, /*isByReference=*/true));
  } else if (const auto *defaulted = dyn_cast<CXXDefaultInitExpr>(made)) {
    ids = addressesIn(defaulted->getExpr());
  } else if (const auto site = callSiteOf(made); site && site->callee) {
    for (unsigned i = 0; i < site->arguments.size(); ++i)
      addTo(ids,
            keptFrom(site->arguments[i], type,
                     !isCallableOfStd(type) && isByReference(site->callee, i)));
    addTo(ids, heldBy(ofObject(*site)));
  }
  return ids;
}

/// What the arguments of a call, but `place`, leave in the holders.
void Roots::holdIn(const ObjectIds &holders, QualType type,
                   const CallSite &site, const Expr *place) {
  if (holders.empty() || !mayHoldAddresses(type))
    return;
  // The library copies what it is given by reference, unless it makes its own.
  const bool isKept =
      !isOfStd(site.callee) || (site.callee->getDeclName().isIdentifier() &&
                                site.callee->getName().starts_with("emplace"));
  for (unsigned i = 0; i < site.arguments.size(); ++i)
    if (site.arguments[i] != place)
      hold(holders, keptFrom(site.arguments[i], type,
                             isKept && isByReference(site.callee, i)));
  if (site.object && site.object != place)
    hold(holders, heldBy(ofObject(site)));
}

void Roots::holdUnseen(const CallSite &site) {
  const auto *method = dyn_cast<CXXMethodDecl>(site.callee);
  if (site.object && method && !method->isConst()) {
    const QualType type = site.object->getType();
    holdIn(ofObject(site), site.isArrow ? type->getPointeeType() : type, site,
           site.object);
  }
  for (unsigned i = 0;
       i < site.arguments.size() && i < site.callee->getNumParams(); ++i) {
    const QualType type = site.callee->getParamDecl(i)->getType();
    const bool isPointer = type->isPointerType();
    if (!isPointer && !type->isLValueReferenceType())
      continue;
    const QualType changed = type->getPointeeType();
    if (!changed.isConstQualified() && mayHoldAddresses(changed))
      holdIn(isPointer ? ofPointer(site.arguments[i])
                       : ofLvalue(site.arguments[i]),
             changed, site, site.arguments[i]);
  }
}

void Roots::holdByCall(const CallSite &site) {
  const Summary *summary = summaries.of(site.callee);
  if (!summary)
    return holdUnseen(site);
  for (const auto &[holder, kept] : summary->holdings) {
    const ObjectIds holders = ofCalled(holder, site);
    for (const ObjectId one : kept)
      hold(holders, ofCalled(one, site));
  }
}

void Roots::holdInitial(const ValueDecl *decl, const Expr *initial) {
  const QualType type = decl->getType();
  if (const auto *field = dyn_cast<FieldDecl>(decl))
    hold({objects.named(field)}, type->isReferenceType() && initial->isGLValue()
                                     ? ofLvalue(initial)
                                     : addressesIn(initial));
  else if (!type->isReferenceType() && !isHandle(type) &&
           mayHoldAddresses(type))
    hold(ofVariable(decl), keptBy(initial));
}

/// Twice: what one statement puts into an object, another takes out of it.
void Roots::findHoldings() {
  if (isHeldKnown)
    return;
  isHeldKnown = true;                            // what follows asks, too
  const auto outer = std::exchange(pending, {}); // no part of that question
  for (int round = 0; round < 2; ++round) {
    for (const auto &[place, source] : facts.parts)
      hold(ofLvalue(place), addressesIn(source));
    for (const auto &[decl, initial] : facts.made)
      if (!initial->isValueDependent())
        holdInitial(decl, initial);
    for (const Expr *call : facts.calls)
      if (const auto site = callSiteOf(call); site && site->callee)
        holdByCall(*site);
  }
  pending = outer;
}

} // namespace redistc::sema

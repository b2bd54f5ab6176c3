//===- Roots.cpp - Objects that an expression denotes ----------*- C++ -*-===//
//
// Pure questions: nothing is recorded. A variable that refers to itself in a
// circle contributes nothing the second time.
//
//===----------------------------------------------------------------------===//
#include "Accesses/Roots.h"

#include "Accesses/Accesses.h"
#include "Accesses/KnownFunctions.h"

using namespace clang;

namespace redistc::sema {

std::optional<CallSite> callSiteOf(const Expr *expression) {
  CallSite site;
  if (const auto *construction = dyn_cast<CXXConstructExpr>(expression)) {
    site.callee = construction->getConstructor();
    site.arguments =
        llvm::ArrayRef(construction->getArgs(), construction->getNumArgs());
    return site;
  }
  const auto *call = dyn_cast<CallExpr>(expression);
  if (!call)
    return std::nullopt;
  site.callee = call->getDirectCallee();
  site.arguments = llvm::ArrayRef(call->getArgs(), call->getNumArgs());
  if (const auto *member = dyn_cast<CXXMemberCallExpr>(call)) {
    site.object = member->getImplicitObjectArgument();
    site.isArrow = site.object && site.object->getType()->isPointerType();
    if (const auto *method = dyn_cast_or_null<CXXMethodDecl>(site.callee);
        method && method->isStatic())
      site.object = nullptr;
  } else if (isa<CXXOperatorCallExpr>(call)) {
    const auto *method = dyn_cast_or_null<CXXMethodDecl>(site.callee);
    if (method && !site.arguments.empty()) {
      if (!method->isStatic())
        site.object = site.arguments.front();
      site.arguments = site.arguments.drop_front();
    }
  }
  return site;
}

const ValueDecl *variableIn(const Expr *expression) {
  expression = expression->IgnoreParenImpCasts();
  const ValueDecl *decl = nullptr;
  if (const auto *name = dyn_cast<DeclRefExpr>(expression))
    decl = name->getDecl();
  else if (const auto *member = dyn_cast<MemberExpr>(expression);
           member && isa<CXXThisExpr>(member->getBase()->IgnoreParenImpCasts()))
    decl = member->getMemberDecl();
  return isa_and_nonnull<VarDecl, BindingDecl, FieldDecl>(decl)
             ? cast<ValueDecl>(decl->getCanonicalDecl())
             : nullptr;
}

Roots::Roots(Summaries &known, const FunctionDecl *function, bool isFromOutside)
    : summaries(known), objects(known.objects) {
  const auto *method = dyn_cast_or_null<CXXMethodDecl>(function);
  closure = method;
  if (isFromOutside && method && method->getParent()->isLambda())
    for (const LambdaCapture &capture : method->getParent()->captures())
      if (capture.capturesVariable() &&
          (capture.getCaptureKind() == LCK_ByCopy ||
           capture.getCapturedVar()->isInitCapture()) &&
          !capture.getCapturedVar()->getType()->isReferenceType())
        copied.insert(
            cast<ValueDecl>(capture.getCapturedVar()->getCanonicalDecl()));
  // Lambdas see what the functions around them assign.
  for (const DeclContext *context = function; context;
       context = context->getParent())
    if (const auto *one = dyn_cast<FunctionDecl>(context))
      facts.scan(one);
}

bool Roots::isAddressTaken(const ValueDecl *decl, QualType type) const {
  const auto found =
      facts.addresses.find(cast<ValueDecl>(decl->getCanonicalDecl()));
  return found != facts.addresses.end() &&
         llvm::any_of(found->second, [&](QualType taken) {
           return areCompatible(taken, type);
         });
}

llvm::SmallVector<const Expr *, 2>
Roots::sourcesOf(const VarDecl *variable) const {
  llvm::SmallVector<const Expr *, 2> sources;
  if (variable->hasInit() && !isa<ParmVarDecl>(variable))
    sources.push_back(variable->getInit());
  const auto found =
      facts.assigned.find(cast<ValueDecl>(variable->getCanonicalDecl()));
  if (found != facts.assigned.end())
    sources.append(found->second.begin(), found->second.end());
  return sources;
}

/// Of a stream that is made of the buffer of another one, or of what is no
/// stream; null of all else.
static const Expr *bufferOf(const VarDecl *variable) {
  const CXXRecordDecl *record = variable->getType()->getAsCXXRecordDecl();
  const auto *made = dyn_cast_or_null<CXXConstructExpr>(
      variable->hasInit() ? variable->getInit() : nullptr);
  const bool isStream = record && record->getIdentifier() && isOfStd(record) &&
                        record->getName().contains("stream");
  return isStream && made && made->getNumArgs() == 1 &&
                 made->getArg(0)->getType()->isPointerType() &&
                 made->getArg(0)->getType()->getPointeeCXXRecordDecl()
             ? made->getArg(0)
             : nullptr;
}

ObjectIds Roots::ofVariable(const ValueDecl *decl) {
  if (!isa<VarDecl, BindingDecl>(decl))
    return {};
  decl = cast<ValueDecl>(decl->getCanonicalDecl());
  if (copied.contains(decl))
    return {
        objects.intern({ObjectKind::Closure, closure, "", QualType(), false})};
  const ValueDecl *bound = decl;
  if (const auto *binding = dyn_cast<BindingDecl>(decl))
    bound = binding->getDecomposedDecl();
  // Of a tuple of references.
  if (const auto *binding = dyn_cast<BindingDecl>(decl))
    if (const VarDecl *holding = binding->getHoldingVar();
        holding && isa_and_nonnull<VarDecl>(bound) &&
        !bound->getType()->isReferenceType() &&
        binding->getType()->isLValueReferenceType()) {
      const ObjectIds ids =
          ofConstruction({cast<VarDecl>(bound)->getInit()}, binding->getType());
      if (!ids.empty())
        return ids;
    }
  const auto *variable = dyn_cast_or_null<VarDecl>(bound);
  if (!variable)
    return {objects.variable(decl)};
  if (const llvm::StringRef name = hiddenObjectOf(variable); !name.empty())
    return {objects.hidden(name)};
  if (const Expr *buffer = bufferOf(variable);
      buffer && pending.insert(variable).second) {
    ObjectIds ids = {objects.variable(decl)};
    addTo(ids, ofPointer(buffer));
    pending.erase(variable);
    return ids;
  }
  if (variable->getType()->isReferenceType() && variable->hasInit() &&
      !isa<ParmVarDecl>(variable) && pending.insert(variable).second) {
    const ObjectIds ids = ofLvalue(variable->getInit());
    pending.erase(variable);
    if (!ids.empty())
      return ids;
  }
  return {objects.variable(decl)};
}

static bool isThis(const Expr *expression) {
  expression = expression->IgnoreParenImpCasts();
  if (const auto *deref = dyn_cast<UnaryOperator>(expression))
    return deref->getOpcode() == UO_Deref && isThis(deref->getSubExpr());
  return isa<CXXThisExpr>(expression);
}

/// Whether its members are objects of their own: *this, and what has no name in
/// it.
static bool isNamedApart(const Object &object) {
  return object.kind == ObjectKind::Whole ||
         (object.kind == ObjectKind::Member &&
          object.decl->getDeclName().isEmpty());
}

ObjectIds Roots::ofMember(const MemberExpr *member) {
  const auto *field = dyn_cast<FieldDecl>(member->getMemberDecl());
  if (!field)
    return ofVariable(member->getMemberDecl());
  const Expr *base = member->getBase();
  ObjectIds bases;
  if (isThis(base))
    bases.push_back(
        objects.intern({ObjectKind::Whole, nullptr, "", QualType(), false}));
  else if (member->isArrow())
    bases = ofPointer(base);
  else if (base->isGLValue())
    bases = ofLvalue(base);
  ObjectIds ids;
  for (const ObjectId id : bases) {
    const ObjectId part = isNamedApart(objects[id]) ? objects.named(field)
                          : summaries.divided.count(id)
                              ? objects.part(id, field)
                              : id;
    if (field->getType()->isReferenceType())
      addTo(ids, pointees(part, field->getType().getNonReferenceType()));
    else
      addTo(ids, part);
  }
  return ids;
}

ObjectIds Roots::ofLvalue(const Expr *expression) {
  expression = expression->IgnoreParens();
  if (const auto *full = dyn_cast<FullExpr>(expression))
    return ofLvalue(full->getSubExpr());
  if (const auto found = summaries.elements.find(expression);
      found != summaries.elements.end())
    return {found->second};
  if (const auto *name = dyn_cast<DeclRefExpr>(expression))
    return ofVariable(name->getDecl());
  if (const auto *member = dyn_cast<MemberExpr>(expression))
    return ofMember(member);
  if (const auto *cast = dyn_cast<CastExpr>(expression))
    return cast->getSubExpr()->isGLValue() ? ofLvalue(cast->getSubExpr())
                                           : ObjectIds();
  if (const auto *element = dyn_cast<ArraySubscriptExpr>(expression))
    return ofPointer(element->getBase());
  if (const auto *unary = dyn_cast<UnaryOperator>(expression)) {
    if (unary->getOpcode() != UO_Deref)
      return ofLvalue(unary->getSubExpr());
    if (isThis(unary->getSubExpr()))
      return {
          objects.intern({ObjectKind::Whole, nullptr, "", QualType(), false})};
    return ofPointer(unary->getSubExpr());
  }
  if (const auto *binary = dyn_cast<BinaryOperator>(expression)) {
    if (binary->isAssignmentOp())
      return ofLvalue(binary->getLHS());
    if (binary->isPtrMemOp())
      return binary->getOpcode() == BO_PtrMemI ? ofPointer(binary->getLHS())
                                               : ofLvalue(binary->getLHS());
    return binary->getOpcode() == BO_Comma ? ofLvalue(binary->getRHS())
                                           : ObjectIds();
  }
  if (const auto *choice = dyn_cast<AbstractConditionalOperator>(expression)) {
    ObjectIds ids = ofLvalue(choice->getTrueExpr());
    addTo(ids, ofLvalue(choice->getFalseExpr()));
    return ids;
  }
  if (const auto *opaque = dyn_cast<OpaqueValueExpr>(expression))
    return opaque->getSourceExpr() ? ofLvalue(opaque->getSourceExpr())
                                   : ObjectIds();
  if (const auto *dependent = dyn_cast<CXXDependentScopeMemberExpr>(expression))
    return dependent->isImplicitAccess() || !dependent->getBase() ? ObjectIds()
           : dependent->isArrow() ? ofPointer(dependent->getBase())
                                  : ofLvalue(dependent->getBase());
  if (isa<CallExpr>(expression))
    return ofCallResult(expression);
  return {};
}

ObjectIds Roots::ofObject(const CallSite &site) {
  if (site.variable)
    return ofVariable(site.variable);
  if (!site.object)
    return {};
  if (isThis(site.object))
    return {
        objects.intern({ObjectKind::Whole, nullptr, "", QualType(), false})};
  if (site.isArrow)
    return ofPointer(site.object);
  return site.object->isGLValue() ? ofLvalue(site.object) : ObjectIds();
}
} // namespace redistc::sema

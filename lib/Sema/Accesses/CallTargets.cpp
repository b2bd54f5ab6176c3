//===- CallTargets.cpp - Functions that a call may reach -------*- C++ -*-===//
//
// Calls whose target only the execution decides. A virtual function is any of
// those that override it in the translation unit, unless the object's class is
// known. A pointer to a function, or a function object, is any that is put
// where it is taken from, as far as the function shows.
//
//   void (*table[])(int) = {f, g};  table[i](x)   f or g
//   s.action = [&] { ... };         s.action()    the lambda
//   list.push_back(h);              for (auto &one : list) one();    h
//
//===----------------------------------------------------------------------===//
#include "Accesses/Accesses.h"

#include "Accesses/KnownFunctions.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"

#include <functional>

using namespace clang;

namespace redistc::sema {

// Function objects.

/// All call operators of a class, whatever they are given.
void AccessWalker::runAll(const CXXRecordDecl *record, SourceLocation location,
                          const Expr *copied) {
  record = record->getDefinition();
  if (!record || !calling.insert(record).second)
    return;
  const auto run = [&](const FunctionDecl *operation) {
    callAlone(operation, location, copied);
  };
  for (const Decl *member : record->decls()) {
    if (const auto *method = dyn_cast<CXXMethodDecl>(member)) {
      if (method->getOverloadedOperator() == OO_Call)
        run(method);
    } else if (const auto *generic = dyn_cast<FunctionTemplateDecl>(member)) {
      if (generic->getTemplatedDecl()->getOverloadedOperator() == OO_Call)
        for (const FunctionDecl *instance :
             llvm::to_vector(generic->specializations()))
          run(instance);
    }
  }
  calling.erase(record);
}

/// A function or closure that is named may be called by whoever gets it.
void AccessWalker::mentioned(const DeclRefExpr *name,
                             const FunctionDecl *function) {
  if (function)
    return callAlone(function, name->getLocation());
  const CXXRecordDecl *record = name->getType()->getAsCXXRecordDecl();
  if (record && record->isLambda())
    runAll(record, name->getLocation());
}

/// What a copy is made of.
static const Expr *withoutCopies(const Expr *expression) {
  for (;;) {
    expression = expression->IgnoreParenImpCasts();
    const auto *made = dyn_cast<CXXConstructExpr>(expression);
    if (const auto *bound = dyn_cast<CXXBindTemporaryExpr>(expression))
      expression = bound->getSubExpr();
    else if (made && made->getNumArgs() == 1 &&
             made->getConstructor()->isCopyOrMoveConstructor())
      expression = made->getArg(0);
    else
      return expression;
  }
}

void AccessWalker::functorArgument(const Expr *argument) {
  const CXXRecordDecl *record =
      argument->getType().getNonReferenceType()->getAsCXXRecordDecl();
  if (record && !record->isLambda() && !isOfStd(record))
    runAll(record, argument->getExprLoc(), withoutCopies(argument));
}

// Stored callables.

namespace {
/// A variable, and the member of it that holds the callable.
struct Holder {
  const VarDecl *variable = nullptr;
  const FieldDecl *field = nullptr;
};
} // namespace

/// The variable that an expression names, or an element or part of.
static Holder holderOf(const Expr *expression) {
  Holder holder;
  for (;;) {
    expression = expression->IgnoreParenImpCasts();
    const auto *applied = dyn_cast<CXXOperatorCallExpr>(expression);
    if (const auto *member = dyn_cast<MemberExpr>(expression)) {
      if (!holder.field)
        holder.field = dyn_cast<FieldDecl>(member->getMemberDecl());
      expression = member->getBase();
    } else if (const auto *element = dyn_cast<ArraySubscriptExpr>(expression)) {
      expression = element->getBase();
    } else if (const auto *unary = dyn_cast<UnaryOperator>(expression)) {
      expression = unary->getSubExpr();
    } else if (applied && (applied->getOperator() == OO_Subscript ||
                           applied->getOperator() == OO_Star ||
                           applied->getOperator() == OO_Arrow)) {
      expression = applied->getArg(0);
    } else if (const auto *called = dyn_cast<CXXMemberCallExpr>(expression)) {
      expression = called->getImplicitObjectArgument();
    } else {
      if (const auto *name = dyn_cast<DeclRefExpr>(expression))
        holder.variable =
            dyn_cast<VarDecl>(name->getDecl()->getCanonicalDecl());
      return holder;
    }
  }
}

/// What the function puts into a variable, or into one member of it.
static llvm::SmallVector<const Expr *, 4> putInto(const Holder &holder,
                                                  const Roots &roots) {
  llvm::SmallVector<const Expr *, 4> sources(roots.sourcesOf(holder.variable));
  const auto isThere = [&](const Expr *place) {
    const Holder other = holderOf(place);
    return other.variable == holder.variable &&
           (!other.field || !holder.field || other.field == holder.field);
  };
  for (const auto &[place, source] : roots.known().parts)
    if (isThere(place))
      sources.push_back(source);
  // v.push_back(f), handlers.add(f)
  for (const Expr *call : roots.known().calls) {
    const auto *called = dyn_cast<CXXMemberCallExpr>(call);
    const CXXMethodDecl *method = called ? called->getMethodDecl() : nullptr;
    if (method && !method->isConst() &&
        isThere(called->getImplicitObjectArgument()))
      sources.append(called->arg_begin(), called->arg_end());
  }
  return sources;
}

/// Whether something was found to be called.
bool AccessWalker::callNamed(const Stmt *part, const FieldDecl *field,
                             SourceLocation location) {
  if (!part)
    return false;
  if (const auto *closure = dyn_cast<LambdaExpr>(part)) {
    runAll(closure->getLambdaClass(), location);
    return true;
  }
  if (const auto *name = dyn_cast<DeclRefExpr>(part)) {
    const auto *function = dyn_cast<FunctionDecl>(name->getDecl());
    const CXXRecordDecl *record = name->getType()->getAsCXXRecordDecl();
    const auto *other = dyn_cast<VarDecl>(name->getDecl());
    if (function && !isOfStd(function)) {
      callAlone(function, location);
      return summaries.of(function) || isHarmless(function);
    }
    if (record && record->isLambda()) {
      runAll(record, location);
      return true;
    }
    return other && !other->getType()->isArithmeticType() &&
           callStored(other, field, location);
  }
  if (const auto *list = dyn_cast<InitListExpr>(part);
      list && field && list->isSemanticForm() &&
      list->getType()->getAsCXXRecordDecl() == field->getParent() &&
      !field->getParent()->isUnion()) {
    const unsigned index =
        field->getFieldIndex() +
        cast<CXXRecordDecl>(field->getParent())->getNumBases();
    return index < list->getNumInits() &&
           callNamed(list->getInit(index), nullptr, location);
  }
  // A function that makes the callable: of what it is given, its object keeps.
  if (const auto *made = dyn_cast<CallExpr>(part);
      made && made->getDirectCallee() && !isOfStd(made->getDirectCallee()) &&
      made->getType()->isRecordType())
    ++unknownCallees;
  bool isFound = false;
  for (const Stmt *child : part->children())
    isFound |= callNamed(child, field, location);
  return isFound;
}

/// A std::function, or a pointer to a function, or what holds some: what it is
/// given is called.
bool AccessWalker::callStored(const VarDecl *variable, const FieldDecl *field,
                              SourceLocation location) {
  if (!calling.insert(variable).second)
    return true;
  bool isFound = false;
  for (const Expr *source : putInto({variable, field}, roots))
    isFound |= callNamed(source, field, location);
  calling.erase(variable);
  if (!isFound) {
    addUnseen("'" + variable->getNameAsString() + "'", location);
    ++unknownCallees;
  }
  return true;
}

bool AccessWalker::callHeld(const Expr *callee, SourceLocation location) {
  const Holder holder = holderOf(callee);
  return holder.variable && callStored(holder.variable, holder.field, location);
}

// Virtual functions.

bool AccessWalker::isVirtualCall(const CallSite &site, const Expr *call) {
  const auto *method = dyn_cast_or_null<CXXMethodDecl>(site.callee);
  const auto *called = dyn_cast<CallExpr>(call);
  const auto *member =
      called ? dyn_cast<MemberExpr>(called->getCallee()->IgnoreParens())
             : nullptr;
  return method && called && method->isVirtual() &&
         !(member && member->hasQualifier()) && !method->hasAttr<FinalAttr>() &&
         !method->getParent()->isEffectivelyFinal();
}

/// Whether the class of the object is known; then `site` has its function.
bool AccessWalker::findFinal(CallSite &site) const {
  const auto *method = cast<CXXMethodDecl>(site.callee);
  const Expr *object = site.object;
  bool isPointer = site.isArrow;
  for (unsigned step = 0; object && step < 8; ++step) {
    object = object->IgnoreParenImpCasts();
    const auto *unary = dyn_cast<UnaryOperator>(object);
    if (unary && isPointer && unary->getOpcode() == UO_AddrOf) {
      object = unary->getSubExpr();
      isPointer = false;
      continue;
    }
    const auto *name = dyn_cast<DeclRefExpr>(object);
    const auto *variable = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
    if (!variable)
      return false;
    const QualType type = variable->getType();
    if (!isPointer && type->isRecordType()) {
      const CXXMethodDecl *exact =
          const_cast<CXXMethodDecl *>(method)->getCorrespondingMethodInClass(
              type->getAsCXXRecordDecl(), /*MayBeBase=*/true);
      if (exact)
        site.callee = exact;
      return exact;
    }
    const bool isConst = type->isReferenceType() || type.isConstQualified() ||
                         !isPointer || roots.sourcesOf(variable).size() == 1;
    if (isa<ParmVarDecl>(variable) || variable->hasGlobalStorage() ||
        !variable->hasInit() || !isConst)
      return false;
    object = variable->getInit();
  }
  return false;
}

void AccessWalker::callOverriders(const CallSite &site,
                                  SourceLocation location) {
  const auto *method = cast<CXXMethodDecl>(site.callee);
  const auto call = [&](const CXXMethodDecl *callee) {
    CallSite one = site;
    one.callee = callee;
    if (const Summary *summary = summaries.of(callee))
      callSeen(one, *summary, location);
  };
  call(method);
  for (const CXXMethodDecl *overrider : summaries.overriders(method))
    call(overrider);
}

} // namespace redistc::sema

//===- Calls.cpp - Reads and writes of calls -------------------*- C++ -*-===//
//
// A function whose body is visible does what its body does. Of others the types
// of parameters tell: what is bound to a reference or pointer to non-const is
// read and written, all else is read; a member function that is not const
// writes its object. Of the standard library more is known (KnownFunctions).
//
//===----------------------------------------------------------------------===//
#include "Accesses/Accesses.h"

#include "Accesses/KnownFunctions.h"
#include "Common/Travel.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"

#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace redistc::sema {

// Seen.

void AccessWalker::callSeen(const CallSite &site, const Summary &summary,
                            SourceLocation location) {
  for (const Access &inner : summary.accesses.all) {
    const ObjectIds ids = roots.ofCalled(inner.object, site);
    if (isGivenCallable(objects[inner.object]))
      callKept(ids, Modify, location, &inner, site.callee);
    else
      record(ids, inner.use & Modify, location, &inner, site.callee);
  }
  for (const UnseenCall &unseen : summary.accesses.unseen)
    addUnseen(unseen.name, location);
}

void AccessWalker::addUnseen(const std::string &name, SourceLocation location) {
  const bool isKnown =
      llvm::any_of(result.unseen,
                   [&](const UnseenCall &other) { return other.name == name; });
  if (!isKnown)
    result.unseen.emplace_back(UnseenCall{name, location});
}

/// What a function does to others than its arguments and its object, which is a
/// copy of `copied` where that is given: it refers to the same.
void AccessWalker::callAlone(const FunctionDecl *function,
                             SourceLocation location, const Expr *copied) {
  const Summary *summary = summaries.of(function);
  if (!summary)
    return;
  CallSite alone, ofCopy;
  alone.callee = ofCopy.callee = function;
  ofCopy.object = copied;
  for (const Access &inner : summary->accesses.all) {
    const bool isBehind = objects[inner.object].kind == ObjectKind::Pointee;
    record(roots.ofCalled(inner.object, isBehind ? ofCopy : alone),
           inner.use & Modify, location, &inner, function);
  }
  for (const UnseenCall &unseen : summary->accesses.unseen)
    addUnseen(unseen.name, location);
}

/// As if at its declaration: what it reads may be what was there before.
void AccessWalker::destroy(QualType type, const ValueDecl *variable,
                           SourceLocation location) {
  type = summaries.ast.getBaseElementType(type);
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  record = record ? record->getDefinition() : nullptr;
  if (!record || record->isDependentContext() || isOfStd(record) ||
      record->hasTrivialDestructor() || !calling.insert(record).second)
    return;
  CallSite site;
  site.callee = record->getDestructor();
  site.variable = variable;
  if (const Summary *summary = summaries.of(site.callee))
    callSeen(site, *summary, location);
  for (const CXXBaseSpecifier &base : record->bases())
    destroy(base.getType(), nullptr, location);
  for (const FieldDecl *field : record->fields())
    destroy(field->getType(), nullptr, location);
  calling.erase(record);
}

// Unseen.

/// Whether a reference parameter takes whatever it is given: T &&.
static bool isForwarding(const FunctionDecl *function, unsigned index) {
  const FunctionTemplateDecl *generic = function->getPrimaryTemplate();
  if (!generic)
    return false;
  const FunctionDecl *pattern = generic->getTemplatedDecl();
  if (pattern->getNumParams() == 0)
    return false;
  index = std::min(index, pattern->getNumParams() - 1);
  QualType type = pattern->getParamDecl(index)->getType();
  if (const auto *pack = type->getAs<PackExpansionType>())
    type = pack->getPattern();
  const auto *reference = type->getAs<RValueReferenceType>();
  return reference && reference->getPointeeType()->isTemplateTypeParmType();
}

/// Whether a callable among the arguments changes the elements it is given.
static bool changesElements(const CallSite &site) {
  for (const Expr *argument : site.arguments) {
    const CXXRecordDecl *record =
        argument->getType().getNonReferenceType()->getAsCXXRecordDecl();
    if (!record || !record->isLambda())
      continue;
    for (const ParmVarDecl *parameter :
         record->getLambdaCallOperator()->parameters()) {
      const QualType type = parameter->getType();
      if (type->isReferenceType() &&
          !type.getNonReferenceType().isConstQualified())
        return true;
    }
    return false;
  }
  return true;
}

/// getline(in, line), in >> x: nothing of the old value stays.
static bool overwritesArgument(const FunctionDecl *function, unsigned index) {
  if (!function || !isOfStd(function))
    return false;
  const bool isMember = isa<CXXMethodDecl>(function);
  if (function->getOverloadedOperator() == OO_GreaterGreater)
    return index == (isMember ? 0 : 1);
  return !isMember && index == 1 && function->getDeclName().isIdentifier() &&
         function->getName() == "getline";
}

/// What is done to that which handle number `index` of `count` refers to.
static unsigned elementUse(const CallSite &site, unsigned index,
                           unsigned count) {
  if (!site.callee)
    return Modify;
  if (const auto *constructor = dyn_cast<CXXConstructorDecl>(site.callee);
      constructor && isOfStd(constructor))
    return constructor->getParent()->getName().ends_with("thread") ? Modify
                                                                   : Read;
  const bool isCalled = site.callee->getOverloadedOperator() == OO_Call;
  // i != end, text == word
  if (site.callee->isOverloadedOperator() && !isCalled && isOfStd(site.callee))
    return Read;
  switch (rangeUseOf(site.callee)) {
  case RangeUse::Reads:
    return Read;
  case RangeUse::WritesLast:
    return index + 1 == count ? Modify : Read;
  case RangeUse::AsCallable:
    return changesElements(site) ? Modify : Read;
  case RangeUse::Writes:
    break;
  }
  // Elements go into a container by copy; what streams read goes out of them.
  const auto *method = dyn_cast<CXXMethodDecl>(site.callee);
  return method && !isCalled && isOfStd(method) &&
                 !method->getParent()->getName().contains("stream") &&
                 !method->getParent()->getName().contains("buf")
             ? Read
             : Modify;
}

/// std::ranges::sort(v), std::visit(f, v): it is not kept as a copy.
static bool changesForwarded(const CallSite &site) {
  const bool isCalled = site.callee->getOverloadedOperator() == OO_Call;
  return (isCalled || rangeUseOf(site.callee) == RangeUse::AsCallable) &&
         elementUse(site, 0, 2) != Read;
}

void AccessWalker::unseenArguments(const CallSite &site, const Expr *call) {
  const FunctionDecl *function = site.callee;
  const FunctionProtoType *type =
      function ? function->getType()->getAs<FunctionProtoType>() : nullptr;
  const bool isStd = function && isOfStd(function);
  const bool isPassedOn =
      function &&
      (handsOn(function) || (isa<CXXConstructorDecl>(function) && isStd &&
                             isHandle(call->getType()))) &&
      (call->isGLValue() || isHandle(call->getType()));
  unsigned handleCount = 0, handle = 0;
  for (const Expr *argument : site.arguments)
    handleCount += isHandle(argument->getType());
  for (unsigned i = 0; i < site.arguments.size(); ++i) {
    const Expr *argument = site.arguments[i];
    const bool isHandleHere = isHandle(argument->getType());
    const unsigned handleIndex = handle;
    handle += isHandleHere;
    const bool isDeclared = type && i < type->getNumParams();
    const QualType parameter = isDeclared ? type->getParamType(i) : QualType();
    const bool isReference = isDeclared && parameter->isReferenceType();
    if (isPassedOn) {
      bind(argument, Touch);
      continue;
    }
    functorArgument(argument);
    if (isReference || (!isDeclared && argument->isGLValue())) {
      const bool isConst =
          isReference &&
          (parameter.getNonReferenceType().isConstQualified() ||
           (isStd && parameter->isLValueReferenceType() &&
            isForwarding(function, i) && !changesForwarded(site)));
      bind(argument, isConst ? Read
                     // A stream at its end leaves the old value.
                     : overwritesArgument(function, i) && !isInStage ? Whole
                                                                     : Modify);
    } else {
      value(argument);
    }
    if (function && !isStd && !isHandleHere)
      callKept(roots.addressesIn(argument),
               argument->getType().isConstQualified() ||
                       (isReference &&
                        parameter.getNonReferenceType().isConstQualified())
                   ? Read
                   : Modify,
               argument->getExprLoc());
    if (!isHandleHere || argument->getType()->isFunctionPointerType())
      continue;
    const bool isVariadic = function && !isDeclared;
    const QualType seenAs = isDeclared ? parameter : argument->getType();
    const bool isOnlyRead =
        isConstHandle(isHandle(seenAs) ? seenAs : argument->getType()) ||
        (isVariadic && onlyReadsVariadic(function));
    record(roots.ofPointer(argument),
           isOfStream(argument->getType()) ? Modify
           : isOnlyRead                    ? Read
                        : elementUse(site, handleIndex, handleCount),
           argument->getExprLoc());
  }
}

void AccessWalker::unseenObject(const CallSite &site, const Expr *call) {
  if (!site.object)
    return;
  const auto *method = dyn_cast_or_null<CXXMethodDecl>(site.callee);
  if (method && method->getOverloadedOperator() == OO_PlusPlus &&
      isOfStream(site.object->getType()))
    record(roots.ofPointer(site.object), Modify, call->getExprLoc());
  unsigned use = Modify;
  if (method && (method->isConst() || isAccessor(method)))
    use = Read;
  else if (method && replacesWhole(method))
    use = Whole;
  if (method && !isOfStd(method)) // what its parts refer to
    callKept(roots.heldBy(roots.ofObject(site)), use & Modify,
             call->getExprLoc());
  if (!site.isArrow)
    return bind(site.object, use);
  if (!isa<CXXThisExpr>(site.object->IgnoreParenImpCasts()))
    value(site.object);
  record(roots.ofObject(site), use & Modify, call->getExprLoc());
}

/// The callee is no function that is named.
void AccessWalker::unknownCallee(const CallExpr *call) {
  const Expr *callee = call->getCallee()->IgnoreParenImpCasts();
  if (isa<CXXPseudoDestructorExpr>(callee))
    return;
  value(call->getCallee());
  if (call->isTypeDependent() || callHeld(callee, call->getExprLoc()))
    return;
  addUnseen("a pointer to a function", call->getExprLoc());
}

/// write(1, ...) is known by its number.
static llvm::StringRef hiddenObjectOf(const CallSite &site,
                                      const ASTContext &ast) {
  const FunctionDecl *function = site.callee;
  const bool isByNumber =
      function->isExternC() && !site.arguments.empty() &&
      function->getDeclName().isIdentifier() &&
      (function->getName() == "write" || function->getName() == "dprintf");
  if (!isByNumber || site.arguments.front()->isValueDependent())
    return hiddenObjectOf(function);
  Expr::EvalResult number;
  if (!site.arguments.front()->EvaluateAsInt(number, ast))
    return "";
  return number.Val.getInt() == 1   ? "standard output"
         : number.Val.getInt() == 2 ? "standard error"
                                    : "";
}

/// Whether it writes what the error number means: `perror`, "%m".
static bool readsErrno(const CallSite &site) {
  const FunctionDecl *function = site.callee;
  if (!function->getDeclName().isIdentifier() || !function->isExternC())
    return false;
  if (const auto *attribute = function->getAttr<FormatAttr>()) {
    const auto index = static_cast<unsigned>(attribute->getFormatIdx() - 1);
    const auto *text =
        index < site.arguments.size()
            ? dyn_cast<StringLiteral>(site.arguments[index]->IgnoreParenCasts())
            : nullptr;
    if (text && text->isOrdinary() && text->getString().contains("%m"))
      return true;
  }
  return llvm::StringSwitch<bool>(function->getName())
      .Cases("perror", "err", "warn", "verr", "vwarn", true)
      .Default(false);
}

void AccessWalker::callUnseen(const CallSite &site, const Expr *call) {
  const FunctionDecl *function = site.callee;
  unseenArguments(site, call);
  unseenObject(site, call);
  if (!function)
    return unknownCallee(cast<CallExpr>(call));
  if (const llvm::StringRef name = hiddenObjectOf(site, summaries.ast);
      !name.empty())
    record({objects.hidden(name)}, onlyReadsHidden(function) ? Read : Modify,
           call->getExprLoc());
  if (readsErrno(site))
    record({objects.hidden(errnoName)}, Read, call->getExprLoc());
  if (maySetErrno(function))
    record({objects.hidden(errnoName)}, Write, call->getExprLoc());
  if (site.object && isCallableOfStd(site.object->getType()) &&
      function->getOverloadedOperator() == OO_Call) {
    callObject(site, call->getExprLoc());
  } else if (!isHarmless(function) && !function->isImplicit() &&
             !function->isDefaulted()) {
    addUnseen("'" + function->getNameAsString() + "'", call->getExprLoc());
  }
}

/// Of the functions that Clang writes, default constructors run the
/// initialisers of members. Others copy their argument, which is known without
/// looking into them, and may do more than that.
static bool saysWhatItDoes(const FunctionDecl *function) {
  const auto *constructor = dyn_cast<CXXConstructorDecl>(function);
  return !function->isDefaulted() ||
         (constructor && constructor->isDefaultConstructor());
}

/// A constructor of the base that takes all arguments of one that inherits it.
void AccessWalker::callInherited(const CallSite &site, const Expr *call) {
  const auto *constructor = dyn_cast_or_null<CXXConstructorDecl>(site.callee);
  if (!constructor || !constructor->getInheritedConstructor())
    return;
  CallSite base = site;
  base.callee = constructor->getInheritedConstructor().getConstructor();
  if (const Summary *summary = summaries.of(base.callee))
    callSeen(base, *summary, call->getExprLoc());
  else
    callUnseen(base, call);
}

void AccessWalker::call(const Expr *expression) {
  auto site = callSiteOf(expression);
  if (!site)
    return;
  if (isVirtualCall(*site, expression) && !findFinal(*site)) {
    callUnseen(*site, expression);
    return callOverriders(*site, expression->getExprLoc());
  }
  const Summary *summary = summaries.of(site->callee);
  if (summary && !saysWhatItDoes(site->callee)) {
    callUnseen(*site, expression);
    return callAlone(site->callee, expression->getExprLoc());
  }
  if (!summary)
    return callUnseen(*site, expression);
  for (unsigned i = 0; i < site->arguments.size(); ++i) {
    const bool isReference =
        i < site->callee->getNumParams() &&
        site->callee->getParamDecl(i)->getType()->isReferenceType();
    if (isReference)
      bind(site->arguments[i], Touch);
    else
      value(site->arguments[i]);
  }
  if (site->object && !isa<CXXThisExpr>(site->object->IgnoreParenImpCasts()))
    bind(site->object, Touch);
  callSeen(*site, *summary, expression->getExprLoc());
  callInherited(*site, expression);
}

} // namespace redistc::sema

//===- NamedOperator.cpp - Resolution of named operators -------*- C++ -*-===//
//
// The forms of a call are asked for in the order in which redist::reduce() asks
// for them (include/redist/detail/reduce/NamedOperator.h): a function that
// writes its first argument, or could, comes before one that moves them.
//
//===----------------------------------------------------------------------===//
#include "Reduce/NamedOperator.h"

#include "Reduce/NotAssociative.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Sema/EnterExpressionEvaluationContext.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace redistc::sema {

/// What the injected lambda does: (name)(x, x). Null where Clang dropped it
/// after an error.
static const Expr *calledBy(InstanceContext &context,
                            const directive::ParsedExpression &name) {
  const auto *lambda =
      dyn_cast_or_null<LambdaExpr>(writtenExpression(context, name));
  const auto *body =
      lambda ? dyn_cast_or_null<CompoundStmt>(lambda->getBody()) : nullptr;
  if (!body || body->body_empty())
    return nullptr;
  const auto *expression = dyn_cast<Expr>(body->body_front());
  return expression ? expression->IgnoreImplicit() : nullptr;
}

namespace {
/// Tries the operator on values of one type.
class CallTrial {
public:
  CallTrial(InstanceContext &instance, const FunctionDecl *function,
            const Expr *called, SourceLocation location)
      : sema(instance.clangSema), ast(instance.ast), operation(called),
        place(location), context(sema, const_cast<FunctionDecl *>(function)),
        unevaluated(sema,
                    clang::Sema::ExpressionEvaluationContext::Unevaluated) {}

  /// The call that combines two values of the type; null if none does.
  const Expr *fitting(QualType type) const;

private:
  /// What a call gives; null where it cannot be made.
  Expr *call(Expr *left, Expr *right) const;
  /// Whether that means a combined value, or none where the first argument
  /// becomes it.
  bool isResult(Expr *result, QualType type, bool isWritten) const;
  /// Whether the first argument can become anything: it does not where the
  /// operator has but a copy of it, or a const reference.
  bool canWrite(const Expr *result, QualType type) const;
  Expr *value(QualType type, ExprValueKind kind) const {
    return new (ast) OpaqueValueExpr(place, type, kind);
  }

  clang::Sema &sema;
  ASTContext &ast;
  const Expr *operation;
  SourceLocation place;
  clang::Sema::ContextRAII context;
  EnterExpressionEvaluationContext unevaluated;
};
} // namespace

Expr *CallTrial::call(Expr *left, Expr *right) const {
  clang::Sema::SFINAETrap trap(sema, /*AccessCheckingSFINAE=*/true);
  Expr *arguments[] = {left, right};
  const ExprResult result = sema.BuildCallExpr(
      nullptr, const_cast<Expr *>(operation), place, arguments, place);
  return result.isInvalid() || trap.hasErrorOccurred() ? nullptr : result.get();
}

/// The call in what BuildCallExpr() makes; null if there is none.
static const CallExpr *callIn(const Expr *result) {
  return dyn_cast<CallExpr>(result->IgnoreImplicit());
}

bool CallTrial::canWrite(const Expr *result, QualType type) const {
  const CallExpr *made = callIn(result);
  const unsigned first = made && isa<CXXOperatorCallExpr>(made) ? 1 : 0;
  if (!made || made->getNumArgs() <= first)
    return true;
  const Expr *argument = made->getArg(first);
  const QualType given = argument->getType();
  const bool isSame =
      ast.hasSameUnqualifiedType(given, type) ||
      (given->isArithmeticType() && type->isArithmeticType()) ||
      (given->isRecordType() && type->isRecordType() &&
       sema.IsDerivedFrom(place, type, given.getUnqualifiedType()));
  // What else it is turned into may refer to it, as a span does.
  return !isSame || (argument->isLValue() && !given.isConstQualified());
}

bool CallTrial::isResult(Expr *result, QualType type, bool isWritten) const {
  const QualType given = result->getType();
  if (given->isVoidType())
    return isWritten && canWrite(result, type);
  if (result->isLValue() && ast.hasSameType(given, type))
    return isWritten;
  clang::Sema::SFINAETrap trap(sema, /*AccessCheckingSFINAE=*/true);
  const ExprResult converted = sema.BuildCXXNamedCast(
      place, tok::kw_static_cast, ast.getTrivialTypeSourceInfo(type), result,
      place, place);
  return !converted.isInvalid() && !trap.hasErrorOccurred();
}

const Expr *CallTrial::fitting(QualType type) const {
  const QualType constant =
      ast.getQualifiedType(type, Qualifiers::fromCVRMask(Qualifiers::Const));
  const auto ifResult = [&](Expr *result, bool isWritten) {
    return isResult(result, type, isWritten) ? result : nullptr;
  };
  if (Expr *result = call(value(type, VK_LValue), value(constant, VK_LValue)))
    return ifResult(result, /*isWritten=*/true);
  if (Expr *result = call(value(type, VK_XValue), value(type, VK_XValue)))
    return ifResult(result, /*isWritten=*/false);
  if (Expr *result = call(value(type, VK_LValue), value(type, VK_XValue)))
    return ifResult(result, /*isWritten=*/true);
  if (Expr *result = call(value(type, VK_LValue), value(type, VK_LValue)))
    return ifResult(result, /*isWritten=*/true);
  return nullptr;
}

/// Functions found by the types of the arguments belong to the set, unless a
/// member, a local declaration or a qualified name hides them.
static const Expr *withArgumentLookup(ASTContext &ast, const Expr *called) {
  UnresolvedSet<8> found;
  TemplateArgumentListInfo arguments;
  const TemplateArgumentListInfo *given = nullptr;
  DeclarationNameInfo name;
  const auto add = [&](NamedDecl *declaration) {
    const NamedDecl *meant = declaration->getUnderlyingDecl();
    found.addDecl(declaration);
    return !meant->isCXXClassMember() && meant->getAsFunction() &&
           !declaration->getLexicalDeclContext()->isFunctionOrMethod();
  };
  bool isOpen = true;
  if (const auto *set = dyn_cast<UnresolvedLookupExpr>(called)) {
    isOpen = !set->getQualifier() && !set->requiresADL();
    for (NamedDecl *declaration : set->decls())
      isOpen &= add(declaration);
    name = set->getNameInfo();
    if (set->hasExplicitTemplateArgs()) {
      set->copyTemplateArgumentsInto(arguments);
      given = &arguments;
    }
  } else if (const auto *one = dyn_cast<DeclRefExpr>(called)) {
    isOpen = !one->hasQualifier() &&
             add(const_cast<NamedDecl *>(one->getFoundDecl()));
    name = one->getNameInfo();
  } else {
    return called;
  }
  if (!isOpen)
    return called;
  return UnresolvedLookupExpr::Create(
      ast, nullptr, NestedNameSpecifierLoc(), SourceLocation(), name,
      /*RequiresADL=*/true, given, found.begin(), found.end(),
      /*KnownDependent=*/false, /*KnownInstantiationDependent=*/false);
}

/// The declarations that an expression may call, for notes.
static llvm::SmallVector<const NamedDecl *, 4> candidates(const Expr *called) {
  if (const auto *set = dyn_cast<OverloadExpr>(called))
    return {set->decls_begin(), set->decls_end()};
  if (const auto *one = dyn_cast<DeclRefExpr>(called))
    return {one->getDecl()};
  if (const auto *member = dyn_cast<MemberExpr>(called))
    return {member->getMemberDecl()};
  return {};
}

static QualType typeOf(const NamedDecl *declaration) {
  const NamedDecl *meant = declaration->getUnderlyingDecl();
  if (const FunctionDecl *function = meant->getAsFunction())
    return function->getType();
  const auto *value = dyn_cast<ValueDecl>(meant);
  return value ? value->getType() : QualType();
}

static bool mayBeCalled(QualType type) {
  return type->isPlaceholderType() || type->isFunctionType() ||
         type->isRecordType() || type->isMemberPointerType() ||
         (type->isPointerType() && type->getPointeeType()->isFunctionType());
}

static void notAnOperator(InstanceContext &context, const Expr *called,
                          bool isType, QualType type) {
  const auto found = candidates(called);
  const directive::ParsedExpression &name = *operationOf(context).name;
  context.error(name.range.getBegin(), DiagnosticKind::NotAnOperator,
                found.size() == 1 ? found.front() : nullptr,
                "'" + name.text + "'", isType, type);
}

static void noteCandidates(InstanceContext &context, const Expr *called) {
  for (const NamedDecl *candidate : candidates(called))
    if (const QualType type = typeOf(candidate); !type.isNull())
      directive::report(context.ast.getDiagnostics(), candidate->getLocation(),
                        DiagnosticKind::OperatorCandidate)
          << candidate << type;
}

static void doesNotFit(InstanceContext &context, const Expr *called,
                       const ItemInfo &item) {
  const directive::ParsedExpression &name = *operationOf(context).name;
  const bool isNew = !context.reported.contains(
      {DiagnosticKind::OperatorDoesNotFit, name.range.getBegin()});
  context.error(name.range.getBegin(), DiagnosticKind::OperatorDoesNotFit,
                nullptr, name.text, item.quoted(),
                item.operand.getAsString(context.ast.getPrintingPolicy()));
  if (isNew)
    noteCandidates(context, called);
}

/// The lint of `-` and `/`, for what comes to the same.
static void checkAssociative(InstanceContext &context, const Expr *called,
                             const CallExpr &made, const ItemInfo &item) {
  const NotAssociative found =
      findNotAssociative(context.ast, made, item.operand);
  if (found.sign.empty())
    return;
  const SourceLocation place = operationOf(context).name->range.getBegin();
  const bool isNew =
      !context.reported.contains({DiagnosticKind::NotAssociative, place});
  context.error(place, DiagnosticKind::NotAssociative, nullptr, found.sign);
  if (!isNew)
    return;
  if (found.location.isValid())
    directive::report(context.ast.getDiagnostics(), found.location,
                      DiagnosticKind::CombinesHere)
        << operationOf(context).name->text << found.sign;
  else
    noteCandidates(context, called);
}

void checkNamedOperator(InstanceContext &context, const FunctionDecl *function,
                        const std::vector<ItemInfo> &items) {
  const directive::ParsedExpression &name = *operationOf(context).name;
  const Expr *statement = calledBy(context, name);
  if (!statement) {
    context.hasError = true; // Clang has told the user
    return;
  }
  // Of a type (T)(x, x) is a cast.
  if (const auto *cast = dyn_cast<ExplicitCastExpr>(statement))
    return notAnOperator(context, cast, true, cast->getTypeAsWritten());
  if (const auto *cast = dyn_cast<CXXUnresolvedConstructExpr>(statement))
    return notAnOperator(context, cast, true, cast->getTypeAsWritten());
  const auto *call = dyn_cast<CallExpr>(statement);
  if (!call || !function || function->isDependentContext())
    return;
  const Expr *called = call->getCallee()->IgnoreParenImpCasts();
  if (called->isTypeDependent() || called->containsErrors())
    return;
  if (!mayBeCalled(called->getType().getCanonicalType()))
    return notAnOperator(context, called, false, called->getType());
  called = withArgumentLookup(context.ast, called);
  for (const ItemInfo &item : items)
    if (!item.operand.isNull() && !item.operand->isDependentType()) {
      const Expr *fitting =
          CallTrial(context, function, called, name.range.getBegin())
              .fitting(item.operand);
      const CallExpr *made = fitting ? callIn(fitting) : nullptr;
      const FunctionDecl *callee = made ? made->getDirectCallee() : nullptr;
      if (!fitting)
        doesNotFit(context, called, item);
      else if (callee && callee->isConsteval())
        context.error(name.range.getBegin(),
                      DiagnosticKind::OperatorIsConsteval, callee, name.text);
      else if (made && context.directive.reduction)
        checkAssociative(context, called, *made, item);
    }
}

bool namesValue(InstanceContext &context) {
  const auto *call =
      dyn_cast_or_null<CallExpr>(calledBy(context, *operationOf(context).name));
  if (!call)
    return false;
  const Expr *called = call->getCallee()->IgnoreParenImpCasts();
  if (const auto *one = dyn_cast<DeclRefExpr>(called))
    return isa<VarDecl, BindingDecl>(one->getDecl());
  const auto *member = dyn_cast<MemberExpr>(called);
  return member && isa<FieldDecl>(member->getMemberDecl());
}

} // namespace redistc::sema

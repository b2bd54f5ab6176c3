//===- ArrayUses.cpp - Uses of arrays in a function ------------*- C++ -*-===//
//
// Calls and constructions are met before the mentions inside of them, so that
// what they make of a mention is known when it is met.
//
//===----------------------------------------------------------------------===//
#include "Redistribute/ArrayUses.h"

#include "Redistribute/LayoutValue.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;

namespace redistc::sema {

static const Expr *stripped(const Expr *expression) {
  for (;;) {
    const Expr *inner = expression->IgnoreParens()->IgnoreImplicit();
    const auto *cast = dyn_cast<ExplicitCastExpr>(inner);
    if (cast && cast->getCastKind() == CK_NoOp) // static_cast<T &>(a)
      inner = cast->getSubExprAsWritten();
    if (inner == expression)
      return expression;
    expression = inner;
  }
}

const ValueDecl *namedArray(const Expr *expression) {
  const Expr *named = stripped(expression);
  const ValueDecl *declaration = nullptr;
  if (const auto *name = dyn_cast<DeclRefExpr>(named))
    declaration = dyn_cast<VarDecl>(name->getDecl());
  else if (const auto *member = dyn_cast<MemberExpr>(named))
    if (isa<CXXThisExpr>(member->getBase()->IgnoreParenImpCasts()))
      declaration = dyn_cast<FieldDecl>(member->getMemberDecl());
  return declaration && isDistributedArray(declaration->getType()) ? declaration
                                                                   : nullptr;
}

const ValueDecl *movedArray(const Expr *expression) {
  const auto *call = dyn_cast<CallExpr>(stripped(expression));
  return call && call->isCallToStdMove() && call->getNumArgs() == 1
             ? namedArray(call->getArg(0))
             : nullptr;
}

static std::size_t dimensionsOf(const ValueDecl *declaration) {
  const auto *record = dyn_cast<ClassTemplateSpecializationDecl>(
      declaration->getType().getNonReferenceType()->getAsCXXRecordDecl());
  const TemplateArgumentList &arguments = record->getTemplateArgs();
  return arguments.size() == 2 &&
                 arguments[1].getKind() == TemplateArgument::Integral
             ? static_cast<std::size_t>(
                   arguments[1].getAsIntegral().getZExtValue())
             : 0;
}

/// Local to the function whose body is looked at, and no reference.
static bool isOwnVariable(const Expr *mention, const ValueDecl *declaration) {
  const auto *name = dyn_cast<DeclRefExpr>(mention);
  const auto *variable = dyn_cast<VarDecl>(declaration);
  return name && variable && !name->refersToEnclosingVariableOrCapture() &&
         variable->hasLocalStorage() && !variable->getType()->isReferenceType();
}

/// redist::hdf5::read() fills an array that keeps its layout; write() takes a
/// constant one.
static bool keepsLayouts(const FunctionDecl *callee) {
  const auto *files =
      callee ? dyn_cast<NamespaceDecl>(callee->getDeclContext()) : nullptr;
  const auto *library =
      files ? dyn_cast<NamespaceDecl>(files->getDeclContext()) : nullptr;
  return library && files->getName() == "hdf5" &&
         library->getName() == "redist" &&
         library->getDeclContext()->isTranslationUnit();
}

class UseCollector : public RecursiveASTVisitor<UseCollector> {
public:
  explicit UseCollector(ArrayUses &arrayUses) : uses(arrayUses) {}

  /// The body of a lambda is a function of its own; its captures are ours.
  bool TraverseLambdaExpr(LambdaExpr *lambda) {
    for (Expr *capture : lambda->capture_inits())
      if (!TraverseStmt(capture))
        return false;
    return true;
  }

  bool VisitCallExpr(CallExpr *call) {
    const auto *member = dyn_cast<CXXMemberCallExpr>(call);
    if (member)
      markSafe(member->getImplicitObjectArgument());
    const auto *assignment = dyn_cast<CXXOperatorCallExpr>(call);
    const FunctionDecl *callee = call->getDirectCallee();
    const bool isSwap = callee && callee->getDeclName().isIdentifier() &&
                        callee->getName() == "swap" &&
                        call->getNumArgs() == (member ? 1 : 2);
    if (assignment && assignment->getOperator() == OO_Equal) {
      markSafe(call->getArg(0));
      markMoved(call->getArg(1));
    }
    for (Expr *argument : call->arguments())
      if (isSwap || isConst(argument) || keepsLayouts(callee))
        markSafe(argument);
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *construction) {
    for (Expr *argument : construction->arguments()) {
      if (isConst(argument))
        markSafe(argument);
      markMoved(argument);
    }
    return true;
  }
  bool VisitVarDecl(VarDecl *variable) {
    if (!variable->hasInit())
      return true;
    if (variable->getType()->isReferenceType() && isConst(variable->getInit()))
      markSafe(variable->getInit());
    uses.initializers.insert(stripped(variable->getInit()));
    return true;
  }
  /// What the injected statement of a directive does with its object.
  bool VisitCStyleCastExpr(CStyleCastExpr *cast) {
    if (cast->getCastKind() == CK_ToVoid)
      markSafe(cast->getSubExpr());
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *name) { return mention(name); }
  bool VisitMemberExpr(MemberExpr *member) { return mention(member); }

private:
  static bool isConst(const Expr *argument) {
    return argument->isGLValue() && argument->getType().isConstQualified();
  }
  void markSafe(const Expr *object) {
    if (object && namedArray(object))
      uses.safeMentions.insert(stripped(object));
  }
  void markMoved(const Expr *argument) {
    if (movedArray(argument))
      markSafe(cast<CallExpr>(stripped(argument))->getArg(0));
  }
  bool mention(const Expr *expression) {
    const ValueDecl *declaration = namedArray(expression);
    if (!declaration)
      return true;
    const auto [place, isNew] =
        uses.indices.try_emplace(declaration, uses.arrays.size());
    if (isNew)
      uses.arrays.push_back({declaration, dimensionsOf(declaration), true});
    if (!isOwnVariable(expression, declaration) || uses.mayChange(expression))
      uses.arrays[place->second].isPrivate = false;
    return true;
  }

  ArrayUses &uses;
};

ArrayUses::ArrayUses(const Stmt *body) {
  UseCollector(*this).TraverseStmt(const_cast<Stmt *>(body));
}

std::optional<std::size_t>
ArrayUses::indexOf(const ValueDecl *declaration) const {
  const auto found = indices.find(declaration);
  return found == indices.end() ? std::nullopt : std::optional(found->second);
}

} // namespace redistc::sema

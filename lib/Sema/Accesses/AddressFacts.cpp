//===- AddressFacts.cpp - Pointers and addresses in a function ------------===//
//
// One walk over the body, implicit code included.
//
//===----------------------------------------------------------------------===//
#include "Accesses/AddressFacts.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;

namespace redistc::sema {

/// The variable whose part an expression is, without following anything.
static const ValueDecl *namedVariable(const Expr *expression) {
  for (;;) {
    expression = expression->IgnoreParenImpCasts();
    if (const auto *member = dyn_cast<MemberExpr>(expression);
        member && !member->isArrow())
      expression = member->getBase();
    else if (const auto *element = dyn_cast<ArraySubscriptExpr>(expression);
             element && element->getBase()
                            ->IgnoreParenImpCasts()
                            ->getType()
                            ->isArrayType())
      expression = element->getBase();
    else if (const auto *call = dyn_cast<CXXOperatorCallExpr>(expression);
             call && call->getOperator() == OO_Subscript)
      expression = call->getArg(0);
    else
      break;
  }
  const auto *name = dyn_cast<DeclRefExpr>(expression);
  return name ? cast<ValueDecl>(name->getDecl()->getCanonicalDecl()) : nullptr;
}

namespace {
class FactFinder : public RecursiveASTVisitor<FactFinder> {
public:
  explicit FactFinder(FunctionFacts &found) : facts(found) {}

  bool shouldVisitImplicitCode() const { return true; }

  bool VisitBinaryOperator(BinaryOperator *binary) {
    if (binary->getOpcode() == BO_Assign)
      assign(binary->getLHS(), binary->getRHS());
    return true;
  }

  bool VisitCallExpr(CallExpr *call) {
    const auto *operation = dyn_cast<CXXOperatorCallExpr>(call);
    if (operation && operation->getOperator() == OO_Equal &&
        call->getNumArgs() == 2)
      assign(call->getArg(0), call->getArg(1));
    facts.calls.push_back(call);
    return true;
  }

  bool VisitVarDecl(VarDecl *variable) {
    if (variable->hasInit() && !isa<ParmVarDecl>(variable))
      facts.made.push_back(
          {cast<ValueDecl>(variable->getCanonicalDecl()), variable->getInit()});
    return true;
  }

  bool VisitUnaryOperator(UnaryOperator *unary) {
    if (unary->getOpcode() == UO_AddrOf)
      take(unary->getSubExpr());
    return true;
  }

  bool VisitCastExpr(CastExpr *cast) {
    if (cast->getCastKind() == CK_ArrayToPointerDecay)
      take(cast->getSubExpr());
    return true;
  }

private:
  void assign(const Expr *place, const Expr *source) {
    const auto *name = dyn_cast<DeclRefExpr>(place->IgnoreParenImpCasts());
    if (name)
      facts.assigned[cast<ValueDecl>(name->getDecl()->getCanonicalDecl())]
          .push_back(source);
    // A reference to a pointer is a part of something, too.
    if (!name || name->getDecl()->getType()->isReferenceType())
      facts.parts.push_back({place, source});
  }

  void take(const Expr *taken) {
    if (const ValueDecl *decl = namedVariable(taken))
      facts.addresses[decl].push_back(taken->getType());
  }

  FunctionFacts &facts;
};
} // namespace

void FunctionFacts::scan(const FunctionDecl *function) {
  Stmt *body = function->getBody();
  if (!body)
    return;
  FactFinder finder(*this);
  if (const auto *constructor = dyn_cast<CXXConstructorDecl>(function))
    for (const CXXCtorInitializer *initial : constructor->inits()) {
      finder.TraverseStmt(initial->getInit());
      if (const FieldDecl *field = initial->getMember())
        made.push_back({field, initial->getInit()});
    }
  finder.TraverseStmt(body);
}

} // namespace redistc::sema

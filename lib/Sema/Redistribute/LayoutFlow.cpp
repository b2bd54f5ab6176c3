//===- LayoutFlow.cpp - Data flow of layouts in a function ----------------===//
#include "Redistribute/LayoutFlow.h"

#include "Redistribute/LayoutValue.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

#include <algorithm>

using namespace clang;

namespace redistc::sema {

std::size_t LayoutFlow::originOf(const void *key,
                                 const plan::CheckedLayout &layout,
                                 SourceLocation location) {
  const auto [place, isNew] = originIndices.try_emplace(key, origins.size());
  if (isNew)
    origins.push_back({layout, location});
  return place->second;
}

KnownLayouts LayoutFlow::given(const Expr *layout, std::size_t array) {
  if (const auto known = originIndices.find(layout);
      known != originIndices.end())
    return {{known->second}, false};
  const auto value = constantLayout(ast, layout, uses.dimensions(array));
  if (!value)
    return unknownLayout();
  return {{originOf(layout, *value, layout->getExprLoc())}, false};
}

/// What an array has that is constructed from, or assigned, the expression.
KnownLayouts LayoutFlow::valueOf(const Expr *expression, std::size_t array,
                                 LayoutState &state) {
  const Expr *inner = expression->IgnoreParens()->IgnoreImplicit();
  if (const auto *cast = dyn_cast<CXXFunctionalCastExpr>(inner))
    return valueOf(cast->getSubExpr(), array, state);
  if (const auto index = uses.indexOf(movedArray(inner))) {
    const KnownLayouts moved = state[*index];
    state[*index] = unknownLayout(); // it has none
    return moved;
  }
  if (const auto *call = dyn_cast<CXXMemberCallExpr>(inner)) {
    const CXXMethodDecl *method = call->getMethodDecl();
    const auto index =
        uses.indexOf(namedArray(call->getImplicitObjectArgument()));
    if (index && method && method->getDeclName().isIdentifier() &&
        method->getName() == "copy")
      return state[*index];
  }
  const auto *construction = dyn_cast<CXXConstructExpr>(inner);
  if (!construction || construction->getNumArgs() == 0)
    return unknownLayout();
  if (construction->getConstructor()->isCopyOrMoveConstructor())
    return valueOf(construction->getArg(0), array, state);
  return construction->getNumArgs() >= 2 ? given(construction->getArg(1), array)
                                         : unknownLayout();
}

void LayoutFlow::declare(const VarDecl *variable, LayoutState &state) {
  const auto index = uses.indexOf(variable);
  if (!index)
    return;
  state[*index] = variable->hasInit() && !variable->getType()->isReferenceType()
                      ? valueOf(variable->getInit(), *index, state)
                      : unknownLayout();
}

/// Code that is not seen here may redistribute what it can reach.
void LayoutFlow::otherCodeRuns(LayoutState &state) const {
  for (std::size_t i = 0; i < state.size(); ++i)
    if (!uses.isPrivate(i))
      state[i].mayBeOther = true;
}

void LayoutFlow::exchange(const Expr *first, const Expr *second,
                          LayoutState &state) {
  const auto a = uses.indexOf(namedArray(first));
  const auto b = uses.indexOf(namedArray(second));
  if (a && b)
    std::swap(state[*a], state[*b]);
  else if (a || b)
    state[a ? *a : *b] = unknownLayout();
}

void LayoutFlow::memberCall(const CXXMemberCallExpr *call, LayoutState &state) {
  const Expr *object = call->getImplicitObjectArgument();
  const auto index = uses.indexOf(object ? namedArray(object) : nullptr);
  const CXXMethodDecl *method = call->getMethodDecl();
  if (!index || !method || !method->getDeclName().isIdentifier())
    return otherCodeRuns(state);
  if (method->getName() == "redistribute" && call->getNumArgs() > 0)
    state[*index] = given(call->getArg(0), *index);
  else if (method->getName() == "swap" && call->getNumArgs() == 1)
    exchange(object, call->getArg(0), state);
  else if (method->getName() == "for_each")
    otherCodeRuns(state);
  // All others leave every layout as it is.
}

void LayoutFlow::call(const CallExpr *call, LayoutState &state) {
  if (const auto *member = dyn_cast<CXXMemberCallExpr>(call))
    return memberCall(member, state);
  if (const auto *assignment = dyn_cast<CXXOperatorCallExpr>(call)) {
    const bool isEqual = assignment->getOperator() == OO_Equal;
    if (const auto index =
            uses.indexOf(isEqual ? namedArray(call->getArg(0)) : nullptr)) {
      state[*index] = valueOf(call->getArg(1), *index, state);
      return;
    }
  }
  if (call->isCallToStdMove())
    return;
  const FunctionDecl *callee = call->getDirectCallee();
  if (callee && callee->getDeclName().isIdentifier() &&
      callee->getName() == "swap" && call->getNumArgs() == 2 &&
      (namedArray(call->getArg(0)) || namedArray(call->getArg(1))))
    return exchange(call->getArg(0), call->getArg(1), state);
  otherCodeRuns(state);
}

/// The directive gives its layout to what it writes.
void LayoutFlow::apply(const Query &query, LayoutState &state) {
  const plan::CheckedRedistribute &directive = *query.placed.directive;
  const plan::CheckedInstance &instance = *query.placed.instance;
  otherCodeRuns(state);
  if (directive.sends() || !instance.hasTo)
    return;
  // A relabelled array has its layout on other ranks than the clause says.
  const bool isKnown = directive.relabel.empty() && isConstant(instance.to);
  const KnownLayouts after =
      isKnown ? KnownLayouts{{originOf(query.placed.instance, instance.to,
                                       recorder.directives()[directive.id]
                                           .range.getBegin())},
                             false}
              : unknownLayout();
  for (const ValueDecl *written :
       query.destinations.empty() ? query.objects : query.destinations)
    if (const auto index = uses.indexOf(written))
      state[*index] = after;
}

/// A construction that initialises no variable: a parameter, a temporary.
void LayoutFlow::construct(const CXXConstructExpr *construction,
                           LayoutState &state) {
  if (!isDistributedArray(construction->getType()))
    return otherCodeRuns(state);
  if (uses.isInitializer(construction))
    return; // the declaration follows
  for (const Expr *argument : construction->arguments())
    if (const auto index = uses.indexOf(movedArray(argument)))
      state[*index] = unknownLayout();
}

void LayoutFlow::step(const Stmt *statement, LayoutState &state) {
  if (const auto found = queryOf.find(statement); found != queryOf.end()) {
    const Query &query = queries[found->second];
    if (isFinal)
      answer(query, state);
    apply(query, state);
    return;
  }
  if (const auto *declaration = dyn_cast<DeclStmt>(statement)) {
    for (const Decl *one : declaration->decls())
      if (const auto *variable = dyn_cast<VarDecl>(one))
        declare(variable, state);
    return;
  }
  if (const auto *callExpression = dyn_cast<CallExpr>(statement))
    return call(callExpression, state);
  if (const auto *construction = dyn_cast<CXXConstructExpr>(statement))
    return construct(construction, state);
  const auto *expression = dyn_cast<Expr>(statement);
  if (!expression || !isa<DeclRefExpr, MemberExpr>(expression))
    return;
  const auto index = uses.indexOf(namedArray(expression));
  if (index && uses.mayChange(expression))
    state[*index] = unknownLayout();
}

} // namespace redistc::sema

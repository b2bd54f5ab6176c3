//===- Expressions.cpp - Reads and writes of expressions ------------------===//
//
// Glvalues are places, of which something is asked; prvalues are evaluated. An
// assignment to a name writes it whole, one to a part does not.
//
//===----------------------------------------------------------------------===//
#include "Accesses/Accesses.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprConcepts.h"

using namespace clang;

namespace redistc::sema {

/// What a reference is bound to.
void AccessWalker::bind(const Expr *expression, unsigned use) {
  if (expression->isGLValue())
    place(expression, use);
  else
    value(expression);
}

void AccessWalker::memberPlace(const MemberExpr *member) {
  const Expr *base = member->getBase();
  if (isa<CXXThisExpr>(base->IgnoreParenImpCasts()))
    return;
  bind(base, Touch);
}

/// Evaluates a glvalue, which is then used.
void AccessWalker::place(const Expr *expression, unsigned use) {
  expression = expression->IgnoreParens();
  if (const auto *full = dyn_cast<FullExpr>(expression))
    return bind(full->getSubExpr(), use);
  const SourceLocation location = expression->getExprLoc();
  // A part of an object is never all of it.
  const unsigned partUse = (use & Whole) == Whole ? (use & ~4u) : use;
  if (const auto *name = dyn_cast<DeclRefExpr>(expression)) {
    const ValueDecl *decl = name->getDecl();
    if (const auto *function = dyn_cast<FunctionDecl>(decl))
      return mentioned(name, function);
    const ObjectIds ids = roots.ofVariable(decl);
    const bool isItself = ids.size() == 1 &&
                          objects[ids.front()].decl == decl->getCanonicalDecl();
    if (!isItself && isa<VarDecl, BindingDecl>(decl) && !ids.empty() &&
        objects[ids.front()].kind != ObjectKind::Hidden)
      record({objects.variable(decl)}, Read, location); // the reference
    record(ids, isItself ? use : partUse, location);
    return mentioned(name, nullptr);
  }
  if (const auto *member = dyn_cast<MemberExpr>(expression)) {
    memberPlace(member);
    const ObjectIds ids = roots.ofLvalue(member);
    const bool isItself = ids.size() == 1 &&
                          (objects[ids.front()].kind == ObjectKind::Member ||
                           objects[ids.front()].kind == ObjectKind::Part) &&
                          objects[ids.front()].decl ==
                              member->getMemberDecl()->getCanonicalDecl();
    return record(ids, isItself ? use : partUse, location);
  }
  if (const auto *cast = dyn_cast<CastExpr>(expression)) {
    const bool isSame = cast->getCastKind() == CK_NoOp;
    return bind(cast->getSubExpr(), isSame ? use : partUse);
  }
  if (const auto *element = dyn_cast<ArraySubscriptExpr>(expression)) {
    bind(element->getBase(), Touch);
    value(element->getIdx());
  } else if (const auto *unary = dyn_cast<UnaryOperator>(expression)) {
    if (unary->getOpcode() == UO_Deref)
      bind(unary->getSubExpr(), Touch);
    else
      this->unary(unary);
  } else if (const auto *binary = dyn_cast<BinaryOperator>(expression)) {
    if (binary->getOpcode() == BO_Comma) { // is its second operand
      bind(binary->getLHS(), Touch);
      return bind(binary->getRHS(), use);
    }
    this->binary(binary);
  } else if (const auto *choice =
                 dyn_cast<AbstractConditionalOperator>(expression)) {
    value(choice->getCond());
    const State before = state;
    place(choice->getTrueExpr(), partUse);
    const State afterTrue = state;
    state = before;
    place(choice->getFalseExpr(), partUse);
    state.join(afterTrue);
    return;
  } else if (isa<CallExpr>(expression)) {
    call(expression);
  } else if (const auto *temporary =
                 dyn_cast<MaterializeTemporaryExpr>(expression)) {
    return value(temporary->getSubExpr());
  } else if (const auto *opaque = dyn_cast<OpaqueValueExpr>(expression)) {
    if (opaque->getSourceExpr())
      return place(opaque->getSourceExpr(), partUse);
  } else if (const auto *defaulted = dyn_cast<CXXDefaultArgExpr>(expression)) {
    return bind(defaulted->getExpr(), partUse);
  } else if (!isa<CXXTypeidExpr>(expression)) {
    for (const Stmt *part : expression->children())
      walk(part);
  }
  record(roots.ofLvalue(expression), partUse, location);
}

void AccessWalker::castValue(const CastExpr *cast) {
  const Expr *inner = cast->getSubExpr();
  if (!inner->isGLValue())
    return value(inner);
  const bool isRead = cast->getCastKind() == CK_LValueToRValue ||
                      cast->getCastKind() == CK_LValueToRValueBitCast;
  place(inner, isRead ? Read : Touch);
}

void AccessWalker::unary(const UnaryOperator *unary) {
  if (unary->isIncrementDecrementOp())
    return place(unary->getSubExpr(), Modify);
  bind(unary->getSubExpr(), Touch);
}

void AccessWalker::binary(const BinaryOperator *binary) {
  const Expr *left = binary->getLHS(), *right = binary->getRHS();
  if (binary->isAssignmentOp()) {
    value(right);
    if (binary->getLHS()->isTypeDependent() && !left->isGLValue())
      return walk(left);
    return place(left, binary->isCompoundAssignmentOp() ? Modify : Whole);
  }
  bind(left, Touch);
  if (binary->isLogicalOp())
    walkMaybe(right);
  else
    bind(right, Touch);
}

/// Who holds a reference may use it: a temporary has no name by which it could
/// be followed.
void AccessWalker::bindMember(const FieldDecl *field, const Expr *initial) {
  const QualType type = field->getType();
  if (!type->isReferenceType() || !initial->isGLValue())
    return walk(initial);
  place(initial, type.getNonReferenceType().isConstQualified() ? Read : Modify);
}

void AccessWalker::aggregate(const InitListExpr *list) {
  if (const InitListExpr *semantic = list->getSemanticForm())
    list = semantic;
  const auto *record = list->getType()->getAsCXXRecordDecl();
  unsigned index = 0;
  if (record && record->hasDefinition() && !record->isUnion()) {
    index = record->getNumBases();
    for (unsigned i = 0; i < index && i < list->getNumInits(); ++i)
      walk(list->getInit(i));
    for (const FieldDecl *field : record->fields()) {
      if (field->isUnnamedBitField())
        continue;
      if (index < list->getNumInits())
        bindMember(field, list->getInit(index++));
    }
  }
  for (; index < list->getNumInits(); ++index)
    walk(list->getInit(index));
}

void AccessWalker::lambda(const LambdaExpr *lambda) {
  auto capture = lambda->capture_begin();
  for (const Expr *initial : lambda->capture_inits()) {
    if (capture->capturesVariable() && !initial->isGLValue())
      value(initial);
    else if (capture->capturesVariable())
      place(initial, capture->getCaptureKind() == LCK_ByCopy ? Read : Touch);
    ++capture;
  }
  const State before = state;
  const auto run = [&](const FunctionDecl *body) {
    CallSite site;
    site.callee = body;
    locals.insert(body->getCanonicalDecl()); // what it keeps is new here
    if (const Summary *summary = summaries.of(body))
      callSeen(site, *summary, lambda->getBeginLoc());
  };
  if (FunctionTemplateDecl *generic = lambda->getDependentCallOperator()) {
    for (const FunctionDecl *instance :
         llvm::to_vector(generic->specializations()))
      run(instance);
  } else {
    run(lambda->getCallOperator());
  }
  state.join(before);
}

/// Evaluates a prvalue.
void AccessWalker::value(const Expr *expression) {
  if (!expression)
    return;
  expression = expression->IgnoreParens();
  if (expression->isGLValue())
    return place(expression, Read);
  if (const auto *full = dyn_cast<FullExpr>(expression))
    return bind(full->getSubExpr(), Touch);
  if (const auto *cast = dyn_cast<CastExpr>(expression))
    return castValue(cast);
  if (const auto *unary = dyn_cast<UnaryOperator>(expression))
    return this->unary(unary);
  if (const auto *binary = dyn_cast<BinaryOperator>(expression))
    return this->binary(binary);
  if (const auto *choice = dyn_cast<AbstractConditionalOperator>(expression)) {
    value(choice->getCond());
    const State before = state;
    walk(choice->getTrueExpr());
    const State afterTrue = state;
    state = before;
    walk(choice->getFalseExpr());
    state.join(afterTrue);
    return;
  }
  if (isa<CallExpr, CXXConstructExpr>(expression))
    return call(expression);
  if (const auto *temporary = dyn_cast<CXXBindTemporaryExpr>(expression)) {
    value(temporary->getSubExpr());
    return destroy(temporary->getType(), nullptr, temporary->getBeginLoc());
  }
  if (const auto *list = dyn_cast<InitListExpr>(expression))
    return aggregate(list);
  if (const auto *closure = dyn_cast<LambdaExpr>(expression))
    return lambda(closure);
  if (const auto *defaulted = dyn_cast<CXXDefaultArgExpr>(expression))
    return bind(defaulted->getExpr(), Touch);
  if (const auto *defaulted = dyn_cast<CXXDefaultInitExpr>(expression))
    return bind(defaulted->getExpr(), Touch);
  if (const auto *made = dyn_cast<CXXNewExpr>(expression)) {
    callAlone(made->getOperatorNew(), made->getBeginLoc());
    for (const Stmt *part : made->children())
      walk(part);
    for (const Expr *place : made->placement_arguments())
      if (isHandle(place->getType()))
        record(roots.ofPointer(place), Modify, place->getExprLoc());
    return;
  }
  if (const auto *deleted = dyn_cast<CXXDeleteExpr>(expression)) {
    value(deleted->getArgument());
    callAlone(deleted->getOperatorDelete(), deleted->getBeginLoc());
    if (const QualType type = deleted->getDestroyedType(); !type.isNull())
      destroy(type, nullptr, deleted->getBeginLoc());
    return record(roots.ofPointer(deleted->getArgument()), Modify,
                  deleted->getBeginLoc());
  }
  if (const auto *thrown = dyn_cast<CXXThrowExpr>(expression)) {
    if (thrown->getSubExpr())
      value(thrown->getSubExpr());
    state.isReached = false;
    return;
  }
  if (isa<UnaryExprOrTypeTraitExpr, CXXNoexceptExpr, RequiresExpr,
          CXXTypeidExpr, OpaqueValueExpr>(expression))
    return; // not evaluated
  for (const Stmt *part : expression->children())
    walk(part);
}

} // namespace redistc::sema

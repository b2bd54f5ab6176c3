//===- PipelineAccesses.cpp - What a statement reads, writes ---*- C++ -*-===//
//
// Statements and expressions; calls are in PipelineCalls.cpp. What follows a
// loop knows no more than what came before it; what follows a branch knows what
// both ways have in common.
//
//===----------------------------------------------------------------------===//
#include "PipelineAccesses.h"

#include "KnownFunctions.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprConcepts.h"
#include "clang/Basic/SourceManager.h"

#include <algorithm>

using namespace clang;

namespace redistc::sema {

AccessWalker::AccessWalker(Summaries &known, Roots &follow)
    : summaries(known), objects(known.objects), roots(follow) {}

Accesses AccessWalker::take() {
  result.overwritten = state.written;
  return std::move(result);
}

void AccessWalker::State::join(const State &other) {
  if (!other.isReached)
    return;
  if (!isReached) {
    *this = other;
    return;
  }
  std::erase_if(written,
                [&](ObjectId id) { return other.written.count(id) == 0; });
}

bool AccessWalker::isLocal(const Object &object) const {
  if (!object.decl)
    return false;
  if (locals.contains(object.decl))
    return true;
  const auto *binding = dyn_cast<BindingDecl>(object.decl);
  return binding && binding->getDecomposedDecl() &&
         locals.contains(binding->getDecomposedDecl()->getCanonicalDecl());
}

void AccessWalker::record(const ObjectIds &ids, unsigned use,
                          SourceLocation location, const Access *inner,
                          const FunctionDecl *through) {
  if (use == Touch)
    return;
  for (const ObjectId id : ids) {
    if (isLocal(objects[id]))
      continue;
    Access access;
    access.object = id;
    access.use = use;
    access.location = location;
    access.isExposed = (use & Read) && (!inner || inner->isExposed) &&
                       state.isReached && state.written.count(id) == 0;
    access.through = through;
    if (inner)
      access.inner = inner->inner.isValid() ? inner->inner : inner->location;
    // The first of its kind stands for all.
    if (recorded.insert({id, use, access.isExposed}).second)
      result.all.push_back(access);
  }
  if ((use & Whole) == Whole && ids.size() == 1)
    state.written.insert(ids.front());
}

// Statements.

/// Code that may run, or not.
void AccessWalker::walkMaybe(const Stmt *statement) {
  const State before = state;
  walk(statement);
  state.join(before);
}

void AccessWalker::walkVariable(const VarDecl *variable) {
  if (!variable->isStaticLocal())
    locals.insert(variable->getCanonicalDecl());
  if (const Expr *initial = variable->getInit()) {
    if (variable->getType()->isReferenceType())
      bind(initial, Touch);
    else
      value(initial);
  }
  if (const auto *bound = dyn_cast<DecompositionDecl>(variable))
    for (const BindingDecl *binding : bound->bindings())
      if (const VarDecl *holding = binding->getHoldingVar())
        walkVariable(holding);
}

void AccessWalker::walkDeclaration(const DeclStmt *statement) {
  for (const Decl *declared : statement->decls())
    if (const auto *variable = dyn_cast<VarDecl>(declared))
      walkVariable(variable);
}

void AccessWalker::walkIf(const IfStmt *statement) {
  walk(statement->getInit());
  walk(statement->getConditionVariableDeclStmt());
  if (statement->getCond())
    value(statement->getCond());
  const State before = state;
  walk(statement->getThen());
  const State afterThen = state;
  state = before;
  walk(statement->getElse());
  state.join(afterThen);
}

/// `before` runs at least once.
void AccessWalker::walkLoop(const Stmt *, llvm::ArrayRef<const Stmt *> before,
                            llvm::ArrayRef<const Stmt *> repeated) {
  for (const Stmt *part : before)
    walk(part);
  const State entry = state;
  for (const Stmt *part : repeated)
    walk(part);
  state = entry;
}

void AccessWalker::walkTry(const CXXTryStmt *statement) {
  const State before = state;
  walk(statement->getTryBlock());
  State after = state;
  for (unsigned i = 0; i < statement->getNumHandlers(); ++i) {
    const CXXCatchStmt *handler = statement->getHandler(i);
    state = before;
    if (const VarDecl *caught = handler->getExceptionDecl())
      locals.insert(caught->getCanonicalDecl());
    walk(handler->getHandlerBlock());
    after.join(state);
  }
  state = after;
}

void AccessWalker::leave(const Stmt *statement) {
  if (const auto *returned = dyn_cast<ReturnStmt>(statement))
    if (const Expr *expression = returned->getRetValue()) {
      if (expression->isGLValue()) {
        place(expression, Touch);
        addTo(this->returns, roots.ofLvalue(expression));
      } else {
        value(expression);
        if (isHandle(expression->getType()))
          addTo(this->returns, roots.ofPointer(expression));
      }
    }
  state.isReached = false;
}

void AccessWalker::walk(const Stmt *statement) {
  if (!statement)
    return;
  if (const auto *expression = dyn_cast<Expr>(statement)) {
    if (expression->isGLValue())
      return place(expression, Touch);
    return value(expression);
  }
  if (const auto *declaration = dyn_cast<DeclStmt>(statement))
    return walkDeclaration(declaration);
  if (const auto *choice = dyn_cast<IfStmt>(statement))
    return walkIf(choice);
  if (const auto *loop = dyn_cast<ForStmt>(statement))
    return walkLoop(loop,
                    {loop->getInit(), loop->getConditionVariableDeclStmt(),
                     loop->getCond()},
                    {loop->getBody(), loop->getInc()});
  if (const auto *loop = dyn_cast<WhileStmt>(statement))
    return walkLoop(loop,
                    {loop->getConditionVariableDeclStmt(), loop->getCond()},
                    {loop->getBody()});
  if (const auto *loop = dyn_cast<DoStmt>(statement))
    return walkLoop(loop, {}, {loop->getBody(), loop->getCond()});
  if (const auto *loop = dyn_cast<CXXForRangeStmt>(statement))
    return walkLoop(loop,
                    {loop->getInit(), loop->getRangeStmt(),
                     loop->getBeginStmt(), loop->getEndStmt(), loop->getCond()},
                    {loop->getLoopVarStmt(), loop->getBody(), loop->getInc()});
  if (const auto *choice = dyn_cast<SwitchStmt>(statement))
    return walkLoop(choice,
                    {choice->getInit(), choice->getConditionVariableDeclStmt(),
                     choice->getCond()},
                    {choice->getBody()});
  if (const auto *label = dyn_cast<SwitchCase>(statement)) {
    state = State(); // from anywhere before the switch
    return walk(label->getSubStmt());
  }
  if (const auto *label = dyn_cast<LabelStmt>(statement)) {
    state = State();
    return walk(label->getSubStmt());
  }
  if (const auto *guarded = dyn_cast<CXXTryStmt>(statement))
    return walkTry(guarded);
  if (isa<ReturnStmt, BreakStmt, ContinueStmt, GotoStmt, IndirectGotoStmt>(
          statement))
    return leave(statement);
  if (const auto *assembly = dyn_cast<AsmStmt>(statement)) {
    for (const Expr *input : assembly->inputs())
      walk(input);
    for (const Expr *output : assembly->outputs())
      place(output, Modify);
    return;
  }
  for (const Stmt *part : statement->children())
    walk(part);
}

// Expressions.

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
                          objects[ids.front()].kind == ObjectKind::Member &&
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
    this->binary(binary);
    if (binary->getOpcode() == BO_Comma)
      return; // the second operand has been used as far as it goes
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
    if (const Summary *summary = summaries.of(body))
      callSeen(site, *summary, lambda->getBeginLoc());
  };
  if (FunctionTemplateDecl *generic = lambda->getDependentCallOperator()) {
    for (const FunctionDecl *instance : generic->specializations())
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
  if (const auto *list = dyn_cast<InitListExpr>(expression))
    return aggregate(list);
  if (const auto *closure = dyn_cast<LambdaExpr>(expression))
    return lambda(closure);
  if (const auto *defaulted = dyn_cast<CXXDefaultArgExpr>(expression))
    return bind(defaulted->getExpr(), Touch);
  if (const auto *defaulted = dyn_cast<CXXDefaultInitExpr>(expression))
    return bind(defaulted->getExpr(), Touch);
  if (const auto *deleted = dyn_cast<CXXDeleteExpr>(expression)) {
    value(deleted->getArgument());
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

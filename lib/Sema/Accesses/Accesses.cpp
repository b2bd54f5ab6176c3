//===- Accesses.cpp - Reads and writes of a piece of code ------*- C++ -*-===//
//
// Statements; what they evaluate is in Expressions.cpp and
// Calls.cpp. What follows a loop knows no more than what came before
// it; what follows a branch knows what both ways have in common.
//
//===----------------------------------------------------------------------===//
#include "Accesses/Accesses.h"

#include "clang/AST/ASTContext.h"

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
  // What a closure's captures point to is not its own.
  if (locals.contains(object.decl))
    return object.kind != ObjectKind::Pointee ||
           !isa<FunctionDecl>(object.decl);
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
    // Who has set it reads what is its own.
    if (isErrno(objects[id]) && hasSetErrno)
      continue;
    hasSetErrno |= isErrno(objects[id]) && (use & Write);
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

/// Code that may run, or not.
void AccessWalker::walkMaybe(const Stmt *statement) {
  const State before = state;
  walk(statement);
  state.join(before);
}

static bool namesLocal(const Stmt *part) {
  if (!part)
    return false;
  if (const auto *name = dyn_cast<DeclRefExpr>(part))
    if (const auto *variable = dyn_cast<VarDecl>(name->getDecl());
        variable && variable->hasLocalStorage())
      return true;
  return llvm::any_of(part->children(), namesLocal);
}

bool isMadeOfLocals(const VarDecl *variable) {
  return variable->isStaticLocal() && namesLocal(variable->getInit());
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
  if (isMadeOfLocals(variable))
    record({objects.variable(variable)}, Write, variable->getLocation());
  if (!variable->isStaticLocal())
    destroy(variable->getType(), variable, variable->getLocation());
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

} // namespace redistc::sema

//===- Requests.cpp - Checks of nowait and wait ----------------*- C++ -*-===//
//
// A request is the variable that the parser declared behind the statement of
// its nowait, at the place of the user's word. Whatever else mentions it, such
// as a lambda that captures it, may wait for it.
//
//===----------------------------------------------------------------------===//
#include "Common/Requests.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Analysis/CFG.h"

#include "llvm/ADT/DenseMap.h"

#include <algorithm>

using namespace clang;

namespace redistc::sema {

using directive::ParsedDirective;

/// The directive whose nowait declares it; null if none does.
static const ParsedDirective *
starterOf(const ValueDecl *declaration,
          const directive::DirectiveRecorder &recorder) {
  for (const ParsedDirective &directive : recorder.directives())
    if (!isWait(directive.kind) && directive.request &&
        directive.request->location == declaration->getLocation())
      return &directive;
  return nullptr;
}

/// Whether a lambda between the function of `request` and `function` has a copy
/// of it: what is started is in one place.
static bool isCopied(const ValueDecl *request, const FunctionDecl *function) {
  for (const DeclContext *context = function;
       context && context != request->getDeclContext();
       context = context->getParent()) {
    const auto *record = dyn_cast<CXXRecordDecl>(context);
    if (!record || !record->isLambda())
      continue;
    for (const LambdaCapture &capture : record->captures())
      if (capture.capturesVariable() && capture.getCapturedVar() == request &&
          capture.getCaptureKind() == LCK_ByCopy)
        return true;
  }
  return false;
}

void checkWait(InstanceContext &context, const Occurrence &occurrence,
               const directive::DirectiveRecorder &recorder) {
  const directive::ParsedWord &request = *context.directive.request;
  const directive::ParsedExpression slot{request.name, request.location, 0};
  const Expr *written = writtenExpression(context, slot);
  if (!written) {
    context.hasError = true; // Clang has told the user
    return;
  }
  const auto *name = dyn_cast<DeclRefExpr>(written);
  if (name && name->getDecl()->getName() != request.name) {
    context.hasError = true; // misspelt, and Clang went on with what it took
    return;                  // it for
  }
  const std::string quoted = "'" + request.name + "'";
  const ParsedDirective *starter =
      name ? starterOf(name->getDecl(), recorder) : nullptr;
  const llvm::StringRef word = wordOf(context.directive.kind);
  if (!starter)
    context.error(request.location, DiagnosticKind::NotARequest,
                  name ? name->getDecl() : nullptr, quoted);
  else if (wordOf(starter->kind) != word)
    context.error(request.location, DiagnosticKind::WrongWait,
                  SecondPlace{name->getDecl()->getLocation(),
                              DiagnosticKind::RequestStarted, quoted},
                  quoted, wordOf(starter->kind), request.name);
  else if (isCopied(name->getDecl(), occurrence.function))
    context.error(request.location, DiagnosticKind::RequestCopied,
                  SecondPlace{name->getDecl()->getLocation(),
                              DiagnosticKind::RequestStarted, quoted},
                  quoted);
}

/// The request that a statement declares at the location; null if none, and if
/// its name was another's already.
static const VarDecl *declaredIn(const Stmt *statement,
                                 SourceLocation location) {
  if (const auto *declaration = dyn_cast_or_null<DeclStmt>(statement))
    for (const Decl *declared : declaration->decls())
      if (const auto *variable = dyn_cast<VarDecl>(declared))
        if (variable->getLocation() == location && !variable->isInvalidDecl())
          return variable;
  return nullptr;
}

/// The same in a statement and all its parts.
static const VarDecl *findDeclared(const Stmt *statement,
                                   SourceLocation location) {
  if (!statement)
    return nullptr;
  if (const VarDecl *found = declaredIn(statement, location))
    return found;
  for (const Stmt *part : statement->children())
    if (const VarDecl *found = findDeclared(part, location))
      return found;
  return nullptr;
}

/// Whether a statement, or a lambda in it, names the request.
static bool mentions(const Stmt *statement, const VarDecl *request) {
  if (!statement)
    return false;
  if (const auto *name = dyn_cast<DeclRefExpr>(statement))
    return name->getDecl() == request;
  return llvm::any_of(statement->children(), [request](const Stmt *part) {
    return mentions(part, request);
  });
}

/// The control flow of a function as far as it concerns one request.
class RequestFlow {
public:
  /// The statements of all waits, and where their words are.
  using Waits = llvm::DenseMap<const Stmt *, SourceLocation>;

  RequestFlow(const CFG &graph, SourceLocation location, const Waits &allWaits)
      : cfg(graph), waits(allWaits) {
    for (const CFGBlock *block : cfg)
      for (std::size_t i = 0; i < block->size(); ++i)
        if (const VarDecl *variable =
                declaredIn(statementOf((*block)[i]), location)) {
          request = variable;
          start = block;
          startIndex = i;
        }
  }

  bool isFound() const { return request != nullptr; }

  /// Whether something that mentions the request can be reached from its
  /// declaration.
  bool isReached() const {
    llvm::DenseMap<const CFGBlock *, bool> isSeen;
    std::vector<const CFGBlock *> pending;
    bool isFound = false;
    const auto scan = [&](const CFGBlock *block, std::size_t first) {
      for (std::size_t i = first; i < block->size(); ++i) {
        const Stmt *statement = statementOf((*block)[i]);
        if (block == start && i == startIndex)
          return; // round a loop: another request begins
        isFound |= mentions(statement, request);
      }
      for (const CFGBlock *next : block->succs())
        if (next && !isSeen[next]) {
          isSeen[next] = true;
          pending.push_back(next);
        }
    };
    scan(start, startIndex + 1);
    // What throws is not in the graph.
    for (const CFGBlock *block : cfg)
      if (isa_and_nonnull<CXXCatchStmt>(block->getLabel()))
        pending.push_back(block);
    while (!pending.empty() && !isFound) {
      const CFGBlock *block = pending.back();
      pending.pop_back();
      scan(block, 0);
    }
    return isFound;
  }

  /// The places of waits before which there is another on every way, in the
  /// order of the text.
  std::vector<SourceLocation> secondWaits() const {
    llvm::DenseMap<const CFGBlock *, unsigned> before;
    before[start] = 0; // where it is declared, nothing has come before
    std::vector<const CFGBlock *> pending = {start};
    std::vector<SourceLocation> second;
    while (!pending.empty()) {
      const CFGBlock *block = pending.back();
      pending.pop_back();
      const unsigned after = flow(block, before.lookup(block), nullptr);
      for (const CFGBlock *next : block->succs())
        if (next && (before[next] | after) != before[next]) {
          before[next] |= after;
          pending.push_back(next);
        }
    }
    for (const auto &[block, state] : before)
      flow(block, state, &second);
    std::sort(second.begin(), second.end());
    return second;
  }

private:
  /// What a request may have come to, as bits.
  enum State : unsigned { Running = 1, Waited = 2, Unknown = 4 };

  static const Stmt *statementOf(const CFGElement &element) {
    const auto statement = element.getAs<CFGStmt>();
    return statement ? statement->getStmt() : nullptr;
  }

  /// The states after a block; waits that are certainly second ones are added
  /// to `second` if it is given.
  unsigned flow(const CFGBlock *block, unsigned state,
                std::vector<SourceLocation> *second) const {
    for (std::size_t i = 0; i < block->size(); ++i) {
      const Stmt *statement = statementOf((*block)[i]);
      if (block == start && i == startIndex) {
        state = Running;
      } else if (const auto wait = waits.find(statement);
                 wait != waits.end() && mentions(statement, request)) {
        if (state == Waited && second)
          second->push_back(wait->second);
        state = Waited;
      } else if (mentions(statement, request)) {
        state |= Unknown;
      }
    }
    return state;
  }

  const CFG &cfg;
  const Waits &waits;
  const VarDecl *request = nullptr;
  const CFGBlock *start = nullptr;
  std::size_t startIndex = 0;
};

static RequestFlow::Waits
findWaits(const std::vector<Occurrence> &all,
          const directive::DirectiveRecorder &recorder) {
  RequestFlow::Waits waits;
  for (const Occurrence &occurrence : all) {
    const ParsedDirective &directive =
        recorder.directives()[occurrence.directive];
    if (isWait(directive.kind))
      for (const Stmt *slot : occurrence.statement->body())
        waits[slot] = directive.request->location;
  }
  return waits;
}

void checkRequest(InstanceContext &context, const Occurrence &occurrence,
                  const std::vector<Occurrence> &all,
                  const directive::DirectiveRecorder &recorder) {
  const directive::ParsedWord &word = *context.directive.request;
  const FunctionDecl *function = occurrence.function;
  Stmt *body = function ? function->getBody() : nullptr;
  if (!body)
    return;
  const std::string quoted = "'" + word.name + "'";
  const auto neverWaited = [&] {
    context.error(word.location, DiagnosticKind::NeverWaited, nullptr, quoted,
                  word.name, wordOf(context.directive.kind));
  };
  if (function->isDependentContext()) { // there is no control flow yet
    const VarDecl *request = findDeclared(body, word.location);
    if (request && !mentions(body, request))
      neverWaited();
    return;
  }
  const std::unique_ptr<CFG> cfg =
      CFG::buildCFG(function, body, &context.ast, CFG::BuildOptions());
  if (!cfg)
    return;
  const RequestFlow::Waits waits = findWaits(all, recorder);
  const RequestFlow flow(*cfg, word.location, waits);
  if (!flow.isFound())
    return;
  if (!flow.isReached())
    neverWaited();
  for (const SourceLocation second : flow.secondWaits())
    context.error(
        second, DiagnosticKind::WaitedTwice,
        SecondPlace{word.location, DiagnosticKind::RequestStarted, quoted},
        quoted);
}

} // namespace redistc::sema

//===- ReachingLayouts.cpp - Layouts that may reach a directive -*- C++ -*-===//
//
// States go round the CFG until they stay as they are. A layout is remembered
// by the place that gives it to the array, for notes.
//
//===----------------------------------------------------------------------===//
#include "ReachingLayouts.h"

#include "ArrayUses.h"
#include "LayoutValue.h"

#include "redistc/Directive/Diagnostics.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Analysis/Analyses/PostOrderCFGView.h"
#include "clang/Analysis/CFG.h"

#include <algorithm>
#include <set>

using namespace clang;
using redistc::directive::DiagnosticKind;

namespace redistc::sema {

namespace {

/// A layout and the place that gives it to an array.
struct Origin {
  plan::CheckedLayout layout;
  SourceLocation location;
};

/// What one array may have at one point: some of the origins, or a layout that
/// is not known here. Neither: the point is not reached.
struct Known {
  std::set<std::size_t> origins;
  bool mayBeOther = false;

  bool operator==(const Known &) const = default;
  void join(const Known &other) {
    origins.insert(other.origins.begin(), other.origins.end());
    mayBeOther |= other.mayBeOther;
  }
};
using State = std::vector<Known>; // by index in ArrayUses

const Known unknownLayout{{}, true};

/// The analysis of one function.
class LayoutFlow {
public:
  LayoutFlow(ASTContext &context, const FunctionDecl *analysed,
             const directive::DirectiveRecorder &directiveRecorder)
      : ast(context), function(analysed), recorder(directiveRecorder),
        uses(analysed->getBody()) {}

  void add(const PlacedInstance &placed);
  void run();

private:
  struct Query {
    PlacedInstance placed;
    std::vector<const ValueDecl *> objects, destinations;
  };

  const ValueDecl *objectOf(const Occurrence &,
                            const directive::ParsedObject &) const;
  std::size_t originOf(const void *key, const plan::CheckedLayout &,
                       SourceLocation);
  Known given(const Expr *layout, std::size_t array);
  Known valueOf(const Expr *, std::size_t array, State &);
  void declare(const VarDecl *, State &);
  void call(const CallExpr *, State &);
  void construct(const CXXConstructExpr *, State &);
  void memberCall(const CXXMemberCallExpr *, State &);
  void exchange(const Expr *, const Expr *, State &);
  void otherCodeRuns(State &) const;
  void apply(const Query &, State &);
  void step(const Stmt *, State &);
  void through(const CFGBlock &, State &);
  void answer(const Query &, const State &) const;
  Known reaching(const Query &, const State &) const;
  bool mustDiffer(const Query &, const Known &,
                  const plan::CheckedLayout &) const;
  void noteOrigins(const Query &, const Known &) const;
  void checkFrom(const Query &, const Known &) const;
  void checkPartInPlace(const Query &, const Known &) const;

  ASTContext &ast;
  const FunctionDecl *function;
  const directive::DirectiveRecorder &recorder;
  ArrayUses uses;
  std::vector<Query> queries;
  llvm::DenseMap<const Stmt *, std::size_t> queryOf; ///< by its last statement
  std::vector<Origin> origins;
  llvm::DenseMap<const void *, std::size_t> originIndices;
  bool isFinal = false; ///< the states are complete: queries are answered
};

} // namespace

/// `(void)(e)`, maybe with cleanups, as the CFG has it.
static const Stmt *slotStatement(const CompoundStmt *injected, unsigned slot) {
  const Stmt *statement = injected->body_begin()[slot];
  if (const auto *full = dyn_cast<FullExpr>(statement))
    return full->getSubExpr();
  return statement;
}

const ValueDecl *
LayoutFlow::objectOf(const Occurrence &occurrence,
                     const directive::ParsedObject &object) const {
  const auto *slot = dyn_cast<CStyleCastExpr>(
      slotStatement(occurrence.statement, object.name.slot));
  return slot ? namedArray(slot->getSubExpr()) : nullptr;
}

void LayoutFlow::add(const PlacedInstance &placed) {
  const Occurrence &occurrence = *placed.occurrence;
  const directive::ParsedDirective &parsed =
      recorder.directives()[occurrence.directive];
  Query query{placed, {}, {}};
  for (const directive::ParsedObject &object : parsed.objects)
    query.objects.push_back(objectOf(occurrence, object));
  for (const directive::ParsedObject &object : parsed.into)
    query.destinations.push_back(objectOf(occurrence, object));
  queryOf[slotStatement(occurrence.statement, parsed.slotCount - 1)] =
      queries.size();
  queries.push_back(std::move(query));
}

std::size_t LayoutFlow::originOf(const void *key,
                                 const plan::CheckedLayout &layout,
                                 SourceLocation location) {
  const auto [place, isNew] = originIndices.try_emplace(key, origins.size());
  if (isNew)
    origins.push_back({layout, location});
  return place->second;
}

Known LayoutFlow::given(const Expr *layout, std::size_t array) {
  if (const auto known = originIndices.find(layout);
      known != originIndices.end())
    return {{known->second}, false};
  const auto value = constantLayout(ast, layout, uses.dimensions(array));
  if (!value)
    return unknownLayout;
  return {{originOf(layout, *value, layout->getExprLoc())}, false};
}

/// What an array has that is constructed from, or assigned, the expression.
Known LayoutFlow::valueOf(const Expr *expression, std::size_t array,
                          State &state) {
  const Expr *inner = expression->IgnoreParens()->IgnoreImplicit();
  if (const auto *cast = dyn_cast<CXXFunctionalCastExpr>(inner))
    return valueOf(cast->getSubExpr(), array, state);
  if (const auto index = uses.indexOf(movedArray(inner))) {
    const Known moved = state[*index];
    state[*index] = unknownLayout; // it has none
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
    return unknownLayout;
  if (construction->getConstructor()->isCopyOrMoveConstructor())
    return valueOf(construction->getArg(0), array, state);
  return construction->getNumArgs() >= 2 ? given(construction->getArg(1), array)
                                         : unknownLayout;
}

void LayoutFlow::declare(const VarDecl *variable, State &state) {
  const auto index = uses.indexOf(variable);
  if (!index)
    return;
  state[*index] = variable->hasInit() && !variable->getType()->isReferenceType()
                      ? valueOf(variable->getInit(), *index, state)
                      : unknownLayout;
}

/// Code that is not seen here may redistribute what it can reach.
void LayoutFlow::otherCodeRuns(State &state) const {
  for (std::size_t i = 0; i < state.size(); ++i)
    if (!uses.isPrivate(i))
      state[i].mayBeOther = true;
}

void LayoutFlow::exchange(const Expr *first, const Expr *second, State &state) {
  const auto a = uses.indexOf(namedArray(first));
  const auto b = uses.indexOf(namedArray(second));
  if (a && b)
    std::swap(state[*a], state[*b]);
  else if (a || b)
    state[a ? *a : *b] = unknownLayout;
}

void LayoutFlow::memberCall(const CXXMemberCallExpr *call, State &state) {
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

void LayoutFlow::call(const CallExpr *call, State &state) {
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
void LayoutFlow::apply(const Query &query, State &state) {
  const plan::CheckedRedistribute &directive = *query.placed.directive;
  const plan::CheckedInstance &instance = *query.placed.instance;
  otherCodeRuns(state);
  // A relabelled array has its layout on other ranks than the clause says.
  const bool isKnown =
      directive.relabel.empty() && isConstant(instance.to) &&
      std::all_of(instance.to.dimensions.begin(), instance.to.dimensions.end(),
                  [](const plan::CheckedDistribution &distribution) {
                    return distribution.kind !=
                           plan::DistributionKind::GenBlock;
                  });
  const Known after =
      isKnown
          ? Known{{originOf(
                      query.placed.instance, instance.to,
                      recorder.directives()[directive.id].range.getBegin())},
                  false}
          : unknownLayout;
  for (const ValueDecl *written :
       query.destinations.empty() ? query.objects : query.destinations)
    if (const auto index = uses.indexOf(written))
      state[*index] = after;
}

/// What may reach all objects together: they share the directive's layouts.
Known LayoutFlow::reaching(const Query &query, const State &state) const {
  std::optional<Known> all;
  for (const ValueDecl *object : query.objects) {
    const auto index = uses.indexOf(object);
    const Known one = index ? state[*index] : unknownLayout;
    if (!all || (all->mayBeOther && !one.mayBeOther) ||
        (all->mayBeOther == one.mayBeOther && !one.origins.empty() &&
         (all->origins.empty() || one.origins.size() < all->origins.size())))
      all = one;
  }
  return all.value_or(unknownLayout);
}

static bool sameLayout(const plan::CheckedLayout &a,
                       const plan::CheckedLayout &b) {
  return layoutText(a) == layoutText(b);
}

/// Whether no layout that can reach the objects is this one.
bool LayoutFlow::mustDiffer(const Query &query, const Known &known,
                            const plan::CheckedLayout &layout) const {
  return !known.mayBeOther && !known.origins.empty() &&
         llvm::all_of(known.origins, [&](std::size_t origin) {
           return provablyDiffer(origins[origin].layout, layout,
                                 query.placed.instance->sections);
         });
}

/// Where the objects' layouts come from, behind an error.
void LayoutFlow::noteOrigins(const Query &query, const Known &known) const {
  for (const std::size_t origin : known.origins)
    directive::report(ast.getDiagnostics(), origins[origin].location,
                      DiagnosticKind::LayoutGivenHere)
        << layoutText(origins[origin].layout);
  const std::string &context = query.placed.instance->context;
  if (!context.empty())
    directive::report(
        ast.getDiagnostics(),
        recorder.directives()[query.placed.directive->id].range.getBegin(),
        DiagnosticKind::InInstance)
        << context;
}

/// from() of an array: an error where no layout that can reach it is the same.
void LayoutFlow::checkFrom(const Query &query, const Known &known) const {
  const plan::CheckedInstance &instance = *query.placed.instance;
  if (!mustDiffer(query, known, *instance.from))
    return;
  const directive::ParsedDirective &parsed =
      recorder.directives()[query.placed.directive->id];
  const Origin &first = origins[*known.origins.begin()];
  directive::report(ast.getDiagnostics(), parsed.from->range.getBegin(),
                    DiagnosticKind::NotTheLayout)
      << parsed.objects.front().name.text << layoutText(first.layout)
      << layoutText(*instance.from);
  noteOrigins(query, known);
}

/// A section in place stays where it is: an error where the array surely has
/// another layout than to() says.
void LayoutFlow::checkPartInPlace(const Query &query,
                                  const Known &known) const {
  const directive::ParsedDirective &parsed =
      recorder.directives()[query.placed.directive->id];
  const directive::ParsedObject &object = parsed.objects.front();
  const auto part = llvm::find_if(
      object.sections, [](const auto &section) { return !section.extent; });
  if (!parsed.into.empty() || part == object.sections.end() ||
      !mustDiffer(query, known, query.placed.instance->to))
    return;
  directive::report(ast.getDiagnostics(), part->range.getBegin(),
                    DiagnosticKind::SectionInPlace)
      << "'" + object.name.text + "'";
  noteOrigins(query, known);
}

void LayoutFlow::answer(const Query &query, const State &state) const {
  plan::CheckedInstance &instance = *query.placed.instance;
  const Known known = reaching(query, state);
  if (instance.from)
    return checkFrom(query, known);
  checkPartInPlace(query, known);
  for (const std::size_t origin : known.origins) {
    const plan::CheckedLayout &layout = origins[origin].layout;
    const bool isNew = std::none_of(
        instance.reaching.begin(), instance.reaching.end(),
        [&](const auto &other) { return sameLayout(other, layout); });
    if (isNew)
      instance.reaching.push_back(layout);
  }
}

/// A construction that initialises no variable: a parameter, a temporary.
void LayoutFlow::construct(const CXXConstructExpr *construction, State &state) {
  if (!isDistributedArray(construction->getType()))
    return otherCodeRuns(state);
  if (uses.isInitializer(construction))
    return; // the declaration follows
  for (const Expr *argument : construction->arguments())
    if (const auto index = uses.indexOf(movedArray(argument)))
      state[*index] = unknownLayout;
}

void LayoutFlow::step(const Stmt *statement, State &state) {
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
    state[*index] = unknownLayout;
}

void LayoutFlow::through(const CFGBlock &block, State &state) {
  if (isa_and_nonnull<CXXCatchStmt>(block.getLabel()))
    for (Known &known : state)
      known.mayBeOther = true; // thrown anywhere before
  for (const CFGElement &element : block)
    if (const auto statement = element.getAs<CFGStmt>())
      step(statement->getStmt(), state);
}

void LayoutFlow::run() {
  if (uses.count() == 0)
    return;
  CFG::BuildOptions options;
  options.setAllAlwaysAdd();
  const std::unique_ptr<CFG> cfg =
      CFG::buildCFG(function, function->getBody(), &ast, options);
  if (!cfg)
    return;
  // What was there before the function: of its own variables nothing yet.
  State entry(uses.count());
  for (std::size_t i = 0; i < entry.size(); ++i)
    entry[i] = unknownLayout;
  std::vector<State> before(cfg->getNumBlockIDs(), State(uses.count()));
  std::vector<bool> isReached(cfg->getNumBlockIDs(), false);
  before[cfg->getEntry().getBlockID()] = entry;
  isReached[cfg->getEntry().getBlockID()] = true;

  const PostOrderCFGView order(cfg.get());
  const auto pass = [&] {
    bool isChanged = false;
    for (const CFGBlock *block : order) {
      if (!isReached[block->getBlockID()])
        continue;
      State state = before[block->getBlockID()];
      through(*block, state);
      for (const CFGBlock *next : block->succs()) {
        if (!next)
          continue; // never taken
        State joined = before[next->getBlockID()];
        for (std::size_t i = 0; i < joined.size(); ++i)
          joined[i].join(state[i]);
        isChanged |= !isReached[next->getBlockID()] ||
                     joined != before[next->getBlockID()];
        isReached[next->getBlockID()] = true;
        before[next->getBlockID()] = std::move(joined);
      }
    }
    return isChanged;
  };
  while (pass())
    ;
  isFinal = true;
  pass();
}

void findReachingLayouts(ASTContext &ast,
                         const directive::DirectiveRecorder &recorder,
                         const std::vector<PlacedInstance> &instances) {
  // No CFG is made of what Clang could not make sense of.
  if (ast.getDiagnostics().hasUncompilableErrorOccurred())
    return;
  // Functions in the order of their first directive.
  std::vector<std::pair<const FunctionDecl *, std::unique_ptr<LayoutFlow>>>
      flows;
  for (const PlacedInstance &placed : instances) {
    const FunctionDecl *function = placed.occurrence->function;
    if (!function || function->isDependentContext() || !function->hasBody())
      continue;
    function = function->getDefinition();
    auto found = std::find_if(flows.begin(), flows.end(), [&](const auto &one) {
      return one.first == function;
    });
    if (found == flows.end())
      found = flows.insert(
          flows.end(),
          {function, std::make_unique<LayoutFlow>(ast, function, recorder)});
    found->second->add(placed);
  }
  for (const auto &[function, flow] : flows)
    flow->run();
}

} // namespace redistc::sema

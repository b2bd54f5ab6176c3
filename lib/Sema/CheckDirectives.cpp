//===- CheckDirectives.cpp - Semantic checks of directives -----*- C++ -*-===//
//
// For every directive: where it stands, then each instance of it, then what the
// instances have in common.
//
//===----------------------------------------------------------------------===//
#include "redistc/Sema/CheckDirectives.h"

#include "CheckRedistribution.h"
#include "Common/Clauses.h"
#include "Common/FindDirectives.h"
#include "Common/Instances.h"
#include "Common/Placement.h"
#include "Common/Requests.h"
#include "Pipeline/Check/Pipelines.h"
#include "Pipeline/Check/Sharing.h"
#include "Pipeline/Shape/LoopShape.h"
#include "Redistribute/ClauseArity.h"
#include "Redistribute/LostRoom.h"
#include "Redistribute/ReachingLayouts.h"
#include "Reduce/Reductions.h"

#include "clang/AST/DeclCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace redistc::sema {

using directive::DirectiveKind;
using directive::ParsedDirective;

/// Whether Clang could make sense of every expression.
static bool isWhole(const ParsedDirective &parsed,
                    const CompoundStmt *statement) {
  if (statement->size() != parsed.slotCount)
    return false;
  return llvm::none_of(statement->body(), [](const Stmt *slot) {
    const auto *expression = dyn_cast<Expr>(slot);
    return !expression || expression->containsErrors();
  });
}

/// A directive with all that its checks need.
struct DirectiveContext {
  ASTContext &ast;
  clang::Sema &clangSema;
  const directive::DirectiveRecorder &recorder;
  const std::vector<Occurrence> &all; ///< of all directives
  ReportedErrors &reported;
  const ParsedDirective &parsed;
  size_t index;
  bool hasError = false;
};

static InstanceContext instanceContext(const DirectiveContext &context,
                                       const Occurrence &occurrence) {
  return {context.ast,          context.clangSema,
          context.reported,     context.parsed,
          occurrence.statement, instanceName(occurrence.function, context.ast)};
}

/// The occurrences to check; none after an error of all.
static std::vector<Occurrence> findOccurrences(DirectiveContext &context,
                                               bool &isTemplated) {
  std::vector<Occurrence> occurrences =
      relevantOccurrences(context.all, context.index, isTemplated);
  DiagnosticsEngine &engine = context.ast.getDiagnostics();
  if (occurrences.empty()) {
    context.hasError = true;
    if (!engine.hasErrorOccurred())
      directive::report(engine, context.parsed.range.getBegin(),
                        DiagnosticKind::InternalFault)
          << std::string("'#pragma ") + wordOf(context.parsed.kind) +
                 "' is in no code that redistc sees compiled";
  }
  std::vector<Occurrence> whole;
  for (const Occurrence &occurrence : occurrences) {
    if (!checkPlacement(context.ast, context.parsed, occurrence,
                        context.reported))
      context.hasError = true;
    if (isWhole(context.parsed, occurrence.statement))
      whole.push_back(occurrence);
    else
      context.hasError = true; // Clang has told the user
  }
  return whole;
}

/// What all kinds of directives say of themselves.
template <typename Checked>
static void setPlace(const DirectiveContext &context, Checked &checked) {
  const ParsedDirective &parsed = context.parsed;
  const PresumedLoc place =
      context.ast.getSourceManager().getPresumedLoc(parsed.range.getBegin());
  checked.id = context.index;
  checked.file = place.getFilename();
  checked.line = place.getLine();
  checked.spelling = parsed.spelling;
  if constexpr (requires { checked.request; })
    checked.request = parsed.request ? parsed.request->name : "";
}

/// `occurrences` becomes where the instances are, one by one.
static std::optional<plan::CheckedDirective>
checkRedistribute(DirectiveContext &context,
                  std::vector<Occurrence> &occurrences) {
  const ParsedDirective &parsed = context.parsed;
  plan::CheckedRedistribute checked;
  occurrences = findOccurrences(context, checked.isTemplated);
  if (occurrences.empty())
    return std::nullopt;

  InstanceContext common = instanceContext(context, occurrences.front());
  common.instanceName.clear();
  checkShape(common);
  const bool hasShape = !common.hasError;
  if (parsed.strategy)
    checked.strategy = checkStrategy(common, *parsed.strategy);
  if (parsed.order)
    checked.order = checkOrder(common, *parsed.order);
  context.hasError |= common.hasError;
  for (const Occurrence &occurrence : occurrences) {
    InstanceContext instance = instanceContext(context, occurrence);
    if (hasShape)
      checked.instances.push_back(
          checkRedistribution(instance, occurrence.function, checked));
    if (!instance.hasError)
      warnOfLostRoom(instance, occurrence, context.all, context.recorder);
    if (parsed.request)
      checkRequest(instance, occurrence, context.all, context.recorder);
    context.hasError |= instance.hasError;
  }
  if (context.hasError)
    return std::nullopt;
  setPlace(context, checked);
  checked.communicator =
      parsed.communicator ? parsed.communicator->text : "MPI_COMM_WORLD";
  checked.relabel = parsed.relabel ? parsed.relabel->text : "";
  return checked;
}

static std::optional<plan::CheckedDirective>
checkReduce(DirectiveContext &context) {
  const ParsedDirective &parsed = context.parsed;
  plan::CheckedReduce checked;
  const std::vector<Occurrence> occurrences =
      findOccurrences(context, checked.isTemplated);
  if (occurrences.empty())
    return std::nullopt;

  InstanceContext common = instanceContext(context, occurrences.front());
  common.instanceName.clear();
  if (parsed.strategy)
    checked.strategy = checkReductionStrategy(common, *parsed.strategy);
  context.hasError |= common.hasError;
  for (const Occurrence &occurrence : occurrences) {
    InstanceContext instance = instanceContext(context, occurrence);
    checked.instances.push_back(
        checkReduction(instance, occurrence.function, checked));
    if (parsed.request)
      checkRequest(instance, occurrence, context.all, context.recorder);
    context.hasError |= instance.hasError;
  }
  if (context.hasError)
    return std::nullopt;
  setPlace(context, checked);
  checked.communicator =
      parsed.communicator ? parsed.communicator->text : "MPI_COMM_WORLD";
  return checked;
}

static bool isDoubted(const effects::StagedLoop &loop) {
  return loop.isDoubtful;
}

/// Whether generated code is to be asked before there is a plan.
static bool isDoubtful(const StagedPipelines &pipelines) {
  return llvm::any_of(pipelines.loops, isDoubted);
}

static std::optional<plan::CheckedDirective>
checkPipelining(DirectiveContext &context, StagedPipelines &pipelines) {
  const ParsedDirective &parsed = context.parsed;
  plan::CheckedPipeline checked;
  const std::vector<Occurrence> occurrences =
      findOccurrences(context, checked.isTemplated);
  if (occurrences.empty() || context.hasError)
    return std::nullopt;

  InstanceContext common = instanceContext(context, occurrences.front());
  common.instanceName.clear();
  if (parsed.pipeline->mapping)
    checked.mapping = checkMapping(common, *parsed.pipeline->mapping);
  context.hasError |= common.hasError;
  StagedPipelines staged;
  staged.facts = pipelines.facts;
  const auto checkAll = [&](plan::CheckedPipeline &all, bool needsFirst) {
    staged.loops.clear();
    for (const Occurrence &occurrence : occurrences) {
      InstanceContext instance = instanceContext(context, occurrence);
      checkPipeline(instance, occurrence, context.recorder, all, needsFirst,
                    staged);
      context.hasError |= instance.hasError;
    }
  };
  plan::CheckedPipeline first = checked;
  checkAll(first, false);
  // All instances have one text, and so one kind of header.
  if (isDoubtful(staged))
    checked = std::move(first);
  else if (first.loop.header == plan::HeaderKind::FirstStage &&
           !context.hasError)
    checkAll(checked, true);
  else
    checked = std::move(first);
  if (context.hasError)
    return std::nullopt;
  setPlace(context, checked);
  checked.communicator =
      parsed.communicator ? parsed.communicator->text : "MPI_COMM_WORLD";
  for (effects::StagedLoop &loop : staged.loops)
    loop.directive = context.index;
  llvm::append_range(pipelines.loops, staged.loops);
  return checked;
}

/// Asks generated code, once for this pipeline and all behind it.
static void askCode(const DirectiveContext &first,
                    const effects::CodeEvents &events, CodeFacts &facts,
                    bool isCompilable) {
  facts.isAsked = true;
  if (!isCompilable)
    return;
  DiagnosticsEngine &engine = first.ast.getDiagnostics();
  const bool wasQuiet = engine.getSuppressAllDiagnostics();
  engine.setSuppressAllDiagnostics(true);
  StagedPipelines pipelines;
  ReportedErrors unreported;
  const std::vector<ParsedDirective> &directives = first.recorder.directives();
  for (std::size_t i = first.index; i < directives.size(); ++i)
    if (directives[i].kind == DirectiveKind::Pipeline) {
      DirectiveContext context{first.ast, first.clangSema, first.recorder,
                               first.all, unreported,      directives[i],
                               i};
      checkPipelining(context, pipelines);
    }
  engine.setSuppressAllDiagnostics(wasQuiet);
  llvm::erase_if(pipelines.loops, std::not_fn(isDoubted));
  effects::CodeAnswers answers =
      effects::askCode(first.clangSema, events, pipelines.loops);
  facts.denied = std::move(answers.denied);
  facts.handles = std::move(answers.handles);
}

static void checkStage(DirectiveContext &context) {
  bool isTemplated = false;
  for (const Occurrence &occurrence : findOccurrences(context, isTemplated)) {
    InstanceContext instance = instanceContext(context, occurrence);
    checkStageIsInPipeline(instance, occurrence, context.all, context.recorder);
  }
}

static std::optional<plan::CheckedDirective>
checkWaiting(DirectiveContext &context) {
  bool isTemplated = false;
  for (const Occurrence &occurrence : findOccurrences(context, isTemplated)) {
    InstanceContext instance = instanceContext(context, occurrence);
    checkWait(instance, occurrence, context.recorder);
    context.hasError |= instance.hasError;
  }
  if (context.hasError)
    return std::nullopt;
  plan::CheckedWait checked;
  setPlace(context, checked);
  return checked;
}

/// Generated code and the runtime's headers need `::redist` as a namespace and
/// `::MPI_Comm` as <mpi.h> has it.
static void checkNamesOfHeaders(ASTContext &ast) {
  const auto refuse = [&ast](llvm::StringRef name, bool isOfMpi, auto isRight) {
    const DeclarationName declared = &ast.Idents.get(name);
    for (const NamedDecl *found :
         ast.getTranslationUnitDecl()->lookup(declared))
      if (!isRight(found->getUnderlyingDecl())) {
        directive::report(ast.getDiagnostics(), found->getLocation(),
                          DiagnosticKind::NamespaceTaken)
            << name << isOfMpi;
        return;
      }
  };
  refuse("redist", false,
         [](const NamedDecl *found) { return isa<NamespaceDecl>(found); });
  refuse("MPI_Comm", true,
         [](const NamedDecl *found) { return isa<TypedefNameDecl>(found); });
}

/// Follows the layouts of redist::array objects to the directives.
static void
findReaching(ASTContext &ast, const directive::DirectiveRecorder &recorder,
             std::vector<plan::CheckedDirective> &checked,
             const std::vector<std::vector<Occurrence>> &occurrences) {
  std::vector<PlacedInstance> placed;
  for (plan::CheckedDirective &directive : checked)
    if (auto *one = std::get_if<plan::CheckedRedistribute>(&directive))
      for (size_t i = 0; i < one->instances.size(); ++i)
        placed.push_back({&occurrences[one->id][i], one, &one->instances[i]});
  findReachingLayouts(ast, recorder, placed);
}

/// Where all ranks of MPI_COMM_WORLD take part in a directive.
static std::vector<const FunctionDecl *>
communicating(const std::vector<Occurrence> &all,
              const directive::DirectiveRecorder &recorder) {
  std::vector<const FunctionDecl *> found;
  for (const Occurrence &one : all) {
    const ParsedDirective &parsed = recorder.directives()[one.directive];
    if (one.function && !parsed.communicator &&
        parsed.kind != DirectiveKind::PipelineStage)
      found.push_back(one.function->getCanonicalDecl());
  }
  return found;
}

/// What generated code of stages touches agrees with the plan. Where it shows
/// what the syntax does not, the plan is made again.
static void checkSharing(clang::Sema &clangSema,
                         const effects::CodeEvents &events,
                         StagedPipelines &staged,
                         const std::vector<const FunctionDecl *> &communicating,
                         llvm::function_ref<void(StagedPipelines &)> checkAgain,
                         std::vector<plan::CheckedDirective> &checked) {
  static constexpr int maxRounds = 4;
  const DiagnosticsEngine &engine = clangSema.getDiagnostics();
  staged.facts.isAsked = true; // what it shows itself is no doubt
  for (int round = 1; !engine.hasErrorOccurred(); ++round) {
    for (effects::StagedLoop &loop : staged.loops)
      loop.communicating = communicating;
    const std::vector<effects::Finding> findings =
        effects::findSharing(clangSema, events, staged.loops);
    if (round == maxRounds || !addFoundUses(findings, staged.facts))
      return reportSharing(clangSema, findings, staged.loops, checked);
    staged.loops.clear();
    checkAgain(staged);
  }
}

bool standInTemplates(ASTContext &ast,
                      const directive::DirectiveRecorder &recorder) {
  return llvm::any_of(findDirectives(ast, recorder), [](const Occurrence &one) {
    return one.function && one.function->isDependentContext();
  });
}

std::vector<plan::CheckedDirective>
checkDirectives(ASTContext &ast, const directive::DirectiveRecorder &recorder,
                clang::Sema &clangSema, const effects::CodeEvents &events) {
  const std::vector<Occurrence> all = findDirectives(ast, recorder);
  const std::vector<ParsedDirective> &directives = recorder.directives();
  std::vector<plan::CheckedDirective> result;
  std::vector<std::vector<Occurrence>> occurrences(directives.size());
  StagedPipelines staged;
  ReportedErrors reported;
  const bool isCompilable = !ast.getDiagnostics().hasErrorOccurred();
  if (!directives.empty())
    checkNamesOfHeaders(ast);
  for (size_t i = 0; i < directives.size(); ++i) {
    DirectiveContext context{ast,      clangSema,     recorder, all,
                             reported, directives[i], i};
    std::optional<plan::CheckedDirective> checked;
    switch (directives[i].kind) {
    case DirectiveKind::Redistribute:
      checked = checkRedistribute(context, occurrences[i]);
      break;
    case DirectiveKind::Reduce:
      checked = checkReduce(context);
      break;
    case DirectiveKind::RedistributeWait:
    case DirectiveKind::ReduceWait:
      checked = checkWaiting(context);
      break;
    case DirectiveKind::Pipeline:
      checked = checkPipelining(context, staged);
      if (isDoubtful(staged)) {
        llvm::erase_if(staged.loops, isDoubted);
        askCode(context, events, staged.facts, isCompilable);
        context.hasError = false;
        checked = checkPipelining(context, staged);
      }
      break;
    case DirectiveKind::PipelineStage:
      checkStage(context);
      break;
    }
    if (checked)
      result.push_back(std::move(*checked));
  }
  findReaching(ast, recorder, result, occurrences);
  const auto checkAgain = [&](StagedPipelines &pipelines) {
    for (plan::CheckedDirective &directive : result)
      if (auto *old = std::get_if<plan::CheckedPipeline>(&directive)) {
        DirectiveContext context{ast,      clangSema,           recorder, all,
                                 reported, directives[old->id], old->id};
        if (auto made = checkPipelining(context, pipelines))
          directive = std::move(*made);
      }
  };
  checkSharing(clangSema, events, staged, communicating(all, recorder),
               checkAgain, result);
  return result;
}

} // namespace redistc::sema

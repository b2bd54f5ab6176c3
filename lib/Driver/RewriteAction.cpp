//===- RewriteAction.cpp - The way of a directive --------------*- C++ -*-===//
//
// processTranslationUnit is the compiler, stage by stage.
//
//===----------------------------------------------------------------------===//
#include "RewriteAction.h"

#include "Adapters.h"
#include "Dump.h"

#include "redistc/Directive/Diagnostics.h"
#include "redistc/Emit/Rewrite.h"
#include "redistc/Exact/ClassSolver.h"
#include "redistc/Exact/MappingSolver.h"
#include "redistc/Sema/CheckDirectives.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Sema/Sema.h"

using namespace clang;
using redistc::directive::DiagnosticKind;

namespace redistc::driver {

class RewriteConsumer : public ASTConsumer {
public:
  RewriteConsumer(RewriteAction &rewriteAction, CompilerInstance &instance)
      : action(rewriteAction), compiler(instance) {}
  bool HandleTopLevelDecl(DeclGroupRef group) override {
    action.events.push_back(group);
    return true;
  }
  void HandleInlineFunctionDefinition(FunctionDecl *function) override {
    action.events.push_back(function);
  }
  void HandleVTable(CXXRecordDecl *record) override {
    action.events.push_back(effects::NeededTable{record});
  }
  void HandleCXXStaticMemberVarInstantiation(VarDecl *variable) override {
    action.events.push_back(variable);
  }
  bool shouldSkipFunctionBody(Decl *function) override {
    const SourceManager &sources = compiler.getSourceManager();
    return sources.isInSystemHeader(function->getLocation()) &&
           !sources.isWrittenInMainFile(function->getLocation()); // by #line
  }
  void HandleTranslationUnit(ASTContext &context) override {
    action.processTranslationUnit(context, compiler.getSema());
  }

private:
  RewriteAction &action;
  CompilerInstance &compiler;
};

bool DependencyList::sawDependency(llvm::StringRef file, bool, bool,
                                   bool isModuleFile, bool isMissing) {
  return !isMissing && !isModuleFile && file != "<built-in>" &&
         file != "<command line>" && file != "<stdin>";
}

bool RewriteAction::BeginSourceFileAction(CompilerInstance &compiler) {
  compiler.getFrontendOpts().SkipFunctionBodies = ownAttempt.skipsBodies;
  directive::registerPragmaHandlers(compiler.getPreprocessor(), directives);
  if (options.depfile)
    dependencyList.attachToPreprocessor(compiler.getPreprocessor());
  return true;
}

std::unique_ptr<ASTConsumer>
RewriteAction::CreateASTConsumer(CompilerInstance &compiler, llvm::StringRef) {
  return std::make_unique<RewriteConsumer>(*this, compiler);
}

/// The clause that makes a schedule or a mapping impossible, or the directive.
template <typename Checked>
static SourceLocation blamedClause(const directive::DirectiveRecorder &recorder,
                                   const Checked &directive,
                                   redist::schedule::ErrorKind) {
  const directive::ParsedDirective &parsed =
      recorder.directives()[directive.id];
  return parsed.strategy ? parsed.strategy->location : parsed.range.getBegin();
}

static SourceLocation blamedClause(const directive::DirectiveRecorder &recorder,
                                   const plan::CheckedPipeline &directive,
                                   redist::schedule::ErrorKind kind) {
  const directive::ParsedDirective &parsed =
      recorder.directives()[directive.id];
  const directive::ParsedPipeline &clauses = *parsed.pipeline;
  if (kind != redist::schedule::ErrorKind::NoMapping && clauses.mapping)
    return clauses.mapping->location;
  if (clauses.latency)
    return clauses.latency->range.getBegin();
  for (const plan::CheckedStage &stage : directive.stages)
    if (const auto &rank = recorder.directives()[stage.id].stage->rank)
      return rank->range.getBegin();
  return parsed.range.getBegin();
}

std::optional<plan::DirectivePlan>
RewriteAction::planOne(ASTContext &context, const plan::CheckedDirective &one,
                       plan::Planner &planner) {
  if (const auto *wait = std::get_if<plan::CheckedWait>(&one))
    return plan::WaitPlan{*wait};
  const auto planned =
      [&](const auto &directive) -> std::optional<plan::DirectivePlan> {
    auto result = planner.plan(directive);
    if (result)
      return *std::move(result);
    directive::report(context.getDiagnostics(),
                      blamedClause(directives, directive, result.error().kind),
                      DiagnosticKind::NoSchedule)
        << std::is_same_v<decltype(directive), const plan::CheckedPipeline
                                                   &> << result.error().message;
    return std::nullopt;
  };
  if (const auto *pipeline = std::get_if<plan::CheckedPipeline>(&one))
    return planned(*pipeline);
  if (const auto *reduce = std::get_if<plan::CheckedReduce>(&one))
    return planned(*reduce);
  return planned(std::get<plan::CheckedRedistribute>(one));
}

std::vector<plan::DirectivePlan>
RewriteAction::planAll(ASTContext &context,
                       const std::vector<plan::CheckedDirective> &checked) {
  exact::ClassSolverLimits limits;
  limits.seconds = options.exactSeconds;
  const exact::ClassSolver solver(limits);
  const exact::MappingSolver mapper;
  plan::Planner planner({options.maxEmbeddedEntries, &solver, &mapper,
                         options.machine ? &*options.machine : nullptr});
  std::vector<plan::DirectivePlan> plans;
  for (const plan::CheckedDirective &directive : checked)
    if (auto planned = planOne(context, directive, planner))
      plans.push_back(*std::move(planned));
  return plans;
}

/// Nothing is planned for a wait.
void RewriteAction::remark(ASTContext &context,
                           const plan::DirectivePlan &plan) {
  const auto remarks = [&](const auto &planned) {
    const SourceLocation location =
        directives.directives()[planned.directive.id].range.getBegin();
    for (const auto &instance : planned.instances)
      directive::report(context.getDiagnostics(), location,
                        DiagnosticKind::PlanRemark)
          << !instance.context.empty() << instance.context
          << describe(planned, instance);
  };
  if (const auto *redistribute = std::get_if<plan::RedistributePlan>(&plan))
    remarks(*redistribute);
  else if (const auto *reduce = std::get_if<plan::ReducePlan>(&plan))
    remarks(*reduce);
  else if (const auto *pipeline = std::get_if<plan::PipelinePlan>(&plan)) {
    remarks(*pipeline);
    for (const plan::PlanNote &note : notesOn(*pipeline))
      directive::report(
          context.getDiagnostics(),
          directives.directives()[note.directive].range.getBegin(),
          DiagnosticKind::PlanRemark)
          << false << "" << note.text;
  }
}

void RewriteAction::processTranslationUnit(ASTContext &context,
                                           Sema &clangSema) {
  DiagnosticsEngine &engine = context.getDiagnostics();
  hasParsed = true;
  if (ownAttempt.isAmbiguous)
    return;
  ownAttempt.lacksBodies = ownAttempt.skipsBodies &&
                           !engine.hasErrorOccurred() &&
                           sema::standInTemplates(context, directives);
  if (ownAttempt.lacksBodies)
    return;
  if (ownAttempt.adapters.headers.empty() && !directives.directives().empty() &&
      !engine.hasErrorOccurred()) {
    const Preprocessor &pp = clangSema.getPreprocessor();
    if (auto headers = adaptersFor(context, pp); !headers.empty()) {
      wanted = emit::makeAdapters(pp, std::move(headers));
      return;
    }
  }
  if (options.dump == DumpKind::Parse)
    dumpParsed(directives.directives(), context.getSourceManager(),
               llvm::outs());

  // Even after errors of Clang: one run shows what is wrong with directives.
  const std::vector<plan::CheckedDirective> checked =
      sema::checkDirectives(context, directives, clangSema, events);
  if (options.dump == DumpKind::Sema)
    dumpChecked(checked, llvm::outs());
  if (engine.hasErrorOccurred())
    return;

  const std::vector<plan::DirectivePlan> plans = planAll(context, checked);
  if (options.dump == DumpKind::Plan)
    dumpPlans(plans, llvm::outs());
  if (engine.hasErrorOccurred())
    return;
  if (options.remarks)
    for (const plan::DirectivePlan &plan : plans)
      remark(context, plan);

  text = emit::rewriteMainFile(context, clangSema.getPreprocessor(), directives,
                               plans, ownAttempt.adapters);
}

} // namespace redistc::driver

//===- RewriteAction.cpp - The way of a directive --------------*- C++ -*-===//
//
// processTranslationUnit is the compiler, stage by stage.
//
//===----------------------------------------------------------------------===//
#include "RewriteAction.h"

#include "Dump.h"

#include "redistc/Directive/Diagnostics.h"
#include "redistc/Emit/Rewrite.h"
#include "redistc/Exact/ClassSolver.h"
#include "redistc/Sema/CheckDirectives.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/Frontend/CompilerInstance.h"

using namespace clang;
using redistc::directive::DiagnosticKind;

namespace redistc::driver {

class RewriteConsumer : public ASTConsumer {
public:
  RewriteConsumer(RewriteAction &rewriteAction, CompilerInstance &instance)
      : action(rewriteAction), compiler(instance) {}
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
  directive::registerPragmaHandlers(compiler.getPreprocessor(), directives);
  if (options.depfile)
    dependencyList.attachToPreprocessor(compiler.getPreprocessor());
  return true;
}

std::unique_ptr<ASTConsumer>
RewriteAction::CreateASTConsumer(CompilerInstance &compiler, llvm::StringRef) {
  return std::make_unique<RewriteConsumer>(*this, compiler);
}

/// std::nullopt after an error, which was reported.
static std::optional<plan::RedistributePlan>
planOne(ASTContext &context, const directive::ParsedDirective &parsed,
        const plan::CheckedRedistribute &checked, plan::Planner &planner) {
  auto planned = planner.plan(checked);
  if (planned)
    return *std::move(planned);
  directive::report(context.getDiagnostics(),
                    parsed.strategy ? parsed.strategy->location
                                    : parsed.range.getBegin(),
                    DiagnosticKind::NoSchedule)
      << planned.error().message;
  return std::nullopt;
}

std::vector<plan::DirectivePlan>
RewriteAction::planAll(ASTContext &context,
                       const std::vector<plan::CheckedDirective> &checked) {
  const exact::ClassSolver solver;
  plan::Planner planner({options.maxEmbeddedEntries, &solver});
  std::vector<plan::DirectivePlan> plans;
  for (const plan::CheckedDirective &directive : checked) {
    if (const auto *wait = std::get_if<plan::CheckedWait>(&directive)) {
      plans.push_back(plan::WaitPlan{*wait});
      continue;
    }
    const auto &redistribute = std::get<plan::CheckedRedistribute>(directive);
    if (auto planned =
            planOne(context, directives.directives()[redistribute.id],
                    redistribute, planner))
      plans.push_back(*std::move(planned));
  }
  return plans;
}

void RewriteAction::remark(ASTContext &context,
                           const plan::RedistributePlan &plan) {
  const SourceLocation location =
      directives.directives()[plan.directive.id].range.getBegin();
  for (const plan::InstancePlan &instance : plan.instances)
    directive::report(context.getDiagnostics(), location,
                      DiagnosticKind::PlanRemark)
        << !instance.context.empty() << instance.context
        << describe(plan, instance);
}

void RewriteAction::processTranslationUnit(ASTContext &context,
                                           Sema &clangSema) {
  DiagnosticsEngine &engine = context.getDiagnostics();
  if (options.dump == DumpKind::Parse)
    dumpParsed(directives.directives(), context.getSourceManager(),
               llvm::outs());

  // Even after errors of Clang: one run shows what is wrong with directives.
  const std::vector<plan::CheckedDirective> checked =
      sema::checkDirectives(context, directives, clangSema);
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
      if (const auto *redistribute = std::get_if<plan::RedistributePlan>(&plan))
        remark(context, *redistribute);

  text = emit::rewriteMainFile(context, directives, plans);
}

} // namespace redistc::driver

//===- Pipelines.cpp - #pragma pipeline in one instance --------*- C++ -*-===//
//
// The loop first; where it has a shape, its clauses and what flows in it.
//
//===----------------------------------------------------------------------===//
#include "Pipeline/Check/Pipelines.h"

#include "Common/Clauses.h"
#include "Common/Parameters.h"
#include "Pipeline/Accesses/Stated.h"
#include "Pipeline/Check/StagedLoop.h"
#include "Pipeline/Check/Watched.h"
#include "Pipeline/Shape/LoopShape.h"
#include "Pipeline/Shape/OpenedFiles.h"
#include "Pipeline/Shape/Places.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Sema.h"

using namespace clang;
using redist::schedule::MappingKind;

namespace redistc::sema {

using directive::ParsedDirective;
using directive::ParsedExpression;
namespace parameterNames = directive::parameterNames;

MappingKind checkMapping(InstanceContext &context,
                         const directive::ParsedWord &word) {
  if (const auto kind = redist::schedule::mappingNamed(word.name))
    return *kind;
  static constexpr MappingKind kinds[] = {
      MappingKind::Auto,  MappingKind::OneToOne, MappingKind::Interval,
      MappingKind::Exact, MappingKind::H1a,      MappingKind::H1b,
      MappingKind::H2,    MappingKind::H3,       MappingKind::H4,
      MappingKind::H5,    MappingKind::H6,       MappingKind::H7a,
      MappingKind::H7b};
  llvm::SmallVector<llvm::StringRef, 16> names;
  for (const MappingKind kind : kinds)
    names.push_back(redist::schedule::nameOf(kind));
  const llvm::StringRef nearest = directive::nearestName(word.name, names);
  if (nearest.empty())
    context.error(word.location, DiagnosticKind::UnknownMapping, nullptr,
                  word.name, directive::quotedAlternatives(names));
  else
    context.error(word.location, DiagnosticKind::UnknownMappingSuggest, nullptr,
                  word.name, nearest,
                  FixItHint::CreateReplacement(word.location, nearest));
  return MappingKind::Auto;
}

// Ranges of numbers.

static bool hasMember(InstanceContext &context, QualType type,
                      llvm::StringRef name) {
  auto *record = type->getAsCXXRecordDecl();
  if (!record || !context.clangSema.isCompleteType(SourceLocation(), type))
    return false;
  LookupResult found(context.clangSema, &context.ast.Idents.get(name),
                     SourceLocation(), clang::Sema::LookupMemberName);
  found.suppressDiagnostics();
  return context.clangSema.LookupQualifiedName(found, record);
}

/// Numbers one after the other, or rows of them.
static bool isRangeOfNumbers(InstanceContext &context, QualType type,
                             bool mayBeRows) {
  if (type->isDependentType())
    return true;
  if (const ArrayType *array = context.ast.getAsArrayType(type)) {
    const QualType element = array->getElementType();
    return element->isArithmeticType() ||
           (mayBeRows && isRangeOfNumbers(context, element, false));
  }
  if (!hasMember(context, type, "begin") || !hasMember(context, type, "end"))
    return false;
  const auto *instance = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      type->getAsCXXRecordDecl());
  if (!instance || instance->getTemplateArgs().size() == 0 ||
      instance->getTemplateArgs()[0].getKind() != TemplateArgument::Type)
    return true;
  const QualType element = instance->getTemplateArgs()[0].getAsType();
  return element->isArithmeticType() ||
         (mayBeRows && isRangeOfNumbers(context, element, false));
}

/// Whether the clause gives a range; an error where it is neither that nor a
/// number.
static bool isRange(InstanceContext &context, const ParsedExpression &parsed,
                    llvm::StringRef what, bool mayBeRows) {
  const Expr *written = writtenExpression(context, parsed);
  if (!written || isNumber(context, written))
    return false;
  const QualType type = written->getType().getNonReferenceType();
  if (!isRangeOfNumbers(context, type, mayBeRows))
    context.error(parsed.range.getBegin(), DiagnosticKind::ExpectedNumbers,
                  nullptr, what, written->getType());
  return true;
}

/// The number of elements of an array or std::array; absent of others.
static std::optional<std::int64_t>
elementCount(InstanceContext &context, const ParsedExpression &parsed) {
  const Expr *written = writtenExpression(context, parsed);
  if (!written)
    return std::nullopt;
  if (const auto *array =
          context.ast.getAsConstantArrayType(written->getType()))
    return array->getSize().getSExtValue();
  return std::nullopt;
}

// Clauses.

static void checkSpeeds(InstanceContext &context,
                        plan::CheckedPipeline &checked,
                        plan::PipelineInstanceValues &instance) {
  const auto &speeds = context.directive.pipeline->speeds;
  if (speeds.empty())
    return;
  std::optional<std::int64_t> count = static_cast<std::int64_t>(speeds.size());
  if (speeds.size() == 1 &&
      isRange(context, speeds.front(), parameterNames::speed, false)) {
    checked.speedRange = speeds.front().text;
    count = elementCount(context, speeds.front());
  } else {
    for (const ParsedExpression &speed : speeds)
      instance.speeds.push_back(
          checkAmount(context, speed, parameterNames::speed, false));
  }
  const auto &onto = context.directive.pipeline->onto;
  if (onto && instance.onto && instance.onto->value && count &&
      *instance.onto->value > 0 && *count != *instance.onto->value)
    context.error(
        speeds.front().range.getBegin(), DiagnosticKind::SpeedsCount,
        SecondPlace{onto->range.getBegin(), DiagnosticKind::RanksGivenHere,
                    std::to_string(*instance.onto->value)},
        static_cast<int>(*count), static_cast<int>(*instance.onto->value));
}

static plan::PipelineInstanceValues
checkPipelineClauses(InstanceContext &context, plan::CheckedPipeline &checked) {
  const directive::ParsedPipeline &parsed = *context.directive.pipeline;
  plan::PipelineInstanceValues instance;
  instance.context = context.instanceName;
  if (parsed.onto)
    instance.onto = checkInteger(context, *parsed.onto, parameterNames::ranks,
                                 1, DiagnosticKind::RanksNotPositive);
  checkSpeeds(context, checked, instance);
  if (parsed.bandwidth) {
    if (isRange(context, *parsed.bandwidth, parameterNames::bandwidth, true))
      checked.bandwidthRange = parsed.bandwidth->text;
    else
      instance.bandwidth = checkAmount(context, *parsed.bandwidth,
                                       parameterNames::bandwidth, false);
  }
  if (parsed.latency)
    instance.latency =
        checkAmount(context, *parsed.latency, parameterNames::latency, false);
  if (parsed.depth)
    instance.depth = checkInteger(context, *parsed.depth, parameterNames::depth,
                                  1, DiagnosticKind::DepthNotPositive);
  if (context.directive.communicator)
    checkCommunicator(context, *context.directive.communicator);
  return instance;
}

/// Ranks that a stage asks for are among those of onto().
static void checkRanks(InstanceContext &stage, const InstanceContext &pipeline,
                       const plan::PipelineInstanceValues &instance,
                       const plan::StageInstance &values) {
  const auto &onto = pipeline.directive.pipeline->onto;
  if (!onto || !instance.onto || !instance.onto->value ||
      *instance.onto->value <= 0)
    return;
  const std::int64_t count = *instance.onto->value;
  const SecondPlace given{onto->range.getBegin(),
                          DiagnosticKind::RanksGivenHere,
                          std::to_string(count)};
  const directive::ParsedStage &parsed = *stage.directive.stage;
  if (values.rank && values.rank->value && *values.rank->value >= count)
    stage.error(parsed.rank->range.getBegin(),
                DiagnosticKind::StageRankTooLarge, given,
                std::to_string(*values.rank->value), std::to_string(count - 1));
  if (values.replicas && values.replicas->value &&
      *values.replicas->value > count)
    stage.error(parsed.replicas->range.getBegin(),
                DiagnosticKind::TooManyReplicas, given,
                std::to_string(*values.replicas->value), std::to_string(count));
}

static plan::StageInstance checkStageClauses(InstanceContext &context) {
  const directive::ParsedStage &parsed = *context.directive.stage;
  plan::StageInstance values;
  if (parsed.work)
    values.work =
        checkAmount(context, *parsed.work, parameterNames::work, true);
  if (parsed.data)
    values.data =
        checkAmount(context, *parsed.data, parameterNames::data, true);
  if (parsed.replicas)
    values.replicas =
        checkInteger(context, *parsed.replicas, parameterNames::replicas, 1,
                     DiagnosticKind::ReplicasNotPositive);
  if (parsed.rank)
    values.rank = checkInteger(context, *parsed.rank, parameterNames::stageRank,
                               0, DiagnosticKind::StageRankNegative);
  checkStated(context);
  return values;
}

static void checkReplicated(InstanceContext &context, const LoopContext &loop,
                            const PipelineFlow &flow, std::size_t stage,
                            const plan::StageInstance &values) {
  const directive::ParsedStage &parsed = *context.directive.stage;
  if (!parsed.replicateAuto && !parsed.replicas)
    return;
  if (values.replicas && values.replicas->value && *values.replicas->value == 1)
    return; // as without the clause
  const SourceLocation location = parsed.replicateAuto
                                      ? *parsed.replicateAuto
                                      : parsed.replicas->range.getBegin();
  if (parsed.rank && !parsed.replicateAuto && values.replicas->value) {
    context.error(location, DiagnosticKind::ReplicatedAtRank,
                  SecondPlace{parsed.rank->range.getBegin(),
                              DiagnosticKind::PipelineHere, "the rank"});
    return;
  }
  const Access *write =
      firstStateOf(loop, flow.uses, flow.header, flow.shared, stage);
  if (!write && stage == 0 && flow.header.isByFirst()) {
    context.error(location, DiagnosticKind::ReplicatedHeader, nullptr,
                  flow.header.reason);
    return;
  }
  if (!write)
    return;
  const std::string name = describe(loop.objects[write->object]);
  context.error(location, DiagnosticKind::ReplicatedState,
                SecondPlace{write->location, DiagnosticKind::WrittenHere,
                            name + " is written"},
                name);
}

static void describeStages(InstanceContext &context, const PipelineShape &shape,
                           const directive::DirectiveRecorder &recorder,
                           plan::CheckedPipeline &checked) {
  for (const StageShape &stage : shape.stages) {
    const ParsedDirective &parsed = recorder.directives()[stage.directive];
    plan::CheckedStage described;
    described.id = static_cast<plan::DirectiveId>(stage.directive);
    described.line = context.ast.getSourceManager()
                         .getPresumedLoc(parsed.range.getBegin())
                         .getLine();
    described.spelling = parsed.spelling;
    described.replicateAuto = parsed.stage->replicateAuto.has_value();
    describeStated(*parsed.stage, described);
    checked.stages.push_back(described);
  }
}

/// "onto(n)": a clause on which it depends which ranks have the stages, and
/// which may be another one in each execution; empty where there is none.
static std::string
changingClauseOf(const plan::PipelineInstanceValues &instance) {
  const auto isChanging = [](const std::optional<plan::Parameter> &one) {
    return one && !one->value;
  };
  if (isChanging(instance.onto))
    return "onto(" + instance.onto->text + ")";
  for (const plan::StageInstance &stage : instance.stages)
    if (isChanging(stage.rank))
      return "at(" + stage.rank->text + ")";
  return "";
}

void checkPipeline(InstanceContext &context, const Occurrence &occurrence,
                   const directive::DirectiveRecorder &recorder,
                   plan::CheckedPipeline &checked, bool needsFirst,
                   StagedPipelines &staged) {
  auto shape = findPipelineShape(context, occurrence, recorder);
  plan::PipelineInstanceValues instance =
      checkPipelineClauses(context, checked);
  if (!shape)
    return;
  checkJumps(context, *shape, occurrence.function, recorder);
  if (checked.stages.empty())
    describeStages(context, *shape, recorder, checked);
  std::vector<InstanceContext> stageContexts;
  for (const StageShape &stage : shape->stages) {
    const ParsedDirective &parsed = recorder.directives()[stage.directive];
    stageContexts.push_back({context.ast, context.clangSema, context.reported,
                             parsed, stage.slots, context.instanceName});
    InstanceContext &own = stageContexts.back();
    if (stage.slots->size() != parsed.slotCount) {
      context.hasError = true; // Clang has told the user
      return;
    }
    instance.stages.push_back(checkStageClauses(own));
    checkRanks(own, context, instance, instance.stages.back());
    context.hasError |= own.hasError;
  }
  if (context.hasError)
    return;
  LoopContext loop(context, *shape, occurrence.function, recorder,
                   staged.facts);
  const PipelineFlow flow = analyseFlow(loop, needsFirst);
  if (!context.hasError && flow.isDoubtful()) {
    staged.loops.push_back(stagedLoop(loop, flow));
    return;
  }
  if (!context.hasError)
    uniteFlow(loop, flow, checked);
  if (!context.hasError)
    uniteWatched(findWatched(loop, flow), checked);
  for (std::size_t k = 0; k < instance.stages.size() && !context.hasError;
       ++k) {
    checkReplicated(stageContexts[k], loop, flow, k, instance.stages[k]);
    context.hasError |= stageContexts[k].hasError;
    instance.stages[k].bytes = carriedBytes(flow, k);
  }
  const std::string changing = changingClauseOf(instance);
  if (!context.hasError && !changing.empty())
    warnMayMove(loop, flow.states, changing);
  if (!context.hasError && !loop.isPattern)
    staged.loops.push_back(stagedLoop(loop, flow));
  if (!context.hasError)
    findPlaces(context, *shape, firstOnly(loop, flow), checked.loop);
  if (!context.hasError)
    warnOfOpenedFiles(context, *shape, occurrence.function);
  checked.instances.push_back(std::move(instance));
}

} // namespace redistc::sema

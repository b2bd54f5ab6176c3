//===- Sharing.cpp - Forbidden sharing between stages ---------------------===//
//
// One error for a finding, with the road to both accesses as notes.
//
//===----------------------------------------------------------------------===//
#include "Pipeline/Check/Sharing.h"

#include "redistc/Directive/Diagnostics.h"

#include "clang/AST/DeclCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Sema/Sema.h"

#include <set>

using namespace clang;

namespace redistc::sema {

using directive::DiagnosticKind;
using effects::Finding;
using effects::FindingKind;
using effects::RoadStep;
using effects::StagedLoop;

namespace {
class SharingReport {
public:
  SharingReport(DiagnosticsEngine &diagnostics, const SourceManager &manager,
                const std::vector<StagedLoop> &all)
      : engine(diagnostics), sources(manager), loops(all) {}

  void report(const Finding &);

private:
  SourceLocation firstOf(const std::vector<RoadStep> &) const;
  /// Where in the loop the road begins.
  SourceLocation placeOf(const std::vector<RoadStep> &, std::size_t loop,
                         std::size_t stage) const;
  void noteRoad(const std::vector<RoadStep> &);
  void tell(SourceLocation, const Finding &);
  void propose(const Finding &, std::size_t stage);
  void proposeForState(const Finding &);
  bool isOfPerson(SourceLocation place) const {
    return place.isValid() && !sources.isInSystemHeader(place);
  }

  DiagnosticsEngine &engine;
  const SourceManager &sources;
  const std::vector<StagedLoop> &loops;
  std::set<std::pair<FindingKind, SourceLocation>> reported;
};
} // namespace

SourceLocation SharingReport::placeOf(const std::vector<RoadStep> &road,
                                      std::size_t loop,
                                      std::size_t stage) const {
  const SourceRange whole = loops[loop].loop->getSourceRange();
  for (const RoadStep &step : road)
    if (isOfPerson(step.location) &&
        sources.isPointWithin(sources.getExpansionLoc(step.location),
                              whole.getBegin(), whole.getEnd()))
      return step.location;
  return loops[loop].stages[stage]->getBeginLoc();
}

/// The first step that a person has written, behind the loop.
SourceLocation SharingReport::firstOf(const std::vector<RoadStep> &road) const {
  for (const RoadStep &step : road)
    if (isOfPerson(step.location))
      return step.location;
  return SourceLocation();
}

/// The functions on the way, and the last place that a person has written.
void SharingReport::noteRoad(const std::vector<RoadStep> &road) {
  static constexpr std::size_t maxSteps = 6;
  std::size_t told = 0;
  for (std::size_t i = 1; i < road.size() && told < maxSteps; ++i)
    if (isOfPerson(road[i].location) && !road[i - 1].function.empty()) {
      directive::report(engine, road[i].location, DiagnosticKind::InFunction)
          << road[i - 1].function;
      ++told;
    }
}

static std::string calledOr(const std::string &function) {
  return function.empty() ? "a function" : function;
}

void SharingReport::tell(SourceLocation place, const Finding &finding) {
  const auto begin = [&](DiagnosticKind kind) {
    return directive::report(engine, place, kind);
  };
  const int stage = static_cast<int>(finding.stage + 1);
  const int other = static_cast<int>(finding.other + 1);
  switch (finding.kind) {
  case FindingKind::Shared:
    begin(DiagnosticKind::StagesShare)
        << finding.object << finding.isWrite << stage << other;
    return;
  case FindingKind::Unknown:
    begin(DiagnosticKind::MemoryUnknown) << stage << finding.object << other;
    return;
  case FindingKind::Unseen:
    begin(DiagnosticKind::UnseenShare)
        << calledOr(finding.function) << stage
        << calledOr(finding.otherFunction) << other;
    return;
  case FindingKind::ItemLost:
    begin(DiagnosticKind::ItemChangeLost) << finding.object << other << stage;
    return;
  case FindingKind::Initialiser:
    begin(DiagnosticKind::EveryRankChanges) << finding.object;
    return;
  case FindingKind::Message:
    begin(DiagnosticKind::StageCommunicates) << stage;
    return;
  case FindingKind::Receipt:
    begin(DiagnosticKind::ReceiptTouches)
        << (finding.received ? "'" + finding.received->getNameAsString() + "'"
                             : "'*this'")
        << finding.isWrite << finding.object << other;
    return;
  case FindingKind::Header:
    begin(DiagnosticKind::EveryRankUses) << finding.object << stage;
    return;
  case FindingKind::UsedLater:
    begin(loops[finding.loop].stated[finding.stage]
              ? DiagnosticKind::StateReadLaterStated
              : DiagnosticKind::StateReadLater)
        << finding.object << stage;
    return;
  case FindingKind::KeptAddress:
    begin(DiagnosticKind::StateAddressKept) << finding.object << stage;
    return;
  case FindingKind::NotLowered:
  case FindingKind::TooLarge:
  case FindingKind::Coroutine:
  case FindingKind::Assembly:
    begin(DiagnosticKind::NoCodeGenerated)
        << (finding.kind == FindingKind::TooLarge    ? 1
            : finding.kind == FindingKind::Coroutine ? 2
            : finding.kind == FindingKind::Assembly  ? 3
                                                     : 0);
    return;
  case FindingKind::AddressSent:
    begin(DiagnosticKind::AddressSent)
        << "'" + finding.received->getNameAsString() + "'" << finding.object
        << stage;
    return;
  case FindingKind::Bookkeeping:
    begin(DiagnosticKind::AllocatorsKeep) << finding.object;
    return;
  case FindingKind::OwnersCounted:
    begin(DiagnosticKind::OwnersCounted)
        << (finding.stage == finding.other) << stage << finding.object << other;
    return;
  case FindingKind::ItemsShare:
    begin(DiagnosticKind::ItemsShare) << finding.object << stage;
    return;
  case FindingKind::CarriedKept:
    begin(DiagnosticKind::CarriedKept) << finding.object << stage;
    return;
  case FindingKind::CarriedFreed:
    begin(DiagnosticKind::CarriedFreed) << finding.object << stage;
    return;
  case FindingKind::Identity:
    begin(DiagnosticKind::IdentityAsked) << stage << finding.object;
    return;
  case FindingKind::JumpsOut:
    begin(DiagnosticKind::JumpsOut) << stage;
    return;
  case FindingKind::LockedApart:
    begin(DiagnosticKind::LockedApart)
        << finding.object << stage << finding.isWrite;
    return;
  case FindingKind::Pinned:
  case FindingKind::Changed:
    return;
  }
}

/// in(...) and out(...) where the stage has neither.
void SharingReport::propose(const Finding &finding, std::size_t stage) {
  const StagedLoop &loop = loops[finding.loop];
  if (!loop.stated[stage])
    directive::report(engine, loop.stages[stage]->getBeginLoc(),
                      DiagnosticKind::ProposeStated)
        << std::to_string(stage + 1);
}

/// A class of the program without a function that serialises it.
static const CXXRecordDecl *findUnserialised(const ASTContext &ast,
                                             QualType type) {
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (!record || !record->getIdentifier() ||
      ast.getSourceManager().isInSystemHeader(record->getLocation()))
    return nullptr;
  for (const char *name : {"serialize", "save"})
    if (!record->lookup(&ast.Idents.get(name)).empty())
      return nullptr;
  return record;
}

/// How all ranks get the value of a state that stays.
void SharingReport::proposeForState(const Finding &finding) {
  for (const effects::FoundUse &use : finding.uses)
    if (const CXXRecordDecl *record = findUnserialised(
            use.variable->getASTContext(), use.variable->getType())) {
      directive::report(engine, record->getLocation(),
                        DiagnosticKind::ProposeSerialize)
          << record->getNameAsString();
      return;
    }
  const StagedLoop &loop = loops[finding.loop];
  if (!loop.stated[finding.stage])
    directive::report(engine, loop.stages[finding.stage]->getBeginLoc(),
                      DiagnosticKind::ProposeStatedBehind)
        << std::to_string(finding.stage + 1);
}

void SharingReport::report(const Finding &finding) {
  const bool isAskedBehind = finding.kind == FindingKind::OwnersCounted &&
                             finding.stage == finding.other;
  const SourceLocation place =
      finding.kind == FindingKind::AddressSent ? finding.received->getLocation()
      : isAskedBehind                          ? firstOf(finding.road)
                      : placeOf(finding.road, finding.loop, finding.stage);
  if (finding.kind == FindingKind::NotLowered ||
      finding.kind == FindingKind::TooLarge ||
      finding.kind == FindingKind::Coroutine ||
      finding.kind == FindingKind::Assembly) {
    tell(loops[finding.loop].location, finding);
    if (const SourceLocation called = firstOf(finding.road); called.isValid())
      directive::report(engine, called, DiagnosticKind::MostCalls)
          << finding.road.front().function;
    return;
  }
  if (!reported.insert({finding.kind, place}).second)
    return;
  tell(place, finding);
  noteRoad(finding.road);
  if (finding.kind != FindingKind::Initialiser &&
      finding.kind != FindingKind::Message &&
      !(finding.kind == FindingKind::Receipt && finding.isWrite) &&
      finding.kind != FindingKind::AddressSent &&
      finding.kind != FindingKind::ItemsShare &&
      finding.kind != FindingKind::CarriedFreed &&
      finding.kind != FindingKind::CarriedKept &&
      finding.kind != FindingKind::LockedApart &&
      finding.kind != FindingKind::JumpsOut &&
      finding.kind != FindingKind::Identity &&
      finding.kind != FindingKind::Bookkeeping) {
    const bool isBehind = finding.kind == FindingKind::UsedLater ||
                          finding.kind == FindingKind::KeptAddress;
    directive::report(
        engine,
        isBehind ? firstOf(finding.otherRoad)
                 : placeOf(finding.otherRoad, finding.loop, finding.other),
        DiagnosticKind::UsedHere)
        << finding.object << finding.isOtherWrite;
    noteRoad(finding.otherRoad);
  }
  if (finding.kind == FindingKind::UsedLater)
    proposeForState(finding);
  if (finding.kind == FindingKind::Unknown ||
      finding.kind == FindingKind::Unseen) {
    propose(finding, finding.stage);
    if (finding.kind == FindingKind::Unseen)
      propose(finding, finding.other);
  }
}

/// A stage that changes what does not travel with it.
static void keepOnRank(plan::CheckedPipeline &checked, const Finding &finding) {
  plan::CheckedStage &stage = checked.stages[finding.stage];
  if (stage.isMovable)
    stage.reason = "it changes " + finding.object + ", which cannot travel";
  stage.isMovable = false;
}

/// The text of the stage may not show it.
static void watchChange(plan::CheckedPipeline &checked,
                        const Finding &finding) {
  for (plan::WatchedVariable &watched : checked.watched)
    for (const effects::FoundUse &use : finding.uses)
      if (watched.isOfItem && watched.text == use.variable->getNameAsString())
        watched.writers.insert(static_cast<int>(finding.stage + 1));
}

bool addFoundUses(const std::vector<Finding> &findings, CodeFacts &facts) {
  bool isNew = false;
  for (const Finding &finding : findings)
    for (const effects::FoundUse &use : finding.uses)
      if (finding.kind != FindingKind::Changed &&
          !llvm::is_contained(facts.uses, use)) {
        facts.uses.push_back(use);
        isNew = true;
      }
  return isNew;
}

void reportSharing(clang::Sema &sema, const std::vector<Finding> &findings,
                   const std::vector<StagedLoop> &loops,
                   std::vector<plan::CheckedDirective> &checked) {
  SharingReport report(sema.getDiagnostics(), sema.getSourceManager(), loops);
  for (const Finding &finding : findings) {
    if (finding.kind != FindingKind::Pinned &&
        finding.kind != FindingKind::Changed) {
      report.report(finding);
      continue;
    }
    for (plan::CheckedDirective &directive : checked)
      if (auto *pipeline = std::get_if<plan::CheckedPipeline>(&directive);
          pipeline && pipeline->id == loops[finding.loop].directive)
        finding.kind == FindingKind::Pinned ? keepOnRank(*pipeline, finding)
                                            : watchChange(*pipeline, finding);
  }
}

} // namespace redistc::sema

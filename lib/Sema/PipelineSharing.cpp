//===- PipelineSharing.cpp - Stages that share what they must not ---------===//
//
// One error for a finding, with the road to both accesses as notes.
//
//===----------------------------------------------------------------------===//
#include "PipelineSharing.h"

#include "PipelineFlow.h"

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

effects::StagedLoop PipelineFlow::staged() const {
  StagedLoop loop;
  loop.function = function;
  loop.loop = const_cast<Stmt *>(shape.loop);
  loop.body = shape.body;
  loop.location = headerLocation;
  for (const StageShape &stage : shape.stages)
    loop.stages.push_back(stage.statement);
  for (const DeclStmt *declaration : shape.items)
    loop.declarations.push_back(declaration);
  for (const ItemVariable &item : items)
    if (const auto *variable = dyn_cast<VarDecl>(item.decl))
      loop.items.push_back(variable);
  for (const ValueDecl *decl : loopOrder)
    if (const auto *variable = dyn_cast<VarDecl>(decl))
      loop.loopVariables.push_back(variable);
  loop.isDriven = isDriven();
  // A structured binding stands for the variable that it takes apart.
  const auto wholeOf = [](const ValueDecl *decl) -> const ValueDecl * {
    const auto *binding = dyn_cast<BindingDecl>(decl);
    const ValueDecl *whole = binding ? binding->getDecomposedDecl() : decl;
    return cast<ValueDecl>(whole->getCanonicalDecl());
  };
  loop.carried.resize(stages.size());
  loop.overwritten.resize(stages.size());
  for (std::size_t k = 0; k < stages.size(); ++k) {
    for (const ObjectId id : carried[k])
      if (objects[id].decl)
        loop.carried[k].insert(wholeOf(objects[id].decl));
    std::set<const ValueDecl *> exposed;
    for (const Access &access : stages[k].all) {
      const Object &object = objects[access.object];
      if (object.kind != ObjectKind::Variable || !object.decl ||
          ownerOf(access.object) != Owner::Item)
        continue;
      loop.overwritten[k].insert(wholeOf(object.decl));
      if (access.isExposed)
        exposed.insert(wholeOf(object.decl));
    }
    for (const ValueDecl *decl : exposed)
      loop.overwritten[k].erase(decl);
  }
  loop.states = brought;
  loop.isStated.assign(stages.size(), false);
  return loop;
}

namespace {
class SharingReport {
public:
  SharingReport(DiagnosticsEngine &diagnostics, const SourceManager &manager,
                const std::vector<StagedLoop> &all)
      : engine(diagnostics), sources(manager), loops(all) {}

  void report(const Finding &);

private:
  /// The first step that a person has written.
  SourceLocation placeOf(const std::vector<RoadStep> &, std::size_t loop,
                         std::size_t stage) const;
  void noteRoad(const std::vector<RoadStep> &);
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
  for (const RoadStep &step : road)
    if (isOfPerson(step.location))
      return step.location;
  return loops[loop].stages[stage]->getBeginLoc();
}

/// The functions on the way, and the last place that a person has written.
void SharingReport::noteRoad(const std::vector<RoadStep> &road) {
  static constexpr std::size_t mostSteps = 6;
  std::size_t told = 0;
  for (std::size_t i = 1; i < road.size() && told < mostSteps; ++i)
    if (isOfPerson(road[i].location) && !road[i - 1].function.empty()) {
      directive::report(engine, road[i].location, DiagnosticKind::InFunction)
          << road[i - 1].function;
      ++told;
    }
}

void SharingReport::report(const Finding &finding) {
  const SourceLocation place =
      placeOf(finding.road, finding.loop, finding.stage);
  const SourceLocation other =
      placeOf(finding.otherRoad, finding.loop, finding.other);
  if (!reported.insert({finding.kind, place}).second)
    return;
  const int stage = static_cast<int>(finding.stage + 1);
  const int writer = static_cast<int>(finding.other + 1);
  switch (finding.kind) {
  case FindingKind::Shared:
    directive::report(engine, place, DiagnosticKind::StagesShare)
        << finding.object << finding.isWrite << stage << writer;
    break;
  case FindingKind::Unknown:
    directive::report(engine, place, DiagnosticKind::StagesMayShare)
        << stage << finding.isWrite << finding.object << writer
        << finding.isOtherWrite;
    break;
  case FindingKind::ItemLost:
    directive::report(engine, place, DiagnosticKind::ItemLost)
        << finding.object << writer << stage;
    break;
  case FindingKind::Initialiser:
    directive::report(engine, place, DiagnosticKind::EveryRankChanges)
        << finding.object;
    break;
  case FindingKind::Header:
    directive::report(engine, place, DiagnosticKind::EveryRankReads)
        << finding.object << stage;
    break;
  case FindingKind::UsedLater:
    directive::report(engine, place, DiagnosticKind::StateUsedLater)
        << finding.object << stage;
    break;
  case FindingKind::KeptAddress:
    directive::report(engine, place, DiagnosticKind::KeptAddress)
        << finding.object << stage;
    break;
  case FindingKind::Pinned:
    return;
  case FindingKind::NotLowered:
    directive::report(engine, place, DiagnosticKind::NotLowered);
    return;
  }
  noteRoad(finding.road);
  if (finding.kind == FindingKind::Initialiser)
    return;
  const bool isHeader = finding.kind == FindingKind::Header;
  const bool isKept = finding.kind == FindingKind::KeptAddress;
  directive::report(engine, other, DiagnosticKind::UsedHere)
      << (isHeader ? "every rank uses " + finding.object
          : isKept ? std::string("the address is read")
                   : "stage " + std::to_string(writer) +
                         (finding.isOtherWrite ? " writes " : " reads ") +
                         finding.object);
  noteRoad(finding.otherRoad);
}

void checkSharing(clang::Sema &sema, const effects::CodeEvents &events,
                  const std::vector<StagedLoop> &loops) {
  const std::vector<Finding> findings =
      effects::findSharing(sema, events, loops);
  SharingReport report(sema.getDiagnostics(), sema.getSourceManager(), loops);
  for (const Finding &finding : findings)
    report.report(finding);
}

} // namespace redistc::sema

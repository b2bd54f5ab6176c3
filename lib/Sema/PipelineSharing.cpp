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
  void tell(SourceLocation, DiagnosticsEngine::Level, const std::string &text);
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

void SharingReport::tell(SourceLocation place, DiagnosticsEngine::Level level,
                         const std::string &text) {
  engine.Report(place,
                level == DiagnosticsEngine::Error
                    ? engine.getCustomDiagID(DiagnosticsEngine::Error, "%0")
                    : engine.getCustomDiagID(DiagnosticsEngine::Note, "%0"))
      << text;
}

static std::string textOf(const Finding &finding) {
  const std::string stage = "stage " + std::to_string(finding.stage + 1);
  const std::string other = "stage " + std::to_string(finding.other + 1);
  switch (finding.kind) {
  case FindingKind::Shared:
    return finding.object + " is " + (finding.isWrite ? "written" : "read") +
           " by " + stage + ", but " + other +
           " writes it: memory that outlives the item belongs to one stage";
  case FindingKind::Unknown:
    return "cannot see which memory " + stage + " uses here: it may be " +
           finding.object + ", which " + other + " uses";
  case FindingKind::ItemLost:
    return finding.object + ", which " + other + " changes, is used by " +
           stage + ", but no variable that travels between them owns it";
  case FindingKind::Initialiser:
    return finding.object + " is changed by an initialiser or destructor of "
                            "the item, which every rank executes";
  case FindingKind::Header:
    return finding.object + " is written by " + stage +
           ", but the header of the loop or an initialiser uses it, which "
           "every rank evaluates";
  case FindingKind::UsedLater:
    return finding.object +
           " is read behind the loop, but is up to date on the rank of " +
           stage + " alone";
  case FindingKind::KeptAddress:
    return "an address in " + finding.object +
           " is taken before the loop and used behind it, but its memory is "
           "new where the state of " +
           stage + " arrives";
  case FindingKind::Pinned:
  case FindingKind::NotLowered:
    break;
  }
  return "cannot see what the stages of a pipeline do: Clang generates no code";
}

void SharingReport::report(const Finding &finding) {
  const SourceLocation place =
      placeOf(finding.road, finding.loop, finding.stage);
  const SourceLocation other =
      placeOf(finding.otherRoad, finding.loop, finding.other);
  if (!reported.insert({finding.kind, place}).second)
    return;
  if (finding.kind == FindingKind::Pinned)
    return;
  tell(place, DiagnosticsEngine::Error, textOf(finding));
  noteRoad(finding.road);
  if (finding.kind == FindingKind::Initialiser)
    return;
  tell(other, DiagnosticsEngine::Note, finding.object + " is used here");
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

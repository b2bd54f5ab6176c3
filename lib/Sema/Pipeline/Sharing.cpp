//===- Sharing.cpp - Stages that share what they must not -----------------===//
//
// One error for a finding, with the road to both accesses as notes.
//
//===----------------------------------------------------------------------===//
#include "Pipeline/Sharing.h"

#include "Pipeline/Flow.h"
#include "Pipeline/Receipt.h"
#include "Pipeline/Stated.h"

#include "redistc/Directive/Diagnostics.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
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

/// The variables of a block and of those around it that are declared before a
/// statement in it; false where it is not in the code.
static bool addVisible(const Stmt *code, const Stmt *wanted,
                       std::vector<const VarDecl *> &found) {
  if (!code || code == wanted)
    return code != nullptr;
  if (isa<Expr>(code))
    return false;
  const std::size_t before = found.size();
  for (const Stmt *part : code->children()) {
    if (addVisible(part, wanted, found))
      return true;
    if (const auto *declaration = dyn_cast_or_null<DeclStmt>(part))
      for (const Decl *one : declaration->decls())
        if (const auto *variable = dyn_cast<VarDecl>(one);
            variable && variable->getIdentifier())
          found.push_back(variable);
  }
  found.resize(before);
  return false;
}

namespace {
/// Variables that code may reach by their addresses: they are named where they
/// are neither read nor assigned.
class AddressTaken : public RecursiveASTVisitor<AddressTaken> {
public:
  bool contains(const ValueDecl *decl) const { return uses.lookup(decl) > 0; }

  bool VisitDeclRefExpr(DeclRefExpr *name) {
    ++uses[name->getDecl()];
    return true;
  }
  bool VisitImplicitCastExpr(ImplicitCastExpr *cast) {
    return cast->getCastKind() != CK_LValueToRValue || pass(cast->getSubExpr());
  }
  bool VisitUnaryOperator(UnaryOperator *unary) {
    return !unary->isIncrementDecrementOp() || pass(unary->getSubExpr());
  }
  bool VisitBinaryOperator(BinaryOperator *binary) {
    return !binary->isAssignmentOp() || pass(binary->getLHS());
  }
  bool VisitLambdaExpr(LambdaExpr *lambda) {
    for (const LambdaCapture &capture : lambda->captures())
      if (capture.capturesVariable() && capture.getCaptureKind() == LCK_ByRef)
        ++uses[capture.getCapturedVar()];
    return true;
  }

private:
  bool pass(const Expr *expression) {
    if (const auto *name = dyn_cast<DeclRefExpr>(expression->IgnoreParens()))
      --uses[name->getDecl()];
    return true;
  }
  llvm::DenseMap<const ValueDecl *, int> uses;
};
} // namespace

/// Numbers and pointers that have no address in the code are left out: what
/// values they have is then told apart.
static std::vector<const VarDecl *> visibleAt(const FunctionDecl *function,
                                              const Stmt *loop) {
  std::vector<const VarDecl *> found;
  if (!function || !function->getBody())
    return found;
  addVisible(function->getBody(), loop, found);
  llvm::append_range(found, function->parameters());
  const auto *method = dyn_cast<CXXMethodDecl>(function);
  if (method && method->getParent()->isLambda())
    for (const LambdaCapture &capture : method->getParent()->captures())
      if (capture.capturesVariable())
        if (const auto *variable = dyn_cast<VarDecl>(capture.getCapturedVar()))
          found.push_back(variable);
  AddressTaken taken;
  taken.TraverseStmt(function->getBody());
  llvm::erase_if(found, [&](const VarDecl *variable) {
    const QualType type = variable->getType();
    if (type->isReferenceType()) // another name
      return !isa<ParmVarDecl>(variable);
    return !type->isRecordType() && !type->isArrayType() &&
           !taken.contains(variable);
  });
  return found;
}

/// The variables that in(...) and out(...) of a stage name.
std::optional<std::vector<effects::StatedName>>
PipelineFlow::namedBy(const StageShape &stage) const {
  const directive::ParsedDirective &parsed =
      recorder.directives()[stage.directive];
  if (!parsed.stage->isStated())
    return std::nullopt;
  std::vector<effects::StatedName> names;
  const auto add = [&](const directive::ParsedExpression &name,
                       bool isWritten) {
    const InstanceContext own{context.ast,      context.clangSema,
                              context.reported, parsed,
                              stage.slots,      context.instanceName};
    const Expr *expression = writtenExpression(own, name);
    const ValueDecl *decl = expression ? variableOfName(expression) : nullptr;
    if (const auto *binding = dyn_cast_or_null<BindingDecl>(decl))
      decl = binding->getDecomposedDecl();
    if (expression)
      names.push_back({decl, isWritten,
                       isa<DeclRefExpr>(expression->IgnoreParenImpCasts()) &&
                           !isHandle(expression->getType())});
  };
  for (const directive::ParsedExpression &name : parsed.stage->reads)
    add(name, false);
  for (const directive::ParsedExpression &name : parsed.stage->writes)
    add(name, true);
  return names;
}

/// What travels, where to receive it the runtime calls functions.
void PipelineFlow::addReceived(StagedLoop &loop) const {
  const auto add = [&](QualType type, const ValueDecl *decl) {
    const bool isKnown = llvm::any_of(
        loop.received, [decl](const effects::ReceivedVariable &one) {
          return one.decl == decl;
        });
    effects::ReceivedVariable found = receiptOf(context, type, decl);
    if (!isKnown && !(found.made.empty() && found.serving.empty()))
      loop.received.push_back(std::move(found));
  };
  for (const auto &cut : carried)
    for (const ObjectId id : cut)
      add(objects[id].type, objects[id].decl);
  for (const effects::BroughtState &state : brought) {
    if (!state.travels)
      continue;
    const auto *method = dyn_cast<CXXMethodDecl>(function);
    QualType type = state.member ? state.member->getType()
                    : state.decl ? state.decl->getType()
                    : method ? context.ast.getRecordType(method->getParent())
                             : QualType();
    if (!state.member && state.isPointee)
      type = type->getPointeeType();
    if (!type.isNull())
      add(type, state.decl);
  }
}

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
  loop.firstOnly = firstOnly();
  loop.overwritten.resize(stages.size());
  loop.replaced.resize(stages.size());
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
    for (const ObjectId id : stages[k].overwritten)
      if (const Object &object = objects[id];
          object.kind == ObjectKind::Variable && object.decl &&
          !isa<BindingDecl>(object.decl))
        loop.replaced[k].insert(wholeOf(object.decl));
  }
  loop.states = brought;
  for (const ObjectId id : elements) {
    effects::ItemElements &found = loop.elements.emplace_back();
    found.array = broughtOf(objects[objects[id].owner]);
    found.size = context.ast.getTypeSizeInChars(objects[id].type).getQuantity();
    for (const auto &[expression, element] : summaries.elements)
      if (element == id)
        found.names.push_back(expression->getSourceRange());
  }
  loop.pointers = carriedPointers();
  addReceived(loop);
  for (const ObjectId id : counts)
    loop.counts.push_back(broughtOf(objects[id]));
  for (const ObjectId id : scratch)
    loop.scratch.push_back(cast<VarDecl>(objects[id].decl));
  loop.visible = visibleAt(function, shape.loop);
  loop.doubted.assign(doubted.begin(), doubted.end());
  loop.isDoubtful = isDoubtful();
  for (const ItemVariable &item : items)
    if (const auto *variable = dyn_cast<VarDecl>(item.decl);
        variable && isStaticHandle(variable->getType()))
      loop.handles.push_back(variable);
  for (const StageShape &stage : shape.stages)
    loop.stated.push_back(namedBy(stage));
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

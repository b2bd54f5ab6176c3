//===- Header.cpp - Evaluation of a loop's header --------------*- C++ -*-===//
//
// Every rank, where all ranks get the same from it and it leaves nothing behind
// but plain variables that no stage writes; else the rank of stage 1, and its
// variables travel. So where stage 1 may end the loop: others hear of it as
// they do of a header that ends it. A range-for cannot be taken apart: every
// rank.
//
//===----------------------------------------------------------------------===//
#include "Pipeline/Flow/Header.h"

#include "Pipeline/Flow/Aliases.h"
#include "Pipeline/Flow/InitialValues.h"

using namespace clang;

namespace redistc::sema {

namespace {
class HeaderJudge {
public:
  HeaderJudge(LoopContext &around, const LoopAccesses &found, bool isGiven)
      : loop(around), uses(found) {
    if (isGiven && !isa<CXXForRangeStmt>(loop.shape.loop))
      result.kind = plan::HeaderKind::FirstStage;
  }
  HeaderEvaluation judge();

private:
  void needsFirst(const std::string &why, SourceLocation);
  void checkCondition(const std::string &why);
  bool isOfCondition(ObjectId) const;
  const Access *writeTo(ObjectId, const Accesses &stage) const;
  void checkStages(const Access &use);
  void checkUse(const Access &);

  LoopContext &loop;
  const LoopAccesses &uses;
  HeaderEvaluation result;
};
} // namespace

/// What the condition declares is left out on other ranks.
void HeaderJudge::checkCondition(const std::string &why) {
  const VarDecl *declared = conditionVariable(loop.shape.loop);
  if (declared && !(isa<WhileStmt>(loop.shape.loop) && canBeLeftOut(declared)))
    loop.context.error(declared->getLocation(),
                       DiagnosticKind::ConditionDeclares, nullptr,
                       "'" + declared->getNameAsString() + "'", why);
}

void HeaderJudge::needsFirst(const std::string &why, SourceLocation location) {
  const bool isRange = isa<CXXForRangeStmt>(loop.shape.loop);
  if (result.isByFirst() || (loop.isPattern && isRange))
    return;
  if (isRange) {
    loop.context.error(
        location, DiagnosticKind::RangeNotRepeatable,
        SecondPlace{loop.header.location, DiagnosticKind::LoopHere, "the loop"},
        why);
    return;
  }
  checkCondition(why);
  result = {plan::HeaderKind::FirstStage, why};
}

/// The variable that the condition declares: the next item has another one.
bool HeaderJudge::isOfCondition(ObjectId id) const {
  const Object &object = loop.objects[id];
  return object.kind == ObjectKind::Variable &&
         llvm::any_of(loop.items, [&](const ItemVariable &item) {
           return item.isOfCondition &&
                  item.decl->getCanonicalDecl() == object.decl;
         });
}

/// What every rank may keep for itself: it is cheap to evaluate anywhere, and
/// is the same everywhere.
static bool isPlain(const Object &object) {
  return object.kind == ObjectKind::Variable && !object.type.isNull() &&
         !object.type.isVolatileQualified() &&
         !object.type->isReferenceType() &&
         (object.type->isScalarType() || isHandle(object.type));
}

const Access *HeaderJudge::writeTo(ObjectId id, const Accesses &stage) const {
  for (const Access &access : stage.all) {
    if (!(access.use & Write))
      continue;
    const Alias kind = aliasOf(loop, access.object, id);
    if (kind == Alias::Must ||
        (kind == Alias::May && !areApart(loop, access.object, id)))
      return &access;
  }
  return nullptr;
}

/// The header depends on stages other than the first, or a stage writes what
/// belongs to the header.
void HeaderJudge::checkStages(const Access &use) {
  for (std::size_t k = 0; k < uses.stages.size(); ++k) {
    const Access *write = writeTo(use.object, uses.stages[k]);
    if (!write)
      continue;
    const std::string name = describe(loop.objects[write->object]);
    if (k == 0) {
      needsFirst("it depends on " + name + ", which stage 1 writes",
                 use.location);
      continue;
    }
    if (loop.isPattern)
      continue;
    std::vector<SecondPlace> notes = {
        {use.location, DiagnosticKind::HeaderUses, name}};
    addInner(*write, notes);
    loop.context.error(write->location, DiagnosticKind::StageWritesHeader,
                       llvm::ArrayRef<SecondPlace>(notes), name,
                       static_cast<int>(k + 1));
  }
}

/// The variables that a range-for declares for itself have no names of people.
static std::string nameInHeader(const Object &object) {
  const bool isHidden = object.decl && object.decl->isImplicit();
  return isHidden ? "what its iterators refer to" : describe(object);
}

void HeaderJudge::checkUse(const Access &access) {
  const Object &object = loop.objects[access.object];
  const bool isWritten = (access.use & Write) != 0;
  if (object.name == "the environment" && !isWritten &&
      !uses.isWrittenByStage(access.object))
    return; // the same everywhere
  if (object.kind == ObjectKind::Hidden)
    needsFirst("it uses " + object.name, access.location);
  else if (isWritten && (loop.isPointee(access.object) ||
                         (loop.ownerOf(access.object) == Owner::Outside &&
                          !isPlain(object))))
    needsFirst("it changes " + nameInHeader(object), access.location);
}

static bool readsStream(const Stmt *loop) {
  const auto *range = dyn_cast<CXXForRangeStmt>(loop);
  const DeclStmt *begin = range ? range->getBeginStmt() : nullptr;
  const auto *variable =
      begin ? dyn_cast<VarDecl>(begin->getSingleDecl()) : nullptr;
  return variable &&
         variable->getType().getAsString().find("istream") != std::string::npos;
}

HeaderEvaluation HeaderJudge::judge() {
  const PipelineShape &shape = loop.shape;
  if (shape.loopEnd.isValid())
    needsFirst("stage 1 may end the loop by 'break'", shape.loopEnd);
  for (const Access &use : uses.header.all)
    if (!isOfCondition(use.object))
      checkStages(use);
  for (const Access &access : uses.header.all)
    checkUse(access);
  if (!uses.header.unseen.empty()) {
    const UnseenCall &call = uses.header.unseen.front();
    needsFirst("it calls " + call.name + ", whose body is not visible",
               call.location);
  }
  if (readsStream(shape.loop))
    needsFirst("it reads a stream", loop.header.location);
  return result;
}

HeaderEvaluation judgeHeader(LoopContext &loop, const LoopAccesses &uses,
                             bool needsFirst) {
  return HeaderJudge(loop, uses, needsFirst).judge();
}

} // namespace redistc::sema

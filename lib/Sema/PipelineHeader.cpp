//===- PipelineHeader.cpp - Who evaluates a loop's header ------*- C++ -*-===//
//
// Every rank, where all ranks get the same from it and it leaves nothing behind
// but plain variables that no stage writes; else the rank of stage 1, and its
// variables travel. A range-for cannot be taken apart: every rank.
//
//===----------------------------------------------------------------------===//
#include "PipelineFlow.h"

#include "Travel.h"

using namespace clang;

namespace redistc::sema {

void PipelineFlow::headerNeedsFirst(const std::string &why,
                                    SourceLocation location) {
  if (headerKind == plan::HeaderKind::FirstStage)
    return;
  if (isPattern && isa<CXXForRangeStmt>(shape.loop))
    return;
  if (isa<CXXForRangeStmt>(shape.loop)) {
    context.error(
        location, DiagnosticKind::RangeNotRepeatable,
        SecondPlace{headerLocation, DiagnosticKind::LoopHere, "the loop"}, why);
    return;
  }
  const VarDecl *declared = nullptr;
  if (const auto *loop = dyn_cast<WhileStmt>(shape.loop))
    declared = loop->getConditionVariable();
  else if (const auto *counting = dyn_cast<ForStmt>(shape.loop))
    declared = counting->getConditionVariable();
  if (declared)
    context.error(declared->getLocation(), DiagnosticKind::ConditionDeclares,
                  nullptr, "'" + declared->getNameAsString() + "'", why);
  headerKind = plan::HeaderKind::FirstStage;
  headerReason = why;
}

/// What every rank may keep for itself: it is cheap to evaluate anywhere, and
/// is the same everywhere.
static bool isPlain(const Object &object) {
  return object.kind == ObjectKind::Variable && !object.type.isNull() &&
         !object.type.isVolatileQualified() &&
         !object.type->isReferenceType() &&
         (object.type->isScalarType() || isHandle(object.type));
}

/// The header depends on stages other than the first, or a stage writes what
/// belongs to the header.
void PipelineFlow::checkHeaderWrites() {
  for (const Access &use : header.all)
    for (std::size_t k = 0; k < stages.size(); ++k) {
      const Access *write = nullptr;
      for (const Access &access : stages[k].all) {
        if (write || !(access.use & Write))
          continue;
        const Overlap kind = overlap(access.object, use.object);
        if (kind == Overlap::Same ||
            (kind == Overlap::Maybe && !areApart(access.object, use.object)))
          write = &access;
      }
      if (!write)
        continue;
      const std::string name = describe(objects[write->object]);
      if (k == 0) {
        headerNeedsFirst("it depends on " + name + ", which stage 1 writes",
                         use.location);
        continue;
      }
      if (isPattern)
        continue;
      std::vector<SecondPlace> notes = {
          {use.location, DiagnosticKind::HeaderUses, name}};
      addInner(*write, notes);
      context.error(write->location, DiagnosticKind::StageWritesHeader,
                    llvm::ArrayRef<SecondPlace>(notes), name,
                    static_cast<int>(k + 1));
    }
}

/// The variables that a range-for declares for itself have no names of people.
static std::string nameInHeader(const Object &object) {
  const bool isHidden = object.decl && object.decl->isImplicit();
  return isHidden ? "what its iterators refer to" : describe(object);
}

void PipelineFlow::judgeHeader() {
  checkHeaderWrites();
  for (const Access &access : header.all) {
    const Object &object = objects[access.object];
    if (object.kind == ObjectKind::Hidden)
      headerNeedsFirst("it uses " + object.name, access.location);
    else if ((access.use & Write) && ownerOf(access.object) == Owner::Outside &&
             !isPlain(object))
      headerNeedsFirst("it changes " + nameInHeader(object), access.location);
    else if ((access.use & Write) && isPointee(access.object))
      headerNeedsFirst("it changes " + nameInHeader(object), access.location);
  }
  if (!isa<CXXForRangeStmt>(shape.loop) && !header.unseen.empty())
    headerNeedsFirst("it calls " + header.unseen.front().name +
                         ", whose body is not visible",
                     header.unseen.front().location);
  if (const auto *loop = dyn_cast<CXXForRangeStmt>(shape.loop))
    if (const DeclStmt *begin = loop->getBeginStmt())
      if (const auto *variable = dyn_cast<VarDecl>(begin->getSingleDecl()))
        if (variable->getType().getAsString().find("istream") !=
            std::string::npos)
          headerNeedsFirst("it reads a stream", headerLocation);
}

/// Nothing bad can come of it where what it reads is of another item: the value
/// is replaced before anyone reads it.
bool PipelineFlow::isSafeOnStale(const Expr *initial) const {
  if (initial->HasSideEffects(context.ast))
    return false;
  initial = initial->IgnoreUnlessSpelledInSource();
  if (isa<DeclRefExpr, IntegerLiteral, FloatingLiteral, CharacterLiteral,
          CXXBoolLiteralExpr>(initial))
    return true;
  if (const auto *member = dyn_cast<MemberExpr>(initial))
    return !member->isArrow() && isSafeOnStale(member->getBase());
  if (const auto *cast = dyn_cast<CastExpr>(initial))
    return isSafeOnStale(cast->getSubExpr());
  if (const auto *unary = dyn_cast<UnaryOperator>(initial))
    return unary->getOpcode() != UO_Deref && unary->getOpcode() != UO_AddrOf &&
           isSafeOnStale(unary->getSubExpr());
  if (const auto *binary = dyn_cast<BinaryOperator>(initial))
    return binary->getOpcode() != BO_Div && binary->getOpcode() != BO_Rem &&
           isSafeOnStale(binary->getLHS()) && isSafeOnStale(binary->getRHS());
  return false;
}

void PipelineFlow::checkInitialisers() {
  const bool isDriven = headerKind == plan::HeaderKind::FirstStage;
  std::set<ObjectId> ofFirst;
  if (isDriven)
    for (const Access &access : header.all)
      if (access.use & Write)
        ofFirst.insert(access.object);
  for (ItemVariable &item : items) {
    const std::string name = "'" + item.decl->getNameAsString() + "'";
    const auto *variable = dyn_cast<VarDecl>(item.decl);
    for (const Access &access : item.initial.all) {
      const Object &object = objects[access.object];
      const bool isOurs =
          ownerOf(access.object) == Owner::Item && !isPointee(access.object);
      if ((access.use & Write) && !isOurs && !isPattern) {
        std::vector<SecondPlace> notes;
        addInner(access, notes);
        context.error(access.location, DiagnosticKind::InitialiserChanges,
                      llvm::ArrayRef<SecondPlace>(notes), name,
                      describe(object));
        continue;
      }
      if (!(access.use & Read))
        continue;
      for (std::size_t k = 0; k < stages.size() && !isOurs && !isPattern; ++k)
        if (const Access *write = find(stages[k], access.object, Write);
            write && ofFirst.count(access.object) == 0)
          context.error(access.location, DiagnosticKind::InitialiserReads,
                        SecondPlace{write->location,
                                    DiagnosticKind::WrittenHere,
                                    describe(object) + " is written by stage " +
                                        std::to_string(k + 1)},
                        name, describe(object));
      if (ofFirst.count(access.object) == 0)
        continue;
      if (!isPattern && (item.isReference || !variable ||
                         !isSafeOnStale(variable->getInit())))
        context.error(access.location, DiagnosticKind::InitialiserNeedsFirst,
                      nullptr, name, describe(object));
      item.isFromFirst = true;
    }
    if (item.isFromFirst)
      ofFirst.insert(objects.variable(item.decl));
  }
}

} // namespace redistc::sema

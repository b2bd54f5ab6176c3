//===- Header.cpp - Who evaluates a loop's header --------------*- C++ -*-===//
//
// Every rank, where all ranks get the same from it and it leaves nothing behind
// but plain variables that no stage writes; else the rank of stage 1, and its
// variables travel. So where stage 1 may end the loop: others hear of it as
// they do of a header that ends it. A range-for cannot be taken apart: every
// rank.
//
//===----------------------------------------------------------------------===//
#include "Pipeline/Flow.h"

#include "Common/Travel.h"

using namespace clang;

namespace redistc::sema {

/// Whether the generated code can leave out the initialiser of the variable on
/// other ranks: something else can be made there for what travels to replace.
static bool canBeLeftOut(const VarDecl *variable) {
  const QualType type = variable->getType();
  if (type->isReferenceType() || type->isArrayType())
    return false;
  if (variable->getInitStyle() != VarDecl::CInit &&
      variable->getTypeSourceInfo()->getType()->getContainedAutoType())
    return false;
  const auto *record = type->getAsCXXRecordDecl();
  return !record || record->isAggregate() || record->hasDefaultConstructor();
}

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
  if (const auto *loop = dyn_cast<WhileStmt>(shape.loop)) {
    declared = loop->getConditionVariable();
    if (declared && canBeLeftOut(declared))
      declared = nullptr;
  } else if (const auto *counting = dyn_cast<ForStmt>(shape.loop)) {
    declared = counting->getConditionVariable();
  }
  if (declared)
    context.error(declared->getLocation(), DiagnosticKind::ConditionDeclares,
                  nullptr, "'" + declared->getNameAsString() + "'", why);
  headerKind = plan::HeaderKind::FirstStage;
  headerReason = why;
}

/// The variable that the condition declares.
bool PipelineFlow::isOfCondition(ObjectId id) const {
  return objects[id].kind == ObjectKind::Variable &&
         llvm::any_of(items, [&](const ItemVariable &item) {
           return item.isOfCondition &&
                  item.decl->getCanonicalDecl() == objects[id].decl;
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

/// The header depends on stages other than the first, or a stage writes what
/// belongs to the header.
void PipelineFlow::checkHeaderWrites() {
  for (const Access &use : header.all) {
    if (isOfCondition(use.object))
      continue; // the next item has another one
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
}

/// The variables that a range-for declares for itself have no names of people.
static std::string nameInHeader(const Object &object) {
  const bool isHidden = object.decl && object.decl->isImplicit();
  return isHidden ? "what its iterators refer to" : describe(object);
}

void PipelineFlow::judgeHeader() {
  if (shape.loopEnd.isValid())
    headerNeedsFirst("stage 1 may end the loop by 'break'", shape.loopEnd);
  checkHeaderWrites();
  for (const Access &access : header.all) {
    const Object &object = objects[access.object];
    const bool isSameEverywhere = object.name == "the environment" &&
                                  !(access.use & Write) &&
                                  !isWrittenByStage(access.object);
    if (isSameEverywhere)
      continue;
    if (object.kind == ObjectKind::Hidden)
      headerNeedsFirst("it uses " + object.name, access.location);
    else if ((access.use & Write) && ownerOf(access.object) == Owner::Outside &&
             !isPlain(object))
      headerNeedsFirst("it changes " + nameInHeader(object), access.location);
    else if ((access.use & Write) && isPointee(access.object))
      headerNeedsFirst("it changes " + nameInHeader(object), access.location);
  }
  if (!header.unseen.empty())
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

/// What holds its elements in one piece of memory: where an element is depends
/// on no other element.
static bool isContiguous(QualType type) {
  type = type.getNonReferenceType();
  return type->isArrayType() || isStdClass(type, "vector") ||
         isStdClass(type, "array") || isStdClass(type, "basic_string") ||
         isStdClass(type, "span");
}

/// From `v[i].x`, `&v[i]`, `v.data() + i`, `v.begin() + i` to v, with the i on
/// the way; null of other expressions.
static const Expr *containerOf(const Expr *expression,
                               llvm::SmallVectorImpl<const Expr *> &indices) {
  for (;;) {
    expression = expression->IgnoreUnlessSpelledInSource();
    if (isa<DeclRefExpr>(expression))
      return isHandle(expression->getType()) ? nullptr : expression;
    if (const auto *member = dyn_cast<MemberExpr>(expression)) {
      if (isa<CXXThisExpr>(member->getBase()->IgnoreParenImpCasts()))
        return isHandle(expression->getType()) ? nullptr : expression;
      if (member->isArrow())
        return nullptr;
      expression = member->getBase();
    } else if (const auto *unary = dyn_cast<UnaryOperator>(expression)) {
      if (unary->getOpcode() != UO_AddrOf)
        return nullptr;
      expression = unary->getSubExpr();
    } else if (const auto *element = dyn_cast<ArraySubscriptExpr>(expression)) {
      indices.push_back(element->getIdx());
      expression = element->getBase();
    } else if (const auto *binary = dyn_cast<BinaryOperator>(expression)) {
      if (binary->getOpcode() != BO_Add || !isHandle(binary->getType()))
        return nullptr;
      indices.push_back(binary->getRHS());
      expression = binary->getLHS();
    } else if (const auto *applied =
                   dyn_cast<CXXOperatorCallExpr>(expression)) {
      const bool isElement = applied->getOperator() == OO_Subscript &&
                             isContiguous(applied->getArg(0)->getType());
      const bool isMoved =
          applied->getOperator() == OO_Plus && isHandle(applied->getType());
      if (!isElement && !isMoved)
        return nullptr;
      indices.push_back(applied->getArg(1));
      expression = applied->getArg(0);
    } else if (const auto *called = dyn_cast<CXXMemberCallExpr>(expression)) {
      const CXXMethodDecl *method = called->getMethodDecl();
      if (!method || !method->getIdentifier() ||
          (method->getName() != "data" && method->getName() != "begin") ||
          !isContiguous(called->getObjectType()))
        return nullptr;
      expression = called->getImplicitObjectArgument();
    } else {
      return nullptr;
    }
  }
}

/// A reference to an element, or a pointer: it says where the element is, and
/// not what is in it.
bool PipelineFlow::isPlaceIn(const ItemVariable &item, ObjectId id) {
  const auto *variable = dyn_cast<VarDecl>(item.decl);
  if (!variable || !variable->hasInit() ||
      !(item.isReference || isHandle(variable->getType())))
    return false;
  const Expr *initial = variable->getInit();
  if (const auto *full = dyn_cast<FullExpr>(initial))
    initial = full->getSubExpr();
  while (const auto *cast = dyn_cast<ImplicitCastExpr>(initial)) {
    if (cast->getCastKind() != CK_NoOp)
      break;
    initial = cast->getSubExpr();
  }
  if (isa<MaterializeTemporaryExpr>(initial))
    return false; // a copy
  llvm::SmallVector<const Expr *, 4> indices;
  if (!containerOf(variable->getInit(), indices))
    return false;
  return llvm::none_of(indices, [&](const Expr *index) {
    return find(accessesOf({index}), id, Read) != nullptr;
  });
}

/// The variable's initialiser reads what the rank of stage 1 alone has.
void PipelineFlow::needsFirst(ItemVariable &item, const Access &access) {
  item.isFromFirst = true;
  const auto *variable = dyn_cast<VarDecl>(item.decl);
  if (const auto *binding = dyn_cast<BindingDecl>(item.decl))
    variable = dyn_cast<VarDecl>(binding->getDecomposedDecl());
  if (isPattern || !variable)
    return;
  item.needsFirstAt = access.location;
  item.needed = describe(objects[access.object]);
  if (isSafeOnStale(variable->getInit()))
    return;
  item.isFirstOnly = !item.isReference && canBeLeftOut(variable);
  if (!item.isFirstOnly)
    context.error(access.location, DiagnosticKind::InitialiserNeedsFirst,
                  nullptr, "'" + item.decl->getNameAsString() + "'",
                  item.needed);
}

std::vector<const VarDecl *> PipelineFlow::firstOnly() const {
  std::vector<const VarDecl *> variables;
  for (const ItemVariable &item : items)
    if (const auto *variable = dyn_cast<VarDecl>(item.decl);
        variable && item.isFirstOnly)
      variables.push_back(variable);
  return variables;
}

void PipelineFlow::checkInitialisers() {
  std::set<ObjectId> ofFirst;
  if (isDriven()) {
    for (const Access &access : header.all)
      if (access.use & Write)
        ofFirst.insert(access.object);
    for (const Access &access : stages.front().all)
      if ((access.use & Write) && ownerOf(access.object) != Owner::Item)
        ofFirst.insert(access.object);
  }
  for (ItemVariable &item : items) {
    const std::string name = "'" + item.decl->getNameAsString() + "'";
    if (item.isOfCondition && isDriven()) {
      item.isFromFirst = true;
      item.needsFirstAt = item.decl->getLocation();
      item.needed = "what the header uses";
    }
    for (const Access &access : item.final.all)
      if ((access.use & Write) && ownerOf(access.object) == Owner::Outside &&
          !isOfCallee(access.object) && !isPattern) {
        std::vector<SecondPlace> notes;
        addInner(access, notes);
        context.error(access.location, DiagnosticKind::DestructorChanges,
                      llvm::ArrayRef<SecondPlace>(notes), name,
                      describe(objects[access.object]));
      }
    for (const Access &access : item.initial.all) {
      const Object object = objects[access.object];
      const bool isOurs =
          isOfCallee(access.object) ||
          (ownerOf(access.object) == Owner::Item && !isPointee(access.object));
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
            write && ofFirst.count(access.object) == 0 &&
            !isPlaceIn(item, access.object))
          context.error(access.location, DiagnosticKind::InitialiserReads,
                        SecondPlace{write->location,
                                    DiagnosticKind::WrittenHere,
                                    describe(object) + " is written by stage " +
                                        std::to_string(k + 1)},
                        name, describe(object));
      if (ofFirst.count(access.object) != 0)
        needsFirst(item, access);
    }
    if (item.isFromFirst)
      ofFirst.insert(objects.variable(item.decl));
  }
}

} // namespace redistc::sema

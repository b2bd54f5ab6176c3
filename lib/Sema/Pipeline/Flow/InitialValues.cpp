//===- InitialValues.cpp - First values of an item's variables -*- C++ -*-===//
//
// In the order of the declarations: what one gets from the rank of stage 1, the
// initialisers of later ones need from there, too.
//
//===----------------------------------------------------------------------===//
#include "Pipeline/Flow/InitialValues.h"

#include "Accesses/KnownFunctions.h"

#include <map>
#include <optional>
#include <set>
#include <vector>

using namespace clang;

namespace redistc::sema {

bool canBeLeftOut(const VarDecl *variable) {
  const QualType type = variable->getType();
  if (type->isReferenceType() || type->isArrayType())
    return false;
  if (variable->getInitStyle() != VarDecl::CInit &&
      variable->getTypeSourceInfo()->getType()->getContainedAutoType())
    return false;
  const auto *record = type->getAsCXXRecordDecl();
  return !record || record->isAggregate() || record->hasDefaultConstructor();
}

/// Nothing bad can come of it where what it reads is of another item: the value
/// is replaced before anyone reads it.
static bool isSafeOnStale(const Expr *initial, const ASTContext &ast) {
  if (initial->HasSideEffects(ast))
    return false;
  initial = initial->IgnoreUnlessSpelledInSource();
  if (isa<DeclRefExpr, IntegerLiteral, FloatingLiteral, CharacterLiteral,
          CXXBoolLiteralExpr>(initial))
    return true;
  if (const auto *member = dyn_cast<MemberExpr>(initial))
    return !member->isArrow() && isSafeOnStale(member->getBase(), ast);
  if (const auto *cast = dyn_cast<CastExpr>(initial))
    return isSafeOnStale(cast->getSubExpr(), ast);
  if (const auto *unary = dyn_cast<UnaryOperator>(initial))
    return unary->getOpcode() != UO_Deref && unary->getOpcode() != UO_AddrOf &&
           isSafeOnStale(unary->getSubExpr(), ast);
  if (const auto *binary = dyn_cast<BinaryOperator>(initial))
    return binary->getOpcode() != BO_Div && binary->getOpcode() != BO_Rem &&
           isSafeOnStale(binary->getLHS(), ast) &&
           isSafeOnStale(binary->getRHS(), ast);
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
static bool isPlaceIn(LoopContext &loop, const ItemVariable &item,
                      ObjectId id) {
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
    return findAccess(loop.accessesOf({index}), id, Read) != nullptr;
  });
}

namespace {
class InitialValues {
public:
  InitialValues(LoopContext &around, const LoopAccesses &found,
                const HeaderEvaluation &evaluated);
  InitialValue of(const ItemVariable &, const ItemAccesses &);

private:
  void refuseChange(const ItemVariable &, const Access &, DiagnosticKind) const;
  void checkEnd(const ItemVariable &, const Accesses &final) const;
  void checkRead(const ItemVariable &, const Access &) const;
  void checkClock(const ItemVariable &, const Access &);
  void needsFirst(const ItemVariable &, const Access &, InitialValue &) const;

  LoopContext &loop;
  const LoopAccesses &uses;
  const HeaderEvaluation &header;
  std::set<ObjectId> ofFirst; ///< what the rank of stage 1 alone has
  /// What says something else on each rank, as an initialiser has read it.
  struct ClockRead {
    std::string name;
    std::optional<std::size_t> stage = {}; ///< the first one that uses it
  };
  std::vector<ClockRead> clocks;
  std::map<ObjectId, std::size_t> clockOf; ///< by variable: index in `clocks`
};
} // namespace

static std::string quoted(const ItemVariable &item) {
  return "'" + item.decl->getNameAsString() + "'";
}

InitialValues::InitialValues(LoopContext &around, const LoopAccesses &found,
                             const HeaderEvaluation &evaluated)
    : loop(around), uses(found), header(evaluated) {
  if (!header.isByFirst())
    return;
  for (const Access &access : uses.header.all)
    if (access.use & Write)
      ofFirst.insert(access.object);
  for (const Access &access : uses.stages.front().all)
    if ((access.use & Write) && loop.ownerOf(access.object) != Owner::Item)
      ofFirst.insert(access.object);
}

void InitialValues::refuseChange(const ItemVariable &item, const Access &access,
                                 DiagnosticKind kind) const {
  std::vector<SecondPlace> notes;
  addInner(access, notes);
  loop.context.error(access.location, kind, llvm::ArrayRef<SecondPlace>(notes),
                     quoted(item), describe(loop.objects[access.object]));
}

void InitialValues::checkEnd(const ItemVariable &item,
                             const Accesses &final) const {
  for (const Access &access : final.all)
    if ((access.use & Write) && loop.ownerOf(access.object) == Owner::Outside &&
        !loop.isOfCallee(access.object) && !loop.isPattern)
      refuseChange(item, access, DiagnosticKind::DestructorChanges);
}

/// Of what a stage writes, where the value does not come from stage 1.
void InitialValues::checkRead(const ItemVariable &item,
                              const Access &access) const {
  for (std::size_t k = 0; k < uses.stages.size(); ++k) {
    const Access *write = findAccess(uses.stages[k], access.object, Write);
    if (!write || ofFirst.count(access.object) != 0 ||
        isPlaceIn(loop, item, access.object))
      continue;
    const std::string name = describe(loop.objects[access.object]);
    loop.context.error(
        access.location, DiagnosticKind::InitialiserReads,
        SecondPlace{write->location, DiagnosticKind::WrittenHere,
                    name + " is written by stage " + std::to_string(k + 1)},
        quoted(item), name);
  }
}

/// Each rank reads a clock of its own: stages on two ranks must not compare
/// what it says, nor what other initialisers make of that.
void InitialValues::checkClock(const ItemVariable &item, const Access &access) {
  const ObjectId id = loop.objects.variable(item.decl);
  const auto known = clockOf.find(access.object);
  if (known != clockOf.end())
    clockOf[id] = known->second;
  else if (!differsBetweenRanks(loop.objects[access.object]))
    return;
  else if (clockOf.try_emplace(id, clocks.size()).second)
    clocks.push_back({describe(loop.objects[access.object])});
  ClockRead *read = &clocks[clockOf[id]];
  for (std::size_t k = 0; k < uses.stages.size(); ++k) {
    if (!findAccess(uses.stages[k], id, Read))
      continue;
    if (!read->stage)
      read->stage = k;
    if (*read->stage == k)
      continue;
    loop.context.error(access.location, DiagnosticKind::InitialiserDiffers,
                       nullptr, quoted(item), read->name,
                       static_cast<int>(*read->stage + 1),
                       static_cast<int>(k + 1));
    return;
  }
}

/// The variable's initialiser reads what the rank of stage 1 alone has.
void InitialValues::needsFirst(const ItemVariable &item, const Access &access,
                               InitialValue &value) const {
  value.isFromFirst = true;
  if (loop.isPattern)
    return;
  value.needsFirstAt = access.location;
  value.needed = describe(loop.objects[access.object]);
  if (isSafeOnStale(item.variable->getInit(), loop.context.ast))
    return;
  value.isFirstOnly = !item.isReference && canBeLeftOut(item.variable);
  if (!value.isFirstOnly)
    loop.context.error(access.location, DiagnosticKind::InitialiserNeedsFirst,
                       nullptr, quoted(item), value.needed);
}

InitialValue InitialValues::of(const ItemVariable &item,
                               const ItemAccesses &accesses) {
  InitialValue value;
  if (item.isOfCondition && header.isByFirst())
    value = {true, false, item.decl->getLocation(), "what the header uses"};
  checkEnd(item, accesses.final);
  for (const Access &access : accesses.initial.all) {
    const ObjectId id = access.object;
    const bool isOurs =
        loop.isOfCallee(id) ||
        (loop.ownerOf(id) == Owner::Item && !loop.isPointee(id));
    const bool isChecked = !isOurs && !loop.isPattern;
    if ((access.use & Write) && isChecked) {
      refuseChange(item, access, DiagnosticKind::InitialiserChanges);
      continue;
    }
    if (!(access.use & Read))
      continue;
    if (isChecked)
      checkRead(item, access);
    if (isChecked || clockOf.count(id) != 0)
      checkClock(item, access);
    if (ofFirst.count(id) != 0)
      needsFirst(item, access, value);
  }
  if (value.isFromFirst)
    ofFirst.insert(loop.objects.variable(item.decl));
  return value;
}

std::vector<InitialValue> findInitialValues(LoopContext &loop,
                                            const LoopAccesses &uses,
                                            const HeaderEvaluation &header) {
  InitialValues values(loop, uses, header);
  std::vector<InitialValue> found;
  for (std::size_t i = 0; i < loop.items.size(); ++i)
    found.push_back(values.of(loop.items[i], uses.items[i]));
  return found;
}

} // namespace redistc::sema

//===- Elements.cpp - Elements that travel with an item -------------------===//
//
// Where the loop counts, and stages name nothing of an array but `a[i]` with
// the variable that counts, no two items have an element in common: it flows
// from stage to stage as a variable of the item does. The check of generated
// code sees to it that nothing else leads to the elements.
//
//   for (int i = 0; i < n; ++i) {
//     stage 1: a[i] = f(a[i]);   stage 2: a[i] += 1;   stage 3: sum += a[i];
//   }
//
//===----------------------------------------------------------------------===//
#include "Pipeline/Accesses/ItemObjects.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"

#include "llvm/ADT/MapVector.h"

using namespace clang;

namespace redistc::sema {

namespace {
/// Of one array.
struct FoundElements {
  std::vector<const Expr *> names;
  std::set<std::size_t> stages;
};
using FoundArrays = llvm::MapVector<const ValueDecl *, FoundElements>;

/// The names of arrays and of the variable that counts, in the code of a loop.
class ElementNames {
public:
  explicit ElementNames(const VarDecl *counting) : index(counting) {}

  /// `stage`: from 1; 0 in what every rank evaluates.
  void scan(const Stmt *, std::size_t stage);
  /// By array: of those of which the code names elements alone.
  /// In the order of the code.
  FoundArrays take() {
    found.remove_if([&](const auto &one) { return others.count(one.first); });
    return isChanged ? FoundArrays() : std::move(found);
  }

private:
  bool isIndex(const Expr *) const;
  /// Of `a[i]`, what names the array; null of anything else.
  const Expr *arrayOf(const Expr *) const;

  const VarDecl *index;
  FoundArrays found;
  std::set<const ValueDecl *> others;
  bool isChanged = false; ///< or may be: the variable that counts
};
} // namespace

bool ElementNames::isIndex(const Expr *expression) const {
  const ValueDecl *named = variableIn(expression);
  return named && declaresSameEntity(named, index);
}

const Expr *ElementNames::arrayOf(const Expr *expression) const {
  const Expr *array = nullptr, *place = nullptr;
  if (const auto *element = dyn_cast<ArraySubscriptExpr>(expression)) {
    array = element->getBase()->IgnoreParenImpCasts();
    place = element->getIdx();
    if (!array->getType()->isConstantArrayType())
      return nullptr;
  } else if (const auto *call = dyn_cast<CXXOperatorCallExpr>(expression);
             call && call->getOperator() == OO_Subscript &&
             call->getNumArgs() == 2) {
    array = call->getArg(0);
    place = call->getArg(1);
  }
  return array && variableIn(array) && isIndex(place) &&
                 expression->getBeginLoc().isFileID()
             ? array
             : nullptr;
}

void ElementNames::scan(const Stmt *code, std::size_t stage) {
  if (!code)
    return;
  if (const auto *expression = dyn_cast<Expr>(code)) {
    if (const Expr *array = arrayOf(expression)) {
      const auto *decl = variableIn(array);
      if (stage == 0)
        others.insert(decl);
      FoundElements &known = found[decl];
      known.names.push_back(expression);
      known.stages.insert(stage);
      return;
    }
    // The number of elements does not change.
    if (const auto *call = dyn_cast<CXXMemberCallExpr>(code);
        call && call->getMethodDecl() && isOfStd(call->getMethodDecl()) &&
        call->getMethodDecl()->getIdentifier() &&
        call->getMethodDecl()->getName() == "size" &&
        variableIn(call->getImplicitObjectArgument()))
      return;
    if (const auto *read = dyn_cast<ImplicitCastExpr>(code);
        read && read->getCastKind() == CK_LValueToRValue && isIndex(read))
      return;
    if (const ValueDecl *named = isa<DeclRefExpr, MemberExpr>(expression)
                                     ? variableIn(expression)
                                     : nullptr) {
      others.insert(named);
      isChanged |= declaresSameEntity(named, index);
    }
  }
  for (const Stmt *part : code->children())
    scan(part, stage);
}

/// The variable of a loop that counts up or down in steps of a constant, and
/// so never has one value twice; null of others. One of 32 bits or more does
/// not come round.
static const VarDecl *countingVariable(const Stmt *loop, ASTContext &ast) {
  constexpr std::int64_t largestStep = 65536;
  const auto *counting = dyn_cast<ForStmt>(loop);
  const auto *declared =
      dyn_cast_or_null<DeclStmt>(counting ? counting->getInit() : nullptr);
  const auto *variable = declared && declared->isSingleDecl()
                             ? dyn_cast<VarDecl>(declared->getSingleDecl())
                             : nullptr;
  const auto *condition = dyn_cast_or_null<BinaryOperator>(
      counting && counting->getCond()
          ? counting->getCond()->IgnoreParenImpCasts()
          : nullptr);
  if (!variable || !condition || !counting->getInc() ||
      !variable->getType()->isIntegerType() ||
      variable->getType()->isDependentType() ||
      ast.getTypeSize(variable->getType()) < 32)
    return nullptr;
  const auto isVariable = [&](const Expr *expression) {
    const ValueDecl *named = variableIn(expression);
    return named && declaresSameEntity(named, variable);
  };
  const Expr *increment = counting->getInc()->IgnoreParens();
  const auto *unary = dyn_cast<UnaryOperator>(increment);
  const bool isByOne = unary && unary->isIncrementDecrementOp() &&
                       isVariable(unary->getSubExpr());
  const auto *sum = dyn_cast<CompoundAssignOperator>(increment);
  const auto step = sum && !sum->getRHS()->isValueDependent()
                        ? sum->getRHS()->getIntegerConstantExpr(ast)
                        : std::nullopt;
  const bool isByMore =
      step &&
      (sum->getOpcode() == BO_AddAssign || sum->getOpcode() == BO_SubAssign) &&
      isVariable(sum->getLHS()) && *step >= 1 && *step <= largestStep;
  const bool isCompared =
      isVariable(condition->getLHS()) || isVariable(condition->getRHS());
  const bool isBounded = condition->isRelationalOp() && (isByOne || isByMore);
  return isCompared &&
                 (isBounded || (condition->getOpcode() == BO_NE && isByOne))
             ? variable
             : nullptr;
}

/// Whether the item may end there before its later stages: a `continue` that
/// is not of an inner loop.
static bool mayEndItem(const Stmt *code) {
  if (!code ||
      isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, LambdaExpr>(code))
    return false;
  return isa<ContinueStmt>(code) || llvm::any_of(code->children(), mayEndItem);
}

/// An array of values that travel as their bytes.
static bool isArrayOfValues(QualType type, ASTContext &ast) {
  type = type.getNonReferenceType();
  QualType element = elementOfStdArray(type);
  if (element.isNull())
    element = elementOfStdVector(type);
  if (const auto *array = ast.getAsConstantArrayType(type))
    element = array->getElementType();
  return !element.isNull() && !element->isBooleanType() &&
         element.isTriviallyCopyableType(ast) && !element.isConstQualified() &&
         !element.isVolatileQualified() && !type.isConstQualified() &&
         !element->isAnyPointerType() && !element->isMemberPointerType() &&
         !mayHoldAddresses(element);
}

/// The arrays of whose elements the code of the loop names the item's alone.
static FoundArrays arraysNamed(const PipelineShape &shape,
                               const VarDecl *index) {
  ElementNames names(index);
  names.scan(cast<ForStmt>(shape.loop)->getCond(), 0);
  std::size_t number = 0;
  std::set<std::size_t> ending;
  for (const Stmt *part : shape.body->body()) {
    const auto stage = llvm::find_if(
        shape.stages, [&](const auto &one) { return one.statement == part; });
    if (stage != shape.stages.end())
      number = static_cast<std::size_t>(stage - shape.stages.begin()) + 1;
    names.scan(part, number);
    if (mayEndItem(part))
      ending.insert(number);
  }
  FoundArrays found = names.take();
  // Later stages would not see what earlier ones have made of the element.
  found.remove_if([&](const auto &one) {
    const std::set<std::size_t> &users = one.second.stages;
    const auto first = ending.lower_bound(*users.begin());
    return users.size() < 2 ||
           (first != ending.end() && *first < *users.rbegin());
  });
  return found;
}

static bool isOtherName(const ValueDecl *array) {
  const auto *reference = dyn_cast<VarDecl>(array);
  return isa<BindingDecl>(array) ||
         (reference && reference->getType()->isReferenceType() &&
          !isa<ParmVarDecl>(reference));
}

ItemElements findElements(LoopContext &loop) {
  ItemElements elements;
  const ASTContext &ast = loop.context.ast;
  const VarDecl *index = countingVariable(loop.shape.loop, loop.context.ast);
  const auto isStated = [&](const StageShape &stage) {
    return loop.isStated(stage);
  };
  if (!index || llvm::any_of(loop.shape.stages, isStated))
    return elements;
  const SourceRange range = loop.shape.loop->getSourceRange();
  for (const auto &[array, found] : arraysNamed(loop.shape, index)) {
    const ObjectId owner = loop.objects.named(array);
    if (isOtherName(array) ||
        !isArrayOfValues(array->getType(), loop.context.ast) ||
        ast.getSourceManager().isPointWithin(array->getLocation(),
                                             range.getBegin(), range.getEnd()))
      continue;
    const std::string name = (isa<FieldDecl>(array) ? "this->" : "") +
                             array->getNameAsString() + '[' +
                             index->getNameAsString() + ']';
    const ObjectId id =
        loop.objects.intern({ObjectKind::Element, array, name,
                             found.names.front()->getType(), false, owner});
    elements.ids.push_back(id);
    for (const Expr *place : found.names)
      elements.names[place] = id;
  }
  return elements;
}

} // namespace redistc::sema

//===- Stated.cpp - in() and out() of a stage ------------------*- C++ -*-===//
//
// A stage that has either clause uses what they name, and nothing else that
// could be named where the directive stands: of the analysis remains what no
// name leads to.
//
//   #pragma pipeline stage in(raw) out(packed, *report)
//     raw      read; what was there before the stage
//     packed   written; whole where the analysis sees it, else it may keep
//              parts of the value from before, which then travels, too
//     *report  the one object that the pointer refers to: written; the pointer
//              itself is not
//     log      used in the stage, but not named: as if it were not
//
// A pointer, view or iterator stands for itself and for what it refers to.
//
//===----------------------------------------------------------------------===//
#include "Pipeline/Accesses/Stated.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"

#include "llvm/ADT/FoldingSet.h"

using namespace clang;

namespace redistc::sema {

using directive::ParsedExpression;
using directive::ParsedStage;

namespace {
/// In the order of %select in StatedNotVariable.
enum class NoVariable { Expression, Function, Element };
} // namespace

/// The variable or member that a name begins with, `x` of `x.y` and of `*x`;
/// null where it is something else. `*this` begins with `this`.
static const Expr *baseOfName(const Expr *name) {
  for (;;) {
    name = name->IgnoreParenImpCasts();
    if (const auto *member = dyn_cast<MemberExpr>(name)) {
      if (!isa<FieldDecl, VarDecl>(member->getMemberDecl()))
        return nullptr;
      if (member->isImplicitAccess() || isa<VarDecl>(member->getMemberDecl()))
        return member;
      name = member->getBase();
    } else if (const auto *unary = dyn_cast<UnaryOperator>(name)) {
      if (unary->getOpcode() != UO_Deref)
        return nullptr;
      name = unary->getSubExpr();
    } else if (const auto *call = dyn_cast<CXXOperatorCallExpr>(name)) {
      const bool isDeref =
          call->getNumArgs() == 1 &&
          (call->getOperator() == OO_Star || call->getOperator() == OO_Arrow);
      if (!isDeref)
        return nullptr;
      name = call->getArg(0);
    } else if (const auto *variable = dyn_cast<DeclRefExpr>(name)) {
      return isa<VarDecl, BindingDecl>(variable->getDecl()) ? variable
                                                            : nullptr;
    } else {
      return isa<CXXThisExpr>(name) ? name : nullptr;
    }
  }
}

const ValueDecl *variableOfName(const Expr *name) {
  const Expr *base = baseOfName(name);
  const auto *variable = dyn_cast_or_null<DeclRefExpr>(base);
  const auto *member = dyn_cast_or_null<MemberExpr>(base);
  if (variable)
    return variable->getDecl();
  return member && isa<VarDecl>(member->getMemberDecl())
             ? member->getMemberDecl()
             : nullptr;
}

/// Of an element, what it is an element of.
static const Expr *wholeOf(const Expr *name) {
  if (const auto *element = dyn_cast<ArraySubscriptExpr>(name))
    return element->getBase();
  if (const auto *call = dyn_cast<CXXOperatorCallExpr>(name);
      call && call->getOperator() == OO_Subscript)
    return call->getArg(0);
  return nullptr;
}

static std::string textOf(const Expr *expression, const ASTContext &ast) {
  std::string text;
  llvm::raw_string_ostream out(text);
  expression->IgnoreParenImpCasts()->printPretty(out, nullptr,
                                                 ast.getPrintingPolicy());
  return text;
}

/// An error where it is no variable.
static void checkIsVariable(InstanceContext &stage, llvm::StringRef clause,
                            const Expr *name, SourceLocation place) {
  if (name->isTypeDependent() || baseOfName(name))
    return;
  const Expr *whole = wholeOf(name);
  const auto *function = dyn_cast<DeclRefExpr>(name);
  const bool isFunction = function && isa<FunctionDecl>(function->getDecl());
  stage.error(place, DiagnosticKind::StatedNotVariable, nullptr, clause,
              static_cast<int>(isFunction ? NoVariable::Function
                               : whole    ? NoVariable::Element
                                          : NoVariable::Expression),
              isFunction ? "'" + function->getDecl()->getNameAsString() + "'"
              : whole    ? "'" + textOf(whole, stage.ast) + "'"
                         : std::string());
}

/// Nothing of an object of the type can change.
static bool isConstant(QualType type) {
  if (!type.isConstQualified() || type->isDependentType() || isHandle(type))
    return false;
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  return !record || !record->hasMutableFields();
}

static void checkNames(InstanceContext &stage, llvm::StringRef clause,
                       const std::vector<ParsedExpression> &names) {
  std::vector<std::pair<llvm::FoldingSetNodeID, SourceLocation>> earlier;
  for (const ParsedExpression &parsed : names) {
    const Expr *name = writtenExpression(stage, parsed);
    if (!name) {
      stage.hasError = true; // Clang has told the user
      continue;
    }
    const SourceLocation place = parsed.range.getBegin();
    checkIsVariable(stage, clause, name, place);
    if (clause == "out" && isConstant(name->getType()))
      stage.error(place, DiagnosticKind::StatedConst, nullptr, parsed.text);
    llvm::FoldingSetNodeID id;
    name->Profile(id, stage.ast, /*Canonical=*/true);
    for (const auto &[other, first] : earlier)
      if (other == id) {
        stage.error(
            place, DiagnosticKind::StatedTwice,
            SecondPlace{first, DiagnosticKind::FirstClause, parsed.text},
            clause, parsed.text);
        break;
      }
    earlier.push_back({id, place});
  }
}

void checkStated(InstanceContext &stage) {
  const ParsedStage &parsed = *stage.directive.stage;
  checkNames(stage, "in", parsed.reads);
  checkNames(stage, "out", parsed.writes);
}

void describeStated(const ParsedStage &parsed, plan::CheckedStage &checked) {
  checked.isStated = parsed.isStated();
  for (const ParsedExpression &name : parsed.reads)
    checked.statedReads.push_back(name.text);
  for (const ParsedExpression &name : parsed.writes)
    checked.statedWrites.push_back(name.text);
}

std::optional<std::vector<effects::StatedName>>
statedNames(const LoopContext &loop, const StageShape &stage) {
  const ParsedStage &parsed = *loop.parsed(stage).stage;
  if (!parsed.isStated())
    return std::nullopt;
  std::vector<effects::StatedName> names;
  const InstanceContext own = loop.contextOf(stage);
  const auto add = [&](const ParsedExpression &name, bool isWritten) {
    const Expr *expression = writtenExpression(own, name);
    const ValueDecl *decl = expression ? variableOfName(expression) : nullptr;
    if (const auto *binding = dyn_cast_or_null<BindingDecl>(decl))
      decl = binding->getDecomposedDecl();
    if (expression)
      names.push_back({decl, isWritten,
                       isa<DeclRefExpr>(expression->IgnoreParenImpCasts()) &&
                           !isHandle(expression->getType())});
  };
  for (const ParsedExpression &name : parsed.reads)
    add(name, false);
  for (const ParsedExpression &name : parsed.writes)
    add(name, true);
  return names;
}

namespace {
/// Of one stage, from what was found in it.
class StageStatement {
public:
  StageStatement(LoopContext &around, std::size_t number, const Accesses &seen)
      : loop(around), stage(number), found(seen) {}

  StatedAccesses run();

private:
  void keepBeside();
  void add(const Expr *name, unsigned use, SourceLocation);
  ObjectIds objectsOf(const Expr *name, unsigned use);
  bool isBeside(ObjectId) const;
  void warnOfUnnamed() const;

  LoopContext &loop;
  std::size_t stage;
  const Accesses &found;
  StatedAccesses result;
};
} // namespace

/// What a name stands for: the object, and what a handle refers to. The handle
/// itself is written only where the stage is seen to do it.
ObjectIds StageStatement::objectsOf(const Expr *name, unsigned use) {
  ObjectIds ids = name->isGLValue() ? loop.roots.ofLvalue(name) : ObjectIds();
  if (isa<UnaryOperator>(name) && use == Write)
    for (const ObjectId id : ids)
      if (loop.isPointee(id))
        result.pointees.push_back(loop.objects[id].decl);
  if (!isHandle(name->getType()))
    return ids;
  if (use == Write && !isOwningHandle(name->getType()))
    llvm::erase_if(ids,
                   [&](ObjectId id) { return !findAccess(found, id, Write); });
  addTo(ids, loop.roots.ofPointer(name));
  return ids;
}

/// What no name leads to from the directive: standard output and the like, and
/// the stage's own static variables. The loop's variables may be read without
/// being named.
bool StageStatement::isBeside(ObjectId id) const {
  const Object &object = loop.objects[id];
  if (object.kind == ObjectKind::Hidden)
    return true;
  if (object.kind != ObjectKind::Variable)
    return false;
  if (loop.ownerOf(id) == Owner::Loop)
    return true;
  const auto *variable = dyn_cast_or_null<VarDecl>(object.decl);
  const SourceRange own = loop.shape.stages[stage].statement->getSourceRange();
  const SourceManager &sources = loop.context.ast.getSourceManager();
  return variable && variable->isStaticLocal() &&
         sources.isPointWithin(variable->getLocation(), own.getBegin(),
                               own.getEnd());
}

/// A warning for each variable that the text of the stage itself changes, or
/// reads as an earlier stage has left it, and that its clauses do not name.
/// Where functions are not seen, the clauses are there to say what they do.
void StageStatement::warnOfUnnamed() const {
  if (!found.unseen.empty())
    return;
  std::set<ObjectId> told;
  for (const Access &access : found.all) {
    const Object &object = loop.objects[access.object];
    const bool isChanged = (access.use & Write) != 0;
    const bool isNamed =
        llvm::any_of(result.accesses.all, [&](const Access &one) {
          return one.object == access.object &&
                 (!isChanged || (one.use & Write) != 0);
        });
    if (isNamed || access.through || object.kind != ObjectKind::Variable ||
        !isa_and_nonnull<VarDecl>(object.decl) ||
        cast<VarDecl>(object.decl)->isStaticLocal() ||
        isBeside(access.object) ||
        !(isChanged ||
          (access.isExposed && loop.ownerOf(access.object) == Owner::Item)) ||
        !told.insert(access.object).second)
      continue;
    loop.context.report(access.location, DiagnosticKind::StatedUnnamed,
                        describe(object), isChanged,
                        static_cast<int>(stage + 1));
  }
}

void StageStatement::keepBeside() {
  for (const Access &access : found.all) {
    const Object &object = loop.objects[access.object];
    const auto *variable = dyn_cast_or_null<VarDecl>(object.decl);
    if (isBeside(access.object))
      result.accesses.all.push_back(access);
    else if ((access.use & Write) && object.kind == ObjectKind::Variable &&
             variable && variable->isStaticLocal() &&
             variable->getParentFunctionOrMethod() != loop.function)
      result.stays =
          "it changes " + describe(object) + ", which 'out' cannot name";
  }
  for (const ObjectId id : found.overwritten)
    if (isBeside(id))
      result.accesses.overwritten.insert(id);
}

void StageStatement::add(const Expr *name, unsigned use,
                         SourceLocation location) {
  if (!name)
    return;
  const ObjectIds ids = objectsOf(name, use);
  for (const ObjectId id : ids) {
    const bool isWhole =
        use == Write && ids.size() == 1 && found.overwritten.count(id) != 0;
    Access access;
    access.object = id;
    access.use = isWhole ? Whole : use;
    access.location = location;
    access.isExposed = use == Read;
    result.accesses.all.push_back(access);
    if (isWhole)
      result.accesses.overwritten.insert(id);
  }
}

StatedAccesses StageStatement::run() {
  const StageShape &place = loop.shape.stages[stage];
  const InstanceContext own = loop.contextOf(place);
  const ParsedStage &parsed = *loop.parsed(place).stage;
  keepBeside();
  for (const ParsedExpression &name : parsed.reads)
    add(writtenExpression(own, name), Read, name.range.getBegin());
  for (const ParsedExpression &name : parsed.writes)
    add(writtenExpression(own, name), Write, name.range.getBegin());
  warnOfUnnamed();
  return std::move(result);
}

StatedAccesses statedAccesses(LoopContext &loop, std::size_t stage,
                              const Accesses &found) {
  return StageStatement(loop, stage, found).run();
}

} // namespace redistc::sema

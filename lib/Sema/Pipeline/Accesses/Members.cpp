//===- Members.cpp - Members that different stages use ---------*- C++ -*-===//
//
// A variable from outside the loop counts as a whole, unless the loop names
// nothing of it but members, and several stages do: then each member is an
// object of its own, so that one stage may count in `stats.read` and another
// one in `stats.written`.
//
//===----------------------------------------------------------------------===//
#include "Pipeline/Accesses/ItemObjects.h"

#include "clang/AST/DeclCXX.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace redistc::sema {

namespace {
/// Which objects the code of a loop names by members alone.
class MemberNames {
public:
  MemberNames(Roots &follow, const FunctionDecl *around)
      : roots(follow), function(around) {}

  /// `stage`: 0 in the header and the declarations, else from 1.
  void scan(const Stmt *, std::size_t stage);
  /// Whether two stages name members of it, and the loop never all of it.
  bool isDivided(ObjectId id) const {
    const auto found = stages.find(id);
    return found != stages.end() && found->second.size() > 1 &&
           named.count(id) == 0;
  }
  const std::map<ObjectId, std::set<std::size_t>> &all() const {
    return stages;
  }

private:
  void scanLambda(const LambdaExpr *, std::size_t stage);
  void name(const Expr *);
  ObjectIds objectsOf(const MemberExpr *);
  bool isNameable(const FieldDecl *) const;

  Roots &roots;
  const FunctionDecl *function;
  std::map<ObjectId, std::set<std::size_t>> stages; ///< that name members
  std::set<ObjectId> named;                         ///< all of it
};
} // namespace

/// Of `x.member`, x; of `p->member`, what p refers to.
ObjectIds MemberNames::objectsOf(const MemberExpr *member) {
  const Expr *base = member->getBase()->IgnoreParenImpCasts();
  if (!variableIn(base))
    return {};
  return member->isArrow() ? roots.ofPointer(base) : roots.ofLvalue(base);
}

/// Whether code before the loop can name it: a place of its own.
bool MemberNames::isNameable(const FieldDecl *field) const {
  const auto *record = dyn_cast<CXXRecordDecl>(field->getParent());
  const auto *method = dyn_cast_or_null<CXXMethodDecl>(function);
  return record && !record->isUnion() && field->getIdentifier() &&
         !field->isBitField() && !field->getType()->isReferenceType() &&
         !field->getType().isVolatileQualified() &&
         (field->getAccess() == AS_public ||
          (method && declaresSameEntity(method->getParent(), record)));
}

void MemberNames::name(const Expr *expression) {
  for (const ObjectId id : roots.ofLvalue(expression))
    named.insert(id);
  if (isHandle(expression->getType()))
    for (const ObjectId id : roots.ofPointer(expression))
      named.insert(id);
}

/// What it refers to counts where its body uses it.
void MemberNames::scanLambda(const LambdaExpr *lambda, std::size_t stage) {
  auto initial = lambda->capture_init_begin();
  for (const LambdaCapture &capture : lambda->captures()) {
    const bool isReference = capture.getCaptureKind() == LCK_ByRef &&
                             capture.capturesVariable() &&
                             !capture.getCapturedVar()->isInitCapture();
    if (!isReference && *initial)
      scan(*initial, stage);
    ++initial;
  }
  scan(lambda->getBody(), stage);
}

void MemberNames::scan(const Stmt *code, std::size_t stage) {
  if (!code)
    return;
  if (const auto *lambda = dyn_cast<LambdaExpr>(code))
    return scanLambda(lambda, stage);
  if (const auto *member = dyn_cast<MemberExpr>(code)) {
    const auto *field = dyn_cast<FieldDecl>(member->getMemberDecl());
    const ObjectIds ids = field ? objectsOf(member) : ObjectIds();
    if (ids.size() == 1 && isNameable(field)) {
      stages[ids.front()].insert(stage);
      return;
    }
  }
  if (const auto *expression = dyn_cast<Expr>(code);
      expression && variableIn(expression))
    name(expression);
  for (const Stmt *part : code->children())
    scan(part, stage);
}

/// Objects with members that lead to no other object.
static bool isPlainClass(const Object &object) {
  if (object.type.isNull() || object.kind == ObjectKind::Hidden)
    return false;
  const QualType type = object.type.getNonReferenceType();
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  return record && record->hasDefinition() && !record->isUnion() &&
         !record->isLambda() && !type.isVolatileQualified() &&
         !mayHoldAddresses(type);
}

std::set<ObjectId> findDivided(LoopContext &loop) {
  MemberNames names(loop.roots, loop.function);
  const PipelineShape &shape = loop.shape;
  std::size_t stage = 0;
  for (const Stmt *part : shape.loop->children())
    if (part != shape.body)
      names.scan(part, 0);
  for (const Stmt *part : shape.body->body()) {
    for (std::size_t k = 0; k < shape.stages.size(); ++k)
      if (shape.stages[k].statement == part)
        stage = k + 1;
    names.scan(part, stage);
  }
  const SourceManager &sources = loop.context.ast.getSourceManager();
  const SourceRange range = shape.loop->getSourceRange();
  std::set<ObjectId> divided;
  for (const auto &[id, users] : names.all()) {
    const Object &object = loop.objects[id];
    if (names.isDivided(id) && object.decl && isPlainClass(object) &&
        !sources.isPointWithin(object.decl->getLocation(), range.getBegin(),
                               range.getEnd()))
      divided.insert(id);
  }
  return divided;
}

} // namespace redistc::sema

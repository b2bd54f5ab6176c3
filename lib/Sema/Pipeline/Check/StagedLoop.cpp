//===- StagedLoop.cpp - A pipeline for the check of its code ---*- C++ -*-===//
//
// From the results of the passes to what the Effects room looks for in the code
// that is generated.
//
//===----------------------------------------------------------------------===//
#include "Pipeline/Check/StagedLoop.h"

#include "Pipeline/Accesses/Stated.h"
#include "Pipeline/Check/Receipt.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;

namespace redistc::sema {

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

/// What travels, where to receive it the runtime calls functions.
static void addReceived(const LoopContext &loop, const PipelineFlow &flow,
                        StagedLoop &staged) {
  const auto add = [&](QualType type, const ValueDecl *decl) {
    const bool isKnown = llvm::any_of(
        staged.received, [decl](const effects::ReceivedVariable &one) {
          return one.decl == decl;
        });
    effects::ReceivedVariable found = receiptOf(loop.context, type, decl);
    if (!isKnown && !(found.made.empty() && found.serving.empty()))
      staged.received.push_back(std::move(found));
  };
  for (const auto &cut : flow.live.carried)
    for (const ObjectId id : cut)
      add(loop.objects[id].type, loop.objects[id].decl);
  for (const effects::BroughtState &state : flow.states.brought) {
    if (!state.travels)
      continue;
    const auto *method = dyn_cast<CXXMethodDecl>(loop.function);
    QualType type = state.member ? state.member->getType()
                    : state.decl ? state.decl->getType()
                    : method
                        ? loop.context.ast.getRecordType(method->getParent())
                        : QualType();
    if (!state.member && state.isPointee)
      type = type->getPointeeType();
    if (!type.isNull())
      add(type, state.decl);
  }
}

/// A structured binding stands for the variable that it takes apart.
static const ValueDecl *wholeOf(const ValueDecl *decl) {
  const auto *binding = dyn_cast<BindingDecl>(decl);
  const ValueDecl *whole = binding ? binding->getDecomposedDecl() : decl;
  return cast<ValueDecl>(whole->getCanonicalDecl());
}

/// What travels after each stage, and what stages write whole.
static void addValues(const LoopContext &loop, const PipelineFlow &flow,
                      StagedLoop &staged) {
  const std::size_t count = flow.uses.stages.size();
  staged.carried.resize(count);
  staged.overwritten.resize(count);
  staged.replaced.resize(count);
  for (std::size_t k = 0; k < flow.live.carried.size(); ++k)
    for (const ObjectId id : flow.live.carried[k])
      if (loop.objects[id].decl)
        staged.carried[k].insert(wholeOf(loop.objects[id].decl));
  for (std::size_t k = 0; k < count; ++k) {
    std::set<const ValueDecl *> exposed;
    for (const Access &access : flow.uses.stages[k].all) {
      const Object &object = loop.objects[access.object];
      if (object.kind != ObjectKind::Variable || !object.decl ||
          loop.ownerOf(access.object) != Owner::Item)
        continue;
      staged.overwritten[k].insert(wholeOf(object.decl));
      if (access.isExposed)
        exposed.insert(wholeOf(object.decl));
    }
    for (const ValueDecl *decl : exposed)
      staged.overwritten[k].erase(decl);
    for (const ObjectId id : flow.uses.stages[k].overwritten)
      if (const Object &object = loop.objects[id];
          object.kind == ObjectKind::Variable && object.decl &&
          !isa<BindingDecl>(object.decl))
        staged.replaced[k].insert(wholeOf(object.decl));
  }
}

static void addElements(const LoopContext &loop, const PipelineFlow &flow,
                        StagedLoop &staged) {
  for (const ObjectId id : flow.own.elements) {
    const Object &element = loop.objects[id];
    effects::ItemElements &found = staged.elements.emplace_back();
    found.array = broughtOf(loop, loop.objects[element.owner]);
    found.size =
        loop.context.ast.getTypeSizeInChars(element.type).getQuantity();
    for (const auto &[expression, named] : loop.summaries.elements)
      if (named == id)
        found.names.push_back(expression->getSourceRange());
  }
}

static void addCarries(const LoopContext &loop, const PipelineFlow &flow,
                       StagedLoop &staged) {
  for (const Carry &carry : flow.own.carries) {
    effects::CarriedPointer &one = staged.pointers.emplace_back();
    one.variable = carry.variable;
    one.member = carry.member;
    one.count = carry.counting;
    one.isFlat = travelsAsBytes(loop.context, carry.element, carry.location);
    for (std::size_t k = 0; k < flow.live.carried.size(); ++k)
      if (llvm::is_contained(flow.live.carried[k], carry.whole))
        one.cuts.insert(k);
  }
}

/// The loop as it is written.
static StagedLoop shapeOf(const LoopContext &loop) {
  StagedLoop staged;
  staged.function = loop.function;
  staged.loop = const_cast<Stmt *>(loop.shape.loop);
  staged.body = loop.shape.body;
  staged.location = loop.header.location;
  for (const StageShape &stage : loop.shape.stages) {
    staged.stages.push_back(stage.statement);
    staged.stated.push_back(statedNames(loop, stage));
  }
  for (const DeclStmt *declaration : loop.shape.items)
    staged.declarations.push_back(declaration);
  for (const ItemVariable &item : loop.items)
    if (const auto *variable = dyn_cast<VarDecl>(item.decl)) {
      staged.items.push_back(variable);
      if (isStaticHandle(variable->getType()))
        staged.handles.push_back(variable);
    }
  for (const ValueDecl *decl : loop.loopVariables)
    if (const auto *variable = dyn_cast<VarDecl>(decl))
      staged.loopVariables.push_back(variable);
  staged.visible = visibleAt(loop.function, loop.shape.loop);
  return staged;
}

StagedLoop stagedLoop(const LoopContext &loop, const PipelineFlow &flow) {
  StagedLoop staged = shapeOf(loop);
  staged.isDriven = flow.header.isByFirst();
  staged.firstOnly = firstOnly(loop, flow);
  addValues(loop, flow, staged);
  staged.states = flow.states.brought;
  addElements(loop, flow, staged);
  addCarries(loop, flow, staged);
  addReceived(loop, flow, staged);
  for (const ObjectId id : flow.shared.counts)
    staged.counts.push_back(broughtOf(loop, loop.objects[id]));
  for (const ObjectId id : flow.shared.scratch)
    staged.scratch.push_back(cast<VarDecl>(loop.objects[id].decl));
  staged.doubted.assign(flow.doubted.begin(), flow.doubted.end());
  staged.isDoubtful = flow.isDoubtful();
  return staged;
}

} // namespace redistc::sema

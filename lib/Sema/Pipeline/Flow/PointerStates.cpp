//===- PointerStates.cpp - States behind pointers and views ---------------===//
//
// What a pointer refers to is a state like a variable where it is one object:
// where the function does nothing with the pointer but use what it refers to.
// A view knows its elements, a reference is a name. Of any other pointer nobody
// knows how much there is: what is written stays on its rank.
//
//   *sum += x;   if (text) *text += t;   report->add(x);     brought to all
//   out[i] = x;  *next++ = x;            fill(buffer, n);    stays, a warning
//   fill(buffer) with out(*buffer)                           brought to all
//
//===----------------------------------------------------------------------===//
#include "Pipeline/Flow/Names.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace redistc::sema {

static bool isNull(const Expr *expression, const ASTContext &ast) {
  return expression->isNullPointerConstant(const_cast<ASTContext &>(ast),
                                           Expr::NPC_ValueDependentIsNotNull);
}

/// The pointer of `*p`, `p->`, `if (p)` and `p == nullptr`.
static const Expr *harmlessUse(const Stmt *statement, const ASTContext &ast) {
  if (const auto *unary = dyn_cast<UnaryOperator>(statement))
    return unary->getOpcode() == UO_Deref ? unary->getSubExpr() : nullptr;
  if (const auto *member = dyn_cast<MemberExpr>(statement))
    return member->isArrow() ? member->getBase() : nullptr;
  if (const auto *cast = dyn_cast<CastExpr>(statement))
    return cast->getCastKind() == CK_PointerToBoolean ||
                   cast->getCastKind() == CK_ToVoid // in a clause, too
               ? cast->getSubExpr()
               : nullptr;
  const auto *binary = dyn_cast<BinaryOperator>(statement);
  if (!binary || !binary->isEqualityOp())
    return nullptr;
  return isNull(binary->getRHS(), ast)   ? binary->getLHS()
         : isNull(binary->getLHS(), ast) ? binary->getRHS()
                                         : nullptr;
}

/// Whether the code does nothing else with the pointer.
static bool isOneObject(const ValueDecl *pointer, const Stmt *code,
                        const ASTContext &ast) {
  if (!code)
    return true;
  if (const Expr *used = harmlessUse(code, ast);
      used && variableIn(used) == pointer)
    return true;
  if (const auto *expression = dyn_cast<Expr>(code);
      expression && variableIn(expression) == pointer)
    return false;
  return llvm::all_of(code->children(), [&](const Stmt *part) {
    return isOneObject(pointer, part, ast);
  });
}

static bool isWrittenInLoop(LoopContext &loop, const LoopAccesses &uses,
                            const ValueDecl *decl) {
  const ObjectId id = loop.objects.named(decl);
  return uses.isWrittenByStage(id) || findAccess(uses.header, id, Write);
}

static bool isSpan(QualType type) {
  const CXXRecordDecl *record =
      type.getNonReferenceType()->getAsCXXRecordDecl();
  return record && isOfStd(record) && record->getIdentifier() &&
         record->getName() == "span";
}

StateName nameOfPointee(LoopContext &loop, const LoopAccesses &uses,
                        const Object &object) {
  const ValueDecl *decl = object.decl;
  const StateName unnamed{decl ? "*" + decl->getNameAsString() : "*this"};
  if (!decl || !loop.function || !isa<VarDecl, FieldDecl>(decl))
    return unnamed;
  const bool isField = isa<FieldDecl>(decl);
  const QualType type = decl->getType();
  StateName holder = nameOfState(
      loop, uses,
      {isField ? ObjectKind::Member : ObjectKind::Variable, decl, "", type});
  if (!holder.isNamed)
    return unnamed;
  if (isSpan(type))
    holder.form = plan::StateForm::View;
  else if (type->isPointerType())
    holder.form = plan::StateForm::Pointee;
  else if (!isField || !type->isReferenceType())
    return unnamed;
  if (holder.form != plan::StateForm::Variable &&
      isWrittenInLoop(loop, uses, decl))
    return unnamed;
  if (holder.form == plan::StateForm::Pointee &&
      !uses.statedPointees.contains(decl) &&
      !isOneObject(decl, loop.function->getBody(), loop.context.ast))
    return unnamed;
  return holder;
}

} // namespace redistc::sema

//===- Names.cpp - Names of states before the loop -------------*- C++ -*-===//
//
// The name must be visible before the loop, and mean the same.
//
//===----------------------------------------------------------------------===//
#include "Pipeline/Flow/Names.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace redistc::sema {

/// With the arguments of a template.
static std::string nameOf(const NamedDecl *decl) {
  std::string name = decl->getNameAsString();
  PrintingPolicy policy(decl->getASTContext().getPrintingPolicy());
  policy.FullyQualifiedName = true;
  llvm::raw_string_ostream text(name);
  if (const auto *record = dyn_cast<ClassTemplateSpecializationDecl>(decl))
    printTemplateArgumentList(text, record->getTemplateArgs().asArray(),
                              policy);
  else if (const auto *variable = dyn_cast<VarTemplateSpecializationDecl>(decl))
    printTemplateArgumentList(text, variable->getTemplateArgs().asArray(),
                              policy);
  return name;
}

/// "::space::x"; empty where a part of the way has no name, or no access.
static std::string qualifiedName(const VarDecl *variable,
                                 const FunctionDecl *function) {
  if (variable->isStaticDataMember() && variable->getAccess() != AS_public) {
    const DeclContext *context = function;
    while (context && context != variable->getDeclContext())
      context = context->getParent();
    if (!context)
      return "";
  }
  std::string name = nameOf(variable);
  for (const DeclContext *context = variable->getDeclContext(); context;
       context = context->getParent()) {
    if (const auto *space = dyn_cast<NamespaceDecl>(context)) {
      if (!space->isAnonymousNamespace() && !space->isInline())
        name = space->getNameAsString() + "::" + name;
    } else if (const auto *record = dyn_cast<CXXRecordDecl>(context)) {
      if (record->isDependentContext())
        return "";
      name = nameOf(record) + "::" + name;
    } else if (isa<FunctionDecl>(context)) {
      return "";
    }
  }
  // Lambdas and classes of functions among the arguments have brackets.
  return llvm::StringRef(name).contains('(') ? "" : "::" + name;
}

/// Whether a name of the variable's function is one of the function as well:
/// not of another, whose closure has been handed in.
static bool isVisibleIn(const FunctionDecl *function, const ValueDecl *local) {
  const auto *owner = dyn_cast<FunctionDecl>(local->getDeclContext());
  for (const DeclContext *context = function; context && owner;
       context = context->getParent())
    if (const auto *around = dyn_cast<FunctionDecl>(context);
        around && declaresSameEntity(around, owner))
      return true;
  return !owner || !function;
}

/// Of a variable; one of a namespace or class is named in full.
static bool isVisibleBefore(const LoopContext &loop, const ValueDecl *decl,
                            std::string &text) {
  const auto *variable = dyn_cast<VarDecl>(decl);
  if (!isVisibleIn(loop.function, decl))
    return false;
  if (!variable)
    return true;
  const SourceManager &sources = loop.context.ast.getSourceManager();
  const auto isBefore = [&] {
    return sources.isBeforeInTranslationUnit(variable->getLocation(),
                                             loop.header.location);
  };
  if (variable->isFileVarDecl()) {
    const std::string full = qualifiedName(variable, loop.function);
    if (!full.empty())
      text = full;
    return !full.empty() && isBefore();
  }
  // A static of a function that is called, or of the loop's body, is not.
  return !variable->isStaticLocal() ||
         (loop.function &&
          declaresSameEntity(dyn_cast<FunctionDecl>(variable->getDeclContext()),
                             loop.function) &&
          isBefore());
}

/// `x.member` or `p->member`, which is one object.
static StateName nameOfPart(LoopContext &loop, const LoopAccesses &uses,
                            const Object &part) {
  const std::string member = part.decl->getNameAsString();
  StateName name{part.name};
  const StateName whole = nameOfState(loop, uses, loop.objects[part.owner]);
  if (!whole.isNamed || whole.form == plan::StateForm::View)
    return name;
  const bool isPointee = whole.form == plan::StateForm::Pointee;
  name.text = whole.text + (isPointee ? "->" : ".") + member;
  name.isNamed = true;
  return name;
}

StateName nameOfState(LoopContext &loop, const LoopAccesses &uses,
                      const Object &object) {
  StateName name;
  const std::string plain =
      object.decl ? object.decl->getNameAsString() : std::string();
  switch (object.kind) {
  case ObjectKind::Whole:
    name.text = "*this";
    name.isNamed = true;
    break;
  case ObjectKind::Member:
    name.text = "this->" + plain;
    name.isNamed = !plain.empty();
    break;
  case ObjectKind::Pointee:
    return nameOfPointee(loop, uses, object);
  case ObjectKind::Part:
    return nameOfPart(loop, uses, object);
  case ObjectKind::Result:
    name.text = plain + "()";
    break;
  case ObjectKind::Element:
  case ObjectKind::Closure:
  case ObjectKind::Hidden:
    name.text = object.name;
    break;
  case ObjectKind::Variable:
    name.text = plain;
    name.isNamed = isVisibleBefore(loop, object.decl, name.text);
    break;
  }
  return name;
}

namespace {
/// Which of several local variables a name means at a statement.
class NameAt {
public:
  NameAt(DeclarationName wanted, const Stmt *statement)
      : name(wanted), place(statement) {}

  /// Null where no local variable has the name.
  const ValueDecl *findIn(const FunctionDecl *function) {
    for (const ParmVarDecl *parameter : function->parameters())
      declare(parameter);
    return search(function->getBody()) ? meant : nullptr;
  }

private:
  void declare(const Decl *decl) {
    if (const auto *bound = dyn_cast_or_null<DecompositionDecl>(decl))
      for (const BindingDecl *binding : bound->bindings())
        declare(binding);
    const auto *value = dyn_cast_or_null<ValueDecl>(decl);
    if (value && value->getDeclName() == name)
      meant = value;
  }

  /// Whether the place is there; what is declared in `statement` holds until
  /// its end, but for a declaration, which holds for those behind it.
  bool search(const Stmt *statement) {
    if (!statement || statement == place)
      return statement;
    const ValueDecl *before = meant;
    if (const auto *declaration = dyn_cast<DeclStmt>(statement))
      llvm::for_each(declaration->decls(), [this](Decl *one) { declare(one); });
    else if (const auto *caught = dyn_cast<CXXCatchStmt>(statement))
      declare(caught->getExceptionDecl());
    else if (const auto *lambda = dyn_cast<LambdaExpr>(statement))
      for (const ParmVarDecl *one : lambda->getCallOperator()->parameters())
        declare(one);
    if (llvm::any_of(statement->children(),
                     [this](const Stmt *part) { return search(part); }))
      return true;
    if (!isa<DeclStmt>(statement))
      meant = before;
    return false;
  }

  DeclarationName name;
  const Stmt *place;
  const ValueDecl *meant = nullptr;
};
} // namespace

bool checkNameable(const LoopContext &loop, const Object &object,
                   std::size_t stage, const Access &write) {
  enum Reason { Hidden, BitField, Nameless };
  const auto refuse = [&](Reason reason) {
    loop.context.error(write.location, DiagnosticKind::StateNotNameable,
                       SecondPlace{object.decl->getLocation(),
                                   DiagnosticKind::DeclaredHere,
                                   describe(object)},
                       describe(object), static_cast<int>(stage + 1),
                       static_cast<int>(reason));
    return false;
  };
  if (object.kind == ObjectKind::Part)
    return checkNameable(loop, loop.objects[object.owner], stage, write);
  if (!object.decl)
    return true;
  if (object.decl->getDeclName().isEmpty())
    return refuse(Nameless);
  const auto *field = dyn_cast<FieldDecl>(object.decl);
  if (field && field->isBitField())
    return refuse(BitField);
  if (object.kind != ObjectKind::Variable || !loop.function ||
      object.decl->getDeclContext()->isFileContext() ||
      object.decl->isCXXClassMember())
    return true;
  const ValueDecl *meant =
      NameAt(object.decl->getDeclName(), loop.shape.loop).findIn(loop.function);
  return !meant || declaresSameEntity(meant, object.decl) || refuse(Hidden);
}

} // namespace redistc::sema

//===- Names.cpp - Names of states before the loop -------------*- C++ -*-===//
//
// What comes to every rank behind a loop is named before it, in code that is
// not the stage's: the name must be visible there, and mean the same.
//
//===----------------------------------------------------------------------===//
#include "Pipeline/Flow.h"

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

/// Whether the state can be named where the pipeline begins.
bool PipelineFlow::isNameable(const Object &object,
                              plan::StateVariable &state) {
  std::string &text = state.text;
  const std::string plain =
      object.decl ? object.decl->getNameAsString() : std::string();
  switch (object.kind) {
  case ObjectKind::Whole:
    text = "*this";
    return true;
  case ObjectKind::Member:
    text = "this->" + plain;
    return !plain.empty();
  case ObjectKind::Pointee:
    return isPointeeNameable(object, state);
  case ObjectKind::Part:
    return isPartNameable(object, state);
  case ObjectKind::Result:
    text = plain + "()";
    return false;
  case ObjectKind::Element:
  case ObjectKind::Closure:
  case ObjectKind::Hidden:
    text = object.name;
    return false;
  case ObjectKind::Variable:
    break;
  }
  text = plain;
  const auto *variable = dyn_cast<VarDecl>(object.decl);
  if (!isVisibleIn(function, object.decl))
    return false;
  if (!variable)
    return true;
  const SourceManager &sources = context.ast.getSourceManager();
  if (variable->isFileVarDecl()) {
    const std::string full = qualifiedName(variable, function);
    if (!full.empty())
      text = full;
    return !full.empty() && sources.isBeforeInTranslationUnit(
                                variable->getLocation(), headerLocation);
  }
  // A static of a function that is called, or of the loop's body, is not.
  return !variable->isStaticLocal() ||
         (function &&
          declaresSameEntity(dyn_cast<FunctionDecl>(variable->getDeclContext()),
                             function) &&
          sources.isBeforeInTranslationUnit(variable->getLocation(),
                                            headerLocation));
}

/// `x.member` or `p->member`, which is one object.
bool PipelineFlow::isPartNameable(const Object &part,
                                  plan::StateVariable &state) {
  plan::StateVariable whole;
  const bool isNamed = isNameable(objects[part.owner], whole);
  state.text = part.name;
  if (!isNamed || whole.form == plan::StateForm::View)
    return false;
  state.text = whole.text +
               (whole.form == plan::StateForm::Pointee ? "->" : ".") +
               part.decl->getNameAsString();
  return true;
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

/// An error where the state has a value for the other ranks, but no name.
bool PipelineFlow::checkNameable(const Object &object, std::size_t stage,
                                 const Access &write) {
  enum Reason { Hidden, BitField, Nameless };
  const auto refuse = [&](Reason reason) {
    context.error(write.location, DiagnosticKind::StateNotNameable,
                  SecondPlace{object.decl->getLocation(),
                              DiagnosticKind::DeclaredHere, describe(object)},
                  describe(object), static_cast<int>(stage + 1),
                  static_cast<int>(reason));
    return false;
  };
  if (object.kind == ObjectKind::Part)
    return checkNameable(objects[object.owner], stage, write);
  if (!object.decl)
    return true;
  if (object.decl->getDeclName().isEmpty())
    return refuse(Nameless);
  const auto *field = dyn_cast<FieldDecl>(object.decl);
  if (field && field->isBitField())
    return refuse(BitField);
  if (object.kind != ObjectKind::Variable || !function ||
      object.decl->getDeclContext()->isFileContext() ||
      object.decl->isCXXClassMember())
    return true;
  const ValueDecl *meant =
      NameAt(object.decl->getDeclName(), shape.loop).findIn(function);
  return !meant || declaresSameEntity(meant, object.decl) || refuse(Hidden);
}

} // namespace redistc::sema

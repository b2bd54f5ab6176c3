//===- OpenedFiles.cpp - Files that every rank opens -----------*- C++ -*-===//
//
// What stands before a pipeline is executed by every rank. A file that is
// opened there for writing is opened by all of them, and each may cut off what
// another one has written. In: the function and its loop. Out: a warning for a
// file that a stage, or code behind the loop, then uses.
//
//   std::ofstream out("log");   opened by every rank
//   Writer writer(name);        the same, if its constructor is seen to open
//   one if (rank == 0) f = fopen(name, "w");    not by every rank
//   std::fopen(name, "r"), std::ifstream    nothing is lost
//
// Names that depend on the rank are meant to be several files.
//
//===----------------------------------------------------------------------===//
#include "Pipeline/Shape/OpenedFiles.h"

#include "Accesses/AccessedObjects.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace redistc::sema {

namespace {
/// Functions that are looked into, once each.
using Seen = llvm::SmallPtrSet<const FunctionDecl *, 8>;

/// Where a variable, or a member of *this, gets a file.
struct Opening {
  const ValueDecl *owner = nullptr;
  SourceLocation place;
};
} // namespace

/// std::basic_ofstream or std::basic_fstream; empty of others.
static llvm::StringRef streamName(const CXXRecordDecl *record) {
  if (!record || !record->getIdentifier() || !isOfStd(record))
    return "";
  return llvm::StringSwitch<llvm::StringRef>(record->getName())
      .Cases("basic_ofstream", "basic_fstream", record->getName())
      .Default("");
}

static bool isFile(QualType type) {
  return type->isPointerType() &&
         type->getPointeeType().getUnqualifiedType().getAsString().find(
             "FILE") != std::string::npos;
}

/// std::ios::out and the like, by their names.
static bool mentionsWriting(const Stmt *mode) {
  if (!mode)
    return false;
  if (const auto *name = dyn_cast<DeclRefExpr>(mode))
    if (const auto *flag = dyn_cast<VarDecl>(name->getDecl()))
      return flag->getName() == "out" || flag->getName() == "app" ||
             flag->getName() == "trunc";
  return llvm::any_of(mode->children(), mentionsWriting);
}

/// Of a constructor, or of open(): the name of the file, and a mode.
static bool streamWrites(const CXXRecordDecl *record,
                         llvm::ArrayRef<const Expr *> arguments) {
  const llvm::StringRef stream = streamName(record);
  if (stream.empty() || arguments.empty() ||
      streamName(arguments[0]->getType()->getAsCXXRecordDecl()) == stream)
    return false; // one that is moved
  return stream == "basic_ofstream" || arguments.size() < 2 ||
         isa<CXXDefaultArgExpr>(arguments[1]) || mentionsWriting(arguments[1]);
}

static bool modeWrites(const Expr *mode) {
  const auto *text = dyn_cast<StringLiteral>(mode->IgnoreParenImpCasts());
  return text && text->getCharByteWidth() == 1 &&
         text->getString().find_first_of("wa+") != llvm::StringRef::npos;
}

static bool flagsWrite(const Expr *flags, const ASTContext &ast) {
  static constexpr std::uint64_t accessBits = 3; // O_WRONLY, O_RDWR
  Expr::EvalResult value;
  return !flags->isValueDependent() && flags->EvaluateAsInt(value, ast) &&
         (value.Val.getInt().getZExtValue() & accessBits) != 0;
}

/// Functions of the C library.
static bool callWrites(const CallExpr *call, const ASTContext &ast) {
  const FunctionDecl *callee = call->getDirectCallee();
  if (!callee || !callee->getIdentifier() || call->getNumArgs() < 2 ||
      !(callee->isExternC() || isOfStd(callee)))
    return false;
  const llvm::StringRef name = callee->getName();
  if (name == "fopen" || name == "fopen64" || name == "freopen")
    return modeWrites(call->getArg(1));
  if (name == "open" || name == "open64")
    return flagsWrite(call->getArg(1), ast);
  if (name == "openat" && call->getNumArgs() > 2)
    return flagsWrite(call->getArg(2), ast);
  return name == "creat";
}

static bool bodyOpens(const FunctionDecl *, ASTContext &, bool orLocals,
                      Seen &);

/// Whether executing the code opens a file for writing, on every rank: what a
/// condition decides is left out. Files of variables that the code itself
/// declares count where they may be returned.
static bool opens(const Stmt *code, ASTContext &ast, bool orLocals,
                  Seen &seen) {
  if (!code || isa<LambdaExpr, AbstractConditionalOperator>(code))
    return false;
  if (const auto *choice = dyn_cast<IfStmt>(code))
    return opens(choice->getInit(), ast, orLocals, seen) ||
           opens(choice->getCond(), ast, orLocals, seen);
  if (isa<DeclStmt>(code) && !orLocals)
    return false;
  if (const auto *made = dyn_cast<CXXConstructExpr>(code)) {
    const CXXConstructorDecl *constructor = made->getConstructor();
    if (streamWrites(constructor->getParent(),
                     llvm::ArrayRef(made->getArgs(), made->getNumArgs())) ||
        bodyOpens(constructor, ast, false, seen))
      return true;
  }
  if (const auto *call = dyn_cast<CallExpr>(code)) {
    const FunctionDecl *callee = call->getDirectCallee();
    const auto *method = dyn_cast_or_null<CXXMethodDecl>(callee);
    const bool isOpen =
        method && method->getIdentifier() && method->getName() == "open" &&
        streamWrites(method->getParent(),
                     llvm::ArrayRef(call->getArgs(), call->getNumArgs()));
    if (isOpen || callWrites(call, ast) ||
        bodyOpens(callee, ast, isFile(call->getType()), seen))
      return true;
  }
  return llvm::any_of(code->children(), [&](const Stmt *part) {
    return opens(part, ast, orLocals, seen);
  });
}

/// Of functions of the program alone, and of what the library makes for it.
static bool bodyOpens(const FunctionDecl *function, ASTContext &ast,
                      bool orLocals, Seen &seen) {
  const FunctionDecl *definition = nullptr;
  if (!function || !function->hasBody(definition) ||
      !seen.insert(definition).second)
    return false;
  const bool isOfSystem =
      ast.getSourceManager().isInSystemHeader(definition->getLocation());
  const bool makes =
      definition->getIdentifier() && definition->getName().starts_with("make_");
  if (isOfSystem && !makes)
    return false;
  if (const auto *constructor = dyn_cast<CXXConstructorDecl>(definition))
    for (const CXXCtorInitializer *initial : constructor->inits())
      if (opens(initial->getInit(), ast, false, seen))
        return true;
  return opens(definition->getBody(), ast, orLocals || makes, seen);
}

static bool opens(const Expr *expression, ASTContext &ast) {
  Seen seen;
  return opens(static_cast<const Stmt *>(expression), ast, false, seen);
}

/// The variable, or the member of *this, that an expression is a part of.
static const ValueDecl *ownerOf(const Expr *expression) {
  for (;;) {
    expression = expression->IgnoreUnlessSpelledInSource();
    if (const auto *name = dyn_cast<DeclRefExpr>(expression))
      return dyn_cast<VarDecl>(name->getDecl());
    if (const auto *unary = dyn_cast<UnaryOperator>(expression)) {
      expression = unary->getSubExpr();
    } else if (const auto *applied = dyn_cast<CXXOperatorCallExpr>(expression);
               applied && applied->getNumArgs() > 0) {
      expression = applied->getArg(0);
    } else if (const auto *member = dyn_cast<MemberExpr>(expression)) {
      if (isa<CXXThisExpr>(member->getBase()->IgnoreParenImpCasts()))
        return member->getMemberDecl();
      expression = member->getBase();
    } else {
      return nullptr;
    }
  }
}

namespace {
/// Ranks, as far as the function asks for its own: `r` of MPI_Comm_rank(c, &r).
class RankNames : public RecursiveASTVisitor<RankNames> {
public:
  bool VisitCallExpr(CallExpr *call) {
    const FunctionDecl *callee = call->getDirectCallee();
    if (callee && callee->getIdentifier() && call->getNumArgs() == 2 &&
        callee->getName() == "MPI_Comm_rank")
      if (const ValueDecl *rank = ownerOf(call->getArg(1)))
        names.insert(rank);
    return true;
  }
  bool mentions(const Stmt *code) const {
    if (!code)
      return false;
    const auto *name = dyn_cast<DeclRefExpr>(code);
    return (name && names.contains(name->getDecl())) ||
           llvm::any_of(code->children(),
                        [this](const Stmt *part) { return mentions(part); });
  }

private:
  llvm::SmallPtrSet<const ValueDecl *, 2> names;
};

/// What the function opens on every way to a loop.
class OpeningFinder {
public:
  OpeningFinder(ASTContext &context, const Stmt *before, const Stmt *body)
      : ast(context), loop(before) {
    ranks.TraverseStmt(const_cast<Stmt *>(body));
    visit(body);
  }

  std::vector<Opening> found;

private:
  bool hasLoop(const Stmt *code) const {
    return code == loop ||
           llvm::any_of(code->children(), [this](const Stmt *part) {
             return part && hasLoop(part);
           });
  }

  /// False behind the loop.
  bool visit(const Stmt *code) {
    if (!code || code == loop)
      return code == nullptr;
    if (const auto *declaration = dyn_cast<DeclStmt>(code)) {
      for (const Decl *one : declaration->decls())
        if (const auto *variable = dyn_cast<VarDecl>(one))
          note(variable, variable->getInit(), variable->getLocation());
    } else if (const auto *expression = dyn_cast<Expr>(code)) {
      visitExpression(expression);
    } else if (isa<CompoundStmt, CXXTryStmt>(code) || hasLoop(code)) {
      for (const Stmt *part : code->children())
        if (!visit(part))
          return false;
    }
    return true;
  }

  void visitExpression(const Expr *expression) {
    expression = expression->IgnoreUnlessSpelledInSource();
    if (const auto *binary = dyn_cast<BinaryOperator>(expression);
        binary && binary->isAssignmentOp())
      note(ownerOf(binary->getLHS()), binary->getRHS(), binary->getExprLoc());
    else if (const auto *applied = dyn_cast<CXXOperatorCallExpr>(expression);
             applied && applied->isAssignmentOp())
      note(ownerOf(applied->getArg(0)), applied->getArg(1),
           applied->getExprLoc());
    else if (const auto *call = dyn_cast<CXXMemberCallExpr>(expression))
      note(ownerOf(call->getImplicitObjectArgument()), call,
           call->getExprLoc());
  }

  void note(const ValueDecl *owner, const Expr *value, SourceLocation place) {
    if (owner && value && !value->isInstantiationDependent() &&
        opens(value, ast) && !ranks.mentions(value))
      found.push_back({owner, place});
  }

  ASTContext &ast;
  const Stmt *loop;
  RankNames ranks;
};

/// The first place that names a variable, or a member of *this.
class UseFinder : public RecursiveASTVisitor<UseFinder> {
public:
  UseFinder(const ValueDecl *wanted, SourceLocation from, const ASTContext &ast)
      : decl(wanted), begin(from), sources(ast.getSourceManager()) {}

  SourceLocation in(const Stmt *code) {
    TraverseStmt(const_cast<Stmt *>(code));
    return place;
  }
  bool VisitDeclRefExpr(DeclRefExpr *name) {
    return look(name->getDecl(), name->getLocation());
  }
  bool VisitMemberExpr(MemberExpr *member) {
    return look(member->getMemberDecl(), member->getMemberLoc());
  }

private:
  bool look(const ValueDecl *named, SourceLocation at) {
    if (declaresSameEntity(named, decl) &&
        (begin.isInvalid() || sources.isBeforeInTranslationUnit(begin, at)))
      place = at;
    return place.isInvalid();
  }

  const ValueDecl *decl;
  SourceLocation begin, place;
  const SourceManager &sources;
};

/// Static variables that code names, and whose initialisers open files.
class StaticFiles : public RecursiveASTVisitor<StaticFiles> {
public:
  explicit StaticFiles(ASTContext &context) : ast(context) {}

  bool VisitDeclRefExpr(DeclRefExpr *name) {
    const auto *variable = dyn_cast<VarDecl>(name->getDecl());
    if (variable && variable->isFileVarDecl() && variable->getInit() &&
        seen.insert(variable->getCanonicalDecl()).second &&
        opens(variable->getInit(), ast))
      found.push_back({variable, variable->getLocation()});
    return true;
  }
  std::vector<Opening> found;

private:
  ASTContext &ast;
  llvm::SmallPtrSet<const VarDecl *, 4> seen;
};
} // namespace

static void warn(InstanceContext &context, const PipelineShape &shape,
                 const FunctionDecl *function, const Opening &opening) {
  SourceLocation used;
  std::size_t stage = 0;
  for (std::size_t k = 0; k < shape.stages.size() && used.isInvalid(); ++k) {
    used = UseFinder(opening.owner, SourceLocation(), context.ast)
               .in(shape.stages[k].statement);
    stage = k;
  }
  const bool isInStage = used.isValid();
  if (!isInStage)
    used = UseFinder(opening.owner, shape.loop->getEndLoc(), context.ast)
               .in(function->getBody());
  if (used.isInvalid() ||
      !context.report(opening.place, DiagnosticKind::OpenedByAll,
                      "'" + opening.owner->getNameAsString() + "'", isInStage,
                      static_cast<int>(stage + 1), openedByAllName))
    return;
  directive::report(context.ast.getDiagnostics(), used,
                    DiagnosticKind::FileUsedHere)
      << opening.owner->getNameAsString();
}

void warnOfOpenedFiles(InstanceContext &context, const PipelineShape &shape,
                       const FunctionDecl *function) {
  const auto &warnings =
      context.ast.getDiagnostics().getDiagnosticOptions().Warnings;
  if (!function || !function->getBody() ||
      llvm::is_contained(warnings, std::string("no-") + openedByAllName))
    return;
  OpeningFinder opened(context.ast, shape.loop, function->getBody());
  StaticFiles statics(context.ast);
  statics.TraverseStmt(const_cast<Stmt *>(shape.loop));
  for (const auto *list : {&opened.found, &statics.found})
    for (const Opening &opening : *list)
      warn(context, shape, function, opening);
}

} // namespace redistc::sema

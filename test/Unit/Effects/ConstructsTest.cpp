//===- ConstructsTest.cpp - All kinds of Clang's syntax tree --------------===//
//
// The files pipeline-every-construct-* of the text tests hide what a stage
// changes in every construct of C++. Here they are parsed as redistc parses
// them: each kind of statement, expression, conversion, operator and
// declaration that Clang knows stands in a first stage, or in code that the
// stage names, or in a table with the reason why it cannot. A kind that a later
// Clang adds fails until it stands in one of both.
//
//===----------------------------------------------------------------------===//
#include "CompileCommand.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SaveAndRestore.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>
#include <vector>

using namespace clang;

namespace {
using Names = std::set<std::string>;

const Names &allStatements() {
  static const Names all = {
#define ABSTRACT_STMT(kind)
#define STMT(kind, base) #kind,
#include "clang/AST/StmtNodes.inc"
  };
  return all;
}

const Names &allConversions() {
  static const Names all = {
#define CAST_OPERATION(kind) #kind,
#include "clang/AST/OperationKinds.def"
  };
  return all;
}

const Names &allOperators() {
  static const Names all = {
#define BINARY_OPERATION(kind, spelling) spelling,
#define UNARY_OPERATION(kind, spelling) #kind,
#include "clang/AST/OperationKinds.def"
  };
  return all;
}

/// Of an operator with one operand: two of them are spelled "++".
std::string nameOf(UnaryOperatorKind kind) {
  switch (kind) {
#define UNARY_OPERATION(kind, spelling)                                        \
  case UO_##kind:                                                              \
    return #kind;
#include "clang/AST/OperationKinds.def"
  }
  llvm_unreachable("all kinds are above");
}

const Names &allDeclarations() {
  static const Names all = {
#define ABSTRACT_DECL(kind)
#define DECL(kind, base) #kind,
#include "clang/AST/DeclNodes.inc"
  };
  return all;
}

/// Kinds that stand in no file, and why. A name that ends with '*' is that of
/// all kinds that begin so.
struct Absent {
  const char *reason;
  std::vector<std::string> names;
};

const std::vector<Absent> &absentStatements() {
  static const std::vector<Absent> all = {
      {"OpenMP is off where redistc parses: a region is a part of its function",
       {"OMP*"}},
      {"Objective-C",
       {"ObjCArrayLiteral",
        "ObjCAtCatchStmt",
        "ObjCAtFinallyStmt",
        "ObjCAtSynchronizedStmt",
        "ObjCAtThrowStmt",
        "ObjCAtTryStmt",
        "ObjCAutoreleasePoolStmt",
        "ObjCBoolLiteralExpr",
        "ObjCBoxedExpr",
        "ObjCBridgedCastExpr",
        "ObjCDictionaryLiteral",
        "ObjCEncodeExpr",
        "ObjCForCollectionStmt",
        "ObjCIndirectCopyRestoreExpr",
        "ObjCIsaExpr",
        "ObjCIvarRefExpr",
        "ObjCMessageExpr",
        "ObjCPropertyRefExpr",
        "ObjCProtocolExpr",
        "ObjCSelectorExpr",
        "ObjCStringLiteral",
        "ObjCSubscriptRefExpr"}},
      {"CUDA", {"CUDAKernelCallExpr"}},
      {"SYCL", {"SYCLUniqueStableNameExpr"}},
      {"OpenCL", {"AsTypeExpr", "CXXAddrspaceCastExpr"}},
      {"in trees with errors alone, of which redistc takes none",
       {"RecoveryExpr", "TypoExpr"}},
      {"systems of Microsoft: Clang refuses it for others",
       {"MSAsmStmt", "SEHExceptStmt", "SEHFinallyStmt", "SEHLeaveStmt",
        "SEHTryStmt"}},
  };
  return all;
}

const std::vector<Absent> &absentDeclarations() {
  static const std::vector<Absent> all = {
      {"OpenMP is off where redistc parses", {"OMP*"}},
      {"Objective-C", {"ObjC*"}},
      {"HLSL", {"HLSLBuffer"}},
      {"C alone", {"Record"}},
      {"modules", {"Export", "Import"}},
      {"lines that an interpreter reads", {"TopLevelStmt"}},
      {"where the tree keeps names of C for look-up: holds no code",
       {"ExternCContext"}},
      {"Clang makes none, but Friend, for templates, too", {"FriendTemplate"}},
      {"a value of the compiler: no tree names it", {"UnnamedGlobalConstant"}},
  };
  return all;
}

const std::vector<Absent> &absentConversions() {
  static const std::vector<Absent> all = {
      {"Objective-C",
       {"ARC*", "BlockPointerToObjCPointerCast", "CPointerToObjCPointerCast",
        "CopyAndAutoreleaseBlockObject", "ObjCObjectLValueCast"}},
      {"HLSL", {"HLSL*"}},
      {"OpenCL",
       {"BooleanToSignedIntegral", "IntToOCLSampler", "ZeroToOCLOpaqueType"}},
      {"C alone", {"ToUnion"}},
  };
  return all;
}

/// Declarations that no stage names, in the files around them, and why.
const std::vector<Absent> &unnamedDeclarations() {
  static const std::vector<Absent> all = {
      {"they hold no code",
       {"Empty", "PragmaComment", "PragmaDetectMismatch",
        "UnresolvedUsingIfExists"}},
      {"they choose what a name means: what is chosen is named",
       {"BuiltinTemplate", "CXXDeductionGuide"}},
      {"it is executed by no stage; what it defines, see "
       "pipeline-assembly-error.test",
       {"FileScopeAsm"}},
  };
  return all;
}

bool matches(const std::string &pattern, const std::string &name) {
  return pattern.back() == '*'
             ? name.starts_with(pattern.substr(0, pattern.size() - 1))
             : name == pattern;
}

struct Found {
  Names statements, declarations, conversions, operators;
  Names unnamed; ///< declarations outside of that
};

/// Records what stands in the first stages, and in the declarations of the main
/// file that these name, as a whole: patterns of templates and their instances,
/// and what the compiler adds.
class Collector : public RecursiveASTVisitor<Collector> {
public:
  Collector(const SourceManager &manager, const std::set<unsigned> &lines,
            Found &into)
      : sources(manager), stageLines(lines), found(into) {}

  void collect(TranslationUnitDecl *unit) {
    TraverseDecl(unit);
    isStage = true;
    for (unsigned i = 0; i < named.size(); ++i) // grows
      TraverseDecl(named[i]);
  }

  bool shouldVisitTemplateInstantiations() const { return true; }
  bool shouldVisitImplicitCode() const { return true; }

  bool TraverseDecl(Decl *decl) {
    if (!decl || isOfHeader(decl->getLocation()))
      return true;
    return RecursiveASTVisitor::TraverseDecl(decl);
  }
  bool TraverseStmt(Stmt *statement) {
    const SourceLocation begin =
        statement ? statement->getBeginLoc() : SourceLocation();
    const SaveAndRestore kept(
        isStage,
        isStage || (begin.isValid() && !isOfHeader(begin) &&
                    stageLines.count(sources.getExpansionLineNumber(begin))));
    return RecursiveASTVisitor::TraverseStmt(statement);
  }
  bool VisitStmt(Stmt *statement) {
    if (isStage)
      found.statements.insert(statement->getStmtClassName());
    return true;
  }
  bool VisitExpr(Expr *expression) { return name(expression->getType()); }
  bool VisitCastExpr(CastExpr *cast) {
    if (isStage)
      found.conversions.insert(cast->getCastKindName());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *one) {
    if (isStage)
      found.operators.insert(nameOf(one->getOpcode()));
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *one) {
    if (isStage)
      found.operators.insert(one->getOpcodeStr().str());
    return true;
  }
  bool VisitTypeLoc(TypeLoc place) {
    if (const auto given = place.getAs<TypedefTypeLoc>())
      return name(given.getTypedefNameDecl());
    if (const auto made = place.getAs<TemplateSpecializationTypeLoc>())
      name(made.getTypePtr()->getTemplateName().getAsTemplateDecl());
    return name(place.getType());
  }
  bool VisitDecl(Decl *decl) { return add(decl); }

  // Declarations that the visitor passes by.
  bool VisitDeclRefExpr(DeclRefExpr *one) {
    return add(one->getDecl()) && name(one->getDecl()) &&
           name(one->getFoundDecl());
  }
  bool VisitOverloadExpr(OverloadExpr *all) {
    for (NamedDecl *one : all->decls())
      name(one);
    return true;
  }
  bool VisitLabelStmt(LabelStmt *label) { return add(label->getDecl()); }
  bool VisitUsingShadowDecl(UsingShadowDecl *shadow) {
    return add(shadow->getTargetDecl());
  }
  bool VisitCXXUuidofExpr(CXXUuidofExpr *uuid) {
    return add(uuid->getGuidDecl());
  }
  bool VisitConceptSpecializationExpr(ConceptSpecializationExpr *specialised) {
    return add(specialised->getSpecializationDecl()) &&
           name(specialised->getNamedConcept());
  }
  bool VisitCapturedDecl(CapturedDecl *captured) {
    return llvm::all_of(captured->parameters(),
                        [&](ImplicitParamDecl *one) { return add(one); });
  }

private:
  bool isOfHeader(SourceLocation place) const {
    return place.isValid() &&
           !sources.isWrittenInMainFile(sources.getExpansionLoc(place));
  }
  bool add(const Decl *decl) {
    if (decl)
      (isStage ? found.declarations : found.unnamed)
          .insert(decl->getDeclKindName());
    return true;
  }
  bool name(QualType type) {
    if (type.isNull())
      return true;
    while (!type->getPointeeType().isNull())
      type = type->getPointeeType();
    return name(type->getAsTagDecl());
  }
  /// The outermost function, class or variable that it is a part of, and the
  /// template that that is made of.
  bool name(Decl *decl) {
    if (!isStage || !decl)
      return true;
    while (!decl->getLexicalDeclContext()->isFileContext())
      decl = cast<Decl>(decl->getLexicalDeclContext());
    for (DeclContext *around = decl->getLexicalDeclContext(); around;
         around = around->getLexicalParent())
      add(cast<Decl>(around));
    for (Decl *one : decl->redecls())
      if (!isOfHeader(one->getLocation()))
        named.insert(one);
    if (const auto *function = dyn_cast<FunctionDecl>(decl))
      return name(function->getPrimaryTemplate());
    if (const auto *made = dyn_cast<ClassTemplateSpecializationDecl>(decl))
      return nameTemplate(made->getSpecializedTemplateOrPartial());
    if (const auto *made = dyn_cast<VarTemplateSpecializationDecl>(decl))
      return nameTemplate(made->getSpecializedTemplateOrPartial());
    return true;
  }
  template <typename Whole, typename Partial>
  bool nameTemplate(llvm::PointerUnion<Whole *, Partial *> made) {
    if (auto *partial = llvm::dyn_cast<Partial *>(made))
      return name(partial) && name(partial->getSpecializedTemplate());
    return name(llvm::cast<Whole *>(made));
  }

  const SourceManager &sources;
  const std::set<unsigned> &stageLines;
  Found &found;
  bool isStage = false;
  llvm::SetVector<Decl *> named;
};

class CollectConsumer : public ASTConsumer {
public:
  CollectConsumer(const std::set<unsigned> &lines, Found &into)
      : stageLines(lines), found(into) {}
  void HandleTranslationUnit(ASTContext &context) override {
    Collector(context.getSourceManager(), stageLines, found)
        .collect(context.getTranslationUnitDecl());
  }

private:
  const std::set<unsigned> &stageLines;
  Found &found;
};

class CollectAction : public ASTFrontendAction {
public:
  CollectAction(const std::set<unsigned> &lines, Found &into)
      : stageLines(lines), found(into) {}
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &,
                                                 llvm::StringRef) override {
    return std::make_unique<CollectConsumer>(stageLines, found);
  }

private:
  const std::set<unsigned> &stageLines;
  Found &found;
};

std::string textOf(const std::filesystem::path &path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::filesystem::path> testFiles() {
  std::vector<std::filesystem::path> files;
  for (const auto &entry :
       std::filesystem::directory_iterator(REDIST_SEMA_TESTS))
    if (entry.path().filename().string().starts_with(
            "pipeline-every-construct-"))
      files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

/// What stands behind " -- " in the line that runs the file.
std::vector<std::string> flagsOf(const std::string &text) {
  std::smatch line;
  if (!std::regex_search(text, line, std::regex("RUN: .* -- (.*)")))
    return {};
  llvm::SmallVector<llvm::StringRef, 8> words;
  const std::string flags = line[1];
  llvm::SplitString(flags, words);
  return {words.begin(), words.end()};
}

/// The lines of the first stages: between the pragmas of the first two.
std::set<unsigned> stageLinesOf(const std::string &text) {
  std::set<unsigned> lines;
  unsigned line = 0, stage = 0;
  for (const llvm::StringRef one : llvm::split(text, '\n')) {
    ++line;
    if (one == "#pragma pipeline")
      stage = 0;
    else if (one == "#pragma pipeline stage")
      ++stage;
    else if (stage == 1)
      lines.insert(line);
  }
  return lines;
}

bool collect(const std::filesystem::path &file, Found &found) {
  const std::string text = textOf(file);
  const std::set<unsigned> stageLines = stageLinesOf(text);
  redistc::driver::Options options;
  options.compileFlags = flagsOf(text);
  auto command =
      redistc::driver::makeCompileCommand(options, file.string(), "redistc");
  if (!command) {
    llvm::consumeError(command.takeError());
    return false;
  }
  const llvm::IntrusiveRefCntPtr<FileManager> files(
      new FileManager(FileSystemOptions()));
  return tooling::ToolInvocation(
             *command, std::make_unique<CollectAction>(stageLines, found),
             files.get())
      .run();
}

/// Of all files together.
const Found &foundInAll() {
  static const Found all = [] {
    Found found;
    for (const std::filesystem::path &file : testFiles())
      EXPECT_TRUE(collect(file, found)) << file;
    return found;
  }();
  return all;
}

void expectEach(const Names &all, const Names &found,
                const std::vector<Absent> &absent) {
  Names named;
  for (const Absent &group : absent)
    for (const std::string &pattern : group.names) {
      const auto isMeant = [&](const std::string &kind) {
        return matches(pattern, kind);
      };
      EXPECT_TRUE(llvm::any_of(all, isMeant)) << "no kind: " << pattern;
      std::copy_if(all.begin(), all.end(), std::inserter(named, named.end()),
                   isMeant);
    }
  for (const std::string &kind : all) {
    EXPECT_TRUE(found.count(kind) || named.count(kind))
        << kind << " stands in no file, and no reason is given";
    EXPECT_FALSE(found.count(kind) && named.count(kind))
        << kind << " stands in a file";
  }
}
} // namespace

TEST(Constructs, EachStatementStandsInATest) {
  expectEach(allStatements(), foundInAll().statements, absentStatements());
}

TEST(Constructs, EachConversionStandsInATest) {
  expectEach(allConversions(), foundInAll().conversions, absentConversions());
}

TEST(Constructs, EachOperatorStandsInATest) {
  expectEach(allOperators(), foundInAll().operators, {});
}

TEST(Constructs, EachDeclarationStandsInATest) {
  std::vector<Absent> without = absentDeclarations();
  llvm::append_range(without, unnamedDeclarations());
  expectEach(allDeclarations(), foundInAll().declarations, without);
  for (const Absent &group : unnamedDeclarations())
    for (const std::string &kind : group.names)
      EXPECT_TRUE(foundInAll().unnamed.count(kind)) << kind;
}

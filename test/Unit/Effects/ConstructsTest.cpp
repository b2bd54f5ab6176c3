//===- ConstructsTest.cpp - All kinds of Clang's syntax tree --------------===//
//
// The files pipeline-every-construct-* of the text tests hide what a stage
// changes in every construct of C++. Here they are parsed as redistc parses
// them: each kind of statement, expression and declaration that Clang knows
// stands in one of them, or in a table with the reason why it cannot. A kind
// that a later Clang adds fails until it stands in one of both.
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
#include "llvm/ADT/StringExtras.h"

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

bool matches(const std::string &pattern, const std::string &name) {
  return pattern.back() == '*'
             ? name.starts_with(pattern.substr(0, pattern.size() - 1))
             : name == pattern;
}

/// Records what stands in the main file, patterns of templates and their
/// instances, and what the compiler adds.
class Collector : public RecursiveASTVisitor<Collector> {
public:
  Collector(const SourceManager &manager, Names &statementNames,
            Names &declarationNames)
      : sources(manager), statements(statementNames),
        declarations(declarationNames) {}

  bool shouldVisitTemplateInstantiations() const { return true; }
  bool shouldVisitImplicitCode() const { return true; }

  bool TraverseDecl(Decl *decl) {
    if (!decl || isOfHeader(decl->getLocation()))
      return true;
    return RecursiveASTVisitor::TraverseDecl(decl);
  }
  bool VisitStmt(Stmt *statement) {
    statements.insert(statement->getStmtClassName());
    return true;
  }
  bool VisitDecl(Decl *decl) { return add(decl); }

  // Declarations that the visitor passes by.
  bool VisitDeclRefExpr(DeclRefExpr *name) { return add(name->getDecl()); }
  bool VisitLabelStmt(LabelStmt *label) { return add(label->getDecl()); }
  bool VisitUsingShadowDecl(UsingShadowDecl *shadow) {
    return add(shadow->getTargetDecl());
  }
  bool VisitCXXUuidofExpr(CXXUuidofExpr *uuid) {
    return add(uuid->getGuidDecl());
  }
  bool VisitConceptSpecializationExpr(ConceptSpecializationExpr *specialised) {
    return add(specialised->getSpecializationDecl());
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
      declarations.insert(decl->getDeclKindName());
    return true;
  }

  const SourceManager &sources;
  Names &statements, &declarations;
};

struct Found {
  Names statements, declarations;
};

class CollectConsumer : public ASTConsumer {
public:
  explicit CollectConsumer(Found &into) : found(into) {}
  void HandleTranslationUnit(ASTContext &context) override {
    Collector(context.getSourceManager(), found.statements, found.declarations)
        .TraverseDecl(context.getTranslationUnitDecl());
  }

private:
  Found &found;
};

class CollectAction : public ASTFrontendAction {
public:
  explicit CollectAction(Found &into) : found(into) {}
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &,
                                                 llvm::StringRef) override {
    return std::make_unique<CollectConsumer>(found);
  }

private:
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

bool collect(const std::filesystem::path &file, Found &found) {
  redistc::driver::Options options;
  options.compileFlags = flagsOf(textOf(file));
  auto command =
      redistc::driver::makeCompileCommand(options, file.string(), "redistc");
  if (!command) {
    llvm::consumeError(command.takeError());
    return false;
  }
  const llvm::IntrusiveRefCntPtr<FileManager> files(
      new FileManager(FileSystemOptions()));
  return tooling::ToolInvocation(
             *command, std::make_unique<CollectAction>(found), files.get())
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

TEST(Constructs, EachDeclarationStandsInATest) {
  expectEach(allDeclarations(), foundInAll().declarations,
             absentDeclarations());
}

/// FileCheck passes where a construct is accepted that no line speaks of.
TEST(Constructs, EachReadIsRefused) {
  for (const std::filesystem::path &path : testFiles()) {
    const std::string text = textOf(path);
    if (text.find("coroutines are not followed") != std::string::npos)
      continue; // one error for all
    llvm::SmallVector<llvm::StringRef, 0> lines;
    llvm::StringRef(text).split(lines, '\n');
    for (std::size_t line = 0; line < lines.size(); ++line)
      for (std::size_t at = lines[line].find("seen<");
           at != llvm::StringRef::npos;
           at = lines[line].find("seen<", at + 1)) {
        const std::string place = ":" + std::to_string(line + 1) + ":" +
                                  std::to_string(at + 1) + ": error: ";
        EXPECT_NE(text.find(path.filename().string() + place),
                  std::string::npos)
            << path << place;
      }
  }
}

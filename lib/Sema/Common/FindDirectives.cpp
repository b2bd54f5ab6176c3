//===- FindDirectives.cpp - Finds directives in the AST --------*- C++ -*-===//
//
// Declarations of the main file are walked first, and as a rule alone: the
// standard headers are most of the AST. Instantiations hang on the template's
// declaration, wherever they were asked for.
//
//===----------------------------------------------------------------------===//
#include "Common/FindDirectives.h"

#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

using namespace clang;

namespace redistc::sema {

namespace {
class DirectiveFinder : public RecursiveASTVisitor<DirectiveFinder> {
  using Base = RecursiveASTVisitor<DirectiveFinder>;

public:
  explicit DirectiveFinder(const directive::DirectiveRecorder &recorder) {
    for (const directive::ParsedDirective &directive : recorder.directives())
      indexOf.try_emplace(directive.range.getBegin(), indexOf.size());
  }

  bool shouldVisitTemplateInstantiations() const { return true; }

  bool TraverseDecl(Decl *decl) {
    const FunctionDecl *outer = function;
    if (auto *inner = dyn_cast_or_null<FunctionDecl>(decl))
      function = inner;
    const bool goOn = Base::TraverseDecl(decl);
    function = outer;
    return goOn;
  }

  bool TraverseLambdaExpr(LambdaExpr *lambda) {
    const FunctionDecl *outer = function;
    function = lambda->getCallOperator();
    bool goOn = Base::TraverseLambdaExpr(lambda);
    function = outer;
    // The visitor walks the body that was written, not what is made of it.
    if (FunctionTemplateDecl *generic = lambda->getDependentCallOperator())
      for (FunctionDecl *instance : llvm::to_vector(generic->specializations()))
        goOn = goOn && TraverseDecl(instance);
    return goOn;
  }

  bool VisitStmt(Stmt *statement) {
    if (auto *chosen = dyn_cast<IfStmt>(statement)) {
      place(chosen->getThen(), PlacementKind::IfBody);
      place(chosen->getElse(), PlacementKind::ElseBody);
    } else if (auto *loop = dyn_cast<ForStmt>(statement)) {
      place(loop->getBody(), PlacementKind::LoopBody);
    } else if (auto *range = dyn_cast<CXXForRangeStmt>(statement)) {
      place(range->getBody(), PlacementKind::LoopBody);
    } else if (auto *whileLoop = dyn_cast<WhileStmt>(statement)) {
      place(whileLoop->getBody(), PlacementKind::LoopBody);
    } else if (auto *doLoop = dyn_cast<DoStmt>(statement)) {
      place(doLoop->getBody(), PlacementKind::LoopBody);
    } else if (auto *choice = dyn_cast<SwitchStmt>(statement)) {
      place(choice->getBody(), PlacementKind::SwitchBody);
    } else if (auto *label = dyn_cast<LabelStmt>(statement)) {
      place(label->getSubStmt(), PlacementKind::LabelBody);
    } else if (auto *branch = dyn_cast<SwitchCase>(statement)) {
      place(branch->getSubStmt(), PlacementKind::CaseBody);
    } else if (auto *attributed = dyn_cast<AttributedStmt>(statement)) {
      place(attributed->getSubStmt(), PlacementKind::AttributedBody);
    } else if (auto *compound = dyn_cast<CompoundStmt>(statement)) {
      visitCompound(compound);
    }
    return true;
  }

  /// Whether some directive has not been met.
  bool missesAny() const {
    std::vector<bool> isFound(indexOf.size(), false);
    for (const Occurrence &occurrence : occurrences)
      isFound[occurrence.directive] = true;
    return llvm::is_contained(isFound, false);
  }

  std::vector<Occurrence> occurrences;

private:
  /// A statement is visited before its parts, so the place is known in time.
  void place(const Stmt *part, PlacementKind placement) {
    if (part && isa<CompoundStmt>(part))
      placementOf[part] = placement;
  }

  void visitCompound(const CompoundStmt *compound) {
    const auto found = indexOf.find(compound->getLBracLoc());
    if (found == indexOf.end()) {
      for (const Stmt *part : compound->body()) {
        place(part, PlacementKind::InCompound);
        if (isa<CompoundStmt>(part))
          parentOf[part] = compound;
      }
      return;
    }
    // Both forms of an initializer list have it. Instances of a template may
    // share one that depends on nothing.
    if (!met.insert({compound, function}).second)
      return;
    const auto placement = placementOf.find(compound);
    occurrences.push_back({found->second, compound, function,
                           placement == placementOf.end() ? PlacementKind::Other
                                                          : placement->second,
                           parentOf.lookup(compound)});
  }

  llvm::DenseMap<SourceLocation, size_t> indexOf;
  llvm::DenseMap<const Stmt *, PlacementKind> placementOf;
  llvm::DenseMap<const Stmt *, const CompoundStmt *> parentOf;
  llvm::DenseSet<std::pair<const Stmt *, const FunctionDecl *>> met;
  const FunctionDecl *function = nullptr;
};
} // namespace

std::vector<Occurrence>
findDirectives(ASTContext &context,
               const directive::DirectiveRecorder &recorder) {
  if (recorder.directives().empty())
    return {};
  DirectiveFinder finder(recorder);
  const SourceManager &sources = context.getSourceManager();
  const auto walk = [&](bool mainFile) {
    for (Decl *decl : context.getTranslationUnitDecl()->decls())
      if (mainFile ==
          sources.isInMainFile(sources.getExpansionLoc(decl->getEndLoc())))
        finder.TraverseDecl(decl);
  };
  walk(true);
  if (finder.missesAny())
    walk(false); // a function whose '}' comes from an included file
  return std::move(finder.occurrences);
}

} // namespace redistc::sema

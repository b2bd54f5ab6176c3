//===- LayoutFlow.h - Data flow of layouts in a function -------*- C++ -*-===//
//
// Private to the Sema room: what ReachingLayouts.h promises, for the directives
// of one function. States go round the CFG until they stay as they are
// (ReachingLayouts.cpp); a statement changes the state before it into the one
// behind it (LayoutFlow.cpp); the states before directives are the answers
// (LayoutAnswers.cpp). A layout is remembered by the place that gives it to the
// array, for notes.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_SEMA_REDISTRIBUTE_LAYOUTFLOW_H
#define REDISTC_LIB_SEMA_REDISTRIBUTE_LAYOUTFLOW_H

#include "Redistribute/ArrayUses.h"
#include "Redistribute/ReachingLayouts.h"

#include "clang/AST/Decl.h"

#include <set>

namespace clang {
class CFGBlock;
class CXXConstructExpr;
class CXXMemberCallExpr;
class CallExpr;
} // namespace clang

namespace redistc::sema {

/// A layout and the place that gives it to an array.
struct LayoutOrigin {
  plan::CheckedLayout layout;
  clang::SourceLocation location;
};

/// What one array may have at one point: some of the origins, or a layout that
/// is not known here. Neither: the point is not reached.
struct KnownLayouts {
  std::set<std::size_t> origins;
  bool mayBeOther = false;

  bool operator==(const KnownLayouts &) const = default;
  void join(const KnownLayouts &other) {
    origins.insert(other.origins.begin(), other.origins.end());
    mayBeOther |= other.mayBeOther;
  }
};
using LayoutState = std::vector<KnownLayouts>; ///< by index in ArrayUses

inline KnownLayouts unknownLayout() { return {{}, true}; }

/// The analysis of one function.
class LayoutFlow {
public:
  LayoutFlow(clang::ASTContext &context, const clang::FunctionDecl *analysed,
             const directive::DirectiveRecorder &directiveRecorder)
      : ast(context), function(analysed), recorder(directiveRecorder),
        uses(analysed->getBody()) {}

  void add(const PlacedInstance &placed);
  void run();

private:
  struct Query {
    PlacedInstance placed;
    std::vector<const clang::ValueDecl *> objects, destinations;
  };

  const clang::ValueDecl *objectOf(const Occurrence &,
                                   const directive::ParsedObject &) const;
  std::size_t originOf(const void *key, const plan::CheckedLayout &,
                       clang::SourceLocation);
  KnownLayouts given(const clang::Expr *layout, std::size_t array);
  KnownLayouts valueOf(const clang::Expr *, std::size_t array, LayoutState &);
  void declare(const clang::VarDecl *, LayoutState &);
  void call(const clang::CallExpr *, LayoutState &);
  void construct(const clang::CXXConstructExpr *, LayoutState &);
  void memberCall(const clang::CXXMemberCallExpr *, LayoutState &);
  void exchange(const clang::Expr *, const clang::Expr *, LayoutState &);
  void otherCodeRuns(LayoutState &) const;
  void apply(const Query &, LayoutState &);
  void step(const clang::Stmt *, LayoutState &);
  void through(const clang::CFGBlock &, LayoutState &);
  void answer(const Query &, const LayoutState &) const;
  KnownLayouts reaching(const Query &, const LayoutState &) const;
  bool mustDiffer(const Query &, const KnownLayouts &,
                  const plan::CheckedLayout &) const;
  void noteOrigins(const Query &, const KnownLayouts &) const;
  void checkFrom(const Query &, const KnownLayouts &) const;
  void checkPartInPlace(const Query &, const KnownLayouts &) const;

  clang::ASTContext &ast;
  const clang::FunctionDecl *function;
  const directive::DirectiveRecorder &recorder;
  ArrayUses uses;
  std::vector<Query> queries;
  /// By the last statement of the directive.
  llvm::DenseMap<const clang::Stmt *, std::size_t> queryOf;
  std::vector<LayoutOrigin> origins;
  llvm::DenseMap<const void *, std::size_t> originIndices;
  bool isFinal = false; ///< the states are complete: queries are answered
};

} // namespace redistc::sema

#endif

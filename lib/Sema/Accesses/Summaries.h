//===- Summaries.h - What functions do to their arguments ------*- C++ -*-===//
//
// Private to the Sema room: of a function whose body is visible, once for all
// of its calls. In its terms, parameters and `this` stand for what they are
// given.
//
//   void add(Sum &into, int x) { into.n += x; ++calls; }
//     into read and written, x read, calls read and written
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_SEMA_ACCESSES_SUMMARIES_H
#define REDISTC_LIB_SEMA_ACCESSES_SUMMARIES_H

#include "Accesses/AccessedObjects.h"
#include "Common/InstanceContext.h"

#include "clang/AST/DeclCXX.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"

#include <list>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace redistc::sema {

/// Bits: how an object is used.
enum Use : unsigned {
  Touch = 0, ///< neither read nor written here
  Read = 1,
  Write = 2,
  Modify = Read | Write,
  Whole = Write | 4, ///< nothing of the old value stays
};

struct Access {
  ObjectId object = 0;
  unsigned use = Read;
  clang::SourceLocation location; ///< in the code that is walked
  /// It may read what was there before the code began.
  bool isExposed = false;
  /// Of an access inside a function that the code calls.
  const clang::FunctionDecl *through = nullptr;
  clang::SourceLocation inner;
};

/// A call of which only the types of its arguments are known.
struct UnseenCall {
  std::string name; ///< "'f'", or "a function pointer"
  clang::SourceLocation location;
};

struct Accesses {
  std::vector<Access> all;
  std::vector<UnseenCall> unseen;
  /// Objects that are written whole on every way to the end.
  std::set<ObjectId> overwritten;
};

/// What a call of a function does, in terms of its own parameters and `this`.
struct Summary {
  Accesses accesses;
  ObjectIds returns; ///< what a returned reference or pointer refers to
  /// Whose addresses are in what afterwards.
  std::map<ObjectId, ObjectIds> holdings;
};

/// Functions whose bodies are visible. Those that call each other, a circle,
/// are summarized together: again and again, each with what is known of the
/// others so far, until none of their summaries grows. The circles are found as
/// by Tarjan (SIAM J. Comput. 1, 1972).
class Summaries {
public:
  explicit Summaries(InstanceContext &context)
      : ast(context.ast), sema(context.clangSema) {}

  /// Null where the body is not visible, or not to be looked into.
  const Summary *of(const clang::FunctionDecl *);

  /// The functions of the translation unit that a virtual call may end in,
  /// beside the one that it names.
  llvm::ArrayRef<const clang::CXXMethodDecl *>
  overriders(const clang::CXXMethodDecl *);

  /// Whether redist::storage_traits say that an object owns its elements: what
  /// its pointers lead to is its own, and is copied and sent with it.
  bool ownsElements(const clang::ValueDecl *);

  using Overriders =
      llvm::DenseMap<const clang::CXXMethodDecl *,
                     llvm::SmallVector<const clang::CXXMethodDecl *, 4>>;

  clang::ASTContext &ast;
  ObjectTable objects;
  /// Those whose members are objects of their own, beside *this.
  std::set<ObjectId> divided;
  /// Expressions that name elements of the item's own.
  llvm::MapVector<const clang::Expr *, ObjectId> elements;
  /// What is behind pointers of the item that travel with their elements: of a
  /// variable, or of a member of one.
  std::map<std::pair<const clang::VarDecl *, const clang::FieldDecl *>,
           ObjectId>
      carried;

private:
  /// A function whose circle is not complete.
  struct Open {
    const Summary *summary; ///< so far
    std::size_t size = 0;   ///< the most that a summary of it has had
    /// Of the functions in progress that it leads to, the outermost.
    std::size_t lowest = 0;
    bool isCurrent = true; ///< in progress, or summarized in this round
  };

  const Summary *find(const clang::FunctionDecl *);
  Summary summarize(const clang::FunctionDecl *);
  void keep(Open &, Summary);
  const Summary *close(std::size_t first);

  clang::Sema &sema;
  llvm::DenseMap<const clang::Type *, bool> owners; ///< looked up only
  Overriders overriding;                            ///< looked up only
  bool areOverridersKnown = false;
  std::map<const clang::FunctionDecl *, Summary> known; ///< looked up only
  std::map<const clang::FunctionDecl *, Open> open;     ///< looked up only
  std::vector<const clang::FunctionDecl *> circles;     ///< as they were opened
  std::size_t depth = 0;       ///< number of functions in progress
  std::size_t lowest = notMet; ///< of what the innermost has led to
  std::size_t growths = 0;     ///< of summaries
  std::list<Summary> parts;    ///< what the open ones have had
  Summary empty;

  static constexpr std::size_t notMet = ~std::size_t{0};
};

} // namespace redistc::sema

#endif

//===- Accesses.h - Reads and writes of a piece of code --------*- C++ -*-===//
//
// Private to the Sema room: the reads and writes of a statement, in the order
// of the text, attributed to objects. Visible bodies of called functions are
// analysed; other functions are assumed to access only their arguments.
//
//   { packed = compress(raw); n += packed.size(); }
//     raw read, packed written whole, n read and written, packed read
//     (not exposed: it has been written before)
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_SEMA_ACCESSES_ACCESSES_H
#define REDISTC_LIB_SEMA_ACCESSES_ACCESSES_H

#include "Accesses/Roots.h"
#include "Common/InstanceContext.h"

#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/MapVector.h"

#include <list>
#include <set>

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

/// Whether the first item to reach a static variable decides its value.
bool isMadeOfLocals(const clang::VarDecl *);

/// Walks through code of one function.
class AccessWalker {
public:
  AccessWalker(Summaries &, Roots &);

  void walk(const clang::Stmt *);
  /// Calls of callables of which the function itself does not know: those that
  /// member functions of the class put there.
  void callGiven(const clang::FunctionDecl *around);
  /// Ends the walk.
  Accesses take();
  /// In the header, an extraction that fails ends the loop.
  bool isInStage = false;
  /// What the end of an object does; null: a temporary, or a part.
  void destroy(clang::QualType, const clang::ValueDecl *,
               clang::SourceLocation);
  /// What a constructor or a list does to a member.
  void bindMember(const clang::FieldDecl *, const clang::Expr *initial);
  ObjectIds returns;

private:
  /// What holds at a place of the code.
  struct State {
    bool isReached = true;
    std::set<ObjectId> written;
    void join(const State &);
  };

  // Statements.
  void walkDeclaration(const clang::DeclStmt *);
  void walkVariable(const clang::VarDecl *);
  void walkIf(const clang::IfStmt *);
  void walkLoop(const clang::Stmt *, llvm::ArrayRef<const clang::Stmt *> before,
                llvm::ArrayRef<const clang::Stmt *> repeated);
  void walkTry(const clang::CXXTryStmt *);
  void leave(const clang::Stmt *);
  void walkMaybe(const clang::Stmt *);

  // Expressions.
  void value(const clang::Expr *);
  void place(const clang::Expr *, unsigned use);
  void bind(const clang::Expr *, unsigned use);
  void castValue(const clang::CastExpr *);
  void unary(const clang::UnaryOperator *);
  void binary(const clang::BinaryOperator *);
  void lambda(const clang::LambdaExpr *);
  void aggregate(const clang::InitListExpr *);
  void memberPlace(const clang::MemberExpr *);

  // Calls.
  void call(const clang::Expr *);
  void callInherited(const CallSite &, const clang::Expr *);
  void callSeen(const CallSite &, const Summary &, clang::SourceLocation);
  void callAlone(const clang::FunctionDecl *, clang::SourceLocation,
                 const clang::Expr *copied = nullptr);
  void callUnseen(const CallSite &, const clang::Expr *);
  void unseenArguments(const CallSite &, const clang::Expr *);
  void addUnseen(const std::string &name, clang::SourceLocation);
  void unseenObject(const CallSite &, const clang::Expr *);
  void unknownCallee(const clang::CallExpr *);
  void mentioned(const clang::DeclRefExpr *, const clang::FunctionDecl *);
  void functorArgument(const clang::Expr *);
  void runAll(const clang::CXXRecordDecl *, clang::SourceLocation,
              const clang::Expr *copied = nullptr);
  // What may be called.
  bool callNamed(const clang::Stmt *, const clang::FieldDecl *,
                 clang::SourceLocation);
  bool callStored(const clang::VarDecl *, const clang::FieldDecl *,
                  clang::SourceLocation);
  bool callHeld(const clang::Expr *callee, clang::SourceLocation);
  void callObject(const CallSite &, clang::SourceLocation);
  void callKept(const ObjectIds &, unsigned use, clang::SourceLocation,
                const Access *inner = nullptr,
                const clang::FunctionDecl *through = nullptr);
  static bool isVirtualCall(const CallSite &, const clang::Expr *);
  bool findFinal(CallSite &) const;
  void callOverriders(const CallSite &, clang::SourceLocation);

  void record(const ObjectIds &, unsigned use, clang::SourceLocation,
              const Access *inner = nullptr,
              const clang::FunctionDecl *through = nullptr);
  bool isLocal(const Object &) const;

  Summaries &summaries;
  ObjectTable &objects;
  Roots &roots;
  Accesses result;
  State state;
  std::set<std::tuple<ObjectId, unsigned, bool>> recorded;
  llvm::SmallPtrSet<const clang::Decl *, 16> locals;
  llvm::SmallPtrSet<const clang::Decl *, 8> calling; ///< stored callables
  unsigned unknownCallees = 0; ///< stored callables without a source
  bool hasSetErrno = false;
};

} // namespace redistc::sema

#endif

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
#include "Accesses/Summaries.h"

#include "clang/AST/StmtCXX.h"

#include <set>

namespace redistc::sema {

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

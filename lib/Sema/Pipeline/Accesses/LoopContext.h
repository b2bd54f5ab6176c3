//===- LoopContext.h - What passes over a loop are given -------*- C++ -*-===//
//
// Private to the Sema room: the loop of one pipeline in one instance, the
// variables that it declares, and the tables to which code of it is attributed.
// The tables grow as code is looked at; what a pass finds out is its result.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_SEMA_PIPELINE_ACCESSES_LOOPCONTEXT_H
#define REDISTC_LIB_SEMA_PIPELINE_ACCESSES_LOOPCONTEXT_H

#include "Accesses/Accesses.h"
#include "Pipeline/Accesses/CodeFacts.h"
#include "Pipeline/Shape/LoopShape.h"

namespace redistc::sema {

/// A variable that every item has anew.
struct ItemVariable {
  const clang::ValueDecl *decl = nullptr;   ///< it, or a binding of it
  const clang::VarDecl *variable = nullptr; ///< what the code declares
  bool isReference = false;
  bool isOfCondition = false; ///< its initialiser is a part of the header
};

/// What the condition of the loop declares; null, where it declares nothing.
const clang::VarDecl *conditionVariable(const clang::Stmt *loop);

/// What the loop evaluates beside its body.
struct LoopHeader {
  clang::SourceLocation location;
  /// Before the first item, and for each; null where the loop leaves one out.
  std::vector<const clang::Stmt *> once, repeated;
};

/// Who has a variable: each item its own, the loop, or the code around.
enum class Owner { Item, Loop, Outside };

struct LoopContext {
  LoopContext(InstanceContext &, const PipelineShape &,
              const clang::FunctionDecl *, const directive::DirectiveRecorder &,
              const CodeFacts &);
  LoopContext(const LoopContext &) = delete; // its tables refer to each other

  Owner ownerOf(ObjectId) const;
  bool isElement(ObjectId id) const {
    return objects[id].kind == ObjectKind::Element;
  }
  /// Whether the object is what a variable points to, not the variable.
  bool isPointee(ObjectId id) const {
    return objects[id].kind == ObjectKind::Pointee;
  }
  /// Whether the object is what a local variable of a callee points to: what
  /// that is, the generated code tells.
  bool isOfCallee(ObjectId) const;
  /// Of code of the loop; `isStage`: where a failed extraction is no end.
  Accesses accessesOf(llvm::ArrayRef<const clang::Stmt *>,
                      bool isStage = false);
  /// Of the end of a variable.
  Accesses accessesOfEnd(const clang::VarDecl *);
  const directive::ParsedDirective &parsed(const StageShape &) const;
  /// Whether it has in() or out().
  bool isStated(const StageShape &stage) const {
    return parsed(stage).stage->isStated();
  }
  /// In which the clauses of the stage are checked.
  InstanceContext contextOf(const StageShape &) const;

  InstanceContext &context;
  const PipelineShape &shape;
  const clang::FunctionDecl *function;
  const directive::DirectiveRecorder &recorder;
  const CodeFacts &facts;
  /// A template that nobody instantiates here: what depends on its parameters
  /// is not known to be wrong.
  bool isPattern;
  LoopHeader header;
  std::vector<const clang::VarDecl *> declared; ///< by each item; with statics
  std::vector<ItemVariable> items;
  /// Of the header, with bindings.
  std::vector<const clang::ValueDecl *> loopVariables;
  Summaries summaries;
  ObjectTable &objects;
  Roots roots;
};

/// The first access of the kind; null where there is none.
const Access *findAccess(const Accesses &, ObjectId, unsigned use);

/// Adds where a function that the code calls does it.
void addInner(const Access &, std::vector<SecondPlace> &notes);

} // namespace redistc::sema

#endif

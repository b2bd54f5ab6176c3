//===- LoopMemory.h - The memory of variables at a loop --------*- C++ -*-===//
//
// Private to the Effects room: which objects of the program the variables are
// that are named where a staged loop stands. In: a loop in one instance of its
// function. Out: places in objects.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_EFFECTS_PROGRAM_LOOPMEMORY_H
#define REDISTC_LIB_EFFECTS_PROGRAM_LOOPMEMORY_H

#include "Program/Program.h"

namespace redistc::effects {

class LoopMemory {
public:
  LoopMemory(clang::ASTContext &context, Program &analysed,
             const LoopInstance &one, const StagedLoop &stagedLoop)
      : ast(context), program(analysed), points(analysed.memory()),
        instance(one), staged(stagedLoop) {}

  /// Where the variable is, or may be; empty where it is not in the code.
  std::vector<Place> placesOf(const BroughtState &);
  /// The place of the state's member in an object that begins there; anywhere
  /// in it where the state is no member.
  Place memberOf(const BroughtState &, Place whole) const;
  /// The objects of a variable as a whole.
  std::set<ObjectId> objectsOf(const clang::ValueDecl *);
  /// The members of *this that the loop's function can name; none outside of
  /// classes.
  std::vector<const clang::FieldDecl *> fieldsOfThis() const;

private:
  std::vector<Place> placesOfAll(const BroughtState &);
  std::pair<NodeId, const clang::CXXRecordDecl *>
  capturedThis(NodeId closure, const clang::CXXRecordDecl *lambda);

  clang::ASTContext &ast;
  Program &program;
  PointsTo &points;
  const LoopInstance &instance;
  const StagedLoop &staged;
};

} // namespace redistc::effects

#endif

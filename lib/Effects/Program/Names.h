//===- Names.h - Memory and code in the words of the source ----*- C++ -*-===//
//
// Private to the Effects room: names of objects for messages, and the places of
// instructions in the source.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_EFFECTS_PROGRAM_NAMES_H
#define REDISTC_LIB_EFFECTS_PROGRAM_NAMES_H

#include "Program/Accesses.h"

namespace redistc::effects {

class Names {
public:
  Names(clang::ASTContext &context, Program &analysed)
      : ast(context), program(analysed) {}

  /// "'x'", "what 'v' refers to", "memory that is not known".
  std::string of(ObjectId);
  /// Invalid where the instruction has none that can be found.
  clang::SourceLocation placeOf(const llvm::Instruction *);
  /// From an instance of a loop's function to the access.
  std::vector<RoadStep> roadTo(const Access &, InstanceId from);

  /// The call in code of the program that leads to the most functions; empty
  /// where none does.
  std::vector<RoadStep> roadToMostCode();

  /// "'f'", where the access is a call of a function without a body.
  std::string calleeOf(const Access &) const;

private:
  RoadStep stepTo(const Instance &);
  std::string nameOf(const llvm::AllocaInst &) const;
  std::string plainName(const Object &) const;
  std::string holderOf(ObjectId);

  clang::ASTContext &ast;
  Program &program;
};

} // namespace redistc::effects

#endif

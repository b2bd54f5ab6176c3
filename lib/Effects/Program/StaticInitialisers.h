//===- StaticInitialisers.h - Static variables in functions ----*- C++ -*-===//
//
// Private to the Effects room: code that runs once, where a function is called
// for the first time, and that makes the same value on every rank:
//
//   static const std::vector<long> squares = [] { ... }();
//
// Each rank has such a variable of its own, and its initialisation is no write
// that another stage could miss.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_EFFECTS_PROGRAM_STATICINITIALISERS_H
#define REDISTC_LIB_EFFECTS_PROGRAM_STATICINITIALISERS_H

#include "Program/Program.h"

namespace redistc::effects {

class StaticInitialisers {
public:
  explicit StaticInitialisers(Program &analysed) : program(analysed) {}
  /// Whether the instruction is of an initialiser that reads nothing but
  /// constants and what it makes itself, and writes nothing else.
  bool contains(InstanceId, const llvm::Instruction *);

private:
  Program &program;
  /// Blocks of such initialisers, by function; looked up only.
  llvm::DenseMap<const llvm::Function *,
                 llvm::DenseSet<const llvm::BasicBlock *>>
      constant;
};

} // namespace redistc::effects

#endif

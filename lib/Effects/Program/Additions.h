//===- Additions.h - Numbers that are only added to ------------*- C++ -*-===//
//
// Private to the Effects room: whether an access is an atomic addition whose
// result is not used. Such additions may be done in any order.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_EFFECTS_PROGRAM_ADDITIONS_H
#define REDISTC_LIB_EFFECTS_PROGRAM_ADDITIONS_H

#include "Program/Accesses.h"

namespace redistc::effects {

class Additions {
public:
  explicit Additions(Program &analysed) : program(analysed) {}

  /// `++n`, `n += 2`, `n.fetch_sub(1)` as a statement, on every way to the
  /// access.
  bool isAddition(const Access &);

private:
  bool isResultUnused(const llvm::Instruction *, InstanceId,
                      std::set<InstanceId> &seen);

  Program &program;
  /// Which instances call an instance, and where.
  std::map<InstanceId, std::vector<Callee>> callers;
};

} // namespace redistc::effects

#endif

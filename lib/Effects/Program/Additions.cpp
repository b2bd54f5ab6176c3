//===- Additions.cpp - Numbers that are only added to ----------*- C++ -*-===//
//
// The operators of std::atomic return what the instruction returns: where their
// own result is not used, that is not.
//
//===----------------------------------------------------------------------===//
#include "Program/Additions.h"

using namespace llvm;

namespace redistc::effects {

/// Whether all that becomes of the value is that its function returns it, as it
/// is or after arithmetic.
static bool isOnlyReturned(const Value *value) {
  return all_of(value->users(), [](const User *user) {
    if (isa<ReturnInst>(user))
      return true;
    if (const auto *store = dyn_cast<StoreInst>(user)) {
      // A variable of the function, which it returns.
      const auto *variable = dyn_cast<AllocaInst>(store->getPointerOperand());
      return variable && all_of(variable->users(), [&](const User *use) {
               return use == store || isa<StoreInst>(use) ||
                      (isa<LoadInst>(use) && isOnlyReturned(use));
             });
    }
    return (isa<BinaryOperator>(user) || isa<CastInst>(user) ||
            isa<PHINode>(user)) &&
           isOnlyReturned(user);
  });
}

bool Additions::isResultUnused(const Instruction *value, InstanceId id,
                               std::set<InstanceId> &seen) {
  if (value->use_empty())
    return true;
  if (!program.isOfLibrary(program.allInstances()[id].function) ||
      !isOnlyReturned(value))
    return false;
  if (!seen.insert(id).second)
    return true;
  const std::vector<Callee> &all = callers[id];
  return !all.empty() && all_of(all, [&](const Callee &caller) {
    return caller.at && isResultUnused(caller.at, caller.instance, seen);
  });
}

bool Additions::isAddition(const Access &access) {
  if (callers.empty())
    for (InstanceId id = 0; id < program.allInstances().size(); ++id)
      for (const Callee &callee : program.allInstances()[id].callees)
        callers[callee.instance].push_back({callee.at, id});
  const auto *change = dyn_cast_or_null<AtomicRMWInst>(access.at);
  std::set<InstanceId> seen;
  return change &&
         (change->getOperation() == AtomicRMWInst::Add ||
          change->getOperation() == AtomicRMWInst::Sub) &&
         isResultUnused(change, access.instance, seen);
}

} // namespace redistc::effects

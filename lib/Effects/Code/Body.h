//===- Body.h - What one function does to addresses ------------*- C++ -*-===//
//
// Private to the Effects room: the body of a function as a list of operations
// on values that may be addresses. All kinds of LLVM's instructions have a rule
// here; what has no rule is an operation on unknown memory. Integers of the
// size of an address may be addresses, too.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_EFFECTS_CODE_BODY_H
#define REDISTC_LIB_EFFECTS_CODE_BODY_H

#include "Code/DeclaredNumbers.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace redistc::effects {

/// Values of a function are numbered: what it returns, its further arguments
/// (...), its parameters, its instructions.
namespace number {
inline constexpr unsigned Returned = 0;
inline constexpr unsigned Variadic = 1;
inline constexpr unsigned Parameters = 2;
} // namespace number

struct Operand {
  const llvm::Constant *constant = nullptr;
  unsigned local = 0;
  bool isNone = true; ///< no value, or one that is no address
};

enum class OperationKind {
  Copy,     ///< to = from
  Offset,   ///< to = from + amount
  Load,     ///< to = *from, `amount` bytes
  Store,    ///< *to = from, `amount` bytes
  Move,     ///< memcpy(to, from, amount); 0: not known
  Fill,     ///< memset(to, ..., amount)
  Local,    ///< to = a variable
  Distance, ///< to = from - another address
  Call,     ///< `at` is a call
  Unknown,  ///< reads and writes unknown memory; to = an unknown address
};

struct Operation {
  OperationKind kind;
  Operand from, to;
  std::int64_t amount = 0;
  const llvm::Instruction *at = nullptr;
  /// Of Move: what the memory is declared as.
  Declared fromDeclared = Declared::Unknown, toDeclared = Declared::Unknown;
  bool isOfNumbers() const {
    return fromDeclared == Declared::Numbers || toDeclared == Declared::Numbers;
  }
};

/// The address at which an operation reads or writes memory; none where it does
/// not. Calls are not looked into.
Operand addressRead(const Operation &);
Operand addressWritten(const Operation &);

/// What is followed beside values that may be addresses.
enum class Followed {
  Addresses, ///< nothing else
  Numbers,   ///< numbers that hold no address, and may be made of one
  Elements,  ///< also those that an array has at an index that is one
  Choices,   ///< also truths that depend on such, and what these choose
  Orders,    ///< the same, but of two addresses only which is the first
};

struct Body {
  std::vector<Operation> operations;
  unsigned valueCount = 0;
  Followed followed = Followed::Addresses;
  /// The operand of a value of the function.
  Operand operandOf(const llvm::Value *) const;
  llvm::DenseMap<const llvm::Value *, unsigned> numbers;
};

/// Whether it says which of two addresses is the first.
bool isOrder(const llvm::Value &condition);

/// Whether a value of the type may hold an address.
bool mayHoldAddress(const llvm::Type *);

Body describeBody(const llvm::Function &, Followed = Followed::Addresses);

/// The parameters on which branches, sizes of allocations and indices depend,
/// in the function or in those that it calls.
using Choosers = llvm::DenseMap<const llvm::Function *, llvm::BitVector>;
Choosers findChoosers(const llvm::Module &);

/// The constants that a call hands over to such parameters, by parameter; null
/// of others. Empty where there are none.
using Choice = std::vector<const llvm::ConstantInt *>;
/// `outer`: of the function that has the call.
Choice choiceOf(const llvm::CallBase &, const llvm::Function &callee,
                const Choosers &, const Choice &outer);
/// The bytes that a call allocates; nothing where they are not constant.
std::optional<std::uint64_t> sizeOfAllocation(const llvm::CallBase &,
                                              const Choice &);
/// Without the operations that are not reached then, and with the distances
/// that are known then.
Body withChoice(const Body &, const llvm::Function &, const Choice &);

} // namespace redistc::effects

#endif

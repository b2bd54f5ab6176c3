//===- Lowering.h - Staged loops as LLVM's representation ------*- C++ -*-===//
//
// Private to the Effects room. In: the definitions of a translation unit and
// its staged loops. Out: one LLVM module in which calls of a marker function
// tell where each stage begins. In that representation every construction,
// conversion, destruction and exception stands as a call, a load or a store:
// nothing is implicit.
//
//   mark(loop, Stage + k, ...)   what follows belongs to stage k
//   mark(loop, Header)           ... to the loop's header
//   mark(loop, Receipt, k, ...)  here the runtime receives variable k
//   carry(loop, cut, k, &x, n)   here pointer k, in x, leaves with n elements
//
// The first mark of a stage hands over the addresses of the variables that the
// checks speak of; that of a receipt, the address of the variable.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_EFFECTS_CODE_LOWERING_H
#define REDISTC_LIB_EFFECTS_CODE_LOWERING_H

#include "redistc/Effects/Sharing.h"

#include "clang/CodeGen/ModuleBuilder.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ValueHandle.h"

#include <memory>

namespace redistc::effects {

/// The parts of a loop; stage k is Stage + k.
namespace part {
inline constexpr unsigned Items = 0;   ///< declarations of the body
inline constexpr unsigned Final = 1;   ///< the end of an item
inline constexpr unsigned Header = 2;  ///< condition and increment
inline constexpr unsigned Receipt = 3; ///< what the runtime calls
inline constexpr unsigned Stage = 4;
inline constexpr unsigned Threads = 62; ///< those that code elsewhere starts
/// The bits of what is no stage.
inline constexpr unsigned ofAll = (1u << Stage) - 1;
static_assert(Stage + maxStages == Threads);
} // namespace part

inline constexpr char markName[] = "redistMark_";
inline constexpr char carryName[] = "redistCarry_";

/// The arguments of a loop's first stage mark behind the loop and the part, in
/// this order.
struct MarkedVariables {
  std::vector<const clang::ValueDecl *> items, loopVariables, states;
};

/// ReceivedVariable, lowered.
struct ReceiptFunctions {
  std::vector<llvm::WeakTrackingVH> made, serving;
};

struct LoweredUnit {
  std::unique_ptr<llvm::LLVMContext> context;
  std::unique_ptr<clang::CodeGenerator> generator;
  llvm::Module *module = nullptr; ///< null: Clang could not generate code
  /// Then for this reason: their code is cut up where they are suspended.
  bool hasCoroutines = false;
  bool hasAssembly = false; ///< outside of functions, for names that it uses
  std::vector<MarkedVariables> marked;                 ///< by loop
  std::vector<std::vector<ReceiptFunctions>> receipts; ///< by loop

  /// Of a function or variable in the module; null of others.
  const clang::Decl *declarationOf(const llvm::GlobalValue &) const;
};

LoweredUnit lower(clang::Sema &, const CodeEvents &,
                  const std::vector<StagedLoop> &);

/// Whether assembly outside of functions defines what the module uses.
bool assemblyDefinesUsed(const llvm::Module &);

} // namespace redistc::effects

#endif

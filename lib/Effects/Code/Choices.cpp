//===- Choices.cpp - What constant arguments choose ------------*- C++ -*-===//
//
// A call that hands over a constant decides branches, sizes and indices of the
// function: the operations that are left, and their distances.
//
//===----------------------------------------------------------------------===//
#include "Code/Body.h"

#include "PointsTo/Objects.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace redistc::effects {

/// What a branch depends on: a parameter, or its comparison with a constant.
static const Argument *chooserOf(const Instruction &end) {
  const Value *value = nullptr;
  if (const auto *many = dyn_cast<SwitchInst>(&end))
    value = many->getCondition();
  else if (const auto *branch = dyn_cast<BranchInst>(&end);
           branch && branch->isConditional())
    value = branch->getCondition();
  if (const auto *compared = dyn_cast_or_null<ICmpInst>(value);
      compared && isa<ConstantInt>(compared->getOperand(1)))
    value = compared->getOperand(0);
  return dyn_cast_or_null<Argument>(value);
}

/// The value that a call of operator new multiplies to its size.
static const Value *countOf(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  if (!callee || call.arg_size() == 0 ||
      !(callee->getName().starts_with("_Znwm") ||
        callee->getName().starts_with("_Znam")))
    return nullptr;
  const Value *size = call.getArgOperand(0);
  const auto *product = dyn_cast<BinaryOperator>(size);
  if (product && product->getOpcode() == Instruction::Mul &&
      isa<ConstantInt>(product->getOperand(1)))
    return product->getOperand(0);
  return size;
}

static const Value *withoutExtension(const Value *value) {
  const auto *cast = dyn_cast<CastInst>(value);
  return cast && isa<SExtInst, ZExtInst>(cast) ? cast->getOperand(0) : value;
}

/// Whether a further parameter was found.
static bool addChoosers(const Function &function, Choosers &choosers) {
  BitVector found = choosers.lookup(&function);
  const auto choose = [&](const Value *value) {
    if (const auto *parameter = dyn_cast_or_null<Argument>(value))
      found.set(parameter->getArgNo());
  };
  for (const BasicBlock &block : function) {
    choose(chooserOf(*block.getTerminator()));
    for (const Instruction &one : block)
      if (const auto *element = dyn_cast<GetElementPtrInst>(&one)) {
        for (const Use &index : element->indices())
          choose(withoutExtension(index));
      } else if (const auto *call = dyn_cast<CallBase>(&one)) {
        choose(countOf(*call));
        const BitVector &inner = choosers.lookup(call->getCalledFunction());
        for (const unsigned i : inner.set_bits())
          choose(i < call->arg_size() ? call->getArgOperand(i) : nullptr);
      }
  }
  if (found == choosers.lookup(&function))
    return false;
  choosers[&function] = std::move(found);
  return true;
}

Choosers findChoosers(const Module &module) {
  Choosers choosers;
  for (const Function &function : module)
    if (!function.isDeclaration())
      choosers[&function].resize(function.arg_size());
  bool isChanged = true;
  while (isChanged) {
    isChanged = false;
    for (const auto &[function, known] : choosers)
      isChanged |= addChoosers(*function, choosers);
  }
  return choosers;
}

static const ConstantInt *constantOf(const Value *value, const Choice &choice) {
  if (const auto *passed = dyn_cast<Argument>(value))
    return passed->getArgNo() < choice.size() ? choice[passed->getArgNo()]
                                              : nullptr;
  return dyn_cast<ConstantInt>(value);
}

Choice choiceOf(const CallBase &call, const Function &callee,
                const Choosers &choosers, const Choice &outer) {
  Choice choice;
  const auto found = choosers.find(&callee);
  if (found == choosers.end())
    return choice;
  for (const unsigned i : found->second.set_bits()) {
    if (i >= call.arg_size())
      continue;
    const ConstantInt *known = constantOf(call.getArgOperand(i), outer);
    if (known && known->getType() == callee.getArg(i)->getType()) {
      choice.resize(callee.arg_size(), nullptr);
      choice[i] = known;
    }
  }
  return choice;
}

std::optional<std::uint64_t> sizeOfAllocation(const CallBase &call,
                                              const Choice &choice) {
  const Function *callee = call.getCalledFunction();
  if (callee && callee->getName() == "calloc") {
    const ConstantInt *number = constantOf(call.getArgOperand(0), choice);
    const ConstantInt *size = constantOf(call.getArgOperand(1), choice);
    if (!number || !size)
      return std::nullopt;
    return number->getZExtValue() * size->getZExtValue();
  }
  const Value *counted = countOf(call);
  const ConstantInt *count = counted ? constantOf(counted, choice) : nullptr;
  if (!count)
    return std::nullopt;
  const auto *product = dyn_cast<BinaryOperator>(call.getArgOperand(0));
  return count->getZExtValue() *
         (product ? cast<ConstantInt>(product->getOperand(1))->getZExtValue()
                  : 1);
}

/// The blocks that may follow.
static void addChosen(const BasicBlock &block, const Choice &choice,
                      SmallVectorImpl<const BasicBlock *> &open) {
  const Instruction *end = block.getTerminator();
  const Argument *chooser = chooserOf(*end);
  const ConstantInt *known = chooser ? choice[chooser->getArgNo()] : nullptr;
  const auto *branch = dyn_cast<BranchInst>(end);
  const auto *compared =
      branch && known ? dyn_cast<ICmpInst>(branch->getCondition()) : nullptr;
  if (const auto *many = dyn_cast<SwitchInst>(end); many && known) {
    open.push_back(many->findCaseValue(known)->getCaseSuccessor());
  } else if (compared) {
    const bool isTrue = ICmpInst::compare(
        known->getValue(),
        cast<ConstantInt>(compared->getOperand(1))->getValue(),
        compared->getPredicate());
    open.push_back(branch->getSuccessor(isTrue ? 0 : 1));
  } else {
    append_range(open, successors(&block));
  }
}

/// The distance to an element whose place is known then.
static std::optional<std::int64_t> distanceTo(const Instruction *at,
                                              const Choice &choice) {
  const auto *element = dyn_cast<GEPOperator>(at);
  if (!element || element->hasAllConstantIndices()) // the latter: a step
    return std::nullopt;
  const DataLayout &layout = at->getModule()->getDataLayout();
  APInt amount(layout.getIndexTypeSizeInBits(at->getType()), 0);
  const auto known = [&](Value &index, APInt &value) {
    const Value *bare = withoutExtension(&index);
    const ConstantInt *constant = constantOf(bare, choice);
    if (constant)
      value = isa<ZExtInst>(index) ? constant->getValue().zextOrTrunc(64)
                                   : constant->getValue().sextOrTrunc(64);
    return constant != nullptr;
  };
  return element->accumulateConstantOffset(layout, amount, known)
             ? std::optional(amount.getSExtValue())
             : std::nullopt;
}

Body withChoice(const Body &whole, const Function &function,
                const Choice &choice) {
  DenseSet<const BasicBlock *> reached;
  SmallVector<const BasicBlock *, 16> open = {&function.getEntryBlock()};
  while (!open.empty()) {
    const BasicBlock *block = open.pop_back_val();
    if (reached.insert(block).second)
      addChosen(*block, choice, open);
  }
  Body chosen = whole;
  erase_if(chosen.operations, [&](const Operation &operation) {
    return !reached.contains(operation.at->getParent());
  });
  for (Operation &operation : chosen.operations)
    if (operation.kind == OperationKind::Offset &&
        (operation.amount == inArray || arrayBytes(operation.amount) > 0))
      operation.amount =
          distanceTo(operation.at, choice).value_or(operation.amount);
  return chosen;
}

} // namespace redistc::effects

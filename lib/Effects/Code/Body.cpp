//===- Body.cpp - What one function does to addresses ----------*- C++ -*-===//
//
// One pass over the instructions.
//
//===----------------------------------------------------------------------===//
#include "Code/Body.h"

#include "Code/Decisions.h"
#include "Code/DeclaredNumbers.h"

#include "PointsTo/Objects.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace redistc::effects {

bool mayHoldAddress(const Type *type) {
  if (type->isPointerTy())
    return true;
  if (const auto *integer = dyn_cast<IntegerType>(type))
    return integer->getBitWidth() >= 64;
  if (const auto *vector = dyn_cast<VectorType>(type))
    return mayHoldAddress(vector->getElementType());
  if (const auto *array = dyn_cast<ArrayType>(type))
    return mayHoldAddress(array->getElementType());
  if (const auto *record = dyn_cast<StructType>(type))
    return any_of(record->elements(), mayHoldAddress);
  return false;
}

static bool isFollowed(const Type *type, Followed followed) {
  if (mayHoldAddress(type) || followed == Followed::Addresses)
    return mayHoldAddress(type);
  return type->isSingleValueType() || type->isAggregateType();
}

Operand Body::operandOf(const Value *value) const {
  Operand operand;
  if (!isFollowed(value->getType(), followed))
    return operand;
  if (const auto *constant = dyn_cast<Constant>(value)) {
    operand.constant = constant;
    operand.isNone = isa<ConstantData>(constant);
    return operand;
  }
  const auto found = numbers.find(value);
  if (found == numbers.end())
    return operand;
  operand.local = found->second;
  operand.isNone = false;
  return operand;
}

bool isOrder(const Value &condition) {
  const auto *at = dyn_cast<ICmpInst>(&condition);
  return at && at->isRelational() && all_of(at->operands(), [](const Use &one) {
           return one->getType()->isPointerTy() ||
                  isa<PtrToIntOperator>(one.get());
         });
}

namespace {
class BodyReader {
public:
  BodyReader(const Function &read, Body &made)
      : function(read), body(made), layout(read.getParent()->getDataLayout()) {}

  void read() {
    unsigned next = number::Parameters;
    for (const Argument &argument : function.args())
      body.numbers[&argument] = next++;
    for (const Instruction &instruction : instructions())
      if (isFollowed(instruction.getType(), body.followed))
        body.numbers[&instruction] = next++;
    body.valueCount = next;
    for (const Instruction &instruction : instructions())
      readOne(instruction);
  }

private:
  std::vector<std::reference_wrapper<const Instruction>> instructions() const {
    std::vector<std::reference_wrapper<const Instruction>> all;
    for (const BasicBlock &block : function)
      for (const Instruction &instruction : block)
        all.push_back(instruction);
    return all;
  }

  void add(OperationKind kind, const Instruction &at, Operand from, Operand to,
           std::int64_t amount = 0) {
    body.operations.push_back({kind, from, to, amount, &at});
  }
  void copy(const Instruction &at, const Value *from) {
    const Operand source = operand(from), target = operand(&at);
    if (!mayHoldAddress(at.getType()))
      return offset(at, from, toBits);
    if (!source.isNone && !target.isNone)
      add(OperationKind::Copy, at, source, target);
  }
  void offset(const Instruction &at, const Value *from, std::int64_t amount) {
    const Operand source = operand(from), target = operand(&at);
    if (!source.isNone && !target.isNone)
      add(OperationKind::Offset, at, source, target, amount);
  }
  Operand operand(const Value *value) const { return body.operandOf(value); }

  std::int64_t sizeOf(Type *type) const {
    const TypeSize size = layout.getTypeStoreSize(type);
    return size.isScalable() ? 0
                             : static_cast<std::int64_t>(size.getFixedValue());
  }

  void load(const Instruction &at, const Value *address, Type *type) {
    const Operand made = operand(&at);
    if (made.isNone || mayHoldAddress(at.getType())) {
      add(OperationKind::Load, at, operand(address), made, sizeOf(type));
      return;
    }
    // Of what is stored there, a number that was made of an address.
    const Operand loaded{nullptr, body.valueCount++, false};
    add(OperationKind::Load, at, operand(address), loaded, sizeOf(type));
    add(OperationKind::Offset, at, loaded, made, toBits);
  }
  /// One of several values, or what is stored.
  template <typename Choice> void choose(const Choice &at, Operand chosen) {
    if (body.followed < Followed::Choices || chosen.isNone)
      return;
    if (!decisions)
      decisions.emplace(function);
    for (const Value *condition : decisions->of(at))
      if (const Operand cause = operand(condition);
          !cause.isNone && mayChoose(at, *condition))
        add(OperationKind::Offset, at, cause, chosen, toBits);
  }
  /// Of pointers, the order of two others alone: what a bit of one chooses is
  /// found again where it is looked for by the same bit.
  static bool mayChoose(const Instruction &at, const Value &condition) {
    return !at.getType()->isPtrOrPtrVectorTy() || isOrder(condition);
  }
  /// Whether some addresses are compared by their order.
  bool hasOrders() {
    if (!ordersAny)
      ordersAny = any_of(instructions(),
                         [](const Instruction &one) { return isOrder(one); });
    return *ordersAny;
  }
  /// Whether it stores a constant, or counts or marks what is there.
  static bool isChoice(const StoreInst &at) {
    const auto *made = dyn_cast<BinaryOperator>(at.getValueOperand());
    if (!made || !made->getType()->isIntegerTy())
      return isa<ConstantInt, ConstantFP>(at.getValueOperand());
    const auto isOld = [&](const Use &part) {
      const auto *load = dyn_cast<LoadInst>(part.get());
      return load &&
             isSamePlace(load->getPointerOperand(), at.getPointerOperand());
    };
    return made->getOpcode() != Instruction::Mul &&
           any_of(made->operands(), isOld);
  }
  void chooseStored(const StoreInst &at) {
    if (body.followed < Followed::Choices || !isChoice(at))
      return;
    const Operand chosen{nullptr, body.valueCount++, false};
    const std::size_t count = body.operations.size();
    choose(at, chosen);
    if (body.operations.size() > count)
      add(OperationKind::Store, at, chosen, operand(at.getPointerOperand()),
          sizeOf(at.getValueOperand()->getType()));
  }
  void store(const Instruction &at, const Value *value, const Value *address) {
    if (isa<UndefValue>(value)) // padding
      return;
    add(OperationKind::Store, at, operand(value), operand(address),
        sizeOf(value->getType()));
  }

  void element(const GetElementPtrInst &at) {
    APInt amount(layout.getIndexTypeSizeInBits(at.getType()), 0);
    offset(at, at.getPointerOperand(),
           at.accumulateConstantOffset(layout, amount) && !isStep(at)
               ? amount.getSExtValue()
           : isToBase(at) ? inStream
           : isToPart(at) ? anywhere
                          : inArrayFrom(at));
    if (body.followed >= Followed::Elements && !isToBase(at) && !isToPart(at))
      for (const Use &index : at.indices())
        offset(at, index.get(), toBits);
  }

  /// By an index in the array that the address is of, if its type is known. One
  /// of one element at the end of an allocation stands for more.
  std::int64_t inArrayFrom(const GetElementPtrInst &at) const {
    const auto *first = dyn_cast<ConstantInt>(at.idx_begin()->get());
    const auto *array = dyn_cast<ArrayType>(at.getSourceElementType());
    const bool isOfArray = array && array->getNumElements() > 1 &&
                           at.getNumIndices() == 2 && first && first->isZero();
    const std::int64_t bytes =
        isOfArray ? sizeOf(at.getSourceElementType()) : 0;
    return bytes > 0 && bytes < std::int64_t{1} << 32 ? inArrayOf(bytes)
                                                      : inArray;
  }

  static bool isToBase(const GetElementPtrInst &at) {
    return at.getOperand(at.getNumOperands() - 1)->getName().contains("vbase");
  }

  /// Whether it leads to the whole object, or to what a pointer to a member
  /// names: out of the member where it begins.
  static bool isToPart(const GetElementPtrInst &at) {
    const StringRef name = at.getName();
    const StringRef index = at.getOperand(at.getNumOperands() - 1)->getName();
    if (index.starts_with("idx.neg") &&
        at.getResultElementType()->isIntegerTy(8))
      return true; // from a member to its object
    return name.starts_with("memptr") || index.starts_with("memptr") ||
           index.contains("virtual.offset") ||
           index.starts_with("offset.to.top");
  }

  /// Whether the instruction moves a pointer by one element, as `++p` does: the
  /// pointer is the variable of a loop, or is loaded and stored again.
  static bool isStep(const GetElementPtrInst &at) {
    if (const auto *from = dyn_cast<LoadInst>(at.getPointerOperand()))
      return any_of(at.users(), [&](const User *user) {
        const auto *kept = dyn_cast<StoreInst>(user);
        return kept && kept->getValueOperand() == &at &&
               isSamePlace(kept->getPointerOperand(),
                           from->getPointerOperand());
      });
    SmallPtrSet<const Value *, 8> seen;
    SmallVector<const Value *, 8> open = {at.getPointerOperand()};
    while (!open.empty()) {
      const Value *value = open.pop_back_val();
      if (value == &at)
        return true;
      if (const auto *phi = dyn_cast<PHINode>(value);
          phi && seen.insert(phi).second)
        append_range(open, phi->incoming_values());
    }
    return false;
  }
  static bool isSamePlace(const Value *a, const Value *b) {
    const auto *first = dyn_cast<GetElementPtrInst>(a);
    const auto *second = dyn_cast<GetElementPtrInst>(b);
    return a == b || (first && second && first->isIdenticalTo(second));
  }

  /// Whether it is an element of an array of such numbers, not known which.
  static bool isInNumbers(const Value *pointer, const Type *type) {
    const auto *element = dyn_cast<GetElementPtrInst>(pointer);
    return isa<PHINode>(pointer) ||
           (element && element->getResultElementType() == type &&
            !element->getSourceElementType()->isStructTy() &&
            !isa<Constant>(*std::prev(element->op_end())));
  }

  /// `to[k] = from[k]`: parts of an address, one after the other.
  void copyPart(const StoreInst &at) {
    const auto *part = dyn_cast<LoadInst>(at.getValueOperand());
    if (!part || mayHoldAddress(part->getType()) ||
        !part->getType()->isIntegerTy() ||
        !isInNumbers(part->getPointerOperand(), part->getType()) ||
        !isInNumbers(at.getPointerOperand(), part->getType()))
      return;
    Operation copied;
    copied.kind = OperationKind::Move;
    copied.from = body.operandOf(part->getPointerOperand());
    copied.to = body.operandOf(at.getPointerOperand());
    copied.amount = layout.getPointerSize();
    copied.at = &at;
    body.operations.push_back(copied);
  }

  /// The distance of two pointers is no address. That of two other numbers may
  /// be added to the second one again.
  static bool isDistance(const BinaryOperator &at) {
    return at.getOpcode() == Instruction::Sub &&
           (at.getName().starts_with("sub.ptr") ||
            all_of(at.operands(), [](const Use &part) {
              return isa<PtrToIntOperator>(part.get());
            }));
  }

  void arithmetic(const BinaryOperator &at) {
    switch (at.getOpcode()) {
    case Instruction::Add:
    case Instruction::Sub:
    case Instruction::And:
    case Instruction::Or:
    case Instruction::Xor:
      if (isDistance(at))
        return add(OperationKind::Distance, at, operand(at.getOperand(0)),
                   operand(&at));
      if (!mayHoldAddress(at.getType()))
        return makeBits(at);
      offset(at, at.getOperand(0), anywhere);
      if (at.getOpcode() != Instruction::Sub)
        offset(at, at.getOperand(1), anywhere);
      return;
    default: // no address is made by products and quotients
      return makeBits(at);
    }
  }

  /// A number that is made of addresses, if any operand is one, is none.
  void makeBits(const Instruction &at) {
    for (const Use &part : at.operands())
      offset(at, part.get(), toBits);
  }

  /// A truth depends on the bits of an address if these are compared with a
  /// constant, or by their order. Whether two are equal does not, nor whether
  /// a pointer to a member is null or of a virtual function.
  void compare(const CmpInst &at) {
    if (body.followed < Followed::Choices ||
        at.getName().starts_with("memptr") ||
        (at.isEquality() && !isa<ConstantInt, ConstantFP>(at.getOperand(1))))
      return;
    if (isOrder(at))
      add(OperationKind::Distance, at, operand(at.getOperand(0)), operand(&at));
    if (isOrder(at) && body.followed == Followed::Orders)
      return;
    for (const Use &part : at.operands())
      offset(at, part.get(), toTruth);
  }

  /// The sum of an address and a number is stored where the address was.
  void moveInPlace(const AtomicRMWInst &at) {
    const Operand result = operand(&at);
    if (result.isNone || at.getOperation() == AtomicRMWInst::Xchg)
      return;
    add(OperationKind::Offset, at, result, result, inArray);
    add(OperationKind::Store, at, result, operand(at.getOperand(0)),
        sizeOf(at.getType()));
  }

  void moved(const AnyMemTransferInst &at) {
    const auto behind = [&](const Value *address, std::int64_t bytes) {
      const Operand begin = operand(address);
      if (begin.isNone || bytes == 0)
        return begin;
      const Operand there{nullptr, body.valueCount++, false};
      add(OperationKind::Offset, at, begin, there, bytes);
      return there;
    };
    for (const CopiedPart &part : partsOfCopy(at, layout)) {
      const Operand from = behind(at.getRawSource(), part.begin);
      const Operand to = behind(at.getRawDest(), part.begin);
      add(OperationKind::Move, at, from, to, part.end - part.begin);
      body.operations.back().fromDeclared = part.from;
      body.operations.back().toDeclared = part.to;
    }
  }

  void readOne(const Instruction &at) {
    switch (at.getOpcode()) {
    case Instruction::Alloca:
      return add(OperationKind::Local, at, {}, operand(&at));
    case Instruction::Load:
      return load(at, at.getOperand(0), at.getType());
    case Instruction::Store:
      copyPart(cast<StoreInst>(at));
      chooseStored(cast<StoreInst>(at));
      return store(at, at.getOperand(0), at.getOperand(1));
    case Instruction::AtomicRMW:
      load(at, at.getOperand(0), at.getType());
      moveInPlace(cast<AtomicRMWInst>(at));
      return store(at, at.getOperand(1), at.getOperand(0));
    case Instruction::AtomicCmpXchg:
      load(at, at.getOperand(0), at.getOperand(2)->getType());
      return store(at, at.getOperand(2), at.getOperand(0));
    case Instruction::GetElementPtr:
      if (at.getType()->isPointerTy())
        return element(cast<GetElementPtrInst>(at));
      return offset(at, at.getOperand(0), anywhere);
    case Instruction::Add:
    case Instruction::Sub:
    case Instruction::Mul:
    case Instruction::UDiv:
    case Instruction::SDiv:
    case Instruction::URem:
    case Instruction::SRem:
    case Instruction::Shl:
    case Instruction::LShr:
    case Instruction::AShr:
    case Instruction::And:
    case Instruction::Or:
    case Instruction::Xor:
      return arithmetic(cast<BinaryOperator>(at));
    case Instruction::PHI:
      for (const Value *value : cast<PHINode>(at).incoming_values())
        copy(at, value);
      if (!at.getType()->isPtrOrPtrVectorTy() || hasOrders())
        choose(cast<PHINode>(at), operand(&at));
      return;
    case Instruction::Select:
      if (mayChoose(at, *at.getOperand(0)))
        offset(at, at.getOperand(0), toBits);
      copy(at, at.getOperand(1));
      return copy(at, at.getOperand(2));
    case Instruction::PtrToInt:
      return offset(at, at.getOperand(0),
                    mayHoldAddress(at.getType()) ? toNumber : toBits);
    case Instruction::IntToPtr:
      return offset(at, at.getOperand(0), toPointer);
    case Instruction::BitCast:
    case Instruction::AddrSpaceCast:
    case Instruction::Trunc:
    case Instruction::ZExt:
    case Instruction::SExt:
    case Instruction::Freeze:
    case Instruction::ExtractValue:
    case Instruction::ExtractElement:
      return copy(at, at.getOperand(0));
    case Instruction::InsertValue:
    case Instruction::InsertElement:
    case Instruction::ShuffleVector:
      copy(at, at.getOperand(0));
      return copy(at, at.getOperand(1));
    case Instruction::Ret:
      if (at.getNumOperands() == 1)
        if (const Operand value = operand(at.getOperand(0)); !value.isNone)
          add(OperationKind::Copy, at, value,
              {nullptr, number::Returned, false});
      return;
    case Instruction::Call:
    case Instruction::Invoke:
    case Instruction::CallBr:
      if (const auto *transfer = dyn_cast<AnyMemTransferInst>(&at))
        return moved(*transfer);
      if (const auto *filled = dyn_cast<AnyMemSetInst>(&at))
        return add(OperationKind::Fill, at, {}, operand(filled->getRawDest()));
      return add(OperationKind::Call, at, {}, operand(&at));
    case Instruction::LandingPad: // what is caught
      return add(OperationKind::Call, at, {}, operand(&at));
    // Control.
    case Instruction::Br:
    case Instruction::Switch:
    case Instruction::IndirectBr:
    case Instruction::Resume:
    case Instruction::Unreachable:
    case Instruction::Fence:
      return;
    case Instruction::ICmp:
    case Instruction::FCmp:
      return compare(cast<CmpInst>(at));
    case Instruction::FNeg:
    case Instruction::FAdd:
    case Instruction::FSub:
    case Instruction::FMul:
    case Instruction::FDiv:
    case Instruction::FRem:
    case Instruction::FPTrunc:
    case Instruction::FPExt:
    case Instruction::FPToUI:
    case Instruction::FPToSI:
    case Instruction::UIToFP:
    case Instruction::SIToFP:
      return makeBits(at);
    default: // va_arg, exceptions of other systems, and what is to come
      return add(OperationKind::Unknown, at, {}, operand(&at));
    }
  }

  const Function &function;
  Body &body;
  const DataLayout &layout;
  std::optional<Decisions> decisions; ///< made where they are asked for
  std::optional<bool> ordersAny;      ///< the same
};
} // namespace

Body describeBody(const Function &function, Followed followed) {
  Body body;
  body.followed = followed;
  BodyReader(function, body).read();
  return body;
}

Operand addressRead(const Operation &operation) {
  const bool isRead = operation.kind == OperationKind::Load ||
                      operation.kind == OperationKind::Move;
  return isRead ? operation.from : Operand();
}

Operand addressWritten(const Operation &operation) {
  const bool isWritten = operation.kind == OperationKind::Store ||
                         operation.kind == OperationKind::Fill ||
                         operation.kind == OperationKind::Move;
  return isWritten ? operation.to : Operand();
}

} // namespace redistc::effects

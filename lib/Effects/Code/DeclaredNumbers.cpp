//===- DeclaredNumbers.cpp - Which bytes are numbers -----------*- C++ -*-===//
//
// Clang copies neighbouring members of a class together; the address is then
// computed from the class. Copies of whole objects list their members for the
// analysis of aliases (tbaa.struct).
//
//===----------------------------------------------------------------------===//
#include "Code/DeclaredNumbers.h"

#include "PointsTo/Extents.h"
#include "PointsTo/Objects.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Operator.h"

#include <algorithm>

using namespace llvm;

namespace redistc::effects {

/// Of an address.
static constexpr std::int64_t wordBytes = 8;
/// Arrays of more elements are one part.
static constexpr std::uint64_t maxElements = 64;

/// Whether it computes an address from an object of a class. One without a name
/// may be in a union.
static bool isDeclaring(const GEPOperator &at) {
  const auto *record = dyn_cast<StructType>(at.getSourceElementType());
  return record && !record->isLiteral() &&
         !record->getName().starts_with("struct.anon") &&
         !record->getName().starts_with("union.");
}

Type *declaredAt(const Value *address, const DataLayout &layout) {
  APInt offset(layout.getIndexTypeSizeInBits(address->getType()), 0);
  const auto *member = dyn_cast<GEPOperator>(address);
  // Where a copy has been divided, what is behind its beginning.
  while (member && member->getSourceElementType()->isIntegerTy(8) &&
         member->accumulateConstantOffset(layout, offset))
    member = dyn_cast<GEPOperator>(member->getPointerOperand());
  // An element of an array that is a member.
  if (const auto *array =
          member && member->getSourceElementType()->isArrayTy()
              ? dyn_cast<GEPOperator>(member->getPointerOperand())
              : nullptr)
    return offset == 0 && isDeclaring(*array) &&
                   array->getResultElementType() ==
                       member->getSourceElementType() &&
                   !member->getResultElementType()->isAggregateType()
               ? member->getResultElementType()
               : nullptr;
  if (!member || !isDeclaring(*member))
    return nullptr;
  Type *found = member->getResultElementType();
  if (offset == 0 && !found->isAggregateType())
    return found;
  return member->accumulateConstantOffset(layout, offset)
             ? scalarAt(member->getSourceElementType(), layout,
                        offset.getSExtValue(), true)
             : nullptr;
}

namespace {
/// Is called for bytes that may be no numbers.
using Found = function_ref<void(std::int64_t offset, std::int64_t bytes)>;
} // namespace

static void findOthers(Type *type, const DataLayout &layout,
                       std::int64_t offset, Found found) {
  if (!type->isSized())
    return;
  const auto bytes = static_cast<std::int64_t>(layout.getTypeAllocSize(type));
  if (const auto *array = dyn_cast<ArrayType>(type)) {
    Type *element = array->getElementType();
    const std::int64_t step =
        static_cast<std::int64_t>(layout.getTypeAllocSize(element));
    const std::uint64_t count = array->getNumElements();
    if (element->isIntegerTy(8)
            ? bytes >= wordBytes
            : !element->isSingleValueType() && count > maxElements)
      return found(offset, bytes);
    if (element->isPointerTy())
      return found(offset, bytes);
    for (std::uint64_t i = 0; element->isAggregateType() && i < count; ++i)
      findOthers(element, layout, offset + static_cast<std::int64_t>(i) * step,
                 found);
    return;
  }
  auto *record = dyn_cast<StructType>(type);
  if (!record) {
    if (!type->isIntegerTy() && !type->isFloatingPointTy())
      found(offset, bytes);
    return;
  }
  // Registers of a call, and unions; that of an optional has the type of its
  // value.
  if (record->isLiteral() || (record->getName().starts_with("union.") &&
                              !record->getName().contains("_Optional_payload")))
    return found(offset, bytes);
  const StructLayout *members = layout.getStructLayout(record);
  for (unsigned i = 0; i < record->getNumElements(); ++i)
    findOthers(record->getElementType(i), layout,
               offset + static_cast<std::int64_t>(
                            members->getElementOffset(i).getFixedValue()),
               found);
}

namespace {
/// What the words of a copy are.
class Words {
public:
  Words(std::int64_t copied, std::int64_t offset)
      : bytes(copied), shift(offset % wordBytes),
        words(static_cast<std::size_t>((copied + shift + wordBytes - 1) /
                                       wordBytes),
              Declared::Unknown) {}
  /// From the beginning of the copy.
  void set(std::int64_t offset, std::int64_t length, Declared declared) {
    const std::int64_t begin = std::max<std::int64_t>(offset, 0),
                       end = std::min(offset + length, bytes);
    for (std::int64_t at = begin; at < end; at = followingWord(at))
      words[index(at)] = declared;
  }
  /// What is not known is as there, of an object of the same class.
  void complete(const Words &same) {
    for (std::int64_t at = 0; at < bytes; at = followingWord(at))
      if (words[index(at)] == Declared::Unknown)
        words[index(at)] = same.words[same.index(at)];
  }
  void setUnknown(Declared declared) {
    std::replace(words.begin(), words.end(), Declared::Unknown, declared);
  }
  /// A long copy has one part.
  Declared operator[](std::int64_t offset) const {
    if (bytes <= maxMoved)
      return words[index(offset)];
    return all_of(words, [&](Declared one) { return one == words[0]; })
               ? words[0]
               : Declared::Others;
  }
  std::int64_t nextAfter(std::int64_t offset) const {
    return bytes > maxMoved ? bytes : std::min(followingWord(offset), bytes);
  }

private:
  std::size_t index(std::int64_t offset) const {
    return static_cast<std::size_t>((offset + shift) / wordBytes);
  }
  std::int64_t followingWord(std::int64_t offset) const {
    return offset + wordBytes - (offset + shift) % wordBytes;
  }
  std::int64_t bytes, shift;
  std::vector<Declared> words;
};
} // namespace

/// What the tag of an access says. Arrays count as bytes.
static Declared declaredBy(const MDNode *tag, std::int64_t bytes) {
  const auto *type = tag && tag->getNumOperands() > 1
                         ? dyn_cast<MDNode>(tag->getOperand(1))
                         : nullptr;
  const auto *name = type ? dyn_cast<MDString>(type->getOperand(0)) : nullptr;
  if (!name || (name->getString() == "omnipotent char" && bytes >= wordBytes))
    return Declared::Unknown;
  return name->getString() == "any pointer" ? Declared::Others
                                            : Declared::Numbers;
}

bool isCopiedNumber(const LoadInst &at) {
  return at.getName().ends_with(".copyload") && isNumberByTag(at);
}

bool isNumberByTag(const LoadInst &at) {
  return at.getType()->isIntegerTy() &&
         declaredBy(at.getMetadata(LLVMContext::MD_tbaa),
                    at.getType()->getIntegerBitWidth() / 8) ==
             Declared::Numbers;
}

/// By the members that the copy lists: first numbers, which have padding around
/// them, and then all else.
static void readMembers(const AnyMemTransferInst &at, Words &words) {
  const MDNode *members = at.getMetadata(LLVMContext::MD_tbaa_struct);
  const unsigned count = members ? members->getNumOperands() : 0;
  const auto numberAt = [&](unsigned i) {
    return static_cast<std::int64_t>(
        mdconst::extract<ConstantInt>(members->getOperand(i))->getZExtValue());
  };
  for (const Declared kind : {Declared::Numbers, Declared::Others})
    for (unsigned i = 0; i + 2 < count; i += 3)
      if (declaredBy(dyn_cast<MDNode>(members->getOperand(i + 2)),
                     numberAt(i + 1)) == kind)
        words.set(numberAt(i), numberAt(i + 1), kind);
}

/// By the class that the address is computed from, or the variable there.
static Words wordsAt(const Value *address, std::int64_t bytes,
                     const DataLayout &layout) {
  const auto *member = dyn_cast<GEPOperator>(address);
  const auto *variable = dyn_cast<AllocaInst>(address);
  APInt known(layout.getIndexTypeSizeInBits(address->getType()), 0);
  Type *whole = member     ? member->getSourceElementType()
                : variable ? variable->getAllocatedType()
                           : nullptr;
  const bool isKnown =
      whole && whole->isStructTy() && (!member || isDeclaring(*member)) &&
      (!member || member->accumulateConstantOffset(layout, known));
  const std::int64_t offset = isKnown ? known.getSExtValue() : 0;
  Words words(bytes, std::max<std::int64_t>(offset, 0));
  if (!isKnown || offset < 0 ||
      offset + bytes >
          static_cast<std::int64_t>(layout.getTypeAllocSize(whole)))
    return words;
  words.set(0, bytes, Declared::Numbers);
  findOthers(whole, layout, 0, [&](std::int64_t begin, std::int64_t length) {
    words.set(begin - offset, length, Declared::Others);
  });
  return words;
}

std::vector<CopiedPart> partsOfCopy(const AnyMemTransferInst &at,
                                    const DataLayout &layout) {
  const auto *length = dyn_cast<ConstantInt>(at.getLength());
  const std::int64_t bytes =
      length ? static_cast<std::int64_t>(length->getZExtValue()) : 0;
  if (bytes <= 0)
    return {CopiedPart()};
  Words from = wordsAt(at.getRawSource(), bytes, layout);
  Words to = wordsAt(at.getRawDest(), bytes, layout);
  readMembers(at, from);
  readMembers(at, to);
  // A copy of an object, or of what a variable begins with.
  const auto *initial = dyn_cast<GlobalVariable>(at.getRawSource());
  if (at.getMetadata(LLVMContext::MD_tbaa_struct) ||
      (initial && initial->isConstant())) {
    from.complete(to);
    to.complete(from);
    from.setUnknown(Declared::Others);
    to.setUnknown(Declared::Others);
  }
  std::vector<CopiedPart> parts;
  for (std::int64_t begin = 0; begin < bytes;) {
    const std::int64_t end =
        std::min(from.nextAfter(begin), to.nextAfter(begin));
    const CopiedPart next{begin, end, from[begin], to[begin]};
    if (!parts.empty() && parts.back().from == next.from &&
        parts.back().to == next.to)
      parts.back().end = end;
    else
      parts.push_back(next);
    begin = end;
  }
  return parts;
}

} // namespace redistc::effects

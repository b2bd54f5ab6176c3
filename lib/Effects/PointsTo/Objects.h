//===- Objects.h - Abstract memory -----------------------------*- C++ -*-===//
//
// Private to the Effects room: the memory objects of a program, and places in
// them. An object stands for all memory that one definition or allocation makes
// in one calling context. Objects that a loop makes anew for every item come
// twice: as they are in the present item, and as what earlier items left.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_EFFECTS_POINTSTO_OBJECTS_H
#define REDISTC_LIB_EFFECTS_POINTSTO_OBJECTS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Instruction.h"

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <vector>

namespace redistc::effects {

using NodeId = unsigned; ///< a value that may be an address
using ObjectId = unsigned;
using PlaceId = unsigned; ///< where an address may be in an object

inline constexpr unsigned none = ~0u;
/// Somewhere in the object: which element, or which member, is not known.
inline constexpr std::int64_t anywhere = -1;
/// By an amount that is not known, within the array that an address is in.
inline constexpr std::int64_t inArray =
    std::numeric_limits<std::int64_t>::min();
/// The same of an array of some bytes that begins where the address is.
inline constexpr std::int64_t inArrayOf(std::int64_t bytes) {
  return inArray + (std::int64_t{1} << 32) + bytes;
}
/// The bytes of `inArrayOf`; 0 of other amounts.
inline constexpr std::int64_t arrayBytes(std::int64_t amount) {
  const std::int64_t bytes = amount - inArrayOf(0);
  return bytes > 0 && bytes < std::int64_t{1} << 32 ? bytes : 0;
}
/// To a virtual base: in the stream that an address is in.
inline constexpr std::int64_t inStream = inArray + 1;
/// Not at all: the address becomes a number, or a pointer again.
inline constexpr std::int64_t toNumber = inArray + 2, toPointer = inArray + 3;
/// Not at all: of a number that is an address, a number is made that is none.
inline constexpr std::int64_t toBits = inArray + 4;
/// The same of a truth: whether a file was opened, and which of two processes
/// it is, is the same on every rank.
inline constexpr std::int64_t toTruth = inArray + 5;
/// Not at all: what is a number remains.
inline constexpr std::int64_t ifNumber = inArray + 6;

/// Longer copies do not tell offsets apart.
inline constexpr std::int64_t maxMoved = 512;

enum class ObjectKind {
  Unknown,   ///< memory of which nothing is known
  World,     ///< what code outside the translation unit keeps for itself
  Function,  ///< the code of a function
  Global,    ///< a variable of static storage
  Local,     ///< a variable of a function, or a temporary
  Heap,      ///< what an allocation makes
  Internal,  ///< what an object of a library keeps behind it
  Given,     ///< what an unseen caller has handed over
  Hidden,    ///< what functions of a library share: the standard output
  Exception, ///< where a thrown object is found again
  Bits,      ///< not memory: what a number is that means nothing elsewhere
};

/// When an operation is executed in a turn of a loop: in stages from `earliest`
/// to `latest`, counted from 1; before and behind all stages by default.
struct When {
  unsigned loop = none;
  unsigned earliest = 0, latest = none;
};

/// A pointer in an object is replaced before a stage, counted from 1: what was
/// stored there before is not found any more.
struct Replacement {
  std::int64_t offset = 0;
  unsigned stage = 0;
};

struct Object {
  ObjectKind kind = ObjectKind::Unknown;
  const llvm::Value *site = nullptr; ///< its definition, or its allocation
  unsigned instance = none;          ///< of the function that makes it
  unsigned loop = none;   ///< makes it anew for every item; none: no loop does
  bool isStaged = false;  ///< a stage finds there what earlier ones have stored
  bool isVersion = false; ///< not memory: what one stage finds in an object
  unsigned stage = none;  ///< of a version: that stage
  std::vector<Replacement> replaced; ///< in turns of the loop
  bool isPlain = false;              ///< its offsets are told apart
  bool isConstant = false;           ///< nothing is stored there
  bool isCharacters = false;         ///< of a string; not the string
  std::uint64_t size = 0;
  std::string name;      ///< of Hidden and Bits
  ObjectId older = none; ///< what earlier items left; made when it is stored
  /// What it is made of; null where that is not known.
  llvm::Type *type = nullptr;
  /// By offset and extent.
  std::map<std::pair<std::int64_t, std::int64_t>, PlaceId> places;
};

/// An offset in an object; one of the `extent` bytes from there; anywhere.
struct Place {
  ObjectId object = 0;
  std::int64_t offset = anywhere;
  std::int64_t extent = 0; ///< 0: the very offset
  NodeId content = none;   ///< the addresses that are stored there
  NodeId inner = none;     ///< those that are stored in the extent
  PlaceId plain = none;    ///< of an address that is a number: as a pointer
  bool isExact() const { return offset != anywhere && extent == 0; }
};

} // namespace redistc::effects

#endif

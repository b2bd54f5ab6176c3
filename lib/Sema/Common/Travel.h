//===- Travel.h - Serializable types ---------------------------*- C++ -*-===//
//
// Private to the Sema room: whether a value of a type can be sent to another
// rank, and whether sums of such values depend on the order, as far as the type
// shows. The runtime's headers make the same checks of their types.
//
//   std::map<std::string, Stats>     parts: std::string, Stats
//   struct Stats { std::string s; }  no 'serialize': cannot travel
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_SEMA_COMMON_TRAVEL_H
#define REDISTC_LIB_SEMA_COMMON_TRAVEL_H

#include "Common/InstanceContext.h"
#include "Common/StandardTypes.h"

namespace redistc::sema {

/// Why a value cannot travel, in the order of %select in CannotTravel and
/// CannotFlow; the last two concern variables, in pipelines alone.
enum class ObstacleKind {
  NoSerialize, ///< neither trivially copyable nor with serialization
  Pointer,     ///< an address, which is nothing on another rank
  View,        ///< elements that belong to something else
  Incomplete,  ///< nobody knows its size
  NotCopied,   ///< neither copied nor moved, as a mutex or an atomic
  Inherits,    ///< has members that the 'serialize' of its base leaves out
  HeldOwn,     ///< has serialization, but is sent as bytes of what holds it
  MayBeLarger, ///< another class behind a pointer to it
  Stateful,    ///< a comparator or an allocator whose value stays behind
  NoDefault,   ///< cannot be made where it arrives
  Const,       ///< cannot be written where it arrives
  TwoWays,     ///< has a 'serialize', and that of a standard class, its base
  Volatile,    ///< may change at any time
  Nameless,    ///< an anonymous union
};

struct Obstacle {
  ObstacleKind kind;
  clang::QualType type; ///< the type itself, or the part of it to blame
  /// How the part is reached: "member 'next' of 'Node'"; empty: it is all, or
  /// the type itself shows it.
  std::string path = "";
  std::string container = ""; ///< the outermost one around the path

  /// What follows the reason in messages.
  std::string place() const {
    if (path.empty())
      return "";
    return ": " + path + (container.empty() ? "" : " in " + container);
  }
};

/// None: with a `serialize` (or `save` and `load`), member or function, which
/// is then called; trivially copyable without an address in it (but for 'tm',
/// which names its time zone); or a standard container of what travels. Types
/// that depend on template parameters are taken to travel.
std::optional<Obstacle> findObstacle(InstanceContext &, clang::QualType,
                                     clang::SourceLocation);

/// The same where another rank goes on with the value, so that what a pointer
/// to a base may point to has to be known.
std::optional<Obstacle> findObstacleToUse(InstanceContext &, clang::QualType,
                                          clang::SourceLocation);

/// The same where values are only compared with themselves: addresses inside
/// what is copied as bytes do no harm.
std::optional<Obstacle> findObstacleToCompare(InstanceContext &,
                                              clang::QualType,
                                              clang::SourceLocation);

/// Addresses in a trivially copyable type that is sent as its bytes, whatever
/// functions it has.
std::optional<Obstacle> findObstacleInBytes(InstanceContext &, clang::QualType,
                                            clang::SourceLocation);

/// Trivially copyable, and without functions that serialise it or a part of it
/// (redist::detail::travels_as_bytes).
bool travelsAsBytes(InstanceContext &, clang::QualType, clang::SourceLocation);

/// A note at a class without serialization: the function that lets it travel.
/// Absent where it has bases, a destructor of its own, or members that do not
/// travel, are constant or have no name.
std::optional<SecondPlace>
proposedSerialize(InstanceContext &, const Obstacle &, clang::SourceLocation);

/// Only integers and what is made of them in an order of its own, so that no
/// rounding is involved. Sequences keep the order of the operands: they count
/// only where that is the order of ranks (`isOrdered`). Conservative.
bool isExactType(InstanceContext &, clang::QualType, bool isOrdered);

} // namespace redistc::sema

#endif

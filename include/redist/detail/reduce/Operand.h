//===- Operand.h - Type-erased operand of a reduction ----------*- C++ -*-===//
//
// What the compiled runtime sees of the items and the operator of one `#pragma
// reduce` on one rank. The templates of Reduce.h implement it; the engine of
// runtime/Reduction drives it. C++17, no MPI.
//
// Life: the items hold this rank's own value. begin() makes the accumulator
// from them; combine() takes what came from other ranks; pack() gives bytes for
// the parent; assign() replaces the accumulator by the result of another rank;
// commit() alone changes the user's items. Whatever throws before commit()
// leaves them as they were.
//
// combine() is called on a helper thread while the caller's thread talks to
// MPI; calls never overlap. Implementations call no MPI there.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_DETAIL_REDUCE_OPERAND_H
#define REDIST_DETAIL_REDUCE_OPERAND_H

#include "redist/detail/reduce/BuiltinReduction.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace redist::detail {

/// Bytes that somebody else owns.
struct byte_view {
  const std::byte *data = nullptr;
  std::size_t size = 0;
};

/// Memory of an item: `count` stretches of `size` bytes, each `step` bytes
/// behind the one before it.
struct memory_row {
  const std::byte *first = nullptr;
  std::size_t size = 0;
  std::int64_t count = 0, step = 0;
};

class operand {
public:
  virtual ~operand() = default;

  /// Bytes of each message where all values have the same number of them on
  /// this rank (trivially copyable items, sections); -1: sizes differ, each
  /// message tells its own.
  virtual std::int64_t fixed_bytes() const = 0;
  /// Where the value may be cut: a multiple of this many bytes of a fixed
  /// operand that is combined element by element; 0: it may not be cut.
  virtual std::int64_t grain_bytes() const = 0;
  /// Words that must be equal on all ranks: one for each item, its number of
  /// elements. Throws redist::error (no position) where this rank's items are
  /// impossible: a section beyond its object.
  virtual void append_shape(std::vector<std::int64_t> &words) const = 0;
  /// The bits of the result do not depend on the tree: no floating-point
  /// rounding is involved, as far as types tell.
  virtual bool is_exact() const = 0;
  /// combine() throws nothing, and neither does any other member.
  virtual bool is_noexcept() const = 0;
  /// Values are of fixed size, and combine() throws nothing.
  virtual bool is_quiet() const { return is_noexcept(); }

  /// A built-in operator on arithmetic types; otherwise its `op` or `type` is
  /// none. The numbers are those of pack(), side by side.
  virtual builtin_reduction builtin() const { return {}; }

  /// Where the items are. Precondition: append_shape() has not thrown.
  virtual void append_memory(std::vector<memory_row> &) const {}
  /// The items themselves, as pack() has them, where they lie so; else null.
  /// What is written there instead of begin() and assign() needs commit(), too.
  virtual std::byte *in_place() { return nullptr; }

  /// From here on there is an accumulator. Not called on ranks that only send.
  virtual void begin() = 0;
  /// The value is that of the items again.
  virtual void restart() {}
  /// The present value, of the accumulator if begun, else of the items:
  /// in place where that is contiguous already, otherwise written to `buffer`,
  /// which is reused. Valid until the next call of another member.
  virtual byte_view pack(std::vector<std::byte> &buffer) const = 0;
  /// accumulator = received is_left ? op(received, acc) : op(acc, received).
  /// `offset`: in bytes, of a piece (grain_bytes()); 0 for whole values. The
  /// bytes may be written. Throws what the operator throws.
  virtual void combine(std::byte *received, std::size_t size, bool is_left,
                       std::size_t offset) = 0;
  /// Whether begin_in() may stand for begin() and the first combine() of a
  /// whole value, which is received there.
  virtual bool may_begin_in(const std::byte *, bool /*is_left*/) const {
    return false;
  }
  /// accumulator = op(received, items), in the memory of what is received,
  /// which has to stay until the operand is gone: the items are not copied.
  /// Throws what the operator throws.
  virtual void begin_in(std::byte *) {}
  /// into = op(into, from), both as pack() has them, or pieces of that: whole
  /// values where grain_bytes() is 0. Any addresses; both may be written.
  /// Precondition: of fixed size. Throws what the operator throws.
  virtual void combine_bytes(std::byte *, std::byte *, std::size_t) {}
  /// accumulator = the value in these bytes (a piece of it).
  virtual void assign(const std::byte *received, std::size_t size,
                      std::size_t offset) = 0;
  /// items = accumulator.
  virtual void commit() = 0;
};

} // namespace redist::detail

#endif

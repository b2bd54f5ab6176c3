//===- CallBuffers.h - Buffers for the results of a call -------*- C++ -*-===//
//
// Where an execution reads and writes for each object, and what happens when
// all data has arrived. A target is written in place; or, if its elements may
// be those of a source, into a copy that replaces it afterwards; or into memory
// that a container allocates, which becomes the container's storage. What
// several owners have of an element comes into memory of its own, and is
// combined with the target afterwards (OwnerSums.h).
//
//   prepare() and overlaps are found, room is made; nothing has changed
//   begin()   the ranks have agreed: the execution may read and write
//   finish()  all has arrived: the objects have it
//   cancel()  instead of begin() and finish()
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_REDISTRIBUTE_CALLBUFFERS_H
#define REDIST_RUNTIME_REDISTRIBUTE_CALLBUFFERS_H

#include "Call/Operators.h"
#include "Call/ValidatedCall.h"
#include "Owners/OwnerSums.h"
#include "Redistribute/ContainerPool.h"
#include "Support/BufferArena.h"
#include "Support/RangeTree.h"

#include "redist/detail/reduce/Operand.h"

namespace redist::runtime {

/// Reused from call to call: then it allocates nothing.
class CallBuffers {
public:
  /// What the plan says of this rank's storage.
  struct Needs {
    std::int64_t sourceElements, targetElements;
    bool coversTarget; ///< every element of the target is written
    bool keepsPart;    ///< in place, but containers have what they had
    bool isDisjoint;   ///< no element is both read and written
    bool combines;     ///< what arrives, with what the target has
    bool hasParts;     ///< elements are combined from parts
    /// By object: it has another layout now and must make room for the new one.
    const std::vector<bool> &changesLayout;
    /// By object: source and target are different elements of one array.
    const std::vector<bool> &movesWithin;
    std::shared_ptr<const OwnerSums> sums; ///< null: there are none
  };

  /// Throws what making room throws. `next`: the layout that the objects will
  /// have.
  void prepare(std::span<const detail::object_entry> entries,
               const Needs &needs, const detail::object_layout &next,
               ContainerPool &pool);
  /// Before prepare(): the entries of objects whose rows lie apart get the
  /// addresses of memory where these lie one behind the other. Throws where
  /// rows have different lengths, and what making room throws.
  void gatherRows(std::span<detail::object_entry> entries);
  void begin();
  void finish() noexcept;
  void cancel() noexcept;

  /// The storage of the objects, and where containers are.
  void appendMemory(std::vector<MemoryRange> &read,
                    std::vector<MemoryRange> &written) const;
  /// Whether a call with these objects would write what this one reads or
  /// writes, or read what this one writes, before it is finished.
  bool conflictsWith(std::span<const detail::object_entry> entries,
                     std::int64_t sourceElements,
                     std::int64_t targetElements) const;
  /// Whether a reduction would write what this one reads or writes.
  bool conflictsWith(std::span<const detail::memory_row> rows) const;

  std::span<const void *const> sources() const { return from; }
  std::span<void *const> targets() const { return to; }
  /// Of the execution.
  Combiners combiners() const {
    return {ownSums ? std::span<const Combiner>() : combinerList,
            partCombiners};
  }

private:
  struct Piece {
    std::byte *final = nullptr;      ///< copied to from `to` at the end
    const std::byte *keep = nullptr; ///< copied into `to` at the beginning
    std::int64_t finalBytes = 0, keepBytes = 0;
    void *container = nullptr; ///< makes room
    const detail::container_hooks *hooks = nullptr;
    void *spare = nullptr;
    bool isNew = false;     ///< the spare is not of the pool
    void *object = nullptr; ///< to whose rows the target is copied at the end
    const detail::row_hooks *rowHooks = nullptr;
    // The storage of the object itself.
    const void *source = nullptr;
    void *target = nullptr;
    std::int64_t sourceBytes = 0, targetBytes = 0;
  };
  void makeRoom(const detail::object_entry &entry, const Needs &needs,
                const detail::object_layout &next, bool isExact, Piece &piece);
  void stage(std::span<const detail::object_entry> entries, const Needs &needs);
  void makeRoomForSums(std::span<const detail::object_entry> entries);
  void giveSpares() noexcept;

  ContainerPool *spares = nullptr;
  BufferArena staging, rows;
  std::vector<Piece> pieces;
  std::vector<const void *> from;
  std::vector<void *> to;
  std::vector<Combiner> combinerList, partCombiners; ///< by object, or empty
  std::shared_ptr<const OwnerSums> ownSums;          ///< null: there are none
  std::vector<std::int64_t> elementBytes; ///< by object, where there are
};

/// Two targets of one call share memory: what is wrong with that; else empty.
std::string problemOfTargets(std::span<const detail::object_entry> entries,
                             std::int64_t targetElements);

} // namespace redist::runtime

#endif

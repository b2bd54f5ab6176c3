//===- CallBuffers.cpp - Buffers for the results of a call ----------------===//
#include "Redistribute/CallBuffers.h"

#include "Support/ItemMemory.h"

#include <algorithm>
#include <cstring>
#include <functional>

namespace redist::runtime {

using detail::object_entry;

/// Whether two stretches of memory share a byte.
static bool overlap(const void *a, std::int64_t aBytes, const void *b,
                    std::int64_t bBytes) {
  const auto *const first = static_cast<const std::byte *>(a);
  const auto *const second = static_cast<const std::byte *>(b);
  const std::less<const std::byte *> before;
  return aBytes > 0 && bBytes > 0 && before(first, second + bBytes) &&
         before(second, first + aBytes);
}

static std::int64_t bytesOf(const object_entry &entry, std::int64_t elements) {
  return elements * static_cast<std::int64_t>(entry.element_size);
}

/// The same in whole cache lines.
static std::int64_t roomOf(const object_entry &entry, std::int64_t elements) {
  constexpr std::int64_t line = 64;
  return (bytesOf(entry, elements) + line - 1) / line * line;
}

/// Of a container that is too small no more than is there.
static std::int64_t targetBytesOf(const object_entry &entry,
                                  std::int64_t targetElements) {
  return bytesOf(entry, entry.target_size == detail::unknown_size
                            ? targetElements
                            : std::min(entry.target_size, targetElements));
}

std::string problemOfTargets(std::span<const object_entry> entries,
                             std::int64_t targetElements) {
  const auto bytesThere = [&](const object_entry &entry) {
    return targetBytesOf(entry, targetElements);
  };
  for (std::size_t i = 0; i < entries.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const object_entry &a = entries[j];
      const object_entry &b = entries[i];
      const bool isSame =
          targetElements > 0 &&
          ((a.container && a.container == b.container) ||
           (a.target_rows && a.target_object == b.target_object));
      if (isSame || overlap(a.target, bytesThere(a), b.target, bytesThere(b)))
        return "objects " + std::to_string(j) + " and " + std::to_string(i) +
               " are to be written to the same storage";
    }
  return "";
}

/// A container makes room for what it is to hold, exactly that in place; one
/// that is merely too small keeps what it has.
void CallBuffers::makeRoom(const object_entry &entry, const Needs &needs,
                           const detail::object_layout &next, bool isExact,
                           Piece &piece) {
  const detail::container_hooks &hooks = *entry.hooks;
  piece.container = entry.container;
  piece.hooks = &hooks;
  piece.isNew = !isExact && hooks.make_spare;
  piece.spare =
      piece.isNew ? hooks.make_spare(entry.container)
                  : spares->take(hooks, entry.container, needs.targetElements);
  to.back() =
      hooks.provide(entry.container, piece.spare, needs.targetElements, next);
  if (piece.isNew && !needs.coversTarget) {
    piece.keep = static_cast<const std::byte *>(entry.target);
    piece.keepBytes =
        bytesOf(entry, std::min(entry.target_size, needs.targetElements));
  }
}

/// Targets of which elements may be read are written elsewhere first.
void CallBuffers::stage(std::span<const object_entry> entries,
                        const Needs &needs) {
  std::int64_t total = 0;
  const auto isStaged = [&](std::size_t i) {
    const std::int64_t size = bytesOf(entries[i], needs.targetElements);
    const auto isRead = [&](const object_entry &other) {
      const bool isOwn = &other == &entries[i] && needs.movesWithin[i];
      return !isOwn &&
             overlap(other.source, bytesOf(other, needs.sourceElements),
                     entries[i].target, size);
    };
    return !pieces[i].hooks &&
           std::any_of(entries.begin(), entries.end(), isRead);
  };
  const auto room = [&](std::size_t i) {
    return roomOf(entries[i], needs.targetElements);
  };
  for (std::size_t i = 0; i < entries.size(); ++i)
    total += isStaged(i) ? room(i) : 0;
  staging.reserve(total);
  std::byte *next = staging.data();
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (!isStaged(i))
      continue;
    Piece &piece = pieces[i];
    piece.final = static_cast<std::byte *>(entries[i].target);
    piece.finalBytes = bytesOf(entries[i], needs.targetElements);
    if (!needs.coversTarget || needs.combines) {
      piece.keep = piece.final;
      piece.keepBytes = piece.finalBytes;
    }
    to[i] = next;
    next += room(i);
  }
}

void CallBuffers::gatherRows(std::span<object_entry> entries) {
  const auto room = [&](const object_entry &entry, bool ofTarget) {
    const bool isOwn = ofTarget ? entry.target_rows && !entry.in_place
                                : entry.source_rows != nullptr;
    const std::int64_t elements =
        ofTarget ? entry.target_size : entry.source_size;
    return isOwn ? roomOf(entry, elements) : 0;
  };
  std::int64_t total = 0;
  for (const object_entry &entry : entries)
    total += room(entry, false) + room(entry, true);
  if (total == 0)
    return;
  rows.reserve(total);
  std::byte *next = rows.data();
  for (object_entry &entry : entries) {
    if (entry.source_rows) {
      entry.source_rows->gather(entry.source_object, next);
      entry.source = next;
      next += room(entry, false);
    }
    if (!entry.target_rows)
      continue;
    if (entry.in_place) {
      entry.target = const_cast<void *>(entry.source);
      continue;
    }
    entry.target_rows->gather(entry.target_object, next);
    entry.target = next;
    next += room(entry, true);
  }
}

/// What is brought for each object comes into memory of its own.
void CallBuffers::makeRoomForSums(std::span<const object_entry> entries) {
  const auto room = [&](const object_entry &entry) {
    return roomOf(entry, ownSums->elements());
  };
  std::int64_t total = 0;
  for (const object_entry &entry : entries)
    total += room(entry);
  staging.reserve(total);
  std::byte *next = staging.data();
  elementBytes.clear();
  for (std::size_t i = 0; i < entries.size(); ++i) {
    to[i] = next;
    next += room(entries[i]);
    elementBytes.push_back(bytesOf(entries[i], 1));
  }
}

void CallBuffers::prepare(std::span<const object_entry> entries,
                          const Needs &needs, const detail::object_layout &next,
                          ContainerPool &pool) {
  spares = &pool;
  ownSums = needs.sums;
  pieces.clear();
  from.clear();
  to.clear();
  combinerList.clear();
  partCombiners.clear();
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const object_entry &entry = entries[i];
    Piece &piece = pieces.emplace_back();
    piece.source = entry.source;
    piece.sourceBytes = bytesOf(entry, needs.sourceElements);
    piece.target = entry.target;
    piece.rowHooks = entry.target_rows;
    piece.object = const_cast<void *>(entry.target_object);
    piece.targetBytes = targetBytesOf(entry, needs.targetElements);
    from.push_back(entry.source);
    to.push_back(entry.target);
    const bool isExact =
        (entry.in_place && !needs.keepsPart) || needs.changesLayout[i];
    const bool grows = isExact || (!entry.target_knows &&
                                   entry.target_size < needs.targetElements);
    if (entry.hooks && grows)
      makeRoom(entry, needs, next, isExact, piece);
    if (needs.combines)
      combinerList.push_back(combinerOf(entry.combiner));
    if (needs.hasParts)
      partCombiners.push_back(combinerOf(entry.parts));
  }
  if (ownSums)
    makeRoomForSums(entries);
  else if (!needs.isDisjoint)
    stage(entries, needs);
}

void CallBuffers::appendMemory(std::vector<MemoryRange> &read,
                               std::vector<MemoryRange> &written) const {
  for (const Piece &piece : pieces) {
    read.push_back(MemoryRange::of(piece.source, piece.sourceBytes));
    written.push_back(MemoryRange::of(piece.target, piece.targetBytes));
    written.push_back(MemoryRange::of(piece.container, 1));
    if (piece.rowHooks)
      written.push_back(MemoryRange::of(piece.object, 1));
  }
}

bool CallBuffers::conflictsWith(std::span<const object_entry> entries,
                                std::int64_t sourceElements,
                                std::int64_t targetElements) const {
  for (const object_entry &entry : entries)
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      const Piece &piece = pieces[i];
      const std::int64_t written = targetBytesOf(entry, targetElements);
      // What is staged, or comes into room of its own, is not written yet.
      const bool isWritten = to[i] == piece.target;
      const bool isOfRows =
          piece.rowHooks && (piece.object == entry.source_object ||
                             piece.object == entry.target_object);
      if (isOfRows || (piece.container && piece.container == entry.container) ||
          overlap(entry.target, written, piece.source, piece.sourceBytes) ||
          overlap(entry.target, written, piece.target, piece.targetBytes) ||
          (isWritten && overlap(entry.source, bytesOf(entry, sourceElements),
                                piece.target, piece.targetBytes)))
        return true;
    }
  return false;
}

bool CallBuffers::conflictsWith(
    std::span<const detail::memory_row> rows) const {
  const auto isIn = [&](const void *first, std::int64_t bytes) {
    const detail::memory_row own{static_cast<const std::byte *>(first),
                                 static_cast<std::size_t>(bytes), 1, 0};
    return shareMemory({&own, 1}, rows);
  };
  return std::any_of(pieces.begin(), pieces.end(), [&](const Piece &piece) {
    return isIn(piece.source, piece.sourceBytes) ||
           isIn(piece.target, piece.targetBytes) ||
           isIn(piece.container, piece.container ? 1 : 0);
  });
}

void CallBuffers::begin() {
  for (std::size_t i = 0; i < pieces.size(); ++i)
    if (pieces[i].keepBytes > 0)
      std::memcpy(to[i], pieces[i].keep,
                  static_cast<std::size_t>(pieces[i].keepBytes));
}

void CallBuffers::giveSpares() noexcept {
  for (Piece &piece : pieces) {
    if (!piece.spare)
      continue;
    if (piece.isNew)
      piece.hooks->free_spare(piece.spare);
    else
      spares->give(*piece.hooks, piece.spare);
    piece.spare = nullptr;
  }
}

void CallBuffers::finish() noexcept {
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const Piece &piece = pieces[i];
    if (piece.finalBytes > 0)
      std::memcpy(piece.final, to[i],
                  static_cast<std::size_t>(piece.finalBytes));
    if (piece.hooks)
      piece.hooks->finish(piece.container, piece.spare);
    if (ownSums)
      ownSums->combine(combinerList[i], elementBytes[i],
                       static_cast<const std::byte *>(to[i]),
                       static_cast<std::byte *>(piece.target));
    if (piece.rowHooks && !piece.hooks)
      piece.rowHooks->scatter(piece.object,
                              static_cast<const std::byte *>(piece.target));
  }
  ownSums.reset();
  giveSpares();
}

void CallBuffers::cancel() noexcept {
  ownSums.reset();
  giveSpares();
}

} // namespace redist::runtime

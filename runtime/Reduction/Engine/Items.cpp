//===- Items.cpp - Untyped parts of reduction items -----------------------===//
//
// Room Runtime. The parts of FixedPart.h and Section.h that need no types:
// whether a section lies inside its object, and memory for accumulators.
//
//===----------------------------------------------------------------------===//
#define REDIST_RUNTIME_BUILD
#include "Support/Immortal.h"

#include "redist/Error.h"
#include "redist/detail/reduce/FixedPart.h"

#include <algorithm>
#include <mutex>

namespace redist::runtime {

/// Memory that reductions have given back. Accumulators are given back by the
/// thread that completes a reduction, which may be another one than took them.
class SpareMemory {
public:
  struct Piece {
    detail::raw_memory memory;
    std::size_t capacity = 0;
  };

  static SpareMemory &ofProcess() {
    static Immortal<SpareMemory> pool;
    return pool.get();
  }

  /// The smallest that is large enough, but not much too large.
  Piece take(std::size_t bytes) {
    constexpr std::size_t waste = 4; ///< at most so many times too large
    const std::lock_guard lock(mutex);
    const auto fits = [=](const Piece &one) {
      return one.capacity >= bytes && one.capacity / waste <= bytes + 4096;
    };
    auto best = pieces.end();
    for (auto it = pieces.begin(); it != pieces.end(); ++it)
      if (fits(*it) && (best == pieces.end() || it->capacity < best->capacity))
        best = it;
    if (best == pieces.end())
      return {detail::make_raw_memory(bytes), bytes};
    Piece taken = std::move(*best);
    pieces.erase(best);
    return taken;
  }

  void give(Piece piece) noexcept {
    const std::lock_guard lock(mutex);
    if (pieces.size() == most)
      pieces.erase(pieces.begin()); // the longest unused
    try {
      pieces.reserve(most);
    } catch (const std::bad_alloc &) {
      return;
    }
    pieces.push_back(std::move(piece));
  }

private:
  static constexpr std::size_t most = 16;
  std::mutex mutex;
  std::vector<Piece> pieces;
};

} // namespace redist::runtime

namespace redist::detail {

using runtime::SpareMemory;

std::byte *spare_memory::take(std::size_t bytes, std::size_t alignment) {
  SpareMemory::Piece piece = SpareMemory::ofProcess().take(bytes + alignment);
  memory = std::move(piece.memory);
  capacity = piece.capacity;
  void *place = memory.get();
  std::size_t room = capacity;
  return static_cast<std::byte *>(std::align(alignment, bytes, place, room));
}

spare_memory::~spare_memory() {
  if (memory)
    SpareMemory::ofProcess().give({std::move(memory), capacity});
}

static std::string shown(std::int64_t lower, std::int64_t count,
                         std::int64_t stride) {
  std::string text =
      "[" + std::to_string(lower) + " : " + std::to_string(count);
  if (stride != 1)
    text += " : " + std::to_string(stride);
  return text + "]";
}

void check_section(int item, std::int64_t lower, std::int64_t count,
                   std::int64_t stride, std::int64_t available, bool is_null) {
  const auto reject = [&](const std::string &why) {
    throw error("the section " + shown(lower, count, stride) + " of item " +
                std::to_string(item) + " " + why);
  };
  if (count < 0)
    reject("has a negative length");
  if (stride == 0)
    reject("has stride 0");
  if (count == 0)
    return;
  if (is_null)
    reject("is one of a null pointer");
  if (available < 0)
    return;
  const bool beginsInside = lower >= 0 && lower < available;
  // Steps from the first element to the end of the object.
  const std::int64_t room = !beginsInside ? 0
                            : stride > 0  ? (available - 1 - lower) / stride
                                          : -(lower / stride);
  if (!beginsInside || count - 1 > room)
    reject("does not lie inside an object of " + std::to_string(available) +
           (available == 1 ? " element" : " elements"));
}

} // namespace redist::detail

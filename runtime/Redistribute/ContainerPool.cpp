//===- ContainerPool.cpp - Pool of spare containers -----------------------===//
#include "Redistribute/ContainerPool.h"

#include <algorithm>

namespace redist::runtime {

/// Programs alternate between few sizes; more than this many spares of all
/// types would only hold memory.
static constexpr std::size_t maxSpares = 8;

/// A large spare is not given to a small object, which would keep the memory.
static bool isWorthTaking(std::int64_t capacity, std::int64_t elements) {
  constexpr std::int64_t small = 1024;
  return capacity >= elements && capacity / 2 <= elements + small;
}

ContainerPool::~ContainerPool() {
  for (const Spare &spare : spares)
    spare.hooks->free_spare(spare.container);
}

void *ContainerPool::take(const detail::container_hooks &hooks,
                          const void *object, std::int64_t elements) {
  if (!hooks.make_spare)
    return nullptr;
  const auto capacity = [](const Spare &spare) {
    return spare.hooks->capacity(spare.container);
  };
  auto best = spares.end();
  for (auto it = spares.begin(); it != spares.end(); ++it)
    if (it->hooks == &hooks && isWorthTaking(capacity(*it), elements) &&
        (best == spares.end() || capacity(*it) < capacity(*best)))
      best = it;
  if (best == spares.end()) {
    // give() must not throw: room for what is taken, and what is there.
    spares.reserve(maxSpares + 1);
    return hooks.make_spare(object);
  }
  void *const container = best->container;
  spares.erase(best);
  return container;
}

void ContainerPool::give(const detail::container_hooks &hooks,
                         void *spare) noexcept {
  if (!spare)
    return;
  if (!hooks.is_shared) {
    hooks.free_spare(spare);
    return;
  }
  spares.push_back({&hooks, spare}); // take() has made room
  if (spares.size() > maxSpares) {
    spares.front().hooks->free_spare(spares.front().container);
    spares.erase(spares.begin());
  }
}

} // namespace redist::runtime

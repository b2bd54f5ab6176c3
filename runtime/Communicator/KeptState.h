//===- KeptState.h - Base of states kept with a communicator ---*- C++ -*-===//
//
// Each family of directives keeps its state in a class of its own, so that the
// communicator does not depend on the families, and a program links only the
// families that it uses.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_COMMUNICATOR_KEPTSTATE_H
#define REDIST_RUNTIME_COMMUNICATOR_KEPTSTATE_H

#include <memory>
#include <utility>

namespace redist::runtime {

/// Base of what is kept.
class KeptState {
public:
  KeptState() = default;
  KeptState(const KeptState &) = delete;
  KeptState &operator=(const KeptState &) = delete;
  virtual ~KeptState() = default;

private:
  friend class KeptStates;
  const void *keyOfClass = nullptr;
  std::unique_ptr<KeptState> next;
};

/// One of a class at most.
class KeptStates {
public:
  /// Null: there is none.
  template <typename Kept> Kept *find() const {
    for (KeptState *one = first.get(); one; one = one->next.get())
      if (one->keyOfClass == &keyOf<Kept>)
        return static_cast<Kept *>(one);
    return nullptr;
  }
  /// Precondition: there is none. Allocates nothing.
  template <typename Kept> Kept &keep(std::unique_ptr<Kept> made) noexcept {
    Kept &kept = *made;
    made->keyOfClass = &keyOf<Kept>;
    made->next = std::move(first);
    first = std::move(made);
    return kept;
  }

private:
  template <typename> static inline char keyOf = 0; // its address counts

  std::unique_ptr<KeptState> first; ///< the newest
};

} // namespace redist::runtime

#endif

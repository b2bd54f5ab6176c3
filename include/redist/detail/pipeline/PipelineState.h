//===- PipelineState.h - State of a stage as bytes -------------*- C++ -*-===//
//
// State of a pipeline's stage as bytes, to move it to another rank and to
// update all ranks. C++17, no MPI.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_DETAIL_PIPELINE_PIPELINESTATE_H
#define REDIST_DETAIL_PIPELINE_PIPELINESTATE_H

#include "redist/detail/types/Serialize.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <type_traits>
#include <vector>

namespace redist::detail {

class kept_state {
public:
  virtual ~kept_state() = default;
  /// Appends its bytes.
  virtual void save(std::vector<std::byte> &bytes) const = 0;
  /// What save() has written; the bytes behind it. Throws where that ends too
  /// early.
  virtual const std::byte *load(const std::byte *bytes, std::size_t size) = 0;

protected:
  kept_state() = default;
  kept_state(const kept_state &) = default;
  kept_state &operator=(const kept_state &) = default;
};

template <typename T> class typed_state final : public kept_state {
public:
  explicit typed_state(T &kept) : variable(kept) {
    if constexpr (!is_plain)
      require_serialization<T>();
  }

  void save(std::vector<std::byte> &bytes) const override {
    output_archive archive(bytes, /*room=*/true);
    if constexpr (is_plain)
      archive.write(std::addressof(variable), data_size<T>);
    else
      archive(static_cast<const T &>(variable));
  }
  const std::byte *load(const std::byte *bytes, std::size_t size) override {
    input_archive archive(bytes, size, /*room=*/true);
    if constexpr (is_plain)
      archive.read(static_cast<void *>(std::addressof(variable)), data_size<T>);
    else
      archive(variable);
    return bytes + (size - archive.remaining());
  }

  static constexpr bool is_plain = travels_as_bytes<T>::value;

private:
  T &variable;
};

/// Other threads of the rank may use it meanwhile.
template <typename T>
class typed_state<std::atomic<T>> final : public kept_state {
public:
  explicit typed_state(std::atomic<T> &kept) : variable(kept) {}

  void save(std::vector<std::byte> &bytes) const override {
    T value = variable.load();
    typed_state<T>(value).save(bytes);
  }
  const std::byte *load(const std::byte *bytes, std::size_t size) override {
    T value = variable.load();
    const std::byte *const behind = typed_state<T>(value).load(bytes, size);
    variable.store(value);
    return behind;
  }

private:
  std::atomic<T> &variable;
};

/// A number that ranks only add to, modulo its range.
class added_number {
public:
  virtual ~added_number() = default;
  /// What this rank has added since the construction.
  virtual std::uint64_t added() const = 0;
  /// What all ranks have added.
  virtual void set_added(std::uint64_t sum) = 0;

protected:
  added_number() = default;
  added_number(const added_number &) = default;
  added_number &operator=(const added_number &) = default;
};

template <typename T> class added_atomic final : public added_number {
public:
  explicit added_atomic(std::atomic<T> &number)
      : variable(number), before(static_cast<std::uint64_t>(number.load())) {}

  std::uint64_t added() const override {
    return static_cast<std::uint64_t>(variable.load()) - before;
  }
  void set_added(std::uint64_t sum) override {
    variable.store(static_cast<T>(before + sum));
  }

private:
  std::atomic<T> &variable;
  std::uint64_t before;
};

/// `count` objects at `first`, which may be null. Ranks may have another number
/// of them, or none: what arrives fills as many as there are on both sides.
template <typename T> class elements_state final : public kept_state {
public:
  elements_state(T *begin, std::size_t size)
      : first(begin), count(begin == nullptr ? 0 : size) {}

  void save(std::vector<std::byte> &bytes) const override {
    output_archive archive(bytes);
    archive(static_cast<std::uint64_t>(count));
    if constexpr (typed_state<T>::is_plain)
      return archive.write(first, data_size_of_row<T>(count));
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t at = bytes.size();
      archive(std::uint64_t{0});
      typed_state<T>(first[i]).save(bytes);
      const std::uint64_t length = bytes.size() - at - sizeof length;
      std::memcpy(bytes.data() + at, &length, sizeof length);
    }
  }
  const std::byte *load(const std::byte *bytes, std::size_t size) override {
    input_archive archive(bytes, size);
    std::uint64_t there = 0, length = 0;
    archive(there);
    if constexpr (typed_state<T>::is_plain) {
      const std::byte *const values =
          archive.take(data_size_of_row<T>(static_cast<std::size_t>(there)));
      const std::size_t both = std::min(count, static_cast<std::size_t>(there));
      if (both > 0)
        std::memcpy(static_cast<void *>(first), values,
                    data_size_of_row<T>(both));
      return bytes + (size - archive.remaining());
    }
    for (std::uint64_t i = 0; i < there; ++i) {
      archive(length);
      const std::size_t known = static_cast<std::size_t>(length);
      const std::byte *const value = archive.take(known);
      if (i < count)
        typed_state<T>(first[i]).load(value, known);
    }
    return bytes + (size - archive.remaining());
  }

private:
  T *first;
  std::size_t count;
};

} // namespace redist::detail

#endif

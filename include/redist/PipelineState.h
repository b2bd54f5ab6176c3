//===- PipelineState.h - Variables that belong to a stage ------*- C++ -*-===//
//
// State of a pipeline's stage as bytes, to move it to another rank and to bring
// all ranks up to date. C++17, no MPI.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_PIPELINESTATE_H
#define REDIST_PIPELINESTATE_H

#include "redist/Serialize.h"

#include <cstddef>
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
    output_archive archive(bytes);
    if constexpr (is_plain)
      archive.write(std::addressof(variable), sizeof(T));
    else
      archive(static_cast<const T &>(variable));
  }
  const std::byte *load(const std::byte *bytes, std::size_t size) override {
    input_archive archive(bytes, size);
    if constexpr (is_plain)
      archive.read(static_cast<void *>(std::addressof(variable)), sizeof(T));
    else
      archive(variable);
    return bytes + (size - archive.remaining());
  }

private:
  static constexpr bool is_plain =
      std::is_trivially_copyable<T>::value && !is_borrowed<T>::value;
  T &variable;
};

} // namespace redist::detail

#endif

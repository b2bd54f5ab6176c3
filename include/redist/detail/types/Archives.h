//===- Archives.h - Cereal archives over memory ----------------*- C++ -*-===//
//
// Cereal's archives for items whose size is not fixed: bytes that are appended
// to a vector, and read in place. Which types go through them, and how, is in
// Serialize.h. C++17, no MPI.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_DETAIL_TYPES_ARCHIVES_H
#define REDIST_DETAIL_TYPES_ARCHIVES_H

#include <cereal/cereal.hpp>

#include <cstddef>
#include <cstring>
#include <vector>

namespace redist::detail {

/// Appends to a vector of bytes.
class output_archive
    : public cereal::OutputArchive<output_archive,
                                   cereal::AllowEmptyClassElision> {
public:
  /// `room`: how many elements fit into vectors and strings without another
  /// allocation goes along, too.
  explicit output_archive(std::vector<std::byte> &buffer, bool room = false)
      : cereal::OutputArchive<output_archive, cereal::AllowEmptyClassElision>(
            this),
        keeps_room(room), bytes(buffer) {}

  void write(const void *data, std::size_t size) {
    const auto *const first = static_cast<const std::byte *>(data);
    bytes.insert(bytes.end(), first, first + size);
  }
  /// Room for `size` bytes; valid until the next call.
  std::byte *extend(std::size_t size) {
    bytes.resize(bytes.size() + size);
    return bytes.data() + (bytes.size() - size);
  }

  const bool keeps_room;

private:
  std::vector<std::byte> &bytes;
};

/// Reads from memory that somebody else owns. Throws cereal::Exception where
/// that ends too early.
class input_archive
    : public cereal::InputArchive<input_archive,
                                  cereal::AllowEmptyClassElision> {
public:
  input_archive(const std::byte *data, std::size_t size, bool room = false)
      : cereal::InputArchive<input_archive, cereal::AllowEmptyClassElision>(
            this),
        keeps_room(room), next(data), left(size) {}

  void read(void *data, std::size_t size) {
    const std::byte *const from = take(size);
    if (size > 0)
      std::memcpy(data, from, size);
  }
  /// The next `size` bytes, in place.
  const std::byte *take(std::size_t size) {
    if (size > left)
      throw cereal::Exception("a value from another rank ends too early");
    const std::byte *const taken = next;
    next += size;
    left -= size;
    return taken;
  }
  std::size_t remaining() const { return left; }

  const bool keeps_room;

private:
  const std::byte *next;
  std::size_t left;
};

} // namespace redist::detail

#endif

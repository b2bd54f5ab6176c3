//===- GzipFile.h - Files in chunks, and gzip members ----------*- C++ -*-===//
//
// Part of the example packer: the C library and zlib, no MPI and no directives.
// Comes in: the name of a file, any. Goes out: its chunks; each of them as a
// member of a gzip file (RFC 1952). Throws std::runtime_error where a file
// cannot be read.
//
//   a member: 10 bytes of header | deflated bytes | CRC-32 | length
//
// A gzip file is a sequence of members, and gzip -d writes what is in them, one
// after the other.
//
//===----------------------------------------------------------------------===//
#ifndef PACKER_GZIPFILE_H
#define PACKER_GZIPFILE_H

#include "../WholeFile.h"

#include <zlib.h>

#include <cstdint>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

using Bytes = std::vector<unsigned char>;

/// A file, chunk by chunk; opened when the first one is asked for, so that one
/// rank alone opens it. Holds two chunks, however large the file is.
class ChunkReader {
public:
  ChunkReader(const std::string &name, std::size_t bytes)
      : path(name), chunkBytes(bytes) {}

  /// Whether there is another chunk. An empty file has one, which is empty.
  bool hasNext() {
    if (!file)
      open();
    return !isOver;
  }
  Bytes next() {
    Bytes chunk = read();
    chunk.swap(ahead);
    isOver = ahead.empty();
    return chunk;
  }

private:
  void open() {
    file.reset(std::fopen(path.c_str(), "rb"));
    if (!file)
      failTo("open", path);
    ahead = read();
  }
  Bytes read() {
    Bytes chunk(chunkBytes);
    chunk.resize(std::fread(chunk.data(), 1, chunkBytes, file.get()));
    if (std::ferror(file.get()))
      failTo("read", path);
    return chunk;
  }

  std::string path;
  std::size_t chunkBytes;
  File file;
  Bytes ahead;
  bool isOver = false;
};

/// The bytes as deflate packs them, without header and trailer.
inline Bytes deflated(const Bytes &raw, int level) {
  z_stream stream = {};
  if (deflateInit2(&stream, level, Z_DEFLATED, -MAX_WBITS, 8,
                   Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::runtime_error("zlib has no memory");
  Bytes packed(deflateBound(&stream, static_cast<uLong>(raw.size())));
  stream.next_in = const_cast<Bytef *>(raw.data()); // zlib only reads it
  stream.avail_in = static_cast<uInt>(raw.size());
  stream.next_out = packed.data();
  stream.avail_out = static_cast<uInt>(packed.size());
  const int status = deflate(&stream, Z_FINISH);
  packed.resize(packed.size() - stream.avail_out);
  deflateEnd(&stream);
  if (status != Z_STREAM_END)
    throw std::runtime_error("zlib did not finish a chunk");
  return packed;
}

inline std::uint32_t checksum(const Bytes &raw) {
  return static_cast<std::uint32_t>(
      crc32(0, raw.data(), static_cast<uInt>(raw.size())));
}

/// A complete member; below 2^32 bytes.
inline Bytes memberOf(const Bytes &packed, std::uint32_t crc,
                      std::size_t rawBytes) {
  // No name, no time, made on Unix.
  Bytes member = {0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3};
  member.insert(member.end(), packed.begin(), packed.end());
  const auto append = [&](std::uint32_t number) { // the lowest byte first
    for (int shift = 0; shift < 32; shift += 8)
      member.push_back(static_cast<unsigned char>(number >> shift));
  };
  append(crc);
  append(static_cast<std::uint32_t>(rawBytes));
  return member;
}

#endif

//===- GzipFile.h - Files in chunks, and gzip members ----------*- C++ -*-===//
//
// Part of the example packer: the C library and zlib, no MPI and no directives.
// Comes in: the name of a file, any. Goes out: its chunks; each of them as a
// member of a gzip file (RFC 1952); the file of all members under its name,
// once it is complete. Throws std::runtime_error where a file cannot be read or
// written.
//
//   a member: 10 bytes of header | deflated bytes | CRC-32 | length
//
// A gzip file is a sequence of members, and gzip -d writes what is in them, one
// after the other.
//
//===----------------------------------------------------------------------===//
#ifndef PACKER_GZIPFILE_H
#define PACKER_GZIPFILE_H

#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

using Bytes = std::vector<unsigned char>;

[[noreturn]] inline void failTo(const char *what, const std::string &path) {
  throw std::runtime_error(std::string("cannot ") + what + " '" + path +
                           "': " + std::strerror(errno));
}

struct CloseFile {
  void operator()(std::FILE *file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

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

/// A file that has its name once it is complete, and is gone otherwise. What is
/// not a regular file (a device, a pipe) is written as it is. Created by the
/// first bytes: by one rank alone.
class WholeFile {
public:
  /// `replaces`: another file of that name may be there.
  WholeFile(const std::string &name, bool replaces)
      : path(name), mayReplace(replaces) {}
  ~WholeFile() {
    if (file && !unfinished.empty())
      std::remove(unfinished.c_str());
  }
  WholeFile(const WholeFile &) = delete;
  WholeFile &operator=(const WholeFile &) = delete;

  void write(const Bytes &bytes) {
    if (!file)
      create();
    if (std::fwrite(bytes.data(), 1, bytes.size(), file.get()) != bytes.size())
      failTo("write", path);
  }
  /// Precondition: something was written.
  void finish() {
    const bool isOnDisk = unfinished.empty() || fsync(fileno(file.get())) == 0;
    if (std::fflush(file.get()) != 0 || !isOnDisk)
      failTo("write", path);
    if (unfinished.empty())
      return;
    if (!mayReplace && access(path.c_str(), F_OK) == 0)
      throw std::runtime_error("'" + path + "' has come to be meanwhile");
    if (std::rename(unfinished.c_str(), path.c_str()) != 0)
      failTo("name", path);
    unfinished.clear();
  }

private:
  void create() {
    struct stat found;
    const bool isThere = stat(path.c_str(), &found) == 0;
    if (isThere && !S_ISREG(found.st_mode)) {
      file.reset(std::fopen(path.c_str(), "wb"));
    } else {
      if (isThere && !mayReplace)
        throw std::runtime_error("'" + path +
                                 "' is there already; --force replaces it");
      unfinished = path + ".unfinished-" + std::to_string(getpid());
      file.reset(std::fopen(unfinished.c_str(), "wbx"));
    }
    if (!file)
      failTo("create", path);
  }

  std::string path;
  bool mayReplace;
  std::string unfinished; ///< its name until then
  File file;
};

#endif

//===- Archive.h - Differences of frames, compressed -----------*- C++ -*-===//
//
// Part of the example recorder: the C++ standard library and zlib, no MPI and
// no directives. Comes in: frames without noise. Goes out: the entries of an
// archive; what is wrong with an archive. An entry is a line
//
//   WIDTH HEIGHT CHANGED BYTES
//
// and BYTES bytes, which zlib has made of the differences to the frame that is
// recorded so far. Throws std::runtime_error where zlib fails.
//
//===----------------------------------------------------------------------===//
#ifndef RECORDER_ARCHIVE_H
#define RECORDER_ARCHIVE_H

#include "Frames.h"
#include "Options.h"

#include <zlib.h>

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

/// By how much the pixels of a frame differ from the recorded ones, modulo 256.
struct Difference {
  int width = 0, height = 0;
  long changed = 0; ///< pixels
  Bytes pixels;
};

/// Whether there is motion: more than one pixel in 200 has changed.
inline bool isMotion(const Difference &difference) {
  return 200 * difference.changed > static_cast<long>(difference.pixels.size());
}

/// What a player has shown so far. Small differences are not recorded; they do
/// not add up, since the next difference is to what is recorded.
struct Recorded {
  Bytes pixels;

  Difference next(const Frame &frame, int threshold) {
    Difference result = {frame.width, frame.height, 0, frame.pixels};
    pixels.resize(frame.pixels.size());
    for (std::size_t i = 0; i < pixels.size(); ++i) {
      const int change = frame.pixels[i] - pixels[i];
      const bool counts = std::abs(change) > threshold;
      result.changed += counts;
      result.pixels[i] = static_cast<unsigned char>(counts ? change : 0);
      if (counts)
        pixels[i] = frame.pixels[i];
    }
    return result;
  }
};

inline Bytes deflated(const Bytes &raw, int level) {
  uLongf size = compressBound(static_cast<uLong>(raw.size()));
  Bytes packed(size);
  if (compress2(packed.data(), &size, raw.data(),
                static_cast<uLong>(raw.size()), level) != Z_OK)
    throw std::runtime_error("zlib has no memory");
  packed.resize(size);
  return packed;
}

inline std::string entryOf(const Difference &difference, const Bytes &packed) {
  std::string entry = std::to_string(difference.width) + " " +
                      std::to_string(difference.height) + " " +
                      std::to_string(difference.changed) + " " +
                      std::to_string(packed.size()) + "\n";
  return entry.append(packed.begin(), packed.end());
}

/// What was recorded.
struct Totals {
  long raw = 0, packed = 0; ///< bytes
  int frames = 0;
  std::vector<int> moving; ///< frames with motion

  void add(const Difference &difference, const std::string &entry) {
    raw += static_cast<long>(difference.pixels.size());
    packed += static_cast<long>(entry.size());
    if (isMotion(difference))
      moving.push_back(frames);
    ++frames;
  }
};

inline std::string reportOf(const Totals &totals) {
  std::string report = std::to_string(totals.frames) + " frames, " +
                       std::to_string(totals.raw) + " bytes to " +
                       std::to_string(totals.packed) + "\nmotion in frames";
  for (std::size_t i = 0; i < totals.moving.size(); ++i) {
    const int first = totals.moving[i];
    while (i + 1 < totals.moving.size() &&
           totals.moving[i + 1] == totals.moving[i] + 1)
      ++i;
    report +=
        " " + std::to_string(first) + "-" + std::to_string(totals.moving[i]);
  }
  return report + "\n";
}

/// Adds the differences of the entry at `at` to the pixels, and moves `at`
/// behind it.
inline void play(const std::string &archive, std::size_t &at, Bytes &pixels) {
  int width = 0, height = 0;
  long changed = 0;
  std::size_t bytes = 0;
  const std::size_t line = archive.find('\n', at);
  if (line == std::string::npos ||
      std::sscanf(archive.c_str() + at, "%d %d %ld %zu", &width, &height,
                  &changed, &bytes) != 4 ||
      bytes > archive.size() - line - 1)
    throw std::runtime_error("the archive has no entry where one is expected");
  Bytes difference(static_cast<std::size_t>(width) * height);
  uLongf size = static_cast<uLongf>(difference.size());
  if (uncompress(difference.data(), &size,
                 reinterpret_cast<const Bytef *>(archive.data() + line + 1),
                 static_cast<uLong>(bytes)) != Z_OK ||
      size != difference.size())
    throw std::runtime_error("an entry of the archive is damaged");
  pixels.resize(difference.size());
  for (std::size_t i = 0; i < pixels.size(); ++i)
    pixels[i] = static_cast<unsigned char>(pixels[i] + difference[i]);
  at = line + 1 + bytes;
}

inline std::string readWhole(const std::string &name) {
  const File file(std::fopen(name.c_str(), "rb"));
  if (!file)
    failTo("open", name);
  std::string content, piece(1 << 16, '\0');
  while (const std::size_t count =
             std::fread(&piece[0], 1, piece.size(), file.get()))
    content.append(piece, 0, count);
  return content;
}

/// Throws where the archive is not that of the serial program, byte for byte,
/// or where a played frame is further from the filtered one than the threshold.
inline void checkArchive(const Options &options) {
  const std::string archive = readWhole(options.archive);
  Camera camera(options.folder);
  Recorded recorded;
  Bytes shown;
  std::size_t at = 0;
  for (int number = 0; camera.hasNext(); ++number) {
    const Frame frame = withoutNoise(camera.next());
    const Difference difference = recorded.next(frame, options.threshold);
    const std::string entry =
        entryOf(difference, deflated(difference.pixels, options.level));
    if (archive.compare(at, entry.size(), entry) != 0)
      throw std::runtime_error("frame " + std::to_string(number) +
                               " of the archive is not the serial one");
    play(archive, at, shown);
    for (std::size_t i = 0; i < shown.size(); ++i)
      if (std::abs(shown[i] - frame.pixels[i]) > options.threshold)
        throw std::runtime_error("frame " + std::to_string(number) +
                                 " is not what was recorded");
  }
  if (at != archive.size())
    throw std::runtime_error("the archive has more than the serial one");
}

#endif

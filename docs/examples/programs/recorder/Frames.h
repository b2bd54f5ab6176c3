//===- Frames.h - Frames of a camera, made, read and filtered --*- C++ -*-===//
//
// Part of the example recorder: the C++ standard library alone, no MPI and no
// directives. Comes in: a folder of frames 00000.pgm, 00001.pgm, ... (binary
// PGM pictures of up to 255 levels, all of one size). Goes out: the frames, one
// after the other; a frame without noise; such a folder, too. Throws
// std::runtime_error where a file cannot be read or written, or is none.
//
//===----------------------------------------------------------------------===//
#ifndef RECORDER_FRAMES_H
#define RECORDER_FRAMES_H

#include "Options.h"

#include "../../WholeFile.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

using Bytes = std::vector<unsigned char>;

struct Frame {
  int width = 0, height = 0;
  Bytes pixels;
};

inline std::string frameName(const std::string &folder, int number) {
  char name[32];
  std::snprintf(name, sizeof name, "/%05d.pgm", number);
  return folder + name;
}

inline Frame readFrame(const std::string &name) {
  const File file(std::fopen(name.c_str(), "rb"));
  if (!file)
    failTo("open", name);
  Frame frame;
  int most = 0;
  const int found = std::fscanf(file.get(), "P5 %d %d %d", &frame.width,
                                &frame.height, &most);
  const bool isFrame = found == 3 && frame.width > 0 && frame.height > 0 &&
                       frame.width <= 1 << 14 && frame.height <= 1 << 14 &&
                       most > 0 && most < 256 && std::fgetc(file.get()) != EOF;
  if (!isFrame)
    throw std::runtime_error("'" + name +
                             "' is no PGM picture of 255 levels or fewer");
  frame.pixels.resize(static_cast<std::size_t>(frame.width) * frame.height);
  if (std::fread(frame.pixels.data(), 1, frame.pixels.size(), file.get()) !=
      frame.pixels.size())
    throw std::runtime_error("'" + name + "' ends before its last row");
  return frame;
}

/// The frames of a folder, in order. Only the rank that asks opens files.
class Camera {
public:
  explicit Camera(const std::string &name) : folder(name) {}

  /// Whether there is another frame. There must be one at least.
  bool hasNext() const {
    return number == 0 || std::filesystem::exists(frameName(folder, number));
  }
  Frame next() {
    const std::string name = frameName(folder, number++);
    Frame frame = readFrame(name);
    if (number == 1) {
      width = frame.width;
      height = frame.height;
    }
    if (frame.width != width || frame.height != height)
      throw std::runtime_error("'" + name + "' has another size than the " +
                               "frames before");
    return frame;
  }

private:
  std::string folder;
  int number = 0, width = 0, height = 0;
};

/// Each pixel becomes the median of the 5 x 5 pixels around it, which removes
/// the noise of a sensor and keeps edges. Pixels behind an edge of the frame
/// are those at the edge.
inline Frame withoutNoise(const Frame &frame) {
  Frame result = frame;
  const auto inside = [](int at, int size) {
    return std::clamp(at, 0, size - 1);
  };
  unsigned char around[25];
  for (int y = 0; y < frame.height; ++y)
    for (int x = 0; x < frame.width; ++x) {
      for (int i = 0; i < 25; ++i) {
        const int row = inside(y + i / 5 - 2, frame.height);
        const int column = inside(x + i % 5 - 2, frame.width);
        around[i] =
            frame.pixels[static_cast<std::size_t>(row) * frame.width + column];
      }
      std::nth_element(around, around + 12, around + 25);
      result.pixels[static_cast<std::size_t>(y) * frame.width + x] = around[12];
    }
  return result;
}

/// A street that a bright disc crosses now and then, with the noise of a
/// sensor, from a linear congruential generator: the same frames everywhere.
inline Frame madeFrame(const Options &options, int number) {
  Frame frame = {options.width, options.height, Bytes()};
  std::uint64_t state = options.seed * 1000003u + number;
  const int phase = number % 40; // it is out of sight in half of the frames
  const int centre = phase < 20 ? frame.width * phase / 20 : -1000;
  const int middle = frame.height / 2, radius = frame.height / 8;
  for (int y = 0; y < frame.height; ++y)
    for (int x = 0; x < frame.width; ++x) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      const int noise = static_cast<int>(state >> 33) % 7 - 3;
      const bool isSpark = (state >> 40) % 500 == 0;
      const int across = x - centre, down = y - middle;
      const bool isDisc = across * across + down * down < radius * radius;
      const int street = 60 + 40 * ((x / 16 + y / 24) % 3) + y % 8;
      frame.pixels.push_back(static_cast<unsigned char>(
          isSpark ? 255 : (isDisc ? 220 : street) + noise));
    }
  return frame;
}

inline void makeFrames(const std::string &folder, const Options &options) {
  std::error_code problem; // what is not there cannot be written to, either
  std::filesystem::create_directories(folder, problem);
  for (int number = 0; number < options.frames; ++number) {
    const Frame frame = madeFrame(options, number);
    WholeFile file(frameName(folder, number), true);
    file.write("P5\n" + std::to_string(frame.width) + " " +
               std::to_string(frame.height) + "\n255\n");
    file.write(frame.pixels);
    file.finish();
  }
}

#endif

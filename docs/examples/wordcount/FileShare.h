//===- FileShare.h - Files as one sequence of bytes ------------*- C++ -*-===//
//
// Part of the example wordcount: the C++ standard library alone, no MPI and no
// directives. Comes in: the names of files, which are read as if they were one
// behind the other. Goes out: the words that begin in a share of their bytes.
// Throws std::runtime_error where a file cannot be read.
//
//   "to be or not", cut after 4 bytes: the share [0, 4) has "to" and "be", the
//   rest of which it reads; the share [4, 12) has "or" and "not"
//
//===----------------------------------------------------------------------===//
#ifndef WORDCOUNT_FILESHARE_H
#define WORDCOUNT_FILESHARE_H

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

/// [:space:] of the C locale.
inline bool isSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

class FileShare {
public:
  explicit FileShare(std::vector<std::string> names)
      : paths(std::move(names)), ends(paths.size()), buffer(pieceBytes) {
    for (std::size_t i = 0; i < paths.size(); ++i)
      ends[i] = (i == 0 ? 0 : ends[i - 1]) + bytesOf(paths[i]);
  }

  /// Of all files together.
  std::int64_t size() const { return ends.empty() ? 0 : ends.back(); }

  /// Calls take(word) for each word that begins at a byte in [begin, end): each
  /// word of the files is one of one share, however they are cut. The byte
  /// before `begin` tells whether a word begins there; the last word may end
  /// behind `end`. Where the files begin with space, that ends an empty word,
  /// as it makes an empty line for tr.
  template <typename Take>
  void forEachWord(std::int64_t begin, std::int64_t end, Take take) {
    if (begin >= end)
      return;
    bool isInside = begin > 0; // of a word that began in front of this share
    std::string word;
    for (std::int64_t at = std::max<std::int64_t>(begin - 1, 0); at < size();) {
      const std::int64_t count = read(at);
      for (std::int64_t i = 0; i < count; ++i) {
        const char c = buffer[static_cast<std::size_t>(i)];
        if (!isSpace(c)) {
          if (!isInside)
            word += c;
        } else {
          if (!word.empty() || (begin == 0 && at + i == 0))
            take(word);
          isInside = false;
          word.clear();
        }
        if (at + i + 1 >= end && word.empty())
          return;
      }
      at += count;
    }
    if (!word.empty())
      take(word);
  }

private:
  static constexpr std::size_t pieceBytes = std::size_t(1) << 20;

  struct CloseFile {
    void operator()(std::FILE *file) const { std::fclose(file); }
  };

  static std::int64_t bytesOf(const std::string &path) {
    std::error_code problem;
    const auto status = std::filesystem::status(path, problem);
    if (!problem && !std::filesystem::is_regular_file(status))
      throw std::runtime_error("'" + path + "' is no regular file");
    const auto bytes = std::filesystem::file_size(path, problem);
    if (problem)
      throw std::runtime_error("cannot open '" + path +
                               "': " + problem.message());
    return static_cast<std::int64_t>(bytes);
  }

  /// Fills the buffer from byte `at` of all files on; at least one byte, and
  /// of one file. Returns how many.
  std::int64_t read(std::int64_t at) {
    const auto found = std::upper_bound(ends.begin(), ends.end(), at);
    const auto index = static_cast<std::size_t>(found - ends.begin());
    if (index != opened || !file)
      open(index);
    const std::int64_t start = index == 0 ? 0 : ends[index - 1];
    const auto wanted = static_cast<std::size_t>(
        std::min<std::int64_t>(*found - at, pieceBytes));
    errno = 0;
    if (fseeko(file.get(), at - start, SEEK_SET) != 0 ||
        std::fread(buffer.data(), 1, wanted, file.get()) != wanted)
      throw std::runtime_error(
          errno != 0
              ? "cannot read '" + paths[index] + "': " + std::strerror(errno)
              : "'" + paths[index] + "' became shorter while it was read");
    return static_cast<std::int64_t>(wanted);
  }

  void open(std::size_t index) {
    file.reset(std::fopen(paths[index].c_str(), "rb"));
    opened = index;
    if (!file)
      throw std::runtime_error("cannot open '" + paths[index] +
                               "': " + std::strerror(errno));
  }

  std::vector<std::string> paths;
  std::vector<std::int64_t> ends; ///< of each file, counted in all bytes
  std::vector<char> buffer;
  std::unique_ptr<std::FILE, CloseFile> file;
  std::size_t opened = 0;
};

#endif

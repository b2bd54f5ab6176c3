//===- LearnedWays.cpp - What a program has learned, in a file ------------===//
#include "Redistribute/LearnedWays.h"

#include "Support/Immortal.h"
#include "Support/MpiCalls.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <mutex>

namespace redist::runtime {

/// Of the process.
struct Learned {
  std::mutex mutex;
  std::vector<measured_ways> all;
};

static bool areAlike(const measured_ways &a, const measured_ways &b) {
  return a.sources == b.sources && a.targets == b.targets && a.run == b.run &&
         a.piece == b.piece && a.message == b.message;
}

void addLearned(std::vector<measured_ways> &all, const measured_ways &one) {
  const auto known = std::ranges::find_if(
      all, [&](const measured_ways &other) { return areAlike(other, one); });
  if (known == all.end()) {
    all.push_back(one);
    return;
  }
  for (double measured_ways::*const method :
       {&measured_ways::steps, &measured_ways::at_once,
        &measured_ways::collective, &measured_ways::types}) {
    double &least = (*known).*method;
    if (one.*method > 0 && (least == 0 || one.*method < least))
      least = one.*method;
  }
}

/// "{"sources": 2, ...}", without the methods that were not measured.
static std::string textOf(const measured_ways &way) {
  static constexpr const char *names[] = {"sources", "targets",    "run",
                                          "piece",   "message",    "steps",
                                          "at_once", "collective", "types"};
  std::string text;
  const auto numbers = way.numbers();
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    char number[64];
    std::snprintf(number, sizeof number, "\"%s\": %.6g", names[i], numbers[i]);
    if (numbers[i] > 0)
      text += (text.empty() ? "" : ", ") + std::string(number);
  }
  return "{" + text + "}";
}

std::string textOfLearned(const std::vector<measured_ways> &ways) {
  std::string text;
  for (const measured_ways &way : ways)
    text += (text.empty() ? "\n    " : ",\n    ") + textOf(way);
  return "{\n  \"ways\": [" + text + "\n  ]\n}\n";
}

static bool writeAll(int file, const std::string &text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t written =
        ::write(file, text.data() + done, text.size() - done);
    if (written < 0 && errno != EINTR)
      return false;
    done += static_cast<std::size_t>(std::max<ssize_t>(written, 0));
  }
  return true;
}

/// Beside its place, under a name that cannot be foreseen, then there. 0, or an
/// error number.
static int replaceFile(const std::string &wanted, const std::string &text) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  const fs::path place = fs::weakly_canonical(wanted, ignored);
  const fs::file_status old = fs::status(place, ignored);
  if (old.type() != fs::file_type::regular &&
      old.type() != fs::file_type::not_found)
    return EINVAL;
  std::string name = place.native() + ".redist-XXXXXX";
  const int file = mkostemp(name.data(), 0);
  if (file < 0)
    return errno;
  int problem = writeAll(file, text) ? 0 : errno;
  if (close(file) != 0 && problem == 0)
    problem = errno;
  constexpr auto usual = fs::perms::owner_read | fs::perms::owner_write |
                         fs::perms::group_read | fs::perms::others_read;
  fs::permissions(
      name, old.type() == fs::file_type::regular ? old.permissions() : usual,
      ignored);
  if (problem == 0 && std::rename(name.c_str(), place.c_str()) != 0)
    problem = errno;
  if (problem != 0)
    unlink(name.c_str());
  return problem;
}

void keepLearned(
    const std::function<std::vector<measured_ways>()> &learnedWays) noexcept {
  const char *const path = std::getenv("REDIST_LEARN");
  if (!path || !*path || rankIn(MPI_COMM_WORLD) != 0)
    return;
  try {
    const std::vector<measured_ways> ways = learnedWays();
    if (ways.empty())
      return;
    static Immortal<Learned> kept;
    Learned &learned = kept.get();
    const std::lock_guard lock(learned.mutex);
    for (const measured_ways &one : ways)
      addLearned(learned.all, one);
    if (const int problem = replaceFile(path, textOfLearned(learned.all)))
      std::fprintf(
          stderr, "redist: cannot write the learned profile '%s': %s\n", path,
          problem == EINVAL ? "it is no regular file" : std::strerror(problem));
  } catch (const std::exception &wrong) {
    std::fprintf(stderr, "redist: cannot write the learned profile '%s': %s\n",
                 path, wrong.what());
  }
}

} // namespace redist::runtime

//===- Logs.h - Files of requests, made, read and reported -----*- C++ -*-===//
//
// Part of the example sketch: the C++ standard library alone, no MPI and no
// directives. Comes in: a folder of logs, whose lines are
//
//   SERVICE USER KEY MICROSECONDS
//
// Goes out: sketches of a log, the report of all sketches; such a folder, too.
// Throws std::runtime_error where a file cannot be read or written, or has
// another line.
//
//===----------------------------------------------------------------------===//
#ifndef SKETCH_LOGS_H
#define SKETCH_LOGS_H

#include "Options.h"
#include "Sketches.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

using Names = std::vector<std::string>;

/// The files of a folder that end in ".log", the largest first: dealt round
/// robin, they give each rank about the same number of bytes.
inline Names logsOf(const std::string &folder) {
  std::vector<std::pair<std::uintmax_t, std::string>> found;
  std::error_code problem;
  for (std::filesystem::directory_iterator at(folder, problem), end;
       !problem && at != end; at.increment(problem))
    if (at->path().extension() == ".log")
      found.emplace_back(at->file_size(), at->path().string());
  if (problem)
    throw std::runtime_error("cannot read the folder '" + folder +
                             "': " + problem.message());
  if (found.empty())
    throw std::runtime_error("'" + folder + "' has no file *.log");
  std::sort(found.begin(), found.end(), [](const auto &a, const auto &b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  });
  Names names;
  for (auto &entry : found)
    names.push_back(std::move(entry.second));
  return names;
}

struct Request {
  std::string service, user, key;
  std::int64_t micros = 0;
};

/// Takes the next word of the line, which begins at `at`.
inline bool takeWord(const std::string &line, std::size_t &at,
                     std::string &word) {
  const std::size_t end = std::min(line.find(' ', at), line.size());
  if (at >= end)
    return false;
  word.assign(line, at, end - at);
  at = end + 1;
  return true;
}

inline bool parse(const std::string &line, Request &request) {
  std::size_t at = 0;
  if (!takeWord(line, at, request.service) ||
      !takeWord(line, at, request.user) || !takeWord(line, at, request.key))
    return false;
  request.micros = 0;
  const std::size_t digits = at;
  for (; at < line.size() && line[at] >= '0' && line[at] <= '9'; ++at)
    request.micros = request.micros * 10 + (line[at] - '0');
  return at == line.size() && at > digits && at - digits <= 15;
}

/// Calls take(request) for each line.
template <typename Take>
void forEachRequest(const std::string &name, Take take) {
  std::ifstream file(name);
  if (!file)
    throw std::runtime_error("cannot open '" + name + "'");
  Request request;
  std::string line;
  for (long long number = 1; std::getline(file, line); ++number) {
    if (!parse(line, request))
      throw std::runtime_error("'" + name + "', line " +
                               std::to_string(number) +
                               ": expected SERVICE USER KEY MICROSECONDS");
    take(request);
  }
  if (file.bad())
    throw std::runtime_error("cannot read '" + name + "'");
}

/// The first pass.
inline void addLog(const std::string &name, Frequencies &frequencies,
                   Services &services) {
  forEachRequest(name, [&](const Request &request) {
    frequencies.add(hashOf(request.key));
    services[request.service].add(hashOf(request.user), request.micros);
  });
}

/// The second pass: counts the keys that may occur `least` times in all files.
/// Estimates are never too low, so that none of those that do is missing.
inline void addHeavy(const std::string &name, const Frequencies &frequencies,
                     std::int64_t least, Counts &heavy) {
  forEachRequest(name, [&](const Request &request) {
    if (frequencies.estimate(hashOf(request.key)) >= least)
      ++heavy[request.key];
  });
}

/// From which count on a key is reported.
inline std::int64_t leastCount(const Frequencies &frequencies,
                               const Options &options) {
  return std::max<std::int64_t>(frequencies.total * options.perMille / 1000, 1);
}

/// Entries in the order of `count`, the greatest first; then of names.
template <typename Table, typename Count>
std::vector<const typename Table::value_type *> byCount(const Table &table,
                                                        Count count) {
  std::vector<const typename Table::value_type *> sorted;
  for (const auto &entry : table)
    sorted.push_back(&entry);
  std::stable_sort(sorted.begin(), sorted.end(),
                   [&](const auto *a, const auto *b) {
                     return count(a->second) > count(b->second);
                   });
  return sorted;
}

inline std::string reportOf(const Services &services, const Counts &heavy,
                            std::int64_t least, const Options &options) {
  std::string report = "requests     users    median ms       99 % ms    "
                       "longest ms  service\n";
  char line[160];
  int left = options.top;
  const auto requests = [](const Service &service) { return service.requests; };
  for (const auto *entry : byCount(services, requests)) {
    if (left-- == 0)
      break;
    const Service &of = entry->second;
    std::snprintf(line, sizeof line, "%8lld  %8.0f  %11.3f  %12.3f  %12.3f  ",
                  static_cast<long long>(of.requests), of.users.estimate(),
                  of.times.at(0.5) / 1000, of.times.at(0.99) / 1000,
                  static_cast<double>(of.longest) / 1000);
    report += line + entry->first + "\n";
  }
  report += "  number  key\n";
  for (const auto *entry : byCount(heavy, [](std::int64_t n) { return n; })) {
    if (entry->second < least)
      break;
    std::snprintf(line, sizeof line, "%8lld  ",
                  static_cast<long long>(entry->second));
    report += line + entry->first + "\n";
  }
  return report;
}

/// The report of the serial program.
inline std::string analyseSerially(const Names &names, const Options &options) {
  Frequencies frequencies;
  Services services;
  for (const std::string &name : names)
    addLog(name, frequencies, services);
  const std::int64_t least = leastCount(frequencies, options);
  Counts heavy;
  for (const std::string &name : names)
    addHeavy(name, frequencies, least, heavy);
  return reportOf(services, heavy, least, options);
}

/// A linear congruential generator: the same logs everywhere.
class Dice {
public:
  explicit Dice(std::uint64_t seed) : state(seed) { next(); }
  std::uint64_t next() {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return state >> 33;
  }
  /// Below `limit`; small numbers are by far the more frequent ones.
  std::uint64_t skewed(std::uint64_t limit) {
    const double x = static_cast<double>(next()) / 2147483648.0;
    return static_cast<std::uint64_t>(static_cast<double>(limit) * x * x * x *
                                      x);
  }

private:
  std::uint64_t state;
};

/// The last file has about three times as many lines as the first one.
inline void makeLogs(const std::string &folder, const Options &options) {
  std::error_code problem;
  std::filesystem::create_directories(folder, problem);
  Dice dice(options.seed);
  for (int file = 0; file < options.files; ++file) {
    const std::string name = folder + "/" + std::to_string(file) + ".log";
    std::ofstream log(name);
    const long long lines =
        options.lines * (options.files + 2 * file) / (2 * options.files);
    for (long long line = 0; line < lines; ++line) {
      const std::uint64_t service = dice.skewed(options.services);
      const std::uint64_t micros =
          200 + 50 * service + dice.skewed(1 << 20) + dice.next() % 100;
      log << "service-" << service << " user-" << dice.skewed(1 << 20)
          << " /item/" << dice.skewed(1 << 24) << ' ' << micros << '\n';
    }
    log.close();
    if (!log)
      throw std::runtime_error("cannot write '" + name + "'");
  }
}

#endif

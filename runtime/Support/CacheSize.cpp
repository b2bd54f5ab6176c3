//===- CacheSize.cpp - Size of the last-level cache -----------------------===//
#include "Support/CacheSize.h"

#include <unistd.h>

#include <algorithm>
#include <bit>
#include <fstream>

namespace redist::runtime {

/// The first word of a file; empty where there is none.
static std::string wordIn(const std::string &file) {
  std::string word;
  std::ifstream(file) >> word;
  return word;
}

/// "32768K", "1M" or "512" as bytes; 0 for anything else.
static std::int64_t bytesOf(const std::string &size) {
  const std::size_t digits = size.find_first_not_of("0123456789");
  const std::string unit =
      digits == std::string::npos ? "" : size.substr(digits);
  constexpr std::size_t maxDigits = 12;
  const std::size_t length = std::min(digits, size.size());
  if (length == 0 || length > maxDigits ||
      !(unit.empty() || unit == "K" || unit == "M"))
    return 0;
  const std::int64_t number = std::stoll(size.substr(0, length));
  return unit == "M" ? number << 20 : unit == "K" ? number << 10 : number;
}

/// Bits set in hexadecimal digits with commas between.
static std::int64_t processorsOf(const std::string &map) {
  std::int64_t count = 0;
  for (const char c : map) {
    const unsigned digit = c >= '0' && c <= '9'   ? unsigned(c - '0')
                           : c >= 'a' && c <= 'f' ? unsigned(c - 'a') + 10
                                                  : 0;
    count += std::popcount(digit);
  }
  return count;
}

std::int64_t lastLevelCacheBytesIn(const std::string &folder,
                                   std::int64_t processors) {
  constexpr int maxIndices = 16;
  std::string highest;
  std::int64_t bytes = 0;
  std::int64_t sharing = 0;
  for (int i = 0; i < maxIndices; ++i) {
    const std::string cache = folder + "/cpu0/cache/index" + std::to_string(i);
    const std::string level = wordIn(cache + "/level");
    if (level.empty())
      break;
    if (level < highest)
      continue;
    highest = level;
    bytes = bytesOf(wordIn(cache + "/size"));
    sharing = processorsOf(wordIn(cache + "/shared_cpu_map"));
  }
  if (sharing == 0)
    return 0;
  return bytes *
         std::max<std::int64_t>(1, (processors + sharing - 1) / sharing);
}

// Not sysconf(_SC_LEVEL3_CACHE_SIZE): on virtual machines it tells of all
// caches of the processor below, however few of them are ours.
std::int64_t lastLevelCacheBytes() {
  constexpr std::int64_t usual = std::int64_t{32} << 20;
  static const std::int64_t known = lastLevelCacheBytesIn(
      "/sys/devices/system/cpu", sysconf(_SC_NPROCESSORS_ONLN));
  return known > 0 ? known : usual;
}

} // namespace redist::runtime

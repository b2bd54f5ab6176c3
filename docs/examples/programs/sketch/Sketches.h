//===- Sketches.h - Summaries of requests that can be merged ---*- C++ -*-===//
//
// Part of the example sketch: the C++ standard library alone, no MPI and no
// directives. Comes in: requests, one by one. Goes out: estimates of how often
// a key occurs (count-min), of how many users there are (HyperLogLog), and of
// quantiles (buckets of a relative width). All states are integers, and merging
// is exact: the sketch of two files is that of one file with both contents.
//
//===----------------------------------------------------------------------===//
#ifndef SKETCH_SKETCHES_H
#define SKETCH_SKETCHES_H

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

/// FNV-1a, and the finaliser of SplitMix64: all bits depend on all bytes.
inline std::uint64_t hashOf(const std::string &text) {
  std::uint64_t hash = 14695981039346656037u;
  for (const char c : text)
    hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
  hash = (hash ^ (hash >> 30)) * 0xbf58476d1ce4e5b9u;
  hash = (hash ^ (hash >> 27)) * 0x94d049bb133111ebu;
  return hash ^ (hash >> 31);
}

/// A count-min sketch. Estimates are never below the count; with n additions
/// in all, about one in 50 is more than n * e / columns above it.
struct Frequencies {
  static constexpr std::uint64_t rows = 4, columns = std::uint64_t(1) << 14;
  std::vector<std::int64_t> counts =
      std::vector<std::int64_t>(rows * columns, 0);
  std::int64_t total = 0;

  /// Two halves of the hash make an index for each row.
  static std::size_t place(std::uint64_t hash, std::uint64_t row) {
    const std::uint64_t mixed = (hash >> 32) + row * (hash | 1);
    return static_cast<std::size_t>(row * columns + mixed % columns);
  }
  void add(std::uint64_t hash) {
    for (std::uint64_t row = 0; row < rows; ++row)
      ++counts[place(hash, row)];
    ++total;
  }
  std::int64_t estimate(std::uint64_t hash) const {
    std::int64_t least = counts[place(hash, 0)];
    for (std::uint64_t row = 1; row < rows; ++row)
      least = std::min(least, counts[place(hash, row)]);
    return least;
  }
};

inline void merge(Frequencies &into, const Frequencies &from) {
  for (std::size_t i = 0; i < into.counts.size(); ++i)
    into.counts[i] += from.counts[i];
  into.total += from.total;
}

/// A HyperLogLog of 256 registers: the standard error is 6.5 %.
struct Distinct {
  static constexpr std::size_t registers = 256;
  std::vector<unsigned char> ranks =
      std::vector<unsigned char>(registers, static_cast<unsigned char>(0));

  void add(std::uint64_t hash) {
    unsigned char &rank = ranks[static_cast<std::size_t>(hash % registers)];
    unsigned char zeros = 1;
    for (std::uint64_t rest = hash / registers; rest % 2 == 0 && zeros < 56;
         rest /= 2)
      ++zeros;
    rank = std::max(rank, zeros);
  }
  double estimate() const {
    double sum = 0;
    int empty = 0;
    for (const unsigned char rank : ranks) {
      sum += std::ldexp(1.0, -rank);
      empty += rank == 0;
    }
    const double count = registers;
    const double raw = 0.7213 / (1 + 1.079 / count) * count * count / sum;
    return raw <= 2.5 * count && empty > 0 ? count * std::log(count / empty)
                                           : raw;
  }
};

inline void merge(Distinct &into, const Distinct &from) {
  for (std::size_t i = 0; i < Distinct::registers; ++i)
    into.ranks[i] = std::max(into.ranks[i], from.ranks[i]);
}

/// How many values lie in each bucket; a bucket is 2 % wide, so that a quantile
/// is found to 1 %.
struct Quantiles {
  std::map<int, std::int64_t> buckets;
  std::int64_t total = 0;

  void add(std::int64_t value) {
    const double least = static_cast<double>(std::max<std::int64_t>(value, 1));
    ++buckets[static_cast<int>(std::floor(std::log(least) / width()))];
    ++total;
  }
  /// The middle of the bucket where `share` of all values lies below.
  double at(double share) const {
    std::int64_t below = 0;
    for (const auto &[bucket, count] : buckets) {
      below += count;
      if (static_cast<double>(below) >= share * static_cast<double>(total))
        return std::exp((bucket + 0.5) * width());
    }
    return 0;
  }

private:
  static double width() { return 0.019802627296179713; } // log(1.02)
};

inline void merge(Quantiles &into, const Quantiles &from) {
  for (const auto &[bucket, count] : from.buckets)
    into.buckets[bucket] += count;
  into.total += from.total;
}

/// What is kept of the requests to one service.
struct Service {
  std::int64_t requests = 0, longest = 0;
  Distinct users;
  Quantiles times;

  void add(std::uint64_t user, std::int64_t micros) {
    ++requests;
    longest = std::max(longest, micros);
    users.add(user);
    times.add(micros);
  }
};
using Services = std::map<std::string, Service>;

inline void merge(Services &into, const Services &from) {
  for (const auto &[name, service] : from) {
    Service &mine = into[name];
    mine.requests += service.requests;
    mine.longest = std::max(mine.longest, service.longest);
    merge(mine.users, service.users);
    merge(mine.times, service.times);
  }
}

/// How often each key occurs.
using Counts = std::map<std::string, std::int64_t>;

inline void merge(Counts &into, const Counts &from) {
  for (const auto &[key, count] : from)
    into[key] += count;
}

#endif

//===- MovedReport.cpp - What the ways of a case took ---------------------===//
#include "Redistribute/MovedReport.h"

#include "Support/CoreLatency.h"
#include "Support/Timing.h"

#include <algorithm>
#include <cstdio>
#include <limits>
#include <numeric>

namespace bench {

using Rounds = std::vector<std::size_t>;

/// Some of the rounds of a case, and how far the cores were apart.
struct Mode {
  const char *name;
  Rounds rounds;
  std::vector<double> latencies;
};

/// The modes that there were; a round during which the mode may have changed
/// is in none.
static std::vector<Mode> modesOf(const Measured &measured) {
  Mode near{"near", {}, {}};
  Mode far{"far", {}, {}};
  for (std::size_t round = 0; round + 1 < measured.latencies.size(); ++round) {
    const double before = measured.latencies[round];
    const double after = measured.latencies[round + 1];
    if (before == 0 || after == 0 ||
        (before < farLatency) != (after < farLatency))
      continue;
    Mode &mode = before < farLatency ? near : far;
    mode.rounds.push_back(round);
    mode.latencies.push_back((before + after) / 2);
  }
  std::vector<Mode> result;
  for (Mode *const mode : {&near, &far})
    if (!mode->rounds.empty())
      result.push_back(std::move(*mode));
  return result;
}

static double minOf(const std::vector<double> &values) {
  return *std::min_element(values.begin(), values.end());
}

/// The fastest way of a kind in a round; infinite where there is none.
static double fastest(const Case &c, const Measured &measured, WayKind kind,
                      std::size_t round) {
  double result = std::numeric_limits<double>::infinity();
  for (std::size_t way = 0; way < c.ways().size(); ++way)
    if (c.ways()[way].kind == kind)
      result = std::min(result, measured.times[way][round]);
  return result;
}

/// Of one of our ways, by round.
struct Ratios {
  std::vector<double> toLimit;  ///< its time / the limit
  std::vector<double> fromPeer; ///< the best peer / its time
};

static Ratios ratiosOf(const Case &c, const Measured &measured, std::size_t way,
                       const Rounds &rounds) {
  Ratios result;
  for (const std::size_t round : rounds) {
    const double own = measured.times[way][round];
    result.toLimit.push_back(own / fastest(c, measured, WayKind::Limit, round));
    result.fromPeer.push_back(fastest(c, measured, WayKind::Peer, round) / own);
  }
  return result;
}

static Rounds allRounds(const Measured &measured) {
  Rounds result(measured.times[0].size());
  std::iota(result.begin(), result.end(), std::size_t{0});
  return result;
}

void printText(const Case &c, const Measured &measured) {
  std::printf("%s\n", c.name().c_str());
  const std::vector<Mode> modes = modesOf(measured);
  for (std::size_t way = 0; way < c.ways().size(); ++way) {
    std::printf("  %-10s %10.4f %10.4f", c.ways()[way].name.c_str(),
                minOf(measured.times[way]) * 1e3,
                median(measured.times[way]) * 1e3);
    if (c.ways()[way].kind == WayKind::Ours) {
      const Ratios ratios = ratiosOf(c, measured, way, allRounds(measured));
      std::printf("   %6.3f %6.3f %6.3f", minOf(ratios.toLimit),
                  median(ratios.toLimit), median(ratios.fromPeer));
      for (const Mode &mode : modes) {
        const Ratios some = ratiosOf(c, measured, way, mode.rounds);
        std::printf("   %s %.3f %.3f", mode.name, median(some.toLimit),
                    median(some.fromPeer));
      }
    }
    std::printf("\n");
  }
  for (const Mode &mode : modes)
    std::printf("  %s cores: %.0f ns, %zu rounds\n", mode.name,
                median(mode.latencies) * 1e9, mode.rounds.size());
}

static void printRatios(const Ratios &ratios) {
  std::printf("\"limit\":{\"minimum\":%.4g,\"median\":%.4g},"
              "\"best_peer\":{\"minimum\":%.4g,\"median\":%.4g}",
              minOf(ratios.toLimit), median(ratios.toLimit),
              minOf(ratios.fromPeer), median(ratios.fromPeer));
}

void printJson(const Case &c, const Measured &measured, bool isFirst) {
  std::printf("%s\n    {\"name\":\"%s\",\"ways\":[", isFirst ? "" : ",",
              c.name().c_str());
  const std::vector<Mode> modes = modesOf(measured);
  for (std::size_t way = 0; way < c.ways().size(); ++way) {
    std::printf("%s\n      {\"name\":\"%s\",\"minimum\":%.6g,\"median\":%.6g",
                way > 0 ? "," : "", c.ways()[way].name.c_str(),
                minOf(measured.times[way]), median(measured.times[way]));
    if (c.ways()[way].kind == WayKind::Ours) {
      std::printf(",");
      printRatios(ratiosOf(c, measured, way, allRounds(measured)));
      for (const Mode &mode : modes) {
        std::printf(",\"%s\":{\"rounds\":%zu,\"latency\":%.3g,", mode.name,
                    mode.rounds.size(), median(mode.latencies));
        printRatios(ratiosOf(c, measured, way, mode.rounds));
        std::printf("}");
      }
    }
    std::printf("}");
  }
  std::printf("]}");
}

} // namespace bench

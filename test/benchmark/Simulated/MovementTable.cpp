//===- MovementTable.cpp - What simulated redistributions took ------------===//
#include "Simulated/MovementTable.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace bench {

template <typename... Values>
static std::string formatted(const char *format, Values... values) {
  char text[256];
  std::snprintf(text, sizeof text, format, values...);
  return text;
}

double MovementRow::best() const {
  double least = of(Way::Auto);
  for (const double one : seconds)
    if (one > 0)
      least = std::min(least, one);
  return least;
}

static double geometricMean(const std::vector<MovementRow> &rows, Way way) {
  double logarithms = 0;
  int count = 0;
  for (const MovementRow &row : rows)
    if (row.of(way) > 0) {
      logarithms += std::log(row.of(way) / row.of(Way::Auto));
      ++count;
    }
  return count > 0 ? std::exp(logarithms / count) : 0;
}

MovementSummary::MovementSummary(const Setting &setting,
                                 const std::vector<MovementRow> &rows) {
  constexpr std::int64_t longMessage = 100'000;
  for (const MovementRow &row : rows) {
    worstToBest = std::max(worstToBest, row.of(Way::Auto) / row.best());
    if (setting.isFullBisection && row.messageBytes >= longMessage)
      worstToBound = std::max(worstToBound, row.of(Way::Auto) / row.bound);
  }
  gainOverAlltoallv = geometricMean(rows, Way::Alltoallv);
  gainOverCaterpillar = geometricMean(rows, Way::Caterpillar);
}

/// Strict steps are worst where ports are the bottleneck, not what is behind.
bool MovementSummary::isGoodEnough(const Setting &setting) const {
  constexpr double maxToBest = 1.05, minOverCaterpillar = 2;
  const double maxToBound = setting.packingRate > 0 ? 1.15 : 1.10;
  return worstToBest <= maxToBest && worstToBound <= maxToBound &&
         gainOverAlltoallv >= setting.minGain &&
         (!setting.isFullBisection ||
          gainOverCaterpillar >= minOverCaterpillar);
}

static std::string textOf(const MovementCase &what) {
  return formatted("%3lld -> %-3lld %2lld, %-2lld",
                   static_cast<long long>(what.sources),
                   static_cast<long long>(what.targets),
                   static_cast<long long>(what.sourceBlock),
                   static_cast<long long>(what.targetBlock));
}

static std::string rateText(const Setting &setting) {
  return setting.packingRate > 0
             ? formatted("packing at %.3g GB/s", setting.packingRate * 1e-9)
             : "packing takes no time";
}

std::string tableOf(const Setting &setting,
                    const std::vector<MovementRow> &rows) {
  std::string text = std::string(setting.network) + ", " + rateText(setting) +
                     ": time / bound\n  P -> Q    r, s     bytes      bound";
  for (std::size_t way = 0; way < wayCount; ++way)
    text += formatted(" %7.7s", name(static_cast<Way>(way)));
  text += '\n';
  for (const MovementRow &row : rows) {
    text +=
        textOf(row.what) + formatted(" %8lld %7.3f ms",
                                     static_cast<long long>(row.messageBytes),
                                     row.bound * 1e3);
    for (const double one : row.seconds)
      text += one > 0 ? formatted(" %7.3f", one / row.bound)
                      : formatted(" %7s", "-");
    text += '\n';
  }
  const MovementSummary summary(setting, rows);
  text += formatted("auto / best: %.3f at worst; alltoallv / auto: %.3f, "
                    "caterpillar / auto: %.3f in the mean",
                    summary.worstToBest, summary.gainOverAlltoallv,
                    summary.gainOverCaterpillar);
  if (summary.worstToBound > 0)
    text += formatted("; auto / bound: %.3f at worst of long messages",
                      summary.worstToBound);
  return text + "\n\n";
}

static std::string jsonOf(const MovementRow &row) {
  std::string text =
      formatted("{\"sources\":%lld,\"targets\":%lld,\"source_block\":%lld,"
                "\"target_block\":%lld,\"bytes\":%lld,\"bound\":%.9g,"
                "\"seconds\":{",
                static_cast<long long>(row.what.sources),
                static_cast<long long>(row.what.targets),
                static_cast<long long>(row.what.sourceBlock),
                static_cast<long long>(row.what.targetBlock),
                static_cast<long long>(row.messageBytes), row.bound);
  const char *between = "";
  for (std::size_t way = 0; way < wayCount; ++way)
    if (row.seconds[way] > 0) {
      text += formatted("%s\"%s\":%.9g", between, name(static_cast<Way>(way)),
                        row.seconds[way]);
      between = ",";
    }
  return text + "}}";
}

std::string jsonOf(const Setting &setting,
                   const std::vector<MovementRow> &rows) {
  const MovementSummary summary(setting, rows);
  std::string text = formatted(
      "{\"network\":\"%s\",\"packing_rate\":%.9g,\"good\":%s,"
      "\"auto_to_best\":%.6g,\"alltoallv_to_auto\":%.6g,"
      "\"caterpillar_to_auto\":%.6g,",
      setting.network, setting.packingRate,
      summary.isGoodEnough(setting) ? "true" : "false", summary.worstToBest,
      summary.gainOverAlltoallv, summary.gainOverCaterpillar);
  text += formatted("\"auto_to_bound\":%.6g,\"cases\":[", summary.worstToBound);
  for (const MovementRow &row : rows)
    text += (&row == rows.data() ? "\n  " : ",\n  ") + jsonOf(row);
  return text + "\n]}";
}

} // namespace bench

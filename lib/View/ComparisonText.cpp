//===- ComparisonText.cpp - Strategies as a table, and as JSON ------------===//
//
// See Comparison.h. "over best" is how much longer, or dearer, a strategy is
// than the best one of the table.
//
//===----------------------------------------------------------------------===//
#include "ComparisonParts.h"
#include "TextTable.h"

#include "redistc/View/JsonWriter.h"
#include "redistc/View/Numeral.h"

#include <algorithm>
#include <cmath>

using namespace redistc::view;

std::optional<double> redistc::view::bestOf(const Comparison &comparison) {
  std::optional<double> best;
  for (const Contender &one : comparison.contenders)
    if (one.exists)
      best = std::min(best.value_or(one.length), one.length);
  return best;
}

std::string redistc::view::overBest(const Contender &one, double best) {
  if (!one.exists || best <= 0)
    return "";
  const auto tenths = static_cast<std::int64_t>(
      std::llround((one.length - best) / best * 1000));
  return tenths > 0 ? "+" + decimalText(tenths, {1, 10}) + " %" : "";
}

void redistc::view::writeText(const Comparison &comparison, bool,
                              std::ostream &stream) {
  stream << comparison.caption << '\n';
  for (const auto &[name, least] : comparison.bounds)
    stream << name << ": at least " << least << '\n';
  stream << '\n';
  std::vector<std::string> head = {"strategy"};
  head.insert(head.end(), comparison.columns.begin(), comparison.columns.end());
  head.insert(head.end(), {"over best", "made by"});
  TextTable table(std::move(head));
  const double best = bestOf(comparison).value_or(0);
  for (const Contender &one : comparison.contenders) {
    std::vector<std::string> words = {one.name};
    for (std::size_t i = 0; i < comparison.columns.size(); ++i)
      words.push_back(one.exists ? one.values[i] : "-");
    words.push_back(overBest(one, best));
    words.push_back(one.exists ? one.note : "none: " + one.note);
    table.add(std::move(words));
  }
  table.write(stream);
}

/// "total cost" as the name of a member.
static std::string memberName(std::string text) {
  std::replace(text.begin(), text.end(), ' ', '_');
  return text;
}

static void writeContender(const Comparison &comparison, const Contender &one,
                           double best, JsonWriter &json) {
  json.beginObject(JsonLayout::Line);
  json.member("strategy", std::string_view(one.name));
  for (std::size_t i = 0; i < comparison.columns.size(); ++i) {
    json.key(memberName(comparison.columns[i]));
    if (one.exists)
      json.number(one.values[i]);
    else
      json.null();
  }
  json.key("relative");
  if (one.exists && best > 0)
    json.number(decimalText(
        static_cast<std::int64_t>(std::llround(one.length / best * 1000)),
        {1, 1000}));
  else
    json.null();
  json.member(one.exists ? "method" : "why", std::string_view(one.note));
  json.endObject();
}

void redistc::view::writeJson(const Comparison &comparison,
                              std::ostream &stream) {
  JsonWriter json(stream);
  json.beginObject();
  json.member("compared", std::string_view(comparison.subject));
  json.member("problem", std::string_view(comparison.caption));
  json.key("lower_bound");
  json.beginObject(JsonLayout::Line);
  for (const auto &[name, least] : comparison.bounds) {
    json.key(memberName(name));
    json.number(least);
  }
  json.endObject();
  json.key("strategies");
  json.beginArray();
  const double best = bestOf(comparison).value_or(0);
  for (const Contender &one : comparison.contenders)
    writeContender(comparison, one, best, json);
  json.endArray();
  json.endObject();
}

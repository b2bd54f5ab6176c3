//===- BlockText.cpp - A plan as C++ text ----------------------*- C++ -*-===//
//
// One function for each part of the block, in the order of the block. Names of
// the library are written from the global namespace, since the user may have a
// `redist` or a `std` of their own where the directive stands.
//
//===----------------------------------------------------------------------===//
#include "redistc/Emit/BlockText.h"

#include <cctype>

using namespace redistc::plan;

namespace redistc::emit {

static constexpr std::size_t columnLimit = 80;

std::string stringLiteral(std::string_view value) {
  static constexpr char digits[] = "01234567";
  std::string text = "\"";
  for (const char c : value) {
    const auto byte = static_cast<unsigned char>(c);
    // '?' is escaped for compilers that still know trigraphs.
    if (c == '"' || c == '\\' || c == '?') {
      text += '\\';
      text += c;
    } else if (byte < 0x20 || byte == 0x7f) {
      text += '\\';
      text += digits[byte >> 6];
      text += digits[byte >> 3 & 7];
      text += digits[byte & 7];
    } else {
      text += c;
    }
  }
  return text + '"';
}

std::string lineMarker(unsigned line, std::string_view file) {
  // No trigraph lives in a #line, where some compilers read no escape of '?'.
  std::string name = stringLiteral(file);
  for (std::size_t at; (at = name.find("\\?")) != std::string::npos;)
    name.erase(at, 1);
  return "#line " + std::to_string(line) + ' ' + name + '\n';
}

/// A `//` comment of one line. A backslash at its end would swallow the next
/// line.
static std::string comment(const std::string &indent, std::string text) {
  for (char &c : text)
    if (c == '\n' || c == '\r')
      c = ' ';
  if (!text.empty() && text.back() == '\\')
    text += " .";
  return indent + "// " + text + '\n';
}

/// The same for a sentence, which goes on in a new line after each ';'.
static std::string sentence(const std::string &indent, std::string_view text) {
  std::string lines;
  for (std::size_t end; (end = text.find("; ")) != std::string_view::npos;
       text.remove_prefix(end + 2))
    lines += comment(indent, std::string(text.substr(0, end + 1)));
  return lines + comment(indent, std::string(text));
}

static std::string embeddedParameters(const EmbeddedSchedule &schedule) {
  const auto &[source, target] = schedule.redistribution;
  std::string text = "CYCLIC(" + std::to_string(source.block) + ") on " +
                     std::to_string(source.ranks) + " -> CYCLIC(" +
                     std::to_string(target.block) + ") on " +
                     std::to_string(target.ranks);
  if (schedule.extent)
    text += ", " + std::to_string(*schedule.extent) + " elements";
  else if (schedule.superblock > 0)
    text += ", superblock of " + std::to_string(schedule.superblock);
  return text;
}

/// Quotes the directive, then says for each instance what happened.
static std::string comments(const RedistributePlan &plan,
                            const std::string &indent) {
  std::string text = comment(indent, plan.directive.spelling);
  for (const InstancePlan &instance : plan.instances) {
    std::string head =
        instance.context.empty() ? "" : "in " + instance.context + ": ";
    if (instance.deferral == DeferralKind::None) {
      head += embeddedParameters(
          plan.embedded[static_cast<std::size_t>(instance.embedded)]);
      text += comment(indent, head + ':');
      head.clear();
    }
    text += sentence(indent, head + describe(plan, instance));
  }
  if (plan.directive.isTemplated && !plan.embedded.empty())
    text += comment(indent, "other instantiations: the runtime plans");
  return text;
}

/// What the names in the block end with: nothing, or as many '_' as keep them
/// apart from all that the user's expressions name.
static std::string freeSuffix(const CheckedRedistribute &directive) {
  const CheckedInstance &texts = directive.instances.front();
  std::string all = directive.object + ' ' + directive.into + ' ' +
                    directive.communicator + ' ' + texts.extent.text;
  if (directive.intoExtent)
    all += ' ' + directive.intoExtent->text;
  for (const CheckedLayout *layout : {&texts.from, &texts.to})
    all += ' ' + layout->block.text + ' ' + layout->ranks.text + ' ' +
           layout->firstRank.text;
  std::string suffix;
  for (const char *name : {"redistWords", "redistSchedules", "redistDirective"})
    while (all.find(name + suffix) != std::string::npos)
      suffix += '_';
  return suffix;
}

/// The words of one schedule, in lines of at most 80 columns.
static std::string wordTable(const EmbeddedSchedule &schedule,
                             const std::string &name,
                             const std::string &indent) {
  std::string text =
      indent + "static constexpr ::std::uint32_t " + name + "[] = {\n";
  const std::string lineStart = indent + "    ";
  std::string line = lineStart;
  for (const std::uint32_t word : schedule.words) {
    const std::string item = std::to_string(word) + "u,";
    const bool isFirst = line.size() == lineStart.size();
    if (!isFirst && line.size() + 1 + item.size() > columnLimit) {
      text += line + '\n';
      line = lineStart + item;
    } else {
      line += (isFirst ? "" : " ") + item;
    }
  }
  return text + line + '\n' + indent + "};\n";
}

static std::string wordsName(const std::string &suffix, std::size_t index) {
  return "redistWords" + suffix + std::to_string(index);
}

static std::string scheduleList(const RedistributePlan &plan,
                                const std::string &suffix,
                                const std::string &indent) {
  if (plan.embedded.empty())
    return "";
  std::string text;
  for (std::size_t i = 0; i < plan.embedded.size(); ++i)
    text += wordTable(plan.embedded[i], wordsName(suffix, i), indent);
  text += indent +
          "static constexpr ::redist::embedded_schedule redistSchedules" +
          suffix + "[] = {\n";
  for (std::size_t i = 0; i < plan.embedded.size(); ++i) {
    const std::string name = wordsName(suffix, i);
    text += indent + "    {" + name + ", sizeof(" + name + ") / sizeof(" +
            name + "[0])},\n";
  }
  return text + indent + "};\n";
}

/// The directive after `#pragma redistribute`, for messages at run time.
static std::string directiveBody(const std::string &spelling) {
  static constexpr std::string_view word = "redistribute";
  const std::size_t at = spelling.find(word);
  if (at == std::string::npos)
    return spelling;
  const std::size_t begin = spelling.find_first_not_of(" \t", at + word.size());
  return begin == std::string::npos ? "" : spelling.substr(begin);
}

static std::string directiveValue(const RedistributePlan &plan,
                                  const BlockPlace &place,
                                  const std::string &suffix,
                                  const std::string &indent) {
  const CheckedRedistribute &directive = plan.directive;
  std::string text = indent +
                     "static constexpr ::redist::directive redistDirective" +
                     suffix + " = {\n";
  text += indent + "    " + stringLiteral(place.file) + ", " +
          std::to_string(place.line) + ",\n";
  text += indent + "    " + stringLiteral(directiveBody(directive.spelling)) +
          ",\n";
  text += indent + "    \"" +
          std::string(redist::schedule::name(directive.strategy)) + "\", ";
  return text +
         (plan.embedded.empty() ? "nullptr" : "redistSchedules" + suffix) +
         ", " + std::to_string(plan.embedded.size()) + "};\n";
}

static bool isNumber(const std::string &text) {
  if (text.empty())
    return false;
  for (const char c : text)
    if (!std::isdigit(static_cast<unsigned char>(c)))
      return false;
  return true;
}

/// In parentheses, unless it is a name alone.
static std::string parenthesized(const std::string &expression) {
  for (const char c : expression)
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '_')
      return '(' + expression + ')';
  return expression;
}

/// An integer argument: the user's expression, converted as the runtime wants
/// it without a warning, whatever its type.
static std::string integer(const Parameter &parameter) {
  if (isNumber(parameter.text))
    return parameter.text;
  return "static_cast<::std::int64_t>(" + parameter.text + ')';
}

static std::string layoutValue(const CheckedLayout &layout) {
  const std::string grid =
      integer(layout.ranks) + ", " + integer(layout.firstRank) + ')';
  switch (layout.distribution) {
  case DistributionKind::Block:
    return "::redist::block_layout(" + grid;
  case DistributionKind::BlockSized:
    return "::redist::block_layout(" + integer(layout.block) + ", " + grid;
  case DistributionKind::Cyclic:
    return "::redist::cyclic_layout(" + integer(layout.block) + ", " + grid;
  }
  return "";
}

/// What `into(b[m])` adds to the call: m, unless it is known to be n.
static std::string destinationExtent(const CheckedRedistribute &directive,
                                     const Parameter &extent) {
  const std::optional<Parameter> &stated = directive.intoExtent;
  if (!stated || stated->text == extent.text ||
      (stated->value && extent.value && !directive.isTemplated))
    return "";
  return ", " + integer(*stated);
}

/// The call, on one line so that all of it has the directive's line number.
static std::string call(const CheckedRedistribute &directive,
                        const std::string &suffix, const std::string &indent) {
  const CheckedInstance &texts = directive.instances.front();
  std::string text = indent + "::redist::redistribute";
  if (!directive.into.empty())
    text += "_into";
  text += "(redistDirective" + suffix + ", " + parenthesized(directive.object) +
          ", ";
  if (!directive.into.empty())
    text += parenthesized(directive.into) + ", ";
  text += integer(texts.extent) + ", ";
  text += layoutValue(texts.from) + ", " + layoutValue(texts.to) + ", ";
  return text + parenthesized(directive.communicator) +
         destinationExtent(directive, texts.extent) + ");\n";
}

std::string blockText(const RedistributePlan &plan, const BlockPlace &place) {
  const std::string indent = place.indent + "  ";
  const std::string suffix = freeSuffix(plan.directive);
  return "{\n" + comments(plan, indent) + scheduleList(plan, suffix, indent) +
         directiveValue(plan, place, suffix, indent) +
         lineMarker(place.line, place.file) +
         call(plan.directive, suffix, indent) + place.indent + '}';
}

} // namespace redistc::emit

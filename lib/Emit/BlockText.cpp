//===- BlockText.cpp - A plan as C++ text ----------------------*- C++ -*-===//
//
// One function for each part of the block, in the order of the block. Names of
// the library are written from the global namespace, since the user may have a
// `redist` or a `std` of their own where the directive stands.
//
//===----------------------------------------------------------------------===//
#include "redistc/Emit/BlockText.h"

#include "BlockParts.h"
#include "CallText.h"

#include <cassert>

using namespace redistc::plan;

namespace redistc::emit {

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

/// One schedule that an instance may use.
static std::string embeddedComment(const EmbeddedSchedule &schedule,
                                   const std::string &head,
                                   const std::string &indent) {
  return comment(indent, head + describe(schedule.assignment) + ':') +
         sentence(indent, "schedule embedded: " + describe(schedule));
}

static std::string instanceComment(const RedistributePlan &plan,
                                   const InstancePlan &instance,
                                   const std::string &indent) {
  const std::string head =
      instance.context.empty() ? "" : "in " + instance.context + ": ";
  if (instance.embedded.empty())
    return sentence(indent, head + describe(plan, instance));
  std::string text;
  for (const int index : instance.embedded)
    text += embeddedComment(plan.embedded[static_cast<std::size_t>(index)],
                            head, indent);
  if (!instance.reason.empty())
    text += sentence(indent, head + "for other layouts the runtime plans: " +
                                 instance.reason);
  return text;
}

static std::string instanceComment(const ReducePlan &plan,
                                   const ReduceInstancePlan &instance,
                                   const std::string &indent) {
  return sentence(
      indent,
      (instance.context.empty() ? "" : "in " + instance.context + ": ") +
          describe(plan, instance));
}

/// Quotes the directive, then says for each instance what happened.
template <typename Plan>
static std::string comments(const Plan &plan, const std::string &indent) {
  std::string text = comment(indent, plan.directive.spelling);
  for (const auto &instance : plan.instances)
    text += instanceComment(plan, instance, indent);
  if (plan.directive.isTemplated && !plan.embedded.empty())
    text += comment(indent, "other instantiations: the runtime plans");
  return text;
}

/// What the names in the block end with: nothing, or as many '_' as keep them
/// apart from all that the user's expressions name. The names of a directive
/// with nowait stand among the user's own, beside those of other directives:
/// its number is in them.
template <typename Directive>
static std::string freeSuffix(const Directive &directive) {
  const std::string all = userTexts(directive);
  std::string suffix =
      directive.request.empty() ? "" : std::to_string(directive.id) + '_';
  for (const char *name :
       {"redistWords", "redistSchedules", "redistDirective", "redistOperands"})
    while (all.find(name + suffix) != std::string::npos)
      suffix += '_';
  return suffix;
}

/// What messages at run time quote: the directive after `#pragma
/// redistribute`, or after `#pragma`.
static std::string quote(const CheckedRedistribute &directive) {
  return afterWord(directive.spelling, "redistribute");
}
static std::string quote(const CheckedReduce &directive) {
  return afterWord(directive.spelling, "pragma");
}

static std::string strategyName(const CheckedRedistribute &directive) {
  return std::string(redist::schedule::name(directive.strategy));
}
static std::string strategyName(const CheckedReduce &directive) {
  return std::string(redist::schedule::nameOf(directive.strategy));
}

/// Comments, tables and the call, without a line end after it.
template <typename Plan>
static std::string statement(const Plan &plan, const BlockPlace &place,
                             const std::string &suffix,
                             const std::string &indent) {
  const WordTables tables = wordsOf(plan.embedded);
  return comments(plan, indent) + scheduleTables(tables, suffix, indent) +
         directiveValue({place.file, place.line, quote(plan.directive),
                         strategyName(plan.directive), tables.size()},
                        suffix, indent) +
         lineMarker(place.line, place.file) + indent +
         callText(plan.directive, suffix);
}

template <typename Plan>
static std::string block(const Plan &plan, const BlockPlace &place) {
  const std::string suffix = freeSuffix(plan.directive);
  // The request has to outlive the directive: no braces around it.
  if (!plan.directive.request.empty())
    return statement(plan, place, suffix, place.indent)
        .substr(place.indent.size());
  const std::string indent = place.indent + "  ";
  return "{\n" + statement(plan, place, suffix, indent) + '\n' + place.indent +
         '}';
}

std::string blockText(const RedistributePlan &plan, const BlockPlace &place) {
  return block(plan, place);
}

std::string blockText(const ReducePlan &plan, const BlockPlace &place) {
  return block(plan, place);
}

std::string waitText(const WaitPlan &plan) {
  std::string quote = comment(" ", plan.directive.spelling);
  quote.pop_back();
  return "::redist::wait(" + plan.directive.request + ");" + quote;
}

} // namespace redistc::emit

//===- PipelineText.cpp - A pipeline's plan as C++ text --------*- C++ -*-===//
//
// The clauses become values that read like them; braces and chained calls
// evaluate from left to right, arguments of a function in any order, so the
// user's expressions stand where one of the former orders them.
//
//===----------------------------------------------------------------------===//
#include "redistc/Emit/PipelineText.h"

#include "BlockParts.h"
#include "Expressions.h"

#include "llvm/Support/ErrorHandling.h"

using namespace redistc::plan;

namespace redistc::emit {

/// The names in the pieces.
struct PipelineNames {
  std::string suffix;

  std::string directive() const { return "redistDirective" + suffix; }
  std::string run() const { return "redistRun" + suffix; }
  std::string item() const { return "redistItem" + suffix; }
  /// The elements of carry(), by index.
  std::string carry(int index) const {
    return "redistCarry" + suffix + std::to_string(index + 1);
  }
};

/// As many '_' behind the names as keep them apart from all that the user's
/// text names; the directive's number before them where another pipeline's
/// names are visible.
static PipelineNames freeNames(const PipelinePlan &plan,
                               std::string_view region, bool isNested) {
  std::string suffix =
      isNested ? std::to_string(plan.directive.id) + '_' : std::string();
  for (const char *name : {"redistWords", "redistSchedules", "redistDirective",
                           "redistRun", "redistItem", "redistCarry"})
    while (region.find(name + suffix) != std::string_view::npos)
      suffix += '_';
  return {suffix};
}

/// ", a, b" or, with `isFirst`, "a, b".
template <typename Values, typename Text>
static std::string listed(const Values &values, bool isFirst, Text text) {
  std::string list;
  for (const auto &value : values) {
    list += isFirst ? "" : ", ";
    list += text(value);
    isFirst = false;
  }
  return list;
}

static std::string pipelineValue(const CheckedPipeline &directive) {
  const PipelineInstanceValues &texts = directive.instances.front();
  std::string text = "::redist::pipeline()";
  const auto add = [&text](const char *clause, const std::string &value) {
    text += std::string(".") + clause + '(' + value + ')';
  };
  if (texts.onto)
    add("onto", integer(texts.onto->text));
  if (!texts.speeds.empty())
    add("speeds", '{' + listed(texts.speeds, true, [](const Seconds &speed) {
                    return floating(speed.text);
                  }) + '}');
  else if (!directive.speedRange.empty())
    add("speeds", parenthesized(directive.speedRange));
  if (texts.bandwidth)
    add("bandwidth", floating(texts.bandwidth->text));
  else if (!directive.bandwidthRange.empty())
    add("bandwidth", parenthesized(directive.bandwidthRange));
  if (texts.latency)
    add("latency", floating(texts.latency->text));
  if (texts.depth)
    add("depth", integer(texts.depth->text));
  if (directive.loop.header == HeaderKind::FirstStage)
    add("driven", "");
  return text;
}

static std::string stageValue(const CheckedPipeline &directive, std::size_t k) {
  const CheckedStage &stage = directive.stages[k];
  const StageInstance &texts = directive.instances.front().stages[k];
  std::string text = "::redist::pipeline_stage()";
  const auto add = [&text](const char *clause, const std::string &value) {
    text += std::string(".") + clause + '(' + value + ')';
  };
  if (texts.work)
    add("work", floating(texts.work->text));
  if (texts.data)
    add("data", floating(texts.data->text));
  if (texts.replicas)
    add("replicate", integer(texts.replicas->text));
  if (stage.replicateAuto)
    add("replicate_auto", "");
  if (texts.rank)
    add("at", integer(texts.rank->text));
  if (stage.isMovable)
    add("movable", "");
  // Other instances of a template may have other types.
  if (texts.bytes && !directive.isTemplated)
    add("bytes", std::to_string(*texts.bytes));
  return text;
}

/// Quotes the directives, and says below each what is known of it.
static std::string comments(const PipelinePlan &plan,
                            const std::string &indent) {
  const CheckedPipeline &directive = plan.directive;
  std::string text = comment(indent, directive.spelling);
  for (const PipelineInstancePlan &instance : plan.instances)
    text += sentence(
        indent,
        (instance.context.empty() ? "" : "in " + instance.context + ": ") +
            describe(plan, instance));
  if (directive.isTemplated && !plan.embedded.empty())
    text += comment(indent, "other instantiations: the runtime maps");
  const std::vector<PlanNote> notes = notesOn(plan);
  const auto addNotes = [&](DirectiveId id) {
    for (const PlanNote &note : notes)
      if (note.directive == id)
        text += comment(indent, note.text);
  };
  addNotes(directive.id);
  for (const CheckedStage &stage : directive.stages) {
    text += comment(indent, stage.spelling);
    addNotes(stage.id);
  }
  return text;
}

static const char *keepFunction(StateForm form) {
  switch (form) {
  case StateForm::Variable:
    return "keep";
  case StateForm::Pointee:
    return "keep_pointee";
  case StateForm::View:
    return "keep_view";
  }
  llvm_unreachable("no such form of a state");
}

/// The declaration of the run, on one line, so that all of it has the
/// directive's line number; then the states.
static std::string runText(const CheckedPipeline &directive,
                           const PipelineNames &names,
                           const std::string &indent) {
  std::string text = indent + "::redist::pipeline_run " + names.run() + '(' +
                     names.directive() + ", " + pipelineValue(directive) +
                     ", {";
  for (std::size_t k = 0; k < directive.stages.size(); ++k)
    text += (k == 0 ? "" : ", ") + stageValue(directive, k);
  text += "}, " + parenthesized(directive.communicator) + ");";
  for (const StateVariable &state : directive.states)
    if (state.travels)
      text += ' ' + names.run() + '.' + keepFunction(state.form) + '(' +
              std::to_string(state.stage + 1) + ", " +
              parenthesized(state.text) + ");";
  for (const std::string &number : directive.counts)
    text += ' ' + names.run() + ".count(" + parenthesized(number) + ");";
  return text + '\n';
}

/// "{1, 3}" of stages.
static std::string stageList(const std::set<int> &stages) {
  return '{' + listed(stages, true, [](int k) { return std::to_string(k); }) +
         '}';
}

/// For people: without the "::" of a variable of a namespace.
static std::string nameOf(const WatchedVariable &variable) {
  return variable.text.substr(variable.text.starts_with("::") ? 2 : 0);
}

/// What a run compares with REDIST_VERIFY=1, on one line.
static std::string watchCall(const WatchedVariable &variable,
                             const PipelineNames &names) {
  const char *const call = variable.form == StateForm::Pointee
                               ? ".watch_pointee("
                           : variable.isSaved ? ".watch("
                                              : ".watch_known(";
  const std::string place = variable.elements < 0
                                ? parenthesized(variable.text)
                                : names.carry(variable.elements);
  const std::string star = variable.form == StateForm::Pointee ? "*" : "";
  return ' ' + (variable.isOfItem ? names.item() : names.run()) + call +
         stringLiteral(star + nameOf(variable)) + ", " + place + ", " +
         stageList(variable.readers) + ", " + stageList(variable.writers) +
         ");";
}

static std::string watchCalls(const CheckedPipeline &directive, bool ofItem,
                              const PipelineNames &names) {
  std::string calls;
  for (const WatchedVariable &variable : directive.watched)
    if (variable.isOfItem == ofItem)
      calls += watchCall(variable, names);
  return calls;
}

/// "if (redistRun.verifies()) { ... }", before the loop.
static std::string watchText(const CheckedPipeline &directive,
                             const PipelineNames &names) {
  return "if (" + names.run() + ".verifies()) { " + names.run() +
         ".stage_lines({" +
         listed(directive.stages, true,
                [](const CheckedStage &stage) {
                  return std::to_string(stage.line);
                }) +
         "});" + watchCalls(directive, false, names) + " }";
}

/// The same of an item; nothing where there are no variables of it.
static std::string itemWatchText(const CheckedPipeline &directive,
                                 const PipelineNames &names) {
  const std::string calls = watchCalls(directive, true, names);
  return calls.empty()
             ? ""
             : "if (" + names.item() + ".verifies()) {" + calls + " } ";
}

/// What carry() names, as far as it travels: "auto redistCarry1 = ...;".
static std::string carryText(const CheckedPipeline &directive,
                             const PipelineNames &names) {
  std::set<int> used;
  for (const CheckedStage &stage : directive.stages)
    for (const CarriedVariable &variable : stage.carried)
      if (variable.elements >= 0)
        used.insert(variable.elements);
  std::string text;
  for (const int index : used) {
    const CarriedElements &one =
        directive.carries[static_cast<std::size_t>(index)];
    text += "auto " + names.carry(index) + " = " + names.item() + ".carry(" +
            stringLiteral(one.pointer) + ", " + parenthesized(one.pointer) +
            ", [&] { return " + integer(one.count) + "; }); ";
  }
  return text;
}

static std::string openingText(const PipelinePlan &plan,
                               const BlockPlace &place,
                               const PipelineNames &names) {
  const std::string indent = place.indent + "  ";
  const WordTables tables = wordsOf(plan.embedded);
  return "{\n" + comments(plan, indent) +
         scheduleTables(tables, names.suffix, indent) +
         directiveValue(
             {place.file, place.line,
              afterWord(plan.directive.spelling, "pragma"),
              std::string(redist::schedule::nameOf(plan.directive.mapping)),
              tables.size()},
             names.suffix, indent) +
         lineMarker(place.line, place.file) +
         runText(plan.directive, names, indent) +
         lineMarker(place.line, place.file) + indent + "try {\n" +
         lineMarker(place.line, place.file) + indent + "  " + names.run() +
         ".start();\n" + lineMarker(place.line, place.file) + indent + "  " +
         watchText(plan.directive, names);
}

static std::string closingText(const BlockPlace &place,
                               const PipelineNames &names) {
  const std::string indent = place.indent + "  ";
  return '\n' + lineMarker(place.line, place.file) + indent +
         "} catch (...) {\n" + indent + "  " + names.run() + ".fail();\n" +
         indent + "}\n" + lineMarker(place.line, place.file) + indent +
         names.run() + ".finish();\n" + place.indent + '}';
}

/// ".pass(1, a, b);" after stage `k`, from 1.
static std::string passText(const CheckedStage &stage, std::size_t k,
                            const PipelineNames &names) {
  return names.item() + ".pass(" + std::to_string(k) +
         listed(stage.carried, false,
                [&names](const CarriedVariable &variable) {
                  return variable.elements < 0 ? parenthesized(variable.text)
                                               : names.carry(variable.elements);
                }) +
         ");";
}

/// The rank of stage 1 evaluates it; others make any value of the type.
static Wrapping initialiserText(const FirstInitialiser &initialiser,
                                const std::string &asked) {
  const std::string type = "decltype(" + initialiser.variable + ')';
  const std::string call = asked + ".initial([&]";
  switch (initialiser.form) {
  case InitialiserForm::Construction:
    return {" = " + call + " { return " + type, "; })"};
  case InitialiserForm::List:
    return {call + " { return " + type, "; })"};
  case InitialiserForm::Value:
    break;
  }
  return {call + (initialiser.isDeduced ? "" : "() -> " + type) + " { return ",
          "; })"};
}

/// `for (;;)` ends where an exception does it, of which other ranks hear. What
/// a `while` declares is there before it is known whether there is an item:
///     while (run.turns()) if (auto x = run.initial([&] { return e; });
///                             run.next([&] { return x; })) {...} else break;
static Wrapping conditionText(const PipelineLoop &loop,
                              const PipelineNames &names) {
  const std::string call = names.run() + ".next([&]() -> bool { return ";
  if (loop.declared)
    return {names.run() + ".turns()) if (", "; " + call + "static_cast<bool>(" +
                                                loop.declared->variable +
                                                "); })"};
  if (loop.condition.begin == loop.condition.end)
    return {' ' + call + "true; })", ""};
  return {call + "static_cast<bool>(", "); })"};
}

PipelineText pipelineText(const PipelinePlan &plan, const BlockPlace &place,
                          std::string_view region, bool isNested) {
  const CheckedPipeline &directive = plan.directive;
  const PipelineNames names = freeNames(plan, region, isNested);
  PipelineText text;
  text.opening = openingText(plan, place, names);
  text.closing = closingText(place, names);
  text.itemBegin = " ::redist::pipeline_item " + names.item() + '(' +
                   names.run() + "); if (!" + names.item() +
                   ".begins()) { continue; }";
  for (std::size_t k = 1; k <= directive.stages.size(); ++k) {
    const std::string before =
        k == 1 ? carryText(directive, names) + itemWatchText(directive, names)
               : "} " + passText(directive.stages[k - 2], k - 1, names) + ' ';
    text.stages.push_back(before + "if (" + names.item() + ".runs(" +
                          std::to_string(k) + ")) {");
  }
  text.itemEnd = "} " + names.item() + ".ends(" +
                 listed(directive.itemVariables, true, parenthesized) + "); ";
  if (directive.loop.header == HeaderKind::FirstStage) {
    text.condition = conditionText(directive.loop, names);
    if (directive.loop.declared) {
      text.declared = initialiserText(*directive.loop.declared, names.run());
      text.closing = " else { break; }" + text.closing;
    }
    text.increment = {names.run() + ".step([&] { ", "; })"};
    for (const FirstInitialiser &one : directive.loop.initialisers)
      text.initialisers.push_back(initialiserText(one, names.item()));
  }
  return text;
}

} // namespace redistc::emit

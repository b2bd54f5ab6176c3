//===- SarifLog.cpp - Diagnostics for other programs ----------------------===//
//
// Clang's writer of such documents makes results, rules, regions and artifacts.
// It knows no related locations: notes are results at first, and are moved.
//
//===----------------------------------------------------------------------===//
#include "SarifLog.h"

#include "redistc/Directive/Diagnostics.h"
#include "redistc/Version/Version.h"

#include "clang/Basic/DiagnosticIDs.h"
#include "clang/Basic/Sarif.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>
#include <optional>

using namespace clang;
namespace json = llvm::json;

namespace redistc::driver {

static SarifResultLevel levelOf(DiagnosticsEngine::Level level) {
  if (level >= DiagnosticsEngine::Error)
    return SarifResultLevel::Error;
  return level == DiagnosticsEngine::Warning ? SarifResultLevel::Warning
                                             : SarifResultLevel::Note;
}

static std::string ruleIdOf(const Diagnostic &diagnostic) {
  const StringRef own =
      directive::nameOf(*diagnostic.getDiags(), diagnostic.getID());
  if (!own.empty())
    return own.str();
  const StringRef group =
      DiagnosticIDs::getWarningOptionForDiag(diagnostic.getID());
  return "clang-diagnostic-" + (group.empty() ? "error" : group.str());
}

/// The token that the caret points to, in the file where it is written; none
/// where the user has no such file.
static std::optional<CharSourceRange> placeOf(const Diagnostic &diagnostic,
                                              const LangOptions &language) {
  if (!diagnostic.hasSourceManager() || diagnostic.getLocation().isInvalid())
    return std::nullopt;
  const SourceManager &sources = diagnostic.getSourceManager();
  const SourceLocation begin = sources.getFileLoc(diagnostic.getLocation());
  if (!sources.getFileEntryRefForID(sources.getFileID(begin)))
    return std::nullopt;
  const SourceLocation end =
      Lexer::getLocForEndOfToken(begin, 0, sources, language);
  return CharSourceRange::getCharRange(begin, end.isValid() ? end : begin);
}

/// Results that are notes become related locations of the one before them.
static json::Array withNotesMoved(json::Array results,
                                  const std::vector<bool> &isNote) {
  json::Array kept;
  for (std::size_t i = 0; i < results.size(); ++i) {
    json::Object &result = *results[i].getAsObject();
    if (!isNote[i] || kept.empty()) {
      kept.push_back(std::move(result));
      continue;
    }
    json::Object location;
    if (json::Array *places = result.getArray("locations");
        places && !places->empty())
      location = std::move(*places->front().getAsObject());
    location["message"] = std::move(*result.getObject("message"));
    json::Object &owner = *kept.back().getAsObject();
    if (!owner.getArray("relatedLocations"))
      owner["relatedLocations"] = json::Array();
    owner.getArray("relatedLocations")->push_back(std::move(location));
  }
  return kept;
}

/// In the order of the numbers that results name them by, as the standard has
/// it; the writer lists them as they come out of a hash table.
static void sortArtifacts(json::Object &run) {
  json::Array *artifacts = run.getArray("artifacts");
  if (!artifacts)
    return;
  const auto indexOf = [](const json::Value &artifact) {
    const json::Object *location =
        artifact.getAsObject()->getObject("location");
    return location->getInteger("index").value_or(0);
  };
  std::sort(artifacts->begin(), artifacts->end(),
            [&](const json::Value &a, const json::Value &b) {
              return indexOf(a) < indexOf(b);
            });
}

namespace {

class SarifConsumer : public DiagnosticConsumer {
public:
  SarifConsumer(SarifRun &owner, json::Object &target)
      : log(owner), run(target) {}

  void BeginSourceFile(const LangOptions &options,
                       const Preprocessor *pp) override {
    language = options;
    if (!pp)
      return;
    writer.emplace(pp->getSourceManager());
    writer->createRun("redistc", "redistc, a directive compiler for C++",
                      version::versionNumber());
  }

  void EndSourceFile() override {
    if (!writer)
      return;
    writer->endRun();
    json::Object document = writer->createDocument();
    run = std::move(*document.getArray("runs")->front().getAsObject());
    run["results"] =
        withNotesMoved(std::move(*run.getArray("results")), isNote);
    sortArtifacts(run);
    writer.reset();
  }

  void HandleDiagnostic(DiagnosticsEngine::Level level,
                        const Diagnostic &diagnostic) override {
    DiagnosticConsumer::HandleDiagnostic(level, diagnostic);
    llvm::SmallString<128> text;
    diagnostic.FormatDiagnostic(text);
    if (!writer) {
      log.addNotification(text);
      return;
    }
    if (level != DiagnosticsEngine::Note || isNote.empty())
      enterRule(level, diagnostic, text);
    SarifResult result = SarifResult::create(ruleIndex)
                             .setRuleId(ruleId)
                             .setDiagnosticMessage(text)
                             .setDiagnosticLevel(levelOf(level));
    if (const auto place = placeOf(diagnostic, language))
      result = result.setLocations({*place});
    writer->appendResult(result);
    isNote.push_back(level == DiagnosticsEngine::Note);
  }

private:
  /// Rules are described by the first message that they gave.
  void enterRule(DiagnosticsEngine::Level level, const Diagnostic &diagnostic,
                 StringRef text) {
    ruleId = ruleIdOf(diagnostic);
    const auto [rule, isNew] = rules.try_emplace(ruleId, 0);
    if (isNew)
      rule->second = static_cast<std::uint32_t>(writer->createRule(
          SarifRule::create()
              .setRuleId(ruleId)
              .setName(ruleId)
              .setDescription(text)
              .setDefaultConfiguration(SarifReportingConfiguration::create()
                                           .setLevel(levelOf(level)))));
    ruleIndex = rule->second;
  }

  SarifRun &log;
  json::Object &run;
  LangOptions language;
  std::optional<SarifDocumentWriter> writer; ///< between begin and end
  llvm::StringMap<std::uint32_t> rules;
  std::string ruleId; ///< of the last result that is no note
  std::uint32_t ruleIndex = 0;
  std::vector<bool> isNote; ///< of each result
};

} // namespace

std::unique_ptr<DiagnosticConsumer> SarifRun::makeConsumer() {
  return std::make_unique<SarifConsumer>(*this, run);
}

void SarifRun::addNotification(const llvm::Twine &message) {
  notifications.push_back(json::Object{
      {"level", "error"}, {"message", json::Object{{"text", message.str()}}}});
}

/// What the writer says of the tool, where it ran and where it did not.
static json::Object describedTool() {
  return json::Object{
      {"driver",
       json::Object{{"name", "redistc"},
                    {"version", std::string(version::versionNumber())},
                    {"rules", json::Array()}}}};
}

json::Object SarifRun::take() {
  json::Object result = std::move(run);
  run = json::Object();
  if (!result.get("tool"))
    result["tool"] = describedTool();
  // Clang's own page.
  result.getObject("tool")->getObject("driver")->erase("informationUri");
  if (!result.get("results"))
    result["results"] = json::Array();
  json::Object invocation{{"executionSuccessful", notifications.empty()}};
  if (!notifications.empty())
    invocation["toolExecutionNotifications"] = std::move(notifications);
  notifications = json::Array();
  result["invocations"] = json::Array{std::move(invocation)};
  return result;
}

std::string sarifText(json::Array runs) {
  std::string text;
  llvm::raw_string_ostream out(text);
  out << llvm::formatv(
      "{0:2}\n",
      json::Value(json::Object{
          {"$schema", "https://docs.oasis-open.org/sarif/sarif/v2.1.0/cos02/"
                      "schemas/sarif-schema-2.1.0.json"},
          {"version", "2.1.0"},
          {"runs", std::move(runs)}}));
  return text;
}

} // namespace redistc::driver

//===- MisplacedDirectives.cpp - Errors at injected tokens -----*- C++ -*-===//
//
// Where no statement may stand, Clang stumbles over the injected '{'. The user
// wrote none, so the error is told in the user's terms, and what Clang says
// about the directive or about syntax after it is dropped. So is an 'else' that
// a directive cuts off its 'if', the ';' after a directive in place of the body
// of a 'do', and a cast to an integer that cannot be: the user wrote no cast.
//
//===----------------------------------------------------------------------===//
#include "redistc/Directive/Diagnostics.h"
#include "redistc/Directive/DirectiveRecorder.h"

#include "clang/Basic/DiagnosticIDs.h"
#include "clang/Basic/DiagnosticParse.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace redistc::directive {

static bool isOurs(const Diagnostic &diagnostic) {
  return diagnostic.getID() >= diag::DIAG_UPPER_LIMIT;
}

static bool isSyntaxError(const Diagnostic &diagnostic) {
  return DiagnosticIDs::getCategoryNameFromID(
             DiagnosticIDs::getCategoryNumberForDiag(diagnostic.getID())) ==
         "Parse Issue";
}

/// Whether the expression is there and begins at the location.
static bool isAt(SourceLocation location,
                 const std::optional<ParsedExpression> &expression) {
  return expression && expression->range.getBegin() == location;
}

static llvm::StringRef integerAt(const ParsedSection &section,
                                 SourceLocation location) {
  if (isAt(location, section.extent))
    return parameterNames::extent;
  if (isAt(location, section.lower))
    return parameterNames::lower;
  if (isAt(location, section.length))
    return parameterNames::length;
  return isAt(location, section.stride)
             ? llvm::StringRef(parameterNames::stride)
             : llvm::StringRef();
}

static llvm::StringRef integerAt(const std::vector<ParsedObject> &objects,
                                 SourceLocation location) {
  for (const ParsedObject &object : objects)
    for (const ParsedSection &section : object.sections)
      if (const llvm::StringRef name = integerAt(section, location);
          !name.empty())
        return name;
  return "";
}

static llvm::StringRef integerAt(const ParsedLayout &layout,
                                 SourceLocation location) {
  for (const ParsedDistribution &dimension : layout.dimensions) {
    if ((dimension.word == DistributionWord::Block ||
         dimension.word == DistributionWord::Cyclic) &&
        isAt(location, dimension.argument))
      return parameterNames::block;
    if (isAt(location, dimension.shift))
      return parameterNames::shift;
  }
  for (const ParsedExpression &extent : layout.grid)
    if (isAt(location, extent))
      return parameterNames::ranks;
  for (const ParsedCopies &one : layout.copies)
    if (isAt(location, one.ranks))
      return one.operation ? parameterNames::parts : parameterNames::copies;
  for (const ParsedWidth &width : layout.widths)
    if (isAt(location, width.before) || isAt(location, width.after))
      return parameterNames::width;
  if (isAt(location, layout.lead))
    return parameterNames::lead;
  return isAt(location, layout.firstRank)
             ? llvm::StringRef(parameterNames::firstRank)
             : llvm::StringRef();
}

static llvm::StringRef integerAt(const ParsedReduction &reduction,
                                 SourceLocation location) {
  for (const ParsedItem &item : reduction.items)
    if (item.section)
      if (const llvm::StringRef name = integerAt(*item.section, location);
          !name.empty())
        return name;
  if (isAt(location, reduction.root))
    return parameterNames::root;
  if (isAt(location, reduction.onto))
    return parameterNames::ranks;
  if (isAt(location, reduction.transfers))
    return parameterNames::transfers;
  return isAt(location, reduction.reducers)
             ? llvm::StringRef(parameterNames::reducers)
             : llvm::StringRef();
}

static llvm::StringRef integerAt(const ParsedPipeline &pipeline,
                                 SourceLocation location) {
  if (isAt(location, pipeline.onto))
    return parameterNames::ranks;
  return isAt(location, pipeline.depth) ? llvm::StringRef(parameterNames::depth)
                                        : llvm::StringRef();
}

static llvm::StringRef integerAt(const ParsedStage &stage,
                                 SourceLocation location) {
  if (isAt(location, stage.replicas))
    return parameterNames::replicas;
  return isAt(location, stage.rank) ? llvm::StringRef(parameterNames::stageRank)
                                    : llvm::StringRef();
}

/// What the integer at the location is to be; empty where none begins there.
static llvm::StringRef integerAt(const ParsedDirective &directive,
                                 SourceLocation location) {
  for (const auto *objects : {&directive.objects, &directive.into})
    if (const llvm::StringRef name = integerAt(*objects, location);
        !name.empty())
      return name;
  for (const auto *layout : {&directive.from, &directive.to})
    if (*layout)
      if (const llvm::StringRef name = integerAt(**layout, location);
          !name.empty())
        return name;
  for (const ParsedExpression &dimension : directive.permute)
    if (isAt(location, dimension))
      return parameterNames::dimension;
  if (directive.pipeline)
    return integerAt(*directive.pipeline, location);
  if (directive.stage)
    return integerAt(*directive.stage, location);
  return directive.reduction ? integerAt(*directive.reduction, location) : "";
}

/// The text of a diagnostic with %0, %1, ... replaced.
static std::string filled(DiagnosticKind kind,
                          llvm::ArrayRef<llvm::StringRef> arguments) {
  std::string text = diagnosticText(kind).str();
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    std::string place = "%";
    place += std::to_string(i);
    for (std::size_t at = 0; (at = text.find(place, at)) != std::string::npos;
         at += arguments[i].size())
      text.replace(at, place.size(), arguments[i]);
  }
  return text;
}

/// Clang's errors about a cast, whose argument 1 is the type of the operand.
static bool isBadCast(const Diagnostic &diagnostic) {
  return diagnostic.getID() == diag::err_ovl_no_conversion_in_cast ||
         diagnostic.getID() == diag::err_ovl_ambiguous_conversion_in_cast ||
         diagnostic.getID() == diag::err_bad_cxx_cast_generic;
}

/// Clang's errors speak of the type of what nowait() declares.
static bool isRedefinition(const Diagnostic &diagnostic) {
  return diagnostic.getID() == diag::err_redefinition ||
         diagnostic.getID() == diag::err_redefinition_different_type ||
         diagnostic.getID() == diag::err_redefinition_different_kind;
}

class MisplacedDirectives : public DiagnosticConsumer {
public:
  MisplacedDirectives(std::unique_ptr<DiagnosticConsumer> wrapped,
                      const DirectiveRecorder &owner)
      : target(std::move(wrapped)), recorder(owner) {}

  void BeginSourceFile(const LangOptions &options,
                       const Preprocessor *pp) override {
    languageOptions = options;
    target->BeginSourceFile(options, pp);
  }
  void EndSourceFile() override { target->EndSourceFile(); }
  void finish() override { target->finish(); }
  void clear() override {
    DiagnosticConsumer::clear();
    target->clear();
    misplaced.clear();
    badWaits.clear();
  }
  bool IncludeInDiagnosticCounts() const override {
    return target->IncludeInDiagnosticCounts();
  }

  void HandleDiagnostic(DiagnosticsEngine::Level level,
                        const Diagnostic &diagnostic) override {
    if (level == DiagnosticsEngine::Note) {
      if (!isDropping)
        forward(level, diagnostic);
      return;
    }
    isDropping = level < DiagnosticsEngine::Error && !isOurs(diagnostic);
    if (isDropping)
      return;
    if (level < DiagnosticsEngine::Error || isOurs(diagnostic)) {
      forward(level, diagnostic);
      return;
    }
    const ParsedDirective *directive = directiveAt(diagnostic.getLocation());
    if (directive && badWaits.contains(directive->range.getBegin())) {
      isDropping = true;
      return;
    }
    if (directive && !isMisplaced(*directive) &&
        isStumble(*directive, diagnostic)) {
      misplaced.insert(directive->range.getBegin());
      isDropping = true; // its notes speak of braces that nobody sees
      const std::string text = filled(DiagnosticKind::DirectiveOutsideFunction,
                                      {wordOf(directive->kind)});
      forward(level, Diagnostic(diagnostic.getDiags(), text));
      if (mayLackSemicolon(*directive, diagnostic))
        forward(DiagnosticsEngine::Note,
                Diagnostic(diagnostic.getDiags(),
                           diagnosticText(DiagnosticKind::MissingSemicolon)));
      return;
    }
    if (directive && isWait(directive->kind) && !isMisplaced(*directive)) {
      // Whatever is wrong with the one name in it, spelling included.
      badWaits.insert(directive->range.getBegin());
      const std::string meant = suggestedRequest(diagnostic);
      isDropping = meant.empty();
      const std::string text = notARequest(*directive, meant);
      forward(level, Diagnostic(diagnostic.getDiags(), text));
      return;
    }
    if (const std::string text = inUsersTerms(diagnostic); !text.empty()) {
      isDropping = false;
      forward(level, Diagnostic(diagnostic.getDiags(), text));
      return;
    }
    // Clang has lost its way: it sees a block where there is none.
    isDropping =
        !misplaced.empty() && level != DiagnosticsEngine::Fatal &&
        (isSyntaxError(diagnostic) || (directive && isMisplaced(*directive)));
    if (!isDropping)
      forward(level, diagnostic);
  }

private:
  /// The directive in whose text the location is; null if none.
  const ParsedDirective *directiveAt(SourceLocation location) const {
    for (const ParsedDirective &directive : recorder.directives())
      if (location == directive.range.getBegin() ||
          (directive.range.getBegin() < location &&
           location < directive.range.getEnd()))
        return &directive;
    return nullptr;
  }

  bool isMisplaced(const ParsedDirective &directive) const {
    return misplaced.contains(directive.range.getBegin());
  }

  /// At an injected token; or in a class whose '{' was taken to be ours.
  static bool isStumble(const ParsedDirective &directive,
                        const Diagnostic &diagnostic) {
    return diagnostic.getID() == diag::err_expected_member_name_or_semi ||
           (diagnostic.getLocation() == directive.range.getBegin() &&
            isSyntaxError(diagnostic));
  }

  /// Another text for an error of Clang; empty where its own is right.
  std::string inUsersTerms(const Diagnostic &diagnostic) const {
    if (isRedefinition(diagnostic))
      for (const ParsedDirective &directive : recorder.directives())
        if (directive.request &&
            directive.request->location == diagnostic.getLocation())
          return diagnosticText(DiagnosticKind::RequestRedefined).str();
    if (isBadCast(diagnostic))
      for (const ParsedDirective &directive : recorder.directives()) {
        const llvm::StringRef name =
            integerAt(directive, diagnostic.getLocation());
        if (!name.empty())
          return notAnInteger(name, diagnostic);
      }
    if (diagnostic.getID() == diag::err_expected_expression)
      for (const ParsedDirective &directive : recorder.directives())
        if (const auto next = nextToken(directive, diagnostic))
          if (next->is(tok::raw_identifier) &&
              next->getRawIdentifier() == "else")
            return filled(DiagnosticKind::DirectiveBeforeElse,
                          {wordOf(directive.kind)});
    if (diagnostic.getID() == diag::err_expected_while)
      for (const ParsedDirective &directive : recorder.directives())
        if (const auto next = nextToken(directive, diagnostic))
          if (next->is(tok::semi))
            return loneLoopBody(directive);
    return "";
  }

  /// Whether what stands before the directive may be the end of a declaration.
  static bool mayLackSemicolon(const ParsedDirective &directive,
                               const Diagnostic &diagnostic) {
    const SourceManager &sources = diagnostic.getSourceManager();
    const auto [file, offset] =
        sources.getDecomposedLoc(directive.range.getBegin());
    llvm::StringRef before = sources.getBufferData(file).take_front(offset);
    before = before.rtrim();
    return !before.empty() &&
           (llvm::isAlnum(before.back()) ||
            llvm::StringRef("_)]\"'").contains(before.back()));
  }

  /// The request, in quotes, that Clang takes a misspelt name for; empty where
  /// it knows none.
  std::string suggestedRequest(const Diagnostic &diagnostic) const {
    if (diagnostic.getID() != diag::err_undeclared_var_use_suggest ||
        diagnostic.getArgKind(1) != DiagnosticsEngine::ak_std_string)
      return "";
    const std::string &meant = diagnostic.getArgStdStr(1);
    for (const ParsedDirective &directive : recorder.directives())
      if (directive.request && !isWait(directive.kind) &&
          meant == "'" + directive.request->name + "'")
        return meant;
    return "";
  }

  static std::string notARequest(const ParsedDirective &wait,
                                 llvm::StringRef meant) {
    const std::string quoted = "'" + wait.request->name + "'";
    return meant.empty()
               ? filled(DiagnosticKind::NotARequest, {quoted})
               : filled(DiagnosticKind::NotARequestSuggest, {quoted, meant});
  }

  /// DirectiveIsLoneBody for a loop.
  static std::string loneLoopBody(const ParsedDirective &directive) {
    static constexpr llvm::StringLiteral choiceEnd = "}0";
    std::string text = filled(DiagnosticKind::DirectiveIsLoneBody,
                              {"%0", wordOf(directive.kind)});
    const std::size_t begin = text.find("%select");
    const std::size_t end = text.find(choiceEnd) + choiceEnd.size();
    return text.replace(begin, end - begin, "a loop");
  }

  static std::string notAnInteger(llvm::StringRef name,
                                  const Diagnostic &diagnostic) {
    const auto [before, after] =
        diagnosticText(DiagnosticKind::NotAnInteger).split("%0");
    llvm::SmallString<128> type;
    diagnostic.FormatDiagnostic(after.begin(), after.end(), type);
    return (before + name + type).str();
  }

  /// The token after the directive, if the error is there.
  std::optional<Token> nextToken(const ParsedDirective &directive,
                                 const Diagnostic &diagnostic) const {
    // A directive ends with a parenthesis.
    const auto next =
        Lexer::findNextToken(directive.range.getEnd().getLocWithOffset(-1),
                             diagnostic.getSourceManager(), languageOptions);
    return next && next->getLocation() == diagnostic.getLocation()
               ? next
               : std::nullopt;
  }

  void forward(DiagnosticsEngine::Level level, const Diagnostic &diagnostic) {
    DiagnosticConsumer::HandleDiagnostic(level, diagnostic);
    target->HandleDiagnostic(level, diagnostic);
  }

  std::unique_ptr<DiagnosticConsumer> target;
  const DirectiveRecorder &recorder;
  LangOptions languageOptions;
  llvm::DenseSet<SourceLocation> misplaced; ///< where they begin
  llvm::DenseSet<SourceLocation> badWaits;  ///< likewise
  bool isDropping = false;                  ///< the notes that come now
};

std::unique_ptr<DiagnosticConsumer>
wrapDiagnosticConsumer(std::unique_ptr<DiagnosticConsumer> target,
                       const DirectiveRecorder &recorder) {
  return std::make_unique<MisplacedDirectives>(std::move(target), recorder);
}

} // namespace redistc::directive

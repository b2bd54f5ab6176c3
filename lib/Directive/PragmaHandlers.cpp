//===- PragmaHandlers.cpp - Directives met while preprocessing -*- C++ -*-===//
//
// One handler for each pragma of the language, and one for the pragmas that
// nobody knows, among which a misspelt directive would be lost in silence.
//
//===----------------------------------------------------------------------===//
#include "redistc/Directive/DirectiveRecorder.h"

#include "ClauseParser.h"
#include "Injection.h"
#include "TokenText.h"

#include "clang/Lex/Pragma.h"

#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace redistc::directive {

static constexpr llvm::StringLiteral pragmaNames[] = {"redistribute", "reduce",
                                                      "pipeline"};

/// The rest of the directive, macros expanded; the last one ends it.
static llvm::SmallVector<Token, 64> lexDirective(Preprocessor &pp) {
  llvm::SmallVector<Token, 64> tokens;
  do {
    tokens.emplace_back();
    pp.Lex(tokens.back());
  } while (tokens.back().isNot(tok::eod) && tokens.back().isNot(tok::eof));
  return tokens;
}

/// Only text of the main file can be replaced; reports why if this is not.
static bool canBeRewritten(Preprocessor &pp, SourceLocation location,
                           DirectiveKind directive) {
  if (location.isMacroID())
    report(pp.getDiagnostics(), location, DiagnosticKind::DirectiveInMacro)
        << wordOf(directive);
  else if (!pp.getSourceManager().isWrittenInMainFile(location))
    report(pp.getDiagnostics(), location, DiagnosticKind::DirectiveInHeader)
        << wordOf(directive);
  else
    return true;
  return false;
}

/// `#pragma pipeline` has two vocabularies; its first word tells which.
static const Vocabulary &chooseWords(const Vocabulary &vocabulary,
                                     const Token &first) {
  return vocabulary.kind == DirectiveKind::Pipeline &&
                 TokenCursor::wordOf(first) == stageWord
             ? stageWords
             : vocabulary;
}

/// `#pragma redistribute`, `#pragma reduce` or `#pragma pipeline`
class DirectiveHandler : public PragmaHandler {
public:
  DirectiveHandler(const Vocabulary &ofPragma, DirectiveRecorder &owner)
      : PragmaHandler(wordOf(ofPragma.kind)), vocabulary(ofPragma),
        recorder(owner) {}

  void HandlePragma(Preprocessor &pp, PragmaIntroducer introducer,
                    Token &) override {
    const llvm::SmallVector<Token, 64> tokens = lexDirective(pp);
    const llvm::ArrayRef<Token> inner = llvm::ArrayRef(tokens).drop_back();
    const bool isOperator = introducer.Kind != PIK_HashPragma;
    const Vocabulary &words = chooseWords(vocabulary, tokens.front());
    if (!pp.getLangOpts().CPlusPlus17)
      report(pp.getDiagnostics(), introducer.Loc, DiagnosticKind::NeedsCxx17)
          << wordOf(words.kind);
    if (!canBeRewritten(pp, introducer.Loc, words.kind))
      return;
    ClauseParser parser(pp, inner, tokens.back(), isOperator, words);
    ParsedDirective directive;
    if (!parser.parse(directive)) {
      if (words.kind == DirectiveKind::Pipeline)
        recorder.addBrokenPipeline(introducer.Loc);
      return;
    }
    const DirectiveText text =
        isOperator ? pragmaOperatorText(pp, introducer.Loc, getName(), inner)
                   : hashDirectiveText(pp, introducer.Loc);
    directive.range = text.range;
    directive.spelling = text.spelling;
    directive.isPragmaOperator = isOperator;
    llvm::SmallVector<SlotTokens, 8> slots(parser.slots());
    if (directive.stage)
      takeCarried(directive, slots);
    recorder.add(std::move(directive));
    injectStatement(pp, introducer.Loc, slots, parser.declaredRequest());
    if (words.kind == DirectiveKind::Pipeline)
      putAside(tokens, parser.carriedSlots());
  }

private:
  /// What carry() names is known where the first stage stands.
  void putAside(const llvm::SmallVector<Token, 64> &tokens,
                llvm::ArrayRef<SlotTokens> slots) {
    carriedTokens = tokens;
    carried.clear();
    for (SlotTokens slot : slots) {
      const auto first = slot.expression.inner.data() - tokens.data();
      slot.expression.inner = llvm::ArrayRef(carriedTokens)
                                  .slice(static_cast<std::size_t>(first),
                                         slot.expression.inner.size());
      carried.push_back(slot);
    }
  }

  void takeCarried(ParsedDirective &stage,
                   llvm::SmallVectorImpl<SlotTokens> &slots) {
    if (carried.empty())
      return;
    stage.stage->firstCarrySlot = static_cast<ExpressionSlot>(slots.size());
    slots.append(carried.begin(), carried.end());
    stage.slotCount = static_cast<unsigned>(slots.size());
    carried.clear();
  }

  const Vocabulary &vocabulary;
  DirectiveRecorder &recorder;
  /// Of a pipeline whose first stage is still to come.
  llvm::SmallVector<Token, 64> carriedTokens;
  llvm::SmallVector<SlotTokens, 4> carried;
};

/// Pragmas without a handler.
class UnknownHandler : public PragmaHandler {
public:
  void HandlePragma(Preprocessor &pp, PragmaIntroducer, Token &first) override {
    const IdentifierInfo *info = first.getIdentifierInfo();
    if (!info || pp.getSourceManager().isInSystemHeader(first.getLocation()))
      return;
    const llvm::StringRef name = info->getName();
    const SourceLocation location = first.getLocation();
    const llvm::StringRef nearest = nearestDirective(name);
    if (nearest.empty())
      return;
    // With a clause of ours it is our directive; otherwise it may be meant for
    // another compiler.
    report(pp.getDiagnostics(), location,
           hasClause(pp) ? DiagnosticKind::MisspeltDirective
                         : DiagnosticKind::MisspeltPragma)
        << name << nearest << FixItHint::CreateReplacement(location, nearest);
  }

private:
  /// A near name, or one of which this is the beginning: `redist`; or the
  /// second word without the first.
  static llvm::StringRef nearestDirective(llvm::StringRef name) {
    if (name == stageWord)
      return wordOf(DirectiveKind::PipelineStage);
    if (name.size() >= 6 && pragmaNames[0].starts_with(name))
      return pragmaNames[0];
    if (const llvm::StringRef meant = meantDirective(name); !meant.empty())
      return meant;
    return nearestName(name, {pragmaNames[0], pragmaNames[1], pragmaNames[2]});
  }

  /// The directive for a word of MPI, OpenMP or HPF; empty: another word.
  static llvm::StringRef meantDirective(llvm::StringRef name) {
    return llvm::StringSwitch<llvm::StringRef>(name)
        .Cases("reduction", "allreduce", pragmaNames[1])
        .Cases("gather", "allgather", "scatter", "alltoall", pragmaNames[0])
        .Cases("bcast", "broadcast", "distribution", pragmaNames[0])
        .Default("");
  }

  /// Also of reduce, which may have none: `(operator :`, and of a stage.
  static bool hasClause(Preprocessor &pp) {
    const llvm::SmallVector<Token, 64> tokens = lexDirective(pp);
    if (tokens.front().is(tok::l_paren))
      return llvm::any_of(
          tokens, [](const Token &token) { return token.is(tok::colon); });
    if (TokenCursor::wordOf(tokens.front()) == stageWord)
      return true;
    for (size_t i = 0; i + 1 < tokens.size(); ++i)
      if (const IdentifierInfo *info = tokens[i].getIdentifierInfo();
          info && tokens[i + 1].is(tok::l_paren) &&
          (info->isStr("wait") ||
           llvm::is_contained(clauseNames, info->getName())))
        return true;
    return false;
  }
};

/// The compiler proper will show its warnings. Here none is an error: neither
/// for -Werror, nor because Clang makes it one by itself, nor because a pragma
/// of the program does. Ours are not affected.
static void ignoreWarnings(Preprocessor &pp) {
  pp.getDiagnostics().setSeverityForAll(diag::Flavor::WarningOrError,
                                        diag::Severity::Ignored);
  // Found by its name alone.
  EmptyPragmaHandler diagnostic("diagnostic");
  for (const char *space : {"GCC", "clang"})
    pp.RemovePragmaHandler(space, &diagnostic);
}

void registerPragmaHandlers(Preprocessor &pp, DirectiveRecorder &recorder) {
  ignoreWarnings(pp);
  // The preprocessor deletes the handlers that it still has at its end.
  pp.AddPragmaHandler(new DirectiveHandler(redistributeWords, recorder));
  pp.AddPragmaHandler(new DirectiveHandler(reduceWords, recorder));
  pp.AddPragmaHandler(new DirectiveHandler(pipelineWords, recorder));
  pp.AddPragmaHandler(new UnknownHandler());
}

} // namespace redistc::directive

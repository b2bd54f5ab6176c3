//===- Rewrite.cpp - The main file with its directives replaced -*- C++ -*-===//
//
// A prefix that says that the file was rewritten, the include of the runtime,
// and a block for each directive: each ends with a #line that gives the user's
// next line its number back. Between the begin and the end of a pipeline's loop
// text is put into lines that are there, and no line is added, unless macros of
// the program have to be put aside around it.
//
//===----------------------------------------------------------------------===//
#include "redistc/Emit/Rewrite.h"

#include "Edits.h"
#include "HiddenMacros.h"
#include "IncludePlace.h"
#include "redistc/Directive/Diagnostics.h"
#include "redistc/Emit/BlockText.h"
#include "redistc/Emit/PipelineText.h"

#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Tooling/Transformer/SourceCode.h"

#include <algorithm>

using namespace clang;
using redistc::directive::DiagnosticKind;
using redistc::directive::report;

namespace redistc::emit {

namespace {

/// Edits of the main file of one translation unit.
class MainFileRewriter {
public:
  /// `notOfUser`: bytes at the end of the file.
  MainFileRewriter(const ASTContext &astContext,
                   const Preprocessor &preprocessor, std::size_t notOfUser)
      : context(astContext), pp(preprocessor),
        sources(astContext.getSourceManager()), file(sources.getMainFileID()),
        code(sources.getBufferData(file).drop_back(notOfUser)) {}

  /// False after an error, which was reported.
  bool replaceDirective(const directive::ParsedDirective &,
                        const plan::DirectivePlan &);
  bool rewritePipeline(const directive::DirectiveRecorder &,
                       const plan::PipelinePlan &, bool isNested);
  bool addPrefixAndInclude(SourceLocation firstDirective,
                           llvm::ArrayRef<llvm::StringRef> headers);
  std::optional<std::string> apply() const;

private:
  std::optional<plan::FileRange>
  editableRange(const directive::ParsedDirective &) const;
  void replaceWithBlock(plan::FileRange, std::string text, EditOrder);
  BlockPlace placeOf(unsigned offset) const;
  bool isInOrder(const plan::PipelineLoop &, unsigned begin) const;
  void insert(unsigned offset, std::string text, EditOrder order);
  void insertPiece(unsigned offset, const std::string &text, EditOrder order);
  void replaceStage(plan::FileRange, const std::string &text);
  void wrap(plan::FileRange, const Wrapping &);
  std::string guarded(std::string text, unsigned offset) const;
  SourceLocation at(unsigned offset) const {
    return sources.getLocForStartOfFile(file).getLocWithOffset(
        static_cast<int>(offset));
  }
  /// `#line` for what stands at the offset.
  std::string lineMarkerFor(unsigned offset) const {
    const PresumedLoc place = sources.getPresumedLoc(at(offset));
    return lineMarker(place.getLine(), place.getFilename());
  }
  std::string indentAt(unsigned offset) const;

  const ASTContext &context;
  const Preprocessor &pp;
  const SourceManager &sources;
  FileID file;
  StringRef code;
  Edits edits;
};

} // namespace

/// White space between the begin of the line and the offset; none where
/// anything else stands there.
std::string MainFileRewriter::indentAt(unsigned offset) const {
  const std::size_t newline = code.rfind('\n', offset);
  const std::size_t begin = newline == StringRef::npos ? 0 : newline + 1;
  const StringRef indent = code.slice(begin, offset);
  return indent.trim(" \t").empty() ? indent.str() : "";
}

/// Generated lines end as the user's do.
static std::string withLineEndsOf(StringRef code, std::string text) {
  const std::size_t newline = code.find('\n');
  if (newline == StringRef::npos || newline == 0 || code[newline - 1] != '\r')
    return text;
  std::string result;
  for (const char c : text) {
    if (c == '\n')
      result += '\r';
    result += c;
  }
  return result;
}

void MainFileRewriter::insert(unsigned offset, std::string text,
                              EditOrder order) {
  edits.insert(offset, withLineEndsOf(code, std::move(text)), order);
}

static std::string textOf(const plan::DirectivePlan &plan,
                          const BlockPlace &place) {
  if (const auto *wait = std::get_if<plan::WaitPlan>(&plan))
    return waitText(*wait);
  if (const auto *reduce = std::get_if<plan::ReducePlan>(&plan))
    return blockText(*reduce, place);
  return blockText(std::get<plan::RedistributePlan>(plan), place);
}

void MainFileRewriter::wrap(plan::FileRange range, const Wrapping &text) {
  insertPiece(range.begin, text.before, EditOrder::BeforeText);
  insertPiece(range.end, text.after, EditOrder::AfterText);
}

/// Text that is to stand at the offset, on lines of its own with the macros put
/// aside that would change it there; as it is where there are none.
std::string MainFileRewriter::guarded(std::string text, unsigned offset) const {
  const HiddenMacros macros = macrosInText(pp, at(offset), text);
  if (macros.empty())
    return text;
  return '\n' + hideText(macros) + lineMarkerFor(offset) + text + '\n' +
         restoreText(macros);
}

/// From '#' or _Pragma to the last token; none after an error.
std::optional<plan::FileRange> MainFileRewriter::editableRange(
    const directive::ParsedDirective &directive) const {
  const auto range = tooling::getFileRangeForEdit(
      CharSourceRange::getCharRange(directive.range), context,
      /*IncludeMacroExpansion=*/false);
  if (range && sources.getFileID(range->getBegin()) == file)
    return plan::FileRange{sources.getFileOffset(range->getBegin()),
                           sources.getFileOffset(range->getEnd())};
  report(context.getDiagnostics(), directive.range.getBegin(),
         DiagnosticKind::NotEditable)
      << wordOf(directive.kind);
  return std::nullopt;
}

BlockPlace MainFileRewriter::placeOf(unsigned offset) const {
  const PresumedLoc place = sources.getPresumedLoc(at(offset));
  return {place.getFilename(), place.getLine(), indentAt(offset)};
}

/// White space as wide as the line is up to the offset: what follows keeps its
/// column in messages.
static std::string blanksUpTo(StringRef code, std::size_t offset) {
  const std::size_t newline = code.rfind('\n', offset);
  const std::size_t begin = newline == StringRef::npos ? 0 : newline + 1;
  std::string blanks;
  for (const char c : code.slice(begin, offset))
    blanks += c == '\t' ? '\t' : ' ';
  return blanks;
}

/// Text in a line of the user's, which goes on behind it.
void MainFileRewriter::insertPiece(unsigned offset, const std::string &text,
                                   EditOrder order) {
  std::string piece = guarded(text, offset);
  if (piece != text)
    piece += lineMarkerFor(offset) + blanksUpTo(code, offset);
  insert(offset, std::move(piece), order);
}

/// The lines of the directive stay as many as they are.
void MainFileRewriter::replaceStage(plan::FileRange range,
                                    const std::string &text) {
  std::string piece = guarded(text, range.begin);
  if (piece != text)
    piece += lineMarkerFor(range.end);
  else
    piece.append(code.slice(range.begin, range.end).count('\n'), '\n');
  edits.replace(range.begin, range.end - range.begin,
                withLineEndsOf(code, std::move(piece)));
}

/// What stands before and after the range on its lines stays; where nothing
/// follows, the line end goes too.
void MainFileRewriter::replaceWithBlock(plan::FileRange range, std::string text,
                                        EditOrder order) {
  text = guarded(std::move(text), range.begin);
  const bool hasLineEnd = llvm::StringRef(text).ends_with("\n");
  unsigned end = range.end;
  const std::size_t rest = code.find_first_not_of(" \t\r", end);
  if (rest != StringRef::npos) {
    if (code[rest] == '\n')
      end = static_cast<unsigned>(rest) + 1;
    if (!hasLineEnd)
      text += '\n';
    if (end < code.size())
      text += lineMarkerFor(end) + blanksUpTo(code, end);
  }
  edits.replace(range.begin, end - range.begin,
                withLineEndsOf(code, std::move(text)), order);
}

bool MainFileRewriter::replaceDirective(
    const directive::ParsedDirective &directive,
    const plan::DirectivePlan &plan) {
  const auto range = editableRange(directive);
  if (range)
    replaceWithBlock(*range, textOf(plan, placeOf(range->begin)),
                     EditOrder::BeforeText);
  return range.has_value();
}

/// Whether the loop's places follow one another behind the directive, as they
/// do where no macro is in between; the condition of a header that one rank
/// evaluates is where others hear of items.
bool MainFileRewriter::isInOrder(const plan::PipelineLoop &loop,
                                 unsigned begin) const {
  return begin < loop.bodyBegin && loop.bodyBegin <= loop.bodyEnd &&
         loop.bodyEnd < loop.end && loop.end <= code.size() &&
         (loop.header == plan::HeaderKind::EveryRank ||
          (begin < loop.condition.begin &&
           loop.condition.end < loop.bodyBegin));
}

bool MainFileRewriter::rewritePipeline(
    const directive::DirectiveRecorder &recorder,
    const plan::PipelinePlan &plan, bool isNested) {
  const plan::PipelineLoop &loop = plan.directive.loop;
  const auto &parsed = recorder.directives()[plan.directive.id];
  const auto range = editableRange(parsed);
  if (!range)
    return false;
  if (!isInOrder(loop, range->end)) {
    report(context.getDiagnostics(), parsed.range.getBegin(),
           DiagnosticKind::NotEditable)
        << wordOf(parsed.kind);
    return false;
  }
  const PipelineText text =
      pipelineText(plan, placeOf(range->begin),
                   code.slice(range->begin, loop.end), isNested);
  replaceWithBlock(*range, text.opening, EditOrder::BeforeText);
  if (loop.header == plan::HeaderKind::FirstStage) {
    if (loop.declared) // ends where the condition does
      wrap(loop.declared->range, text.declared);
    wrap(loop.condition, text.condition);
    if (loop.increment.begin < loop.increment.end)
      wrap(loop.increment, text.increment);
  }
  for (std::size_t i = 0; i < text.initialisers.size(); ++i)
    wrap(loop.initialisers[i].range, text.initialisers[i]);
  insertPiece(loop.bodyBegin, text.itemBegin, EditOrder::AfterText);
  for (std::size_t k = 0; k < text.stages.size(); ++k) {
    const auto stage =
        editableRange(recorder.directives()[plan.directive.stages[k].id]);
    if (!stage)
      return false;
    replaceStage(*stage, text.stages[k]);
  }
  insertPiece(loop.bodyEnd, text.itemEnd, EditOrder::BeforeEnd);
  replaceWithBlock({loop.end, loop.end}, text.closing, EditOrder::AfterText);
  return true;
}

/// The lines that include them.
static std::string includes(llvm::ArrayRef<llvm::StringRef> headers) {
  std::string text;
  for (const llvm::StringRef header : headers)
    text += ("#include <" + header + ">\n").str();
  return text;
}

bool MainFileRewriter::addPrefixAndInclude(
    SourceLocation firstDirective, llvm::ArrayRef<llvm::StringRef> headers) {
  static constexpr StringRef byteOrderMark = "\xef\xbb\xbf";
  const unsigned top =
      code.starts_with(byteOrderMark) ? byteOrderMark.size() : 0;
  std::string prefix = "#ifndef REDIST_REWRITTEN\n"
                       "#define REDIST_REWRITTEN 1\n"
                       "#endif\n";
  const auto place = findIncludePlace(context, firstDirective);
  if (!place) {
    report(context.getDiagnostics(), firstDirective,
           DiagnosticKind::InternalFault)
        << "no declaration contains the directive";
    return false;
  }
  // The declaration may share its line with what is before it.
  const std::string indent = indentAt(*place);
  const unsigned lineBegin = *place - static_cast<unsigned>(indent.size());
  const bool ownLine = lineBegin == 0 || code[lineBegin - 1] == '\n';
  const HiddenMacros macros = macrosInHeaders(pp, at(*place), headers);
  const std::string include = hideText(macros) + includes(headers) +
                              restoreText(macros) + lineMarkerFor(lineBegin);
  if (lineBegin <= top) {
    insert(top, prefix + include, EditOrder::AfterText);
    return true;
  }
  insert(top, prefix + lineMarkerFor(top), EditOrder::AfterText);
  insert(lineBegin, ownLine ? include : '\n' + include, EditOrder::AfterText);
  return true;
}

std::optional<std::string> MainFileRewriter::apply() const {
  std::optional<std::string> result = edits.apply(code);
  if (!result)
    report(context.getDiagnostics(), at(0), DiagnosticKind::InternalFault)
        << "the edits of the file conflict";
  return result;
}

Adapters makeAdapters(const Preprocessor &pp,
                      std::vector<std::string> headers) {
  const SourceManager &sources = pp.getSourceManager();
  const std::vector<llvm::StringRef> names(headers.begin(), headers.end());
  const HiddenMacros macros = macrosInHeaders(
      pp, sources.getLocForEndOfFile(sources.getMainFileID()), names);
  std::string text = '\n' + hideText(macros) + includes(names);
  return {std::move(headers), std::move(text)};
}

/// Values of any type need serialisation, which takes long to compile.
static std::vector<llvm::StringRef>
headersFor(const std::vector<plan::DirectivePlan> &plans,
           const Adapters &adapters) {
  const auto hasAny = [&plans](auto isKind) {
    return llvm::any_of(plans, isKind);
  };
  std::vector<llvm::StringRef> headers = {"redist/redist.h"};
  if (hasAny([](const plan::DirectivePlan &plan) {
        const auto *one = std::get_if<plan::RedistributePlan>(&plan);
        return one && one->directive.accumulate;
      }))
    headers.push_back("redist/Accumulate.h");
  if (hasAny([](const plan::DirectivePlan &plan) {
        const auto *one = std::get_if<plan::RedistributePlan>(&plan);
        return one && one->directive.partial;
      }))
    headers.push_back("redist/Parts.h");
  if (hasAny([](const plan::DirectivePlan &plan) {
        return std::holds_alternative<plan::ReducePlan>(plan);
      }))
    headers.push_back("redist/Reduce.h");
  if (hasAny([](const plan::DirectivePlan &plan) {
        return std::holds_alternative<plan::PipelinePlan>(plan);
      }))
    headers.push_back("redist/Pipeline.h");
  headers.insert(headers.end(), adapters.headers.begin(),
                 adapters.headers.end());
  return headers;
}

/// Directives that the plans speak of, stages among them.
static std::size_t
countDirectives(const std::vector<plan::DirectivePlan> &plans) {
  std::size_t count = plans.size();
  for (const plan::DirectivePlan &plan : plans)
    if (const auto *pipeline = std::get_if<plan::PipelinePlan>(&plan))
      count += pipeline->directive.stages.size();
  return count;
}

std::optional<std::string>
rewriteMainFile(const ASTContext &context, const Preprocessor &pp,
                const directive::DirectiveRecorder &recorder,
                const std::vector<plan::DirectivePlan> &plans,
                const Adapters &adapters) {
  MainFileRewriter rewriter(context, pp, adapters.text.size());
  const auto &directives = recorder.directives();
  if (countDirectives(plans) != directives.size()) {
    report(context.getDiagnostics(), directives.front().range.getBegin(),
           DiagnosticKind::InternalFault)
        << "a directive without a plan";
    return std::nullopt;
  }
  unsigned pipelinesEnd = 0; // of those before
  for (const plan::DirectivePlan &plan : plans) {
    if (const auto *pipeline = std::get_if<plan::PipelinePlan>(&plan)) {
      const plan::PipelineLoop &loop = pipeline->directive.loop;
      const bool isNested = loop.end < pipelinesEnd;
      pipelinesEnd = std::max(pipelinesEnd, loop.end);
      if (!rewriter.rewritePipeline(recorder, *pipeline, isNested))
        return std::nullopt;
      continue;
    }
    const plan::DirectiveId id = std::visit(
        [](const auto &alternative) { return alternative.directive.id; }, plan);
    if (!rewriter.replaceDirective(directives[id], plan))
      return std::nullopt;
  }
  if (!plans.empty() &&
      !rewriter.addPrefixAndInclude(directives.front().range.getBegin(),
                                    headersFor(plans, adapters)))
    return std::nullopt;
  return rewriter.apply();
}

} // namespace redistc::emit

//===- Rewrite.cpp - The main file with its directives replaced -*- C++ -*-===//
//
// Three kinds of edits: a prefix that says that the file was rewritten, the
// include of the runtime, and a block for each directive. Each ends with a
// #line that gives the user's next line its number back.
//
//===----------------------------------------------------------------------===//
#include "redistc/Emit/Rewrite.h"

#include "IncludePlace.h"
#include "redistc/Directive/Diagnostics.h"
#include "redistc/Emit/BlockText.h"

#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Tooling/Core/Replacement.h"
#include "clang/Tooling/Transformer/SourceCode.h"

#include <algorithm>
#include <cassert>

using namespace clang;
using redistc::directive::DiagnosticKind;
using redistc::directive::report;

namespace redistc::emit {

namespace {

/// Edits of the main file of one translation unit.
class MainFileRewriter {
public:
  explicit MainFileRewriter(const ASTContext &astContext)
      : context(astContext), sources(astContext.getSourceManager()),
        file(sources.getMainFileID()), code(sources.getBufferData(file)) {}

  /// False after an error, which was reported.
  bool replaceDirective(const directive::ParsedDirective &,
                        const plan::DirectivePlan &);
  bool addPrefixAndInclude(SourceLocation firstDirective, bool reduces);
  std::optional<std::string> apply() const;

private:
  /// The directives of a file are apart from one another.
  void reportConflict(SourceLocation location, llvm::Error conflict) const {
    report(context.getDiagnostics(), location, DiagnosticKind::InternalFault)
        << "the edits of the file conflict: " +
               llvm::toString(std::move(conflict));
  }
  bool add(unsigned offset, unsigned length, std::string text);
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
  const SourceManager &sources;
  FileID file;
  StringRef code;
  tooling::Replacements edits;
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

bool MainFileRewriter::add(unsigned offset, unsigned length, std::string text) {
  llvm::Error error =
      edits.add({sources.getFileEntryRefForID(file)->getName(), offset, length,
                 withLineEndsOf(code, std::move(text))});
  if (!error)
    return true;
  reportConflict(at(offset), std::move(error));
  return false;
}

static std::string textOf(const plan::DirectivePlan &plan,
                          const BlockPlace &place) {
  if (const auto *wait = std::get_if<plan::WaitPlan>(&plan))
    return waitText(*wait);
  if (const auto *reduce = std::get_if<plan::ReducePlan>(&plan))
    return blockText(*reduce, place);
  return blockText(std::get<plan::RedistributePlan>(plan), place);
}

/// Replaces from '#' or _Pragma to the last token. What stands before and after
/// it on its lines stays; where nothing follows, the line end goes too.
bool MainFileRewriter::replaceDirective(
    const directive::ParsedDirective &directive,
    const plan::DirectivePlan &plan) {
  const auto range = tooling::getFileRangeForEdit(
      CharSourceRange::getCharRange(directive.range), context,
      /*IncludeMacroExpansion=*/false);
  if (!range || sources.getFileID(range->getBegin()) != file) {
    report(context.getDiagnostics(), directive.range.getBegin(),
           DiagnosticKind::NotEditable)
        << wordOf(directive.kind);
    return false;
  }
  const unsigned begin = sources.getFileOffset(range->getBegin());
  unsigned end = sources.getFileOffset(range->getEnd());

  const PresumedLoc place = sources.getPresumedLoc(range->getBegin());
  std::string text =
      textOf(plan, {place.getFilename(), place.getLine(), indentAt(begin)});
  const std::size_t rest = code.find_first_not_of(" \t\r", end);
  if (rest != StringRef::npos) {
    if (code[rest] == '\n')
      end = static_cast<unsigned>(rest) + 1;
    if (end < code.size())
      text += '\n' + lineMarkerFor(end);
    else
      text += '\n';
  }
  return add(begin, end - begin, std::move(text));
}

bool MainFileRewriter::addPrefixAndInclude(SourceLocation firstDirective,
                                           bool reduces) {
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
  std::string include = "#include <redist/redist.h>\n";
  // Items of any type need serialisation, which takes long to compile.
  if (reduces)
    include += "#include <redist/Reduce.h>\n";
  include += lineMarkerFor(lineBegin);
  if (lineBegin <= top)
    return add(top, 0, prefix + include);
  return add(top, 0, prefix + lineMarkerFor(top)) &&
         add(lineBegin, 0, ownLine ? include : '\n' + include);
}

std::optional<std::string> MainFileRewriter::apply() const {
  llvm::Expected<std::string> result =
      tooling::applyAllReplacements(code, edits);
  if (result)
    return std::move(*result);
  reportConflict(at(0), result.takeError());
  return std::nullopt;
}

std::optional<std::string>
rewriteMainFile(const ASTContext &context,
                const directive::DirectiveRecorder &recorder,
                const std::vector<plan::DirectivePlan> &plans) {
  MainFileRewriter rewriter(context);
  const auto &directives = recorder.directives();
  assert(plans.size() == directives.size() && "a directive without a plan");
  for (const plan::DirectivePlan &plan : plans) {
    const plan::DirectiveId id = std::visit(
        [](const auto &alternative) { return alternative.directive.id; }, plan);
    if (!rewriter.replaceDirective(directives[id], plan))
      return std::nullopt;
  }
  const bool reduces = llvm::any_of(plans, [](const plan::DirectivePlan &plan) {
    return std::holds_alternative<plan::ReducePlan>(plan);
  });
  if (!plans.empty() && !rewriter.addPrefixAndInclude(
                            directives.front().range.getBegin(), reduces))
    return std::nullopt;
  return rewriter.apply();
}

} // namespace redistc::emit

//===- UnifiedDiff.cpp - What a rewrite would change ----------------------===//
//
// The shortest edit script of lines is found by dtl; here it is cut into hunks
// with three lines around every change. Lines keep their ends, so that carriage
// returns and a last line without end come through.
//
//===----------------------------------------------------------------------===//
#include "UnifiedDiff.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <dtl/dtl.hpp>

#include <vector>

using llvm::StringRef;

namespace redistc::driver {

static constexpr std::size_t contextLines = 3;

namespace {

struct Edit {
  char mark; ///< ' ', '-' or '+'
  StringRef line;
};

/// Where a hunk begins, in lines of both sides from 0.
struct Place {
  std::size_t before = 0, after = 0;
};

} // namespace

static std::vector<StringRef> linesOf(StringRef text) {
  std::vector<StringRef> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.take_front(end));
    text = text.drop_front(end);
  }
  return lines;
}

static std::vector<Edit> editsBetween(StringRef before, StringRef after) {
  dtl::Diff<StringRef, std::vector<StringRef>> diff(
      linesOf(before), linesOf(after), /*deletesFirst=*/true);
  // However far apart they are: a table that is embedded has many lines.
  diff.onHuge();
  diff.compose();
  std::vector<Edit> edits;
  for (const auto &[line, info] : diff.getSes().getSequence())
    edits.push_back({info.type == dtl::SES_ADD      ? '+'
                     : info.type == dtl::SES_DELETE ? '-'
                                                    : ' ',
                     line});
  return edits;
}

static std::size_t count(llvm::ArrayRef<Edit> edits, char otherMark) {
  return llvm::count_if(
      edits, [&](const Edit &edit) { return edit.mark != otherMark; });
}

/// "12,5": a side without lines is named by the line before it.
static std::string rangeText(std::size_t begin, std::size_t lines) {
  return std::to_string(begin + (lines > 0)) + ',' + std::to_string(lines);
}

static void writeHunk(llvm::ArrayRef<Edit> edits, Place place,
                      llvm::raw_ostream &out) {
  out << "@@ -" << rangeText(place.before, count(edits, '+')) << " +"
      << rangeText(place.after, count(edits, '-')) << " @@\n";
  for (const Edit &edit : edits) {
    out << edit.mark << edit.line;
    if (!edit.line.ends_with("\n"))
      out << "\n\\ No newline at end of file\n";
  }
}

/// The end of the hunk whose first change is at `i`: changes with few lines in
/// between are in one.
static std::size_t endOfHunk(llvm::ArrayRef<Edit> edits, std::size_t i) {
  std::size_t lastChange = i;
  for (; i < edits.size() && i <= lastChange + 2 * contextLines; ++i)
    if (edits[i].mark != ' ')
      lastChange = i;
  return std::min(lastChange + contextLines + 1, edits.size());
}

std::string unifiedDiff(StringRef file, StringRef before, StringRef after) {
  if (before == after)
    return "";
  std::string text;
  llvm::raw_string_ostream out(text);
  // Behind a tab could be a time: names with spaces end there.
  const StringRef end = file.contains(' ') ? "\t\n" : "\n";
  out << "--- " << file << end << "+++ " << file << end;
  const std::vector<Edit> edits = editsBetween(before, after);
  Place place;
  for (std::size_t i = 0, begin = 0; i < edits.size(); ++i) {
    if (edits[i].mark == ' ')
      continue;
    const std::size_t first = std::max(begin + contextLines, i) - contextLines;
    const auto skipped = llvm::ArrayRef(edits).slice(begin, first - begin);
    place.before += skipped.size();
    place.after += skipped.size();
    begin = endOfHunk(edits, i);
    const auto hunk = llvm::ArrayRef(edits).slice(first, begin - first);
    writeHunk(hunk, place, out);
    place.before += count(hunk, '+');
    place.after += count(hunk, '-');
    i = begin - 1;
  }
  return text;
}

} // namespace redistc::driver

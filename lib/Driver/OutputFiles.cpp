//===- OutputFiles.cpp - What redistc leaves behind ------------*- C++ -*-===//
#include "OutputFiles.h"

#include "redistc/Support/OutputTarget.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

#include <utility>
#include <vector>

#include <unistd.h>

namespace redistc::driver {

static llvm::Error cannotWrite(llvm::StringRef path, int error) {
  const std::string what =
      path == "-" ? "standard output" : ("'" + path + "'").str();
  return llvm::createStringError("cannot write " + what + ": " +
                                 std::generic_category().message(error));
}

/// What is no plain file can only be written to. Behind what is there already:
/// dumps, on standard output.
static int writeInPlace(const OutputFile &file) {
  llvm::outs().flush();
  if (file.path == "-")
    return support::writeAll(STDOUT_FILENO, file.text);
  return support::writeInPlace(support::findTarget(file.path), file.text);
}

static bool isPlain(const OutputFile &file) {
  return file.path != "-" && support::findTarget(file.path).isPlain;
}

llvm::Error writeFiles(llvm::ArrayRef<OutputFile> outputs) {
  std::vector<std::pair<support::StagedFile, const OutputFile *>> staged;
  int error = 0;
  const OutputFile *at = nullptr;
  const auto unlessFailed = [&](const OutputFile &file, auto write) {
    if (error != 0)
      return;
    at = &file;
    error = write();
  };
  for (const OutputFile &file : llvm::make_filter_range(outputs, isPlain))
    unlessFailed(file, [&] {
      staged.emplace_back(support::findTarget(file.path), &file);
      llvm::sys::RemoveFileOnSignal(staged.back().first.path());
      return staged.back().first.write(file.text);
    });
  for (const OutputFile &file : outputs)
    if (!isPlain(file))
      unlessFailed(file, [&] { return writeInPlace(file); });
  for (auto &[beside, file] : staged) {
    const std::string name = beside.path();
    unlessFailed(*file, [&] { return beside.putInPlace(); });
    llvm::sys::DontRemoveFileOnSignal(name);
  }
  return error == 0 ? llvm::Error::success() : cannotWrite(at->path, error);
}

llvm::Error finishStandardOutput() {
  llvm::outs().flush();
  if (!llvm::outs().has_error())
    return llvm::Error::success();
  const int error = llvm::outs().error().value();
  llvm::outs().clear_error(); // else LLVM would end the process for it
  return cannotWrite("-", error);
}

/// A file name as Make reads it: a space and '#' take a backslash (and so do
/// the backslashes before a space), '$' is doubled.
static std::string makeName(llvm::StringRef name) {
  std::string text;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (c == ' ')
      for (std::size_t j = i; j > 0 && name[j - 1] == '\\'; --j)
        text += '\\';
    if (c == ' ' || c == '#')
      text += '\\';
    if (c == '$')
      text += '$';
    text += c;
  }
  return text;
}

std::string makeRule(llvm::StringRef target,
                     llvm::ArrayRef<std::string> files) {
  std::string text = makeName(target) + ':';
  for (const std::string &file : files)
    text += " \\\n  " + makeName(file);
  text += '\n';
  for (const std::string &file : files.drop_front(!files.empty()))
    text += makeName(file) + ":\n";
  return text;
}

} // namespace redistc::driver

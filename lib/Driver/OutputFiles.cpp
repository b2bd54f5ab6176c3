//===- OutputFiles.cpp - What redistc leaves behind ------------*- C++ -*-===//
#include "OutputFiles.h"

#include "redistc/Files/OutputTarget.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

#include <cerrno>
#include <vector>

#include <unistd.h>

namespace redistc::driver {

namespace {

/// A text beside the place of its file.
struct Written {
  std::string name;
  std::string place;
  const OutputFile *file;
};

} // namespace

static llvm::Error cannotWrite(llvm::StringRef path, int error) {
  const std::string what =
      path == "-" ? "standard output" : ("'" + path + "'").str();
  return llvm::createStringError("cannot write " + what + ": " +
                                 std::generic_category().message(error));
}

/// 0, or an error number.
static int writeAndClose(int descriptor, llvm::StringRef text) {
  if (descriptor < 0)
    return errno;
  const int error = files::writeAll(descriptor, text);
  const bool isClosed = close(descriptor) == 0;
  return error != 0 || isClosed ? error : errno;
}

/// What is no plain file can only be written to. Behind what is there already:
/// dumps, on standard output.
static int writeInPlace(const OutputFile &file) {
  llvm::outs().flush();
  if (file.path == "-")
    return files::writeAll(STDOUT_FILENO, file.text);
  return writeAndClose(files::openInPlace(files::findTarget(file.path)),
                       file.text);
}

static int writeBeside(const OutputFile &file, std::vector<Written> &all) {
  const files::OutputTarget target = files::findTarget(file.path);
  const files::NewFile beside = files::createBeside(target);
  if (beside.descriptor < 0)
    return errno;
  llvm::sys::RemoveFileOnSignal(beside.name);
  all.push_back({beside.name, target.place, &file});
  return writeAndClose(beside.descriptor, file.text);
}

llvm::Error writeFiles(llvm::ArrayRef<OutputFile> outputs) {
  std::vector<Written> written;
  llvm::Error failure = llvm::Error::success();
  const auto write = [&](bool isPlain, auto how) {
    for (const OutputFile &file : outputs) {
      const bool isFile =
          file.path != "-" && files::findTarget(file.path).isPlain;
      if (failure || isFile != isPlain)
        continue;
      if (const int error = how(file))
        failure = cannotWrite(file.path, error);
    }
  };
  write(true,
        [&](const OutputFile &file) { return writeBeside(file, written); });
  write(false, writeInPlace);
  for (const Written &one : written) {
    if (!failure)
      if (const auto error = llvm::sys::fs::rename(one.name, one.place))
        failure = cannotWrite(one.file->path, error.value());
    if (failure)
      llvm::sys::fs::remove(one.name);
    llvm::sys::DontRemoveFileOnSignal(one.name);
  }
  return failure;
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

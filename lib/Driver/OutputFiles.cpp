//===- OutputFiles.cpp - What redistc leaves behind ------------*- C++ -*-===//
#include "OutputFiles.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include <vector>

namespace redistc::driver {

using llvm::sys::fs::TempFile;

/// Renames where there is, or will be, a plain file; a device or standard
/// output can only be written to.
static bool canBeRenamedTo(llvm::StringRef path) {
  llvm::sys::fs::file_status status;
  if (path == "-")
    return false;
  return llvm::sys::fs::status(path, status) ||
         llvm::sys::fs::is_regular_file(status);
}

static llvm::Error cannotWrite(llvm::StringRef path, llvm::Error reason) {
  // The text of an error of the file system would name the file again.
  return llvm::createStringError(
      "cannot write '" + path +
      "': " + llvm::errorToErrorCode(std::move(reason)).message());
}

/// The text in a file beside its place.
static llvm::Expected<TempFile> writeBeside(const OutputFile &file) {
  auto beside =
      TempFile::create(file.path + "-%%%%%%.tmp",
                       llvm::sys::fs::all_read | llvm::sys::fs::all_write);
  if (!beside)
    return beside.takeError();
  llvm::raw_fd_ostream stream(beside->FD, /*shouldClose=*/false);
  stream << file.text;
  stream.flush();
  if (!stream.has_error())
    return beside;
  const std::error_code code = stream.error();
  stream.clear_error();
  llvm::consumeError(beside->discard());
  return llvm::errorCodeToError(code);
}

static llvm::Error writeThrough(const OutputFile &file) {
  return llvm::writeToOutput(file.path, [&](llvm::raw_ostream &out) {
    out << file.text;
    return llvm::Error::success();
  });
}

llvm::Error writeFiles(llvm::ArrayRef<OutputFile> files) {
  std::vector<std::pair<TempFile, const OutputFile *>> written;
  llvm::Error failure = llvm::Error::success();
  for (const OutputFile &file : files) {
    if (failure)
      break;
    if (!canBeRenamedTo(file.path))
      failure = writeThrough(file);
    else if (auto beside = writeBeside(file))
      written.emplace_back(std::move(*beside), &file);
    else
      failure = beside.takeError();
    if (failure)
      failure = cannotWrite(file.path, std::move(failure));
  }
  for (auto &[beside, file] : written) {
    if (failure)
      llvm::consumeError(beside.discard());
    else if (llvm::Error error = beside.keep(file->path))
      failure = cannotWrite(file->path, std::move(error));
  }
  return failure;
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

//===- Request.cpp - Handle of an operation started by nowait -------------===//
#define REDIST_RUNTIME_BUILD
#include "redist/Request.h"

#include "Progress/Progress.h"
#include "Support/Guard.h"
#include "Trace/Region.h"

#include "redist/Error.h"

#include <exception>
#include <utility>

namespace redist {

/// Waits, and hands the operation back for another one.
static void complete(runtime::Operation &pending) {
  const runtime::Region region("wait", pending.file, pending.line,
                               pending.noun());
  runtime::Progress &progress = runtime::Progress::ofProcess();
  runtime::guarded(pending.place(), pending.noun(), [&] {
    progress.waitFor(pending);
    progress.remove(pending);
    pending.complete();
  });
}

request::request(runtime::Operation *started) noexcept
    : operation(started), file(started ? started->file : nullptr),
      noun(started ? started->noun() : nullptr),
      line(started ? started->line : 0),
      exceptions(std::uncaught_exceptions()) {}

request::request(request &&other) noexcept
    : operation(std::exchange(other.operation, nullptr)), file(other.file),
      noun(other.noun), line(other.line), exceptions(other.exceptions) {}

request &request::operator=(request &&other) noexcept {
  if (this == &other)
    return *this;
  abandon();
  operation = std::exchange(other.operation, nullptr);
  file = other.file;
  noun = other.noun;
  line = other.line;
  exceptions = other.exceptions;
  return *this;
}

request::~request() { abandon(); }

/// Where an exception unwinds the stack, storage is about to go: the messages
/// must not be under way any more. Else nobody can wait any more, which is a
/// mistake in the program.
void request::abandon() noexcept {
  if (!operation)
    return;
  int isFinalized = 0;
  MPI_Finalized(&isFinalized);
  if (std::uncaught_exceptions() <= exceptions || isFinalized)
    runtime::abortUnwaited(file, line, noun);
  try {
    complete(*std::exchange(operation, nullptr));
  } catch (const std::exception &) {
    // The exception that is under way says more.
  }
}

void wait(request &pending) {
  if (pending.operation) {
    complete(*std::exchange(pending.operation, nullptr));
    return;
  }
  if (!pending.file)
    throw error("redist::wait: the request has never been started");
  throw error(std::string(pending.file) + ":" + std::to_string(pending.line) +
              ": error: this " + pending.noun + " has been waited for already");
}

} // namespace redist

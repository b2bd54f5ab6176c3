//===- Guard.h - Handling failures of one rank -----------------*- C++ -*-===//
//
// Room Runtime. Comes in: the body of a directive. Goes out: its result, or an
// error that all ranks throw, or the end of the job.
//
// What a rank finds wrong before the ranks agree on a call travels with the
// agreement. What it meets after that - memory that it does not get, a failure
// of MPI - the others cannot be told any more: they wait for its messages. Then
// one message names the directive, and MPI_Abort ends the job.
//
// Which is which, the type of an exception tells: a redist::error is thrown
// where all ranks throw it, or where this one could not talk to any; a
// LoneError and all that is no redist::error is of this rank alone.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_SUPPORT_GUARD_H
#define REDIST_RUNTIME_SUPPORT_GUARD_H

#include "Support/MpiCalls.h"

#include "redist/Redistribute.h"
#include "redist/detail/pipeline/PipelineLink.h"

namespace redist::runtime {

/// Writes one message and ends the job, MPI's if it runs. `file`: null: the
/// message tells no place.
[[noreturn]] void abortJob(const char *file, int line,
                           const char *message) noexcept;

/// Within a handler: the job ends, with a message that names the directive,
/// this rank and the exception. `noun`: what the directive is.
[[noreturn]] void abortAlone(const directive &where, const char *noun) noexcept;

/// Within a handler: throws the error again, with the directive's position in
/// front of its message; as it is where it is of this rank alone.
[[noreturn]] void throwAtPosition(const directive &where);

/// Calls `body` with the promise above.
template <typename Body>
decltype(auto) guarded(const directive &where, const char *noun, Body body) {
  try {
    return body();
  } catch (const LoneError &) {
    abortAlone(where, noun);
  } catch (const error &) {
    throw;
  } catch (const detail::pipeline_stop &) {
    throw; // another rank has failed, and said so
  } catch (...) {
    abortAlone(where, noun);
  }
}

} // namespace redist::runtime

#endif

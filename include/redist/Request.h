//===- Request.h - Handle of an operation started by nowait ----*- C++ -*-===//
//
// What `nowait(id)` declares and `wait(id)` completes. C++17, no MPI.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_REQUEST_H
#define REDIST_REQUEST_H

#include "redist/detail/HeaderBegin.h"

namespace redist {

namespace runtime {
class Operation;
} // namespace runtime

struct directive;

/// A redistribution that start_redistribute() has begun, or a reduction that
/// start_reduce() has. Until wait() returns, its source storage must not be
/// written, nor its target storage (the items of a reduction) be touched, and
/// none of them may move or go away.
///
/// One that is destroyed before wait() prints an error that names the directive
/// and aborts the job; while an exception unwinds the stack it is completed
/// instead, so that no message can meet storage that is gone.
class request {
public:
  /// Nothing to wait for.
  request() noexcept = default;
  explicit request(runtime::Operation *started) noexcept;
  request(request &&other) noexcept;
  request &operator=(request &&other) noexcept;
  request(const request &) = delete;
  request &operator=(const request &) = delete;
  ~request();

  /// Whether wait() is still to be called.
  bool pending() const noexcept { return operation != nullptr; }

private:
  friend void wait(request &);
  void abandon() noexcept;

  runtime::Operation *operation = nullptr;
  const char *file = nullptr; ///< of the directive; null: never started
  const char *noun = nullptr; ///< what it is
  int line = 0;
  int exceptions = 0; ///< under way when it was started
};

/// Completes it: its target storage, or its items, then have the new contents.
/// Collective over the communicator of its directive; several that are under
/// way may be completed in any order, the same on all ranks or not. Throws
/// redist::error where there is nothing to wait for.
void wait(request &);

} // namespace redist

#include "redist/detail/HeaderEnd.h"

#endif

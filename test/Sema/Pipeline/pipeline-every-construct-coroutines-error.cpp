// Coroutines, whose statements and expressions Clang cuts up where they are
// suspended: no pipeline of their file is accepted.
// pipeline-every-construct-statements-error.cpp says more.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -std=c++20 -ferror-limit=0
#include "Inputs/seen.h"

#include <coroutine>

static long a, b, c, sum;

struct Task {
  struct promise_type {
    Task get_return_object() {
      return {std::coroutine_handle<promise_type>::from_promise(*this)};
    }
    std::suspend_never initial_suspend() { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    std::suspend_never yield_value(long x) {
      a = x;
      return {};
    }
    void return_void() { b = 1; }
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> handle;
};
static Task yielding(long x) {
  co_await std::suspend_never();
  co_yield x;
  co_return;
}
template <typename T> static Task awaiting(T ready, long x) {
  co_await ready;
  c = x;
}
// NEVER ACCEPTED: coroutines: they are not followed
void coroutines(int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    {
      yielding(i);
      awaiting(std::suspend_never(), i);
    }
#pragma pipeline stage
    sum += seen<a>() + seen<b>() + seen<c>();
  }
}
// CHECK: {{^}}pipeline-every-construct-coroutines-error.cpp:40:3: error: cannot see what the stages of this pipeline do: coroutines are not followed

// Coroutines go on where they are resumed, which is not followed.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -std=c++20 -ferror-limit=0
#include <coroutine>

struct Task {
  struct promise_type {
    Task get_return_object() {
      return {std::coroutine_handle<promise_type>::from_promise(*this)};
    }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> handle;
};
static Task count(long &number) {
  for (;;) {
    ++number;
    co_await std::suspend_always();
  }
}
long run(int n) {
  long sum = 0, number = 0;
  Task task = count(number);
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    long x = 0;
#pragma pipeline stage
    {
      task.handle.resume();
      x = i;
    }
#pragma pipeline stage
    sum += x;
  }
  return sum + number;
}
// CHECK: {{^}}pipeline-coroutine-error.cpp:28:3: error: cannot see what the stages of this pipeline do: coroutines are not followed

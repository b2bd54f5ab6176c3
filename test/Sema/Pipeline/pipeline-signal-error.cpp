// What a signal handler changes is changed where the signal is raised.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include <csignal>

static volatile std::sig_atomic_t handled = 0;
static void count(int) { handled = handled + 1; }
long raises(int n) {
  long sum = 0;
  struct sigaction how = {};
  how.sa_handler = count;
  sigaction(SIGUSR1, &how, nullptr);
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    long x = 0;
#pragma pipeline stage
    {
      std::raise(SIGUSR1);
      x = i;
    }
#pragma pipeline stage
    sum += x + handled;
  }
  return sum;
}
int main() { return raises(9) == 0; }
// CHECK: {{^}}pipeline-signal-error.cpp:22:16: error: 'handled' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-signal-error.cpp:18:7: note: 'handled' is written here
// CHECK: {{^}}pipeline-signal-error.cpp:7:34: note: in function 'count', here

#include "parts.h"

std::vector<int> dealtOnce(int n) {
  std::vector<int> a = dealt(n);
#pragma redistribute a[n] from(cyclic(5) onto(2)) to(block onto(1))
  return a;
}

#include "parts.h"

int summed(const std::vector<int> &part) {
  int sum = 0;
  for (const int i : part)
    sum += i;
#pragma reduce(+ : sum)
  return sum;
}

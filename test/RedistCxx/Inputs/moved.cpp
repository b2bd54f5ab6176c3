// Part of the tests of redistc++: a source without directives.
#include "deal.h"
int moved(const std::vector<int> &values) {
  int sum = 0;
  for (int value : values)
    sum += value;
  return sum;
}

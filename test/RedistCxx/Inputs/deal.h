// Part of the tests of redistc++: a header beside the sources.
#ifndef DEAL_H
#define DEAL_H
#include <vector>
int moved(const std::vector<int> &values);
#endif

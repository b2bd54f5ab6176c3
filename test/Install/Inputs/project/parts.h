#pragma once
#include <vector>
std::vector<int> dealt(int n);
std::vector<int> dealtOnce(int n);
int summed(const std::vector<int> &part);

//===- main.cpp - redist-plan: shows schedules -----------------*- C++ -*-===//
//
// The process around Run.h.
//
//===----------------------------------------------------------------------===//
#include "Run.h"

#include <iostream>
#include <vector>

int main(int argc, char **argv) {
  std::ios::sync_with_stdio(false);
  const std::vector<const char *> arguments(argv + (argc > 0), argv + argc);
  return redistplan::run(arguments);
}

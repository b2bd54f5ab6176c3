//===- forms.h - std::ranges of the playground's header ---------*- C++ -*-===//
//
// Ahead of a source (-include): `std::ranges` means the forms in Missing.h
// alone, as for emscripten.
//
//===----------------------------------------------------------------------===//
#include <bits/stdc++.h>

#define ranges playground_ranges
#include "tools/playground/Missing.h"

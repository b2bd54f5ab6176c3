// Only the main file is rewritten, and a directive elsewhere is never ignored.
// REQUIRES: compiler
// RUN: %check_redistc %s %t
#include "../Inputs/mock.h"

void f(std::vector<double> &a, long n) {
#include "Inputs/directive.h"
// CHECK: {{^}}{{.*}}Inputs/directive.h:2:1: error: '#pragma redistribute' in a header: only the main file is rewritten
}

// Directives where the text cannot be rewritten: in a macro, in a header.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "../Inputs/mock.h"
#include "Inputs/pipeline-stage.h"
// CHECK: {{^}}{{.*}}Inputs/pipeline-stage.h:3:1: error: '#pragma pipeline' in a header: only the main file is rewritten
// CHECK: {{^}}{{.*}}Inputs/pipeline-stage.h:5:1: error: '#pragma pipeline stage' in a header: only the main file is rewritten

#define STAGE _Pragma("pipeline stage work(1)")
#define PIPELINE _Pragma("pipeline")
void f(long n, int *p) {
  PIPELINE for (long i = 0; i < n; ++i) {
// CHECK: {{^}}pipeline-not-editable-error.cpp:[[#@LINE-1]]:3: error: '_Pragma("pipeline ...")' inside a macro: the text of a macro cannot be rewritten
// CHECK: {{^}}pipeline-not-editable-error.cpp:[[#@LINE-4]]:{{[0-9]+}}: note: expanded from macro 'PIPELINE'
    STAGE ++p[0];
// CHECK: {{^}}pipeline-not-editable-error.cpp:[[#@LINE-1]]:5: error: '_Pragma("pipeline stage ...")' inside a macro: the text of a macro cannot be rewritten
// CHECK: {{^}}pipeline-not-editable-error.cpp:[[#@LINE-8]]:{{[0-9]+}}: note: expanded from macro 'STAGE'
    STAGE ++p[1];
// CHECK: {{^}}pipeline-not-editable-error.cpp:[[#@LINE-1]]:5: error: '_Pragma("pipeline stage ...")' inside a macro
// CHECK: {{^}}pipeline-not-editable-error.cpp:[[#@LINE-11]]:{{[0-9]+}}: note: expanded from macro 'STAGE'
  }
}

// What takes longer than two seconds is told on a terminal: one line, rewritten,
// and erased at the end. Not elsewhere, but where REDIST_PROGRESS=1 asks for it;
// not with REDIST_PROGRESS=0.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: %if terminal %{ timeout 60 %python %S/Inputs/run_in_terminal.py %t pipeline | FileCheck %s --check-prefix=PIPELINE %}
// PIPELINE: {{^}}<app.cpp:2: pipeline, 2.{{[0-9]}} s, {{[0-9]+}} items|<app.cpp:2: pipeline, 2.{{.*[^<]}}|<|{{$}}
// RUN: %if terminal %{ env REDIST_PROGRESS=0 timeout 60 %python %S/Inputs/run_in_terminal.py %t pipeline | FileCheck %s --check-prefix=SILENT --allow-empty %}
// RUN: timeout 60 %t pipeline 2>&1 | FileCheck %s --check-prefix=SILENT --allow-empty
// SILENT-NOT: {{.}}
// RUN: env REDIST_PROGRESS=1 timeout 60 %mpirun 2 %t redistribution 2>&1 | FileCheck %s --check-prefix=WAITING
// WAITING: app.cpp:1: redistribution, 2.{{[0-9]}} s

#include "Inputs/Check.h"
#include "Inputs/TwoStages.h"

#include <chrono>
#include <thread>

using namespace redist;

static void nap(int milliseconds) {
  std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
}

/// Rank 0 waits for the others.
static void late() {
  const int size = sizeOf();
  const layout three = cyclic_layout(3, size, 0);
  auto a = filled<int>(1000, three, rankOf());
  if (rankOf() > 0)
    nap(2700);
  redistribute(at(1), a, 1000, three, cyclic_layout(5, size, 0),
               MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  if (argc > 1 && std::string(argv[1]) == "pipeline")
    runTwoStages(at(2), 90, [](int, int) { nap(30); });
  else
    late();
  MPI_Finalize();
}

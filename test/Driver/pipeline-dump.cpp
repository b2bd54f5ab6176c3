// A pipeline after each step of the compiler, as text.
//
// RUN: %redistc --dump=sema %s | FileCheck %s --check-prefix=SEMA
// RUN: %redistc --dump=plan %s | FileCheck %s --check-prefix=PLAN
#include "../Inputs/mock.h"

enum { team = 2 };

void f(long n, long &total, double weight) {
#pragma pipeline onto(team) bandwidth(4) latency(100) speeds(1, 2) depth(n)
  for (long i = 0; i < n; ++i) {
    long item = 0;
#pragma pipeline stage work(8.0) at(1)
    item = i;
#pragma pipeline stage work(team * 2) replicate(auto) data(1)
    ++item;
#pragma pipeline stage work(1)
    total += item;
  }
#pragma pipeline mapping(h5)
  for (long i = 0; i < n; ++i) {
#pragma pipeline stage work(weight)
    total += i;
#pragma pipeline stage
    ;
  }
}

// SEMA:      {{^}}sema: pipeline 0 at line 10
// SEMA-NEXT: {{^}}  comm: MPI_COMM_WORLD
// SEMA-NEXT: {{^}}  mapping: auto
// SEMA-NEXT: {{^}}  header: every rank
// SEMA-NEXT: {{^}}  stage: 1 at line 13, movable
// SEMA-NEXT: {{^}}    carries: item (long, 8 bytes)
// SEMA-NEXT: {{^}}  stage: 2 at line 15, movable
// SEMA-NEXT: {{^}}    replicate: auto
// SEMA-NEXT: {{^}}    carries: item (long, 8 bytes)
// SEMA-NEXT: {{^}}  stage: 3 at line 17, movable
// SEMA-NEXT: {{^}}  state: total (long) of stage 3
// SEMA-NEXT: {{^}}  item: item
// SEMA-NEXT: {{^}}  instance: (here)
// SEMA-NEXT: {{^}}    onto: team = 2
// SEMA-NEXT: {{^}}    speeds: 1, 2
// SEMA-NEXT: {{^}}    bandwidth: 4
// SEMA-NEXT: {{^}}    latency: 100
// SEMA-NEXT: {{^}}    depth: n = ?
// SEMA-NEXT: {{^}}    stage 1 work: 8.0 = 8
// SEMA-NEXT: {{^}}    stage 1 at: 1
// SEMA-NEXT: {{^}}    stage 1 bytes: 8
// SEMA-NEXT: {{^}}    stage 2 work: team * 2 = 4
// SEMA-NEXT: {{^}}    stage 2 data: 1
// SEMA-NEXT: {{^}}    stage 2 bytes: 8
// SEMA-NEXT: {{^}}    stage 3 work: 1
// SEMA-NEXT: {{^}}    stage 3 bytes: 0
// SEMA-NEXT: {{^}}sema: pipeline 4 at line 20
// SEMA-NEXT: {{^}}  comm: MPI_COMM_WORLD
// SEMA-NEXT: {{^}}  mapping: h5

// PLAN:      {{^}}plan: pipeline 0 at line 10
// PLAN-NEXT: {{^}}  mapping: auto
// PLAN-NEXT: {{^}}  embedded: work=8, 4, 1 data=0, 8, 1, 0 speeds=1, 2 bandwidth=4 overlapped
// PLAN-NEXT: {{^}}    pins=1, -1, -1 replicas=1, 0, 1 latency=100
// PLAN-NEXT: {{^}}    mapping: 1-{{.*}} on 1;{{.*}} period={{[0-9.]+}} bound={{[0-9.]+}} latency={{[0-9.]+}} optimal=yes words=
// PLAN-NEXT: {{^}}  embedded: work=8, 4, 1 data=0, 8, 1, 0 speeds=1, 2 bandwidth=4 serial
// PLAN-NEXT: {{^}}    pins=1, -1, -1 replicas=1, 0, 1 latency=100
// PLAN-NEXT: {{^}}    mapping: 1-{{.*}} on 1;{{.*}} period={{[0-9.]+}} bound={{[0-9.]+}} latency={{[0-9.]+}} optimal=yes words=
// PLAN-NEXT: {{^}}  instance: (here): mapping embedded:
// PLAN-NEXT: {{^}}  note: every rank evaluates the header of the loop
// PLAN-NEXT: {{^}}  note: from stage 1 to stage 2: item (long, 8 bytes)
// PLAN-NEXT: {{^}}  note: from stage 2 to stage 3: item (long, 8 bytes)
// PLAN-NEXT: {{^}}  note: total (long) is state of stage 3
// PLAN:      {{^}}plan: pipeline 4 at line 20
// PLAN-NEXT: {{^}}  mapping: h5
// PLAN-NEXT: {{^}}  instance: (here): the runtime maps: no onto(...) is given

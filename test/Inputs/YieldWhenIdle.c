/*===- YieldWhenIdle.c - MPICH gives way while it waits ----------------------===
 *
 * Tests run more ranks than there are processors. Open MPI has an option for
 * that; MPICH over UCX spins until its time is up, and a call that all ranks
 * make takes hundreds of milliseconds. Preloaded, this gives way each time that
 * UCX has found nothing to do.
 *
 *===----------------------------------------------------------------------===*/
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sched.h>

typedef unsigned (*Progress)(void *);

unsigned ucp_worker_progress(void *worker) {
  static Progress found;
  if (!found)
    found = (Progress)dlsym(RTLD_NEXT, "ucp_worker_progress");
  const unsigned done = found(worker);
  if (!done)
    sched_yield();
  return done;
}

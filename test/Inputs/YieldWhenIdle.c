/*===- YieldWhenIdle.c - MPICH gives way while it waits ----------------------===
 *
 * Tests run more ranks than there are processors. Open MPI has an option for
 * that; MPICH over UCX spins until its time is up, and a call that all ranks
 * make takes hundreds of milliseconds. Preloaded, this gives way each time that
 * UCX has found nothing to do.
 *
 * Across hosts (utils/hosts.sh), MPI_Finalize of MPICH 4.0 closes one connection
 * after the other, and each waits for an answer of a rank that may have closed
 * all of its own and answers no more: programs that call nothing else hang, too.
 * There connections are left open; a program is to end with a barrier.
 *
 *===----------------------------------------------------------------------===*/
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sched.h>
#include <stdlib.h>

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

void *ucp_disconnect_nb(void *endpoint) {
  typedef void *(*Disconnect)(void *);
  if (getenv("REDIST_HOSTS_DIR"))
    return NULL; /* done */
  return ((Disconnect)dlsym(RTLD_NEXT, "ucp_disconnect_nb"))(endpoint);
}

/*===- tool.c - A tool that looks at MPI and at directives -------------------===
 *
 * Counts what PMPI sees inside and outside regions, and the names of the
 * communicators it saw. Rank 0 prints them when MPI is finalized.
 *
 *===----------------------------------------------------------------------===*/
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static char regions[4096];
static char names[4096];
static int depth, begun, ended, callsInside;

void redist_region_begin(const char *kind, const char *file, int line) {
  char text[256];
  snprintf(text, sizeof text, "%s %s:%d\n", kind, file, line);
  if (!strstr(regions, text))
    strncat(regions, text, sizeof regions - strlen(regions) - 1);
  ++depth;
  ++begun;
}

void redist_region_end(const char *kind, const char *file, int line) {
  (void)kind, (void)file, (void)line;
  --depth;
  ++ended;
}

static void see(MPI_Comm communicator) {
  char name[MPI_MAX_OBJECT_NAME + 1] = "";
  int length = 0;
  PMPI_Comm_get_name(communicator, name, &length);
  strcat(name, "\n");
  if (depth > 0)
    ++callsInside;
  if (!strstr(names, name))
    strncat(names, name, sizeof names - strlen(names) - 1);
}

int MPI_Allreduce(const void *from, void *to, int count, MPI_Datatype type,
                  MPI_Op op, MPI_Comm communicator) {
  see(communicator);
  return PMPI_Allreduce(from, to, count, type, op, communicator);
}

int MPI_Reduce(const void *from, void *to, int count, MPI_Datatype type,
               MPI_Op op, int root, MPI_Comm communicator) {
  see(communicator);
  return PMPI_Reduce(from, to, count, type, op, root, communicator);
}

int MPI_Finalize(void) {
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int code = PMPI_Finalize();
  if (rank == 0)
    printf("regions:\n%sbalance %d of %s\ncommunicators:\n%scalls inside: %s\n",
           regions, ended - begun, begun ? "some" : "none", names,
           callsInside ? "yes" : "no");
  return code;
}

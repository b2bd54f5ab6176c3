// What SimGrid's MPI lacks, for a test program that smpirun runs: all ranks are
// in one process.
#include <mpi.h>

extern "C" int MPI_Is_thread_main(int *flag) {
  *flag = 1;
  return MPI_SUCCESS;
}

/// A key that attributes still have goes on working, as the standard says.
extern "C" int MPI_Comm_free_keyval(int *key) {
  *key = MPI_KEYVAL_INVALID;
  return MPI_SUCCESS;
}

/// The attributes of MPI_COMM_SELF go first, while MPI still works, as the
/// standard says.
extern "C" int MPI_Finalize() {
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  for (int key = 0; key < 1000; ++key) {
    void *value = nullptr;
    int isThere = 0;
    MPI_Comm_get_attr(MPI_COMM_SELF, key, &value, &isThere);
    if (isThere)
      MPI_Comm_delete_attr(MPI_COMM_SELF, key);
  }
  return PMPI_Finalize();
}

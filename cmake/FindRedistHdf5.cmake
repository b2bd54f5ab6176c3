# The C library of HDF5 that is parallel, for the MPI that has been found. Comes
# in: find_package(MPI). Goes out: RedistHdf5_FOUND, and the target
# redistc::parallel-hdf5. Debian has one HDF5 for each MPI, side by side.
set(redist_hdf5_flavour openmpi)
if("${MPI_CXX_LIB_NAMES}" MATCHES "mpich")
  set(redist_hdf5_flavour mpich)
endif()
find_path(REDIST_HDF5_INCLUDE_DIR hdf5.h
  PATH_SUFFIXES hdf5/${redist_hdf5_flavour})
find_library(REDIST_HDF5_LIBRARY NAMES hdf5_${redist_hdf5_flavour} hdf5)
set(REDIST_HDF5_PARALLEL)
if(REDIST_HDF5_INCLUDE_DIR)
  file(GLOB redist_hdf5_settings "${REDIST_HDF5_INCLUDE_DIR}/H5pubconf*.h")
  foreach(header IN LISTS redist_hdf5_settings)
    file(STRINGS "${header}" redist_hdf5_line
      REGEX "^#define H5_HAVE_PARALLEL 1")
    if(redist_hdf5_line)
      set(REDIST_HDF5_PARALLEL yes)
    endif()
  endforeach()
endif()
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(RedistHdf5 REQUIRED_VARS
  REDIST_HDF5_LIBRARY REDIST_HDF5_INCLUDE_DIR REDIST_HDF5_PARALLEL)
mark_as_advanced(REDIST_HDF5_LIBRARY REDIST_HDF5_INCLUDE_DIR)
if(RedistHdf5_FOUND AND NOT TARGET redistc::parallel-hdf5)
  add_library(redistc::parallel-hdf5 INTERFACE IMPORTED GLOBAL)
  target_include_directories(redistc::parallel-hdf5 INTERFACE
    "${REDIST_HDF5_INCLUDE_DIR}")
  target_link_libraries(redistc::parallel-hdf5 INTERFACE
    "${REDIST_HDF5_LIBRARY}")
endif()

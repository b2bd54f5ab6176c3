# Comes in: MPICH, beside the MPI of this build (Debian: the package mpich).
# Goes out: the target with-mpich, a build of the runtime with MPICH below this
# build, and the list mpich_tests of what lit is to run there: all that runs
# over MPI. Where there is no MPICH, or this build has it, that is said.
#
# redistc and schedules do not depend on MPI: redistc is copied to where redistc++
# looks for it, objects are linked as they are. No test there measures, and
# compiling takes most of the time, so the runtime is hardly optimized.
find_program(REDIST_MPICH_CXX mpicxx.mpich)
find_program(REDIST_MPICH_RUN mpirun.mpich)
if(NOT REDIST_MPICH_CXX OR NOT REDIST_MPICH_RUN
   OR MPI_CXX_LIB_NAMES MATCHES "mpich")
  message(STATUS "No second run of the tests, with MPICH")
  return()
endif()

set(folder "${PROJECT_BINARY_DIR}/mpich")
set(schedule "${folder}/schedule.cmake")
file(GENERATE OUTPUT "${schedule}" CONTENT
  "set(REDIST_SCHEDULE_OBJECTS \"$<TARGET_OBJECTS:redistSchedule>\" CACHE STRING \"\" FORCE)\n")
add_custom_target(with-mpich
  COMMAND "${CMAKE_COMMAND}" -C "${schedule}"
          -S "${PROJECT_SOURCE_DIR}" -B "${folder}"
          -G "${CMAKE_GENERATOR}"
          "-DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}"
          "-DMPI_CXX_COMPILER=${REDIST_MPICH_CXX}"
          "-DMPIEXEC_EXECUTABLE=${REDIST_MPICH_RUN}"
          "-DPython3_EXECUTABLE=${Python3_EXECUTABLE}"
          -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS_RELEASE=-O1
          -DREDIST_BUILD_COMPILER=OFF -DREDIST_BUILD_SCALAPACK=OFF
          -DREDIST_BUILD_HDF5=OFF
          -DREDIST_GROUP_FILES=ON
          -DREDIST_COPIED_COMPILER=ON -DREDIST_CHECK_SANITIZED=OFF
          -DCMAKE_DISABLE_FIND_PACKAGE_benchmark=ON
          --log-level=WARNING
  COMMAND "${CMAKE_COMMAND}" --build "${folder}" --target mpi-tests
  COMMAND "${CMAKE_COMMAND}" -E copy_if_different "$<TARGET_FILE:redistc>"
          "$<TARGET_FILE:redistc++>" "$<TARGET_FILE:redist-plan>"
          "${folder}/bin"
  USES_TERMINAL
  COMMENT "Building the tests with MPICH")
add_dependencies(with-mpich redistc redistc++ redist-plan)
foreach(part Runtime EndToEnd Hosts RedistTune)
  list(APPEND mpich_tests "${folder}/test/${part}")
endforeach()

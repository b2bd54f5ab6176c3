# Comes in: a compiler. Goes out: the targets sanitized-address and
# sanitized-thread, each a build of the runtime and its tests below this build,
# and the list sanitized_tests of what lit is to run of them. A compiler without
# the libraries of a sanitizer is said, and left out.
#
# ThreadSanitizer sees the threads of one process, not what other processes do
# in memory that they share: virtual ranks that have a thread each are in the
# unit and property tests, helper threads in programs.

# What UndefinedBehaviorSanitizer adds takes longer to optimize than to run.
set(sanitized_flags_address -O0)
set(sanitized_flags_thread -O1)

# Clang's need no help where addresses are laid out at random.
find_program(REDIST_SANITIZING_CXX NAMES clang++-19 clang++)
if(NOT REDIST_SANITIZING_CXX)
  set(REDIST_SANITIZING_CXX "${CMAKE_CXX_COMPILER}" CACHE FILEPATH
      "Compiler of the tests with sanitizers" FORCE)
endif()

set(sanitized_after redist-tests)
foreach(kind address thread)
  set(folder "${PROJECT_BINARY_DIR}/sanitized-${kind}")
  set(probe "${folder}/probe.cpp")
  if(NOT DEFINED REDIST_CAN_SANITIZE_${kind})
    file(WRITE "${probe}" "int main() {}\n")
    execute_process(
      COMMAND "${REDIST_SANITIZING_CXX}" -fsanitize=${kind} "${probe}"
              -o "${folder}/probe"
      RESULT_VARIABLE status
      OUTPUT_QUIET ERROR_QUIET)
    if(status EQUAL 0)
      execute_process(COMMAND "${folder}/probe" RESULT_VARIABLE status
                      OUTPUT_QUIET ERROR_QUIET)
    endif()
    set(can OFF)
    if(status EQUAL 0)
      set(can ON)
    endif()
    set(REDIST_CAN_SANITIZE_${kind} ${can} CACHE BOOL
        "Programs with the ${kind} sanitizer can be built and run")
  endif()
  if(NOT REDIST_CAN_SANITIZE_${kind})
    message(STATUS "No tests with the ${kind} sanitizer: "
                   "${REDIST_SANITIZING_CXX} makes no programs for it")
    continue()
  endif()
  # Fuzzers read what the compiler reads.
  set(compiler OFF)
  if(kind STREQUAL "address")
    set(compiler "${REDIST_BUILD_COMPILER}")
  endif()
  add_custom_target(sanitized-${kind}
    COMMAND "${CMAKE_COMMAND}" -S "${PROJECT_SOURCE_DIR}" -B "${folder}"
            -G "${CMAKE_GENERATOR}" -DREDIST_SANITIZE=${kind}
            "-DCMAKE_CXX_COMPILER=${REDIST_SANITIZING_CXX}"
            -DCMAKE_BUILD_TYPE=Debug
            "-DCMAKE_CXX_FLAGS_DEBUG=${sanitized_flags_${kind}} -gline-tables-only"
            -DREDIST_BUILD_COMPILER=${compiler} -DREDIST_BUILD_SCALAPACK=OFF
            -DREDIST_BUILD_HDF5=OFF
            "-DPython3_EXECUTABLE=${Python3_EXECUTABLE}"
            -DREDIST_GROUP_FILES=ON
            --log-level=WARNING
    COMMAND "${CMAKE_COMMAND}" --build "${folder}" --target sanitized-tests
    USES_TERMINAL
    COMMENT "Building the tests with the ${kind} sanitizer")
  # One after the other, for each uses all processors.
  add_dependencies(sanitized-${kind} ${sanitized_after})
  list(APPEND sanitized_after sanitized-${kind})
  list(APPEND sanitized_tests "${folder}/test/Unit" "${folder}/test/Property"
       "${folder}/test/Sanitized")
  if(kind STREQUAL "address")
    list(APPEND sanitized_tests "${folder}/test/Fuzz")
  endif()
endforeach()

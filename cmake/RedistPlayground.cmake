# redist-plan in a page of the site. Comes in: emscripten and Node.js (Debian: the
# packages emscripten and nodejs). Goes out: the target playground, which makes
# the folder REDIST_PLAYGROUND_DIR with the page, its script and the module, or
# that there is none. A build of its own, below this one, has neither LLVM, MPI
# nor CBC.
set(REDIST_PLAYGROUND_DIR "")
if(EMSCRIPTEN) # the build below
  return()
endif()
find_program(REDIST_EMCMAKE emcmake)
find_program(REDIST_NODE NAMES node nodejs)
if(NOT REDIST_EMCMAKE OR NOT REDIST_NODE)
  message(STATUS "No playground in the documents: emscripten is missing")
  return()
endif()

set(folder "${PROJECT_BINARY_DIR}/wasm")
set(page "${PROJECT_SOURCE_DIR}/docs/playground")
set(REDIST_PLAYGROUND_DIR "${PROJECT_BINARY_DIR}/playground")
# A Node.js that is not Debian's does not look where Debian's modules are.
set(with_modules "${CMAKE_COMMAND}" -E env NODE_PATH=/usr/share/nodejs)
add_custom_target(playground
  COMMAND ${with_modules} "${REDIST_EMCMAKE}" "${CMAKE_COMMAND}"
          -S "${PROJECT_SOURCE_DIR}" -B "${folder}" -G "${CMAKE_GENERATOR}"
          -DCMAKE_BUILD_TYPE=Release -DREDIST_GROUP_FILES=ON
          -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON
          -DREDIST_BUILD_COMPILER=OFF -DREDIST_BUILD_RUNTIME=OFF
          -DREDIST_BUILD_TESTS=OFF -DREDIST_INSTALL=OFF --log-level=WARNING
  COMMAND ${with_modules} "${CMAKE_COMMAND}" --build "${folder}"
          --target playground
  COMMAND "${CMAKE_COMMAND}" -E copy_directory "${page}"
          "${REDIST_PLAYGROUND_DIR}"
  COMMAND "${CMAKE_COMMAND}" -E copy_if_different "${folder}/bin/redist-plan.js"
          "${REDIST_PLAYGROUND_DIR}"
  USES_TERMINAL VERBATIM
  COMMENT "Building redist-plan for pages")

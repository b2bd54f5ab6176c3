# The documents as a site, below the build folder: the target `docs`, where
# Sphinx is installed with what docs/conf.py names. Every warning is an error. The
# playground is in it where cmake/RedistPlayground.cmake makes one.
find_program(sphinx_build sphinx-build)
set(REDIST_SPHINX "")
if(sphinx_build)
  # The Python that runs it need not be the one that CMake finds.
  file(STRINGS "${sphinx_build}" interpreter LIMIT_COUNT 1)
  string(REGEX REPLACE "^#! *" "" interpreter "${interpreter}")
  execute_process(COMMAND ${interpreter} -c "import furo, myst_parser"
    RESULT_VARIABLE missing OUTPUT_QUIET ERROR_QUIET)
  if(missing EQUAL 0)
    set(REDIST_SPHINX "${sphinx_build}")
  endif()
endif()
if(REDIST_SPHINX)
  set(site "${PROJECT_BINARY_DIR}/docs/html")
  set(tag)
  set(add_playground)
  if(REDIST_PLAYGROUND_DIR)
    set(tag -t playground)
    set(add_playground COMMAND "${CMAKE_COMMAND}" -E copy_directory
        "${REDIST_PLAYGROUND_DIR}" "${site}/playground")
  endif()
  add_custom_target(docs
    COMMAND "${REDIST_SPHINX}" -W --keep-going -q -a -E -b html ${tag}
            -d "${PROJECT_BINARY_DIR}/docs/doctrees"
            "${PROJECT_SOURCE_DIR}/docs" "${site}"
    ${add_playground}
    COMMENT "Writing the documents to ${site}"
    VERBATIM)
  if(REDIST_PLAYGROUND_DIR)
    add_dependencies(docs playground)
  endif()
endif()

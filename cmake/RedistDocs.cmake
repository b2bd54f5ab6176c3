# The documents as a site, below the build folder: the target `docs`, where
# Sphinx is installed with what docs/conf.py names. Every warning is an error.
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
  add_custom_target(docs
    COMMAND "${REDIST_SPHINX}" -W --keep-going -q -a -E -b html
            -d "${PROJECT_BINARY_DIR}/docs/doctrees"
            "${PROJECT_SOURCE_DIR}/docs" "${PROJECT_BINARY_DIR}/docs/html"
    COMMENT "Writing the documents to ${PROJECT_BINARY_DIR}/docs/html"
    VERBATIM)
endif()

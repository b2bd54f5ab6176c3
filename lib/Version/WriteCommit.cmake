# Writes the header that names the commit of the sources, or none: Git is asked
# only where the sources are the top of its work tree, so that an unpacked
# package within somebody's repository is not taken for that.
#
#   cmake -D SOURCE=<folder> -D OUTPUT=<header> -D COMMIT=<auto or text>
#         [-D GIT=<program>] -P WriteCommit.cmake
if(COMMIT STREQUAL "auto")
  set(COMMIT "")
  if(GIT AND EXISTS "${SOURCE}/.git")
    execute_process(COMMAND "${GIT}" rev-parse --short=12 HEAD
      WORKING_DIRECTORY "${SOURCE}" OUTPUT_VARIABLE COMMIT
      OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  endif()
endif()
# What has not changed is not touched: nothing is compiled again then.
configure_file("${CMAKE_CURRENT_LIST_DIR}/Commit.h.in" "${OUTPUT}" @ONLY)

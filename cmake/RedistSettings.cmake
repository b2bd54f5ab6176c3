# Settings that every target of the project shares: language level, output
# folders, warnings, and the one function that makes a room. A project around this
# one keeps its own: no variable of CMake is set beyond this folder.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
# Files have names of their own that others have, too: see redist_group_files().
set(CMAKE_UNITY_BUILD OFF)
if(PROJECT_IS_TOP_LEVEL)
  set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
endif()
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  if(PROJECT_IS_TOP_LEVEL)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
  else()
    set(CMAKE_BUILD_TYPE Release)
  endif()
endif()

# Where things are installed; found again when a prefix has been moved, but for
# LLVM's libraries, which stay where they are.
if(REDIST_INSTALL)
  include(GNUInstallDirs)
  set(CMAKE_INSTALL_RPATH_USE_LINK_PATH ON)
endif()

# Sanitizers: what they find ends the program.
set(REDIST_SANITIZE "" CACHE STRING
    "Build with sanitizers: address (and undefined behaviour), or thread")
set_property(CACHE REDIST_SANITIZE PROPERTY STRINGS "" address thread)
if(REDIST_SANITIZE STREQUAL "address")
  set(REDIST_SANITIZE_FLAGS -fsanitize=address,undefined
      -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
elseif(REDIST_SANITIZE STREQUAL "thread")
  set(REDIST_SANITIZE_FLAGS -fsanitize=thread -fno-omit-frame-pointer)
elseif(REDIST_SANITIZE)
  message(FATAL_ERROR "REDIST_SANITIZE is address, thread, or empty")
endif()
add_compile_options(${REDIST_SANITIZE_FLAGS})
add_link_options(${REDIST_SANITIZE_FLAGS})

# WebAssembly (cmake/RedistPlayground.cmake): its C++ library lacks a few functions.
if(EMSCRIPTEN)
  add_compile_options(-fexceptions
    "SHELL:-include \"${PROJECT_SOURCE_DIR}/tools/playground/Missing.h\"")
  add_link_options(-fexceptions)
endif()

set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib")
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib")

# Who builds it within another project edits none of it.
set(group_files ON)
if(PROJECT_IS_TOP_LEVEL)
  set(group_files OFF)
endif()
option(REDIST_GROUP_FILES
  "Compile the files of a folder as one, as utils/check.sh does" ${group_files})

# GCC 12 finds overlaps in `"..." + text` that are not there (its bug 105651), and,
# where the headers of strings are precompiled, bounds that nothing exceeds; its
# library calls what it calls deprecated, in Clang's eyes for all to see.
add_library(redistWarnings INTERFACE)
target_compile_options(redistWarnings INTERFACE
  -Wall -Wextra -Wpedantic
  $<$<NOT:$<BOOL:${REDIST_GROUP_FILES}>>:-Wshadow>
  "$<$<AND:$<BOOL:${REDIST_GROUP_FILES}>,$<CXX_COMPILER_ID:GNU>>:-Wshadow=local>"
  $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>
  $<$<CXX_COMPILER_ID:Clang>:-Wno-deprecated-declarations>
  "$<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict;-Wno-stringop-overflow;-Wno-stringop-overread;-Wno-array-bounds>"
  $<$<BOOL:${REDIST_WARNINGS_AS_ERRORS}>:-Werror>)

# redist_precompiled(<target> HEADERS ...): headers that a compiler reads once for
# all targets that reuse them: most of the time of a build goes into reading them
# otherwise. Each file still includes what it uses, and is built without them with
# CMAKE_DISABLE_PRECOMPILE_HEADERS=ON.
function(redist_precompiled target)
  cmake_parse_arguments(arg "" "" "HEADERS" ${ARGN})
  set(source "${PROJECT_BINARY_DIR}/${target}.cpp")
  file(CONFIGURE OUTPUT "${source}" CONTENT "// Nothing but headers.\n")
  add_library(${target} OBJECT "${source}")
  target_precompile_headers(${target} PRIVATE ${arg_HEADERS})
  # GCC takes them with the same flags only: -Wpedantic is one.
  target_link_libraries(${target} PRIVATE redistWarnings)
endfunction()

redist_precompiled(redistStandardHeaders HEADERS
  <algorithm> <array> <atomic> <bit> <cassert> <charconv> <chrono> <cmath>
  <cstdint> <cstdio> <cstring> <functional> <iostream> <limits> <map> <memory>
  <mutex> <numeric> <optional> <queue> <set> <span> <sstream> <string>
  <string_view> <thread> <tuple> <type_traits> <unordered_map> <utility>
  <variant> <vector>)

# redist_group_files(<target> [ALONE file...])
#
# With REDIST_GROUP_FILES the files of a folder are compiled as one: most of the
# time of a build goes into reading headers. ALONE: files with names of their
# own that other files of the folder have, too; a property of the target then.
function(redist_group_files target)
  cmake_parse_arguments(group "" "" "ALONE" ${ARGN})
  set_target_properties(${target} PROPERTIES REDIST_FILES_ALONE "${group_ALONE}")
  if(NOT REDIST_GROUP_FILES)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "^[^$]*\\.cpp$")
  list(REMOVE_ITEM sources ${group_ALONE})
  foreach(source IN LISTS sources)
    get_filename_component(folder "${source}" DIRECTORY)
    string(MAKE_C_IDENTIFIER "files_${folder}" name)
    set_source_files_properties("${source}" PROPERTIES UNITY_GROUP ${name})
  endforeach()
  set_target_properties(${target} PROPERTIES
    UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()

# redist_room(<target> SOURCES ... [PUBLIC target...] [PRIVATE target...]
#             [HEADERS target])
#
# One static library of the house. PUBLIC and PRIVATE name the rooms it may
# use; nothing else is linked. HEADERS: those of redist_precompiled that it reuses.
function(redist_room target)
  cmake_parse_arguments(room "" "HEADERS" "SOURCES;PUBLIC;PRIVATE" ${ARGN})
  if(NOT room_HEADERS)
    set(room_HEADERS redistStandardHeaders)
  endif()
  add_library(${target} STATIC ${room_SOURCES})
  target_include_directories(${target}
    PUBLIC "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>"
    PRIVATE "${CMAKE_CURRENT_SOURCE_DIR}")
  target_link_libraries(${target} PUBLIC ${room_PUBLIC}
                                  PRIVATE ${room_PRIVATE} redistWarnings)
  target_precompile_headers(${target} REUSE_FROM ${room_HEADERS})
endfunction()

# redist_clang_room(...): the same for a room that sees Clang. Clang and LLVM
# are linked as shared libraries; their headers are system headers here.
function(redist_clang_room target)
  if(NOT TARGET redistClangHeaders)
    redist_precompiled(redistClangHeaders HEADERS
      <clang/AST/ASTContext.h> <clang/AST/DeclTemplate.h> <clang/AST/ExprCXX.h>
      <llvm/IR/IntrinsicInst.h> <llvm/IR/Module.h>)
    target_include_directories(redistClangHeaders SYSTEM PRIVATE
      ${LLVM_INCLUDE_DIRS} ${CLANG_INCLUDE_DIRS})
  endif()
  redist_room(${target} ${ARGN} HEADERS redistClangHeaders)
  target_include_directories(${target} SYSTEM PUBLIC
    ${LLVM_INCLUDE_DIRS} ${CLANG_INCLUDE_DIRS})
  target_link_libraries(${target} PUBLIC clang-cpp LLVM)
endfunction()

# redistc_target(<target> [REMARKS] [OPTIONS <option>...])
#
# Every C++ source of <target>, now and later, is compiled through redistc: its
# directives become calls of the runtime, which is linked. REMARKS says what
# became of each directive; OPTIONS are of redistc++ (--redist-keep, ...).
#
# redistc++ is set before the compiler, as a launcher, so that it sees what the
# compiler sees: all flags, definitions and include folders, however they came
# about. The compiler writes dependency files as ever. For the generators that
# know launchers: Ninja and Makefiles. With UNITY_BUILD, sources with directives
# are compiled by themselves: redistc rewrites a source, not what it includes.
function(redistc_target target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "REMARKS" "" "OPTIONS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR
      "redistc_target(${target}): unknown arguments: ${arg_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT TARGET "${target}")
    message(FATAL_ERROR "redistc_target: '${target}' is no target")
  endif()
  get_target_property(type "${target}" TYPE)
  get_target_property(imported "${target}" IMPORTED)
  if(imported OR NOT type MATCHES "^(EXECUTABLE|(STATIC|SHARED|MODULE|OBJECT)_LIBRARY)$")
    message(FATAL_ERROR "redistc_target: '${target}' compiles no sources")
  endif()
  if(NOT CMAKE_GENERATOR MATCHES "Ninja|Makefiles")
    message(FATAL_ERROR
      "redistc_target: the generator '${CMAKE_GENERATOR}' knows no compiler "
      "launchers; use Ninja or Makefiles")
  endif()
  foreach(needed redistc::redistc++ redistc::runtime)
    if(NOT TARGET "${needed}")
      message(FATAL_ERROR "redistc_target(${target}): there is no ${needed}; "
        "find_package(redistc REQUIRED COMPONENTS compiler runtime)")
    endif()
  endforeach()

  # Where redistc is built by the same project.
  add_dependencies("${target}" redistc::redistc++)

  # Sources and properties may be added up to the end.
  cmake_language(EVAL CODE
    "cmake_language(DEFER DIRECTORY [[${CMAKE_SOURCE_DIR}]]
       CALL redistc_keep_from_unity [[${target}]])")

  set(words --redist-launch)
  if(arg_REMARKS)
    list(APPEND words --redist-remarks)
  endif()
  get_target_property(others "${target}" CXX_COMPILER_LAUNCHER)
  if(NOT others)
    set(others)
  endif()
  set_property(TARGET "${target}" PROPERTY CXX_COMPILER_LAUNCHER
    "$<TARGET_FILE:redistc::redistc++>" ${words} ${arg_OPTIONS} ${others})

  # As target_link_libraries(PRIVATE) does, which would not mix with the
  # signature without a keyword.
  set_property(TARGET "${target}" APPEND PROPERTY
    LINK_LIBRARIES redistc::runtime)
  if(type MATCHES "^(STATIC|OBJECT)_LIBRARY$")
    set_property(TARGET "${target}" APPEND PROPERTY
      INTERFACE_LINK_LIBRARIES "$<LINK_ONLY:redistc::runtime>")
  endif()
endfunction()

# For redistc_target(): directives stay out of unity files.
function(redistc_keep_from_unity target)
  get_target_property(unity "${target}" UNITY_BUILD)
  if(NOT unity)
    return()
  endif()
  get_target_property(sources "${target}" SOURCES)
  get_target_property(folder "${target}" SOURCE_DIR)
  set(kept)
  foreach(source IN LISTS sources)
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY "${folder}" OUTPUT_VARIABLE path)
    if(NOT EXISTS "${path}" OR IS_DIRECTORY "${path}")
      continue() # made by the build, or a generator expression
    endif()
    # A directive that is added later counts, too.
    set_property(DIRECTORY "${folder}" APPEND PROPERTY
      CMAKE_CONFIGURE_DEPENDS "${path}")
    file(STRINGS "${path}" directives LIMIT_COUNT 1
      REGEX "[pP]ragma[ \t(\"]+(redistribute|reduce|pipeline)")
    if(directives)
      set_property(SOURCE "${path}" TARGET_DIRECTORY "${target}"
        PROPERTY SKIP_UNITY_BUILD_INCLUSION ON)
      cmake_path(GET path FILENAME name)
      list(APPEND kept "${name}")
    endif()
  endforeach()
  if(kept)
    list(JOIN kept ", " kept)
    message(STATUS "redistc_target(${target}): compiled apart from unity files: "
      "${kept}; redistc rewrites the directives of a source, not of what it "
      "includes")
  endif()
endfunction()

# redistc_target(<target> [REMARKS] [OPTIONS <option>...])
#
# Every C++ source of <target>, now and later, is compiled through redistc: its
# directives become calls of the runtime, which is linked. REMARKS says what
# became of each directive; OPTIONS are of redistc++ (--redist-keep, ...).
#
# redistc++ is set before the compiler, as a launcher, so that it sees what the
# compiler sees: all flags, definitions and include folders, however they came
# about. The compiler writes dependency files as ever. For the generators that
# know launchers: Ninja and Makefiles.
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

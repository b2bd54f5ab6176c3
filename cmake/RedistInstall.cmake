# What `cmake --install` lays down, so that a prefix can be moved: executables
# find headers and libraries from where they stand, and so do the files for
# CMake (redistcConfig.cmake) and pkg-config. The same CMake package serves the
# build tree (redistc_DIR=<build>/cmake).
#
# Three components, one Debian package each: tool, runtime, development.
include(CMakePackageConfigHelpers)

set(package_folder "${CMAKE_INSTALL_LIBDIR}/cmake/redistc")
set(build_package "${PROJECT_BINARY_DIR}/cmake")

# redist_install(<component> <part> <part of what CMake needs> <target>...):
# targets that find_package(redistc COMPONENTS <component>) finds as
# redistc::<name>.
function(redist_install component part package_part)
  install(TARGETS ${ARGN} EXPORT redistc-${component}
    RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT ${part}
    LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT ${part}
            NAMELINK_COMPONENT development
    ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT development)
  install(EXPORT redistc-${component} NAMESPACE redistc::
    DESTINATION "${package_folder}" COMPONENT ${package_part})
  export(EXPORT redistc-${component} NAMESPACE redistc::
    FILE "${build_package}/redistc-${component}.cmake")
endfunction()

if(REDIST_BUILD_COMPILER)
  redist_install(compiler tool tool redistc redistc++ redist-plan)
else()
  redist_install(compiler tool tool redist-plan)
endif()
if(REDIST_BUILD_RUNTIME)
  set_target_properties(redistRuntime PROPERTIES EXPORT_NAME runtime)
  set_target_properties(redistRuntimeShared PROPERTIES EXPORT_NAME runtime-shared)
  redist_install(runtime runtime development
    redistRuntime redistRuntimeShared redist-tune)
  install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/redist"
    DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT development)
  file(RELATIVE_PATH REDIST_PC_TO_PREFIX
    "/prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/prefix")
  configure_file("${PROJECT_SOURCE_DIR}/cmake/redistc.pc.in"
    "${build_package}/redistc.pc" @ONLY)
  install(FILES "${build_package}/redistc.pc"
    DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig" COMPONENT development)
  install(SCRIPT "${PROJECT_SOURCE_DIR}/cmake/SystemPkgConfig.cmake"
    COMPONENT development)
endif()
if(TARGET redistScaLAPACK)
  set_target_properties(redistScaLAPACK PROPERTIES EXPORT_NAME scalapack)
  set_target_properties(redistScaLAPACKShared PROPERTIES
    EXPORT_NAME scalapack-shared)
  redist_install(scalapack runtime development
    redistScaLAPACK redistScaLAPACKShared)
endif()

if(TARGET redistHdf5)
  set_target_properties(redistHdf5 PROPERTIES EXPORT_NAME hdf5)
  redist_install(hdf5 development development redistHdf5)
endif()

# Manual pages go where their tools go.
function(redist_manual part)
  list(TRANSFORM ARGN PREPEND "${PROJECT_SOURCE_DIR}/docs/man/")
  install(FILES ${ARGN} DESTINATION "${CMAKE_INSTALL_MANDIR}/man1"
    COMPONENT ${part})
endfunction()
# Bash looks for a file by the name of the command.
function(redist_completion part)
  foreach(command IN LISTS ARGN)
    install(FILES "${PROJECT_SOURCE_DIR}/utils/completion/redistc.bash"
      DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions"
      RENAME "${command}" COMPONENT ${part})
  endforeach()
endfunction()
redist_manual(tool redist-plan.1)
# The licence, where Debian looks for it.
function(redist_licence part package)
  install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" RENAME copyright
    DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/${package}" COMPONENT ${part})
endfunction()
set(runtime_package
  "libredist${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}")
redist_licence(tool redistc)
redist_licence(development libredist-dev)
if(REDIST_BUILD_RUNTIME)
  redist_licence(runtime "${runtime_package}")
endif()
# What the documents build and run; not in the folder for documents, which some
# installations leave out.
install(DIRECTORY "${PROJECT_SOURCE_DIR}/docs/examples"
  DESTINATION "${CMAKE_INSTALL_DATADIR}/redistc" COMPONENT tool)
file(GLOB documents "${PROJECT_SOURCE_DIR}/docs/*.md")
install(FILES ${documents}
  DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/redistc" COMPONENT tool)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/docs/reference"
                  "${PROJECT_SOURCE_DIR}/docs/design"
                  "${PROJECT_SOURCE_DIR}/docs/images"
  DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/redistc" COMPONENT tool)
# Links of the documents to examples, which lie elsewhere.
file(RELATIVE_PATH examples
  "/${CMAKE_INSTALL_DATADIR}/doc/redistc" "/${CMAKE_INSTALL_DATADIR}/redistc/examples")
file(CREATE_LINK "${examples}" "${PROJECT_BINARY_DIR}/examples" SYMBOLIC)
install(FILES "${PROJECT_BINARY_DIR}/examples"
  DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/redistc" COMPONENT tool)
redist_completion(tool redist-plan)
if(REDIST_BUILD_COMPILER)
  # For editors; what docs/Integration.md shows.
  install(FILES "${PROJECT_SOURCE_DIR}/docs/examples/build/clangd.yaml"
    DESTINATION "${CMAKE_INSTALL_DATADIR}/redistc" COMPONENT tool)
  redist_manual(tool redistc.1 redistc++.1)
  redist_completion(tool redistc redistc++)
endif()
if(REDIST_BUILD_RUNTIME)
  redist_manual(runtime redist-tune.1)
  redist_completion(runtime redist-tune)
endif()

configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/redistcConfig.cmake.in"
  "${build_package}/redistcConfig.cmake" INSTALL_DESTINATION "${package_folder}")
write_basic_package_version_file("${build_package}/redistcConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
foreach(module RedistTarget FindRedistHdf5)
  configure_file("${PROJECT_SOURCE_DIR}/cmake/${module}.cmake"
    "${build_package}/${module}.cmake" COPYONLY)
endforeach()
install(FILES "${build_package}/redistcConfig.cmake"
  "${build_package}/redistcConfigVersion.cmake"
  "${build_package}/RedistTarget.cmake" "${build_package}/FindRedistHdf5.cmake"
  DESTINATION "${package_folder}" COMPONENT development)

# Packages for Debian: `cpack` in the build folder. A program that was linked
# needs libredist0.1 alone. A project around this one makes its own packages.
if(NOT PROJECT_IS_TOP_LEVEL)
  return()
endif()
set(CPACK_GENERATOR DEB)
set(CPACK_PRE_BUILD_SCRIPTS "${PROJECT_SOURCE_DIR}/cmake/SystemPkgConfig.cmake")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_PACKAGE_CONTACT "redistc <redistc@localhost>")
set(CPACK_COMPONENTS_ALL development)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_TOOL_PACKAGE_NAME redistc)
set(CPACK_COMPONENT_TOOL_DESCRIPTION
  "Directive compiler for C++ on MPI clusters: redistc, redistc++, redist-plan")
# Headers of Clang, and the MPI compiler that redistc++ calls.
set(CPACK_DEBIAN_TOOL_PACKAGE_DEPENDS
  "libclang-common-${LLVM_VERSION_MAJOR}-dev, libredist-dev (= ${PROJECT_VERSION}), g++")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME "${runtime_package}")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION libs)
set(CPACK_COMPONENT_RUNTIME_DESCRIPTION
  "Runtime of the redist directives, and redist-tune, which measures a machine")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libredist-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION
  "Headers and libraries of the redist directives, for CMake and pkg-config")
set(mpi_package libopenmpi-dev)
if(MPI_CXX_LIB_NAMES MATCHES "mpich")
  set(mpi_package libmpich-dev)
endif()
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
  "${runtime_package} (= ${PROJECT_VERSION}), ${mpi_package}, libcereal-dev")
if(REDIST_BUILD_COMPILER)
  list(APPEND CPACK_COMPONENTS_ALL tool)
endif()
if(REDIST_BUILD_RUNTIME)
  list(APPEND CPACK_COMPONENTS_ALL runtime)
endif()
include(CPack)

# What `cmake --install` lays down, so that a prefix can be moved: executables
# find headers and libraries from where they stand, and so do the files for
# CMake (redistcConfig.cmake) and pkg-config. The same CMake package serves the
# build tree (redistc_DIR=<build>/cmake).
#
# Three components, one Debian package each: tool, runtime, development.
include(CMakePackageConfigHelpers)

set(package_folder "${CMAKE_INSTALL_LIBDIR}/cmake/redistc")
set(build_package "${PROJECT_BINARY_DIR}/cmake")

# redist_install(<component> <installed as> <target>...): targets that
# find_package(redistc COMPONENTS <component>) finds as redistc::<name>.
function(redist_install component part)
  install(TARGETS ${ARGN} EXPORT redistc-${component}
    RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT ${part}
    ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT development)
  install(EXPORT redistc-${component} NAMESPACE redistc::
    DESTINATION "${package_folder}" COMPONENT development)
  export(EXPORT redistc-${component} NAMESPACE redistc::
    FILE "${build_package}/redistc-${component}.cmake")
endfunction()

if(REDIST_BUILD_COMPILER)
  redist_install(compiler tool redistc redistc++ redist-plan)
else()
  redist_install(compiler tool redist-plan)
endif()
if(REDIST_BUILD_RUNTIME)
  set_target_properties(redistRuntime PROPERTIES EXPORT_NAME runtime)
  redist_install(runtime runtime redistRuntime redist-tune)
  install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/redist"
    DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT development)
  file(RELATIVE_PATH REDIST_PC_TO_PREFIX
    "/prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/prefix")
  configure_file("${PROJECT_SOURCE_DIR}/cmake/redistc.pc.in"
    "${build_package}/redistc.pc" @ONLY)
  install(FILES "${build_package}/redistc.pc"
    DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig" COMPONENT development)
endif()
if(TARGET redistScaLAPACK)
  set_target_properties(redistScaLAPACK PROPERTIES EXPORT_NAME scalapack)
  redist_install(scalapack tool redistScaLAPACK)
  install(FILES "${build_package}/libredistScaLAPACK.so"
    DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT development)
endif()

configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/redistcConfig.cmake.in"
  "${build_package}/redistcConfig.cmake" INSTALL_DESTINATION "${package_folder}")
write_basic_package_version_file("${build_package}/redistcConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
configure_file("${PROJECT_SOURCE_DIR}/cmake/RedistTarget.cmake"
  "${build_package}/RedistTarget.cmake" COPYONLY)
install(FILES "${build_package}/redistcConfig.cmake"
  "${build_package}/redistcConfigVersion.cmake"
  "${build_package}/RedistTarget.cmake"
  DESTINATION "${package_folder}" COMPONENT development)

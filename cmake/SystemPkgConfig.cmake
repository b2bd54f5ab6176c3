# Makes redistc.pc one for /usr, where compilers and the loader look anyway: then
# pkg-config leaves out -I and -L, and no path is built into programs. Runs in
# CPack, before it packs what lies below CPACK_TEMPORARY_DIRECTORY, or after an
# installation to /usr.
if(DEFINED CPACK_TEMPORARY_DIRECTORY)
  file(GLOB_RECURSE pc_files "${CPACK_TEMPORARY_DIRECTORY}/*/redistc.pc")
elseif(CMAKE_INSTALL_PREFIX MATCHES "^/usr/?$")
  file(GLOB_RECURSE pc_files "$ENV{DESTDIR}/usr/lib/*/redistc.pc")
endif()
foreach(pc_file IN LISTS pc_files)
  file(READ "${pc_file}" text)
  string(REGEX REPLACE "\nprefix=[^\n]*" "\nprefix=/usr" text "${text}")
  string(REGEX REPLACE " -Wl,-rpath,[^ ]*" "" text "${text}")
  file(WRITE "${pc_file}" "${text}")
endforeach()

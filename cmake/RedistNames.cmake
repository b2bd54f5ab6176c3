# The names that find_package(redistc) gives, for projects that have the sources
# of redistc among their own.
foreach(name redistc redistc++ redist-plan redist-tune)
  if(TARGET ${name})
    add_executable(redistc::${name} ALIAS ${name})
  endif()
endforeach()
foreach(name runtime=redistRuntime runtime-shared=redistRuntimeShared
             scalapack=redistScaLAPACK scalapack-shared=redistScaLAPACKShared
             hdf5=redistHdf5)
  string(REPLACE "=" ";" names "${name}")
  list(POP_BACK names target)
  if(TARGET ${target})
    add_library(redistc::${names} ALIAS ${target})
  endif()
endforeach()

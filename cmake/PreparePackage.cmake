# Run by cpack before it packs.
cmake_minimum_required(VERSION 3.25)

# Without it cpack would make a package that depends on nothing, and say nothing.
find_program(shlibdeps NAMES dpkg-shlibdeps)
if(NOT shlibdeps)
  message(FATAL_ERROR "dpkg-shlibdeps was not found: it says which packages the programs depend on."
    " Install the Debian package dpkg-dev.")
endif()

# Folders have Debian's permissions, whatever the umask of the one who packs: it masks
# CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS, too.
file(GLOB_RECURSE paths LIST_DIRECTORIES true "${CPACK_TEMPORARY_INSTALL_DIRECTORY}/*")
foreach(path IN LISTS paths)
  if(IS_DIRECTORY "${path}")
    file(CHMOD "${path}" PERMISSIONS
      OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
  endif()
endforeach()

# Optional libraries: each is used if it is found. If one is missing, dtrace names it in a message when it is needed;
# everything else works.
#
#	optional(NAME MODULE PACKAGE PURPOSE [HEADER])
#
# adds an option WITH_NAME and sets HAVE_NAME. If the library is found, its name in lower case is added to
# OPTIONAL_FOUND. It is searched by pkg-config's MODULE, or by a HEADER if it has no module.
macro(optional name module package purpose)
	option(WITH_${name} "${purpose}, by ${module}" ON)
	set(HAVE_${name} FALSE)
	if(WITH_${name} AND "${ARGN}" STREQUAL "")
		pkg_check_modules(${name} IMPORTED_TARGET GLOBAL ${module})
	elseif(WITH_${name})
		find_path(${name}_INCLUDE_DIRS ${ARGN})
		set(${name}_FOUND ${${name}_INCLUDE_DIRS})
	endif()
	if(WITH_${name} AND ${name}_FOUND)
		set(HAVE_${name} TRUE)
		string(TOLOWER ${name} optional_lower)
		list(APPEND OPTIONAL_FOUND ${optional_lower})
	elseif(WITH_${name})
		message(STATUS "Not built in: ${purpose}. Install ${package} and configure again if you want it.")
	else()
		message(STATUS "Not built in: ${purpose}, for WITH_${name} is off.")
	endif()
endmacro()

# optional_in(NAME ROOM FILE): names the only file that includes the library's header; compiles it with HAVE_NAME.
function(optional_in name room file)
	if(HAVE_${name})
		set_source_files_properties(${file} PROPERTIES COMPILE_DEFINITIONS HAVE_${name})
		target_include_directories(${room} PRIVATE ${${name}_INCLUDE_DIRS})
	endif()
endfunction()

# optional_link(NAME TARGET...): links the targets with the library.
function(optional_link name)
	if(HAVE_${name})
		foreach(t ${ARGN})
			target_link_libraries(${t} PRIVATE PkgConfig::${name})
		endforeach()
	endif()
endfunction()

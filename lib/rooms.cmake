# A room is a folder of sources and one OBJECT library, named after it: it sees its own headers and
# those of the rooms that it KNOWS (and of those that they know), nothing else. Headers are included
# by their bare name, so an include that the design forbids doesn't compile.
#
#	room(NAME FOLDER [KNOWS room...] [SOURCES file...] [STRICT])
#
# SOURCES are further files, generated ones; STRICT: lengths that come from outside are converted
# where one sees it, and the compiler warns of the rest.
function(room name folder)
	cmake_parse_arguments(R "STRICT" "" "KNOWS;SOURCES" ${ARGN})
	file(GLOB src CONFIGURE_DEPENDS ${folder}/*.c)
	add_library(${name} OBJECT ${src} ${R_SOURCES})
	# for "quotes" only: <linux/bpf.h> is the system's, and <elf.h> is
	target_compile_options(${name} PUBLIC "SHELL:-iquote ${CMAKE_CURRENT_SOURCE_DIR}/${folder}")
	target_link_libraries(${name} PUBLIC ${R_KNOWS})
	if(R_STRICT)
		target_compile_options(${name} PRIVATE -Wconversion -Wsign-conversion)
	endif()
	set_target_properties(${name} PROPERTIES C_VISIBILITY_PRESET hidden)
endfunction()

# knows(TARGET room...): a test or a tool that includes the rooms' headers.
function(knows target)
	foreach(r ${ARGN})
		target_compile_options(${target} PRIVATE $<TARGET_PROPERTY:${r},INTERFACE_COMPILE_OPTIONS>)
		target_include_directories(${target} PRIVATE
			$<TARGET_PROPERTY:${r},INTERFACE_INCLUDE_DIRECTORIES>)
	endforeach()
endfunction()

# A room is a folder of sources, compiled to one OBJECT library. It can include its own headers and
# those of the rooms that it KNOWS, directly or through other rooms, and no others. Headers are
# included by their bare name, so an include that the design forbids doesn't compile.
#
#	room(NAME FOLDER [KNOWS room...] [SOURCES file...] [STRICT])
#
# SOURCES are additional, generated files. STRICT makes the compiler warn of implicit integer
# conversions, for rooms that handle untrusted lengths.
function(room name folder)
	cmake_parse_arguments(R "STRICT" "" "KNOWS;SOURCES" ${ARGN})
	file(GLOB src CONFIGURE_DEPENDS ${folder}/*.c)
	add_library(${name} OBJECT ${src} ${R_SOURCES})
	# -iquote applies to "quotes" only, so <linux/bpf.h> and <elf.h> are the system's headers
	target_compile_options(${name} PUBLIC "SHELL:-iquote ${CMAKE_CURRENT_SOURCE_DIR}/${folder}")
	target_link_libraries(${name} PUBLIC ${R_KNOWS})
	if(R_STRICT)
		target_compile_options(${name} PRIVATE -Wconversion -Wsign-conversion)
	endif()
	set_target_properties(${name} PROPERTIES C_VISIBILITY_PRESET hidden)
endfunction()

# knows(TARGET room...): lets a test or a tool include the rooms' headers.
function(knows target)
	foreach(r ${ARGN})
		target_compile_options(${target} PRIVATE $<TARGET_PROPERTY:${r},INTERFACE_COMPILE_OPTIONS>)
		target_include_directories(${target} PRIVATE
			$<TARGET_PROPERTY:${r},INTERFACE_INCLUDE_DIRECTORIES>)
	endforeach()
endfunction()

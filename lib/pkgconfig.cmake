# pc_install(TEMPLATE): installs NAME.pc, made of NAME.pc.in, whose paths are relative to the file, so that an installed
# tree can be moved.
include(GNUInstallDirs)
file(RELATIVE_PATH PC_UP /p/${CMAKE_INSTALL_LIBDIR}/pkgconfig /p)
string(REGEX REPLACE "/$" "" PC_UP ${PC_UP})

function(pc_install template)
	get_filename_component(name ${template} NAME_WLE)
	configure_file(${template} ${CMAKE_BINARY_DIR}/lib/${name} @ONLY)
	install(FILES ${CMAKE_BINARY_DIR}/lib/${name} DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endfunction()

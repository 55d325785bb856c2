/* Names that compilers have mangled: C++ (Itanium) and both of Rust's schemes. */
#include <libiberty/demangle.h>
#include <stdlib.h>
#include <string.h>
#include "symbols.h"

#define NAME_MAX_LEN 8192	/* work grows faster than the name */

/* "_Z", "_R", with the further underscore that some linkers add */
static bool mangled(const char *name)
{
	name += name[0] == '_' && name[1] == '_';
	return name[0] == '_' && (name[1] == 'Z' || name[1] == 'R');
}

/* Rust's older scheme is C++'s with a hash at the end, so Rust is asked first.  cplus_demangle() would try more
   languages, and end the program when memory does. */
char *dt_demangle(const char *name)
{
	char *plain;

	if (!mangled(name) || strlen(name) > NAME_MAX_LEN)
		return NULL;
	plain = rust_demangle(name, DMGL_PARAMS);
	return plain ? plain : cplus_demangle_v3(name, DMGL_PARAMS | DMGL_ANSI);
}

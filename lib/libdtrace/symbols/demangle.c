/*
 * Demangles names of C++ (Itanium) and of both schemes of Rust.
 *
 * A mangled name can refer to its own parts, so 300 bytes of it can expand to gigabytes. The
 * demangler delivers its text in pieces; if there is too much of it, a longjmp() ends it, which
 * leaks nothing.
 */
#include <libiberty/demangle.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include "alloc.h"
#include "symbols.h"

#define NAME_MAX_LEN 8192 /* the work grows faster than the name */
#define TEXT_MAX 16384	  /* limit of a demangled name */

struct text {
	jmp_buf tx_over;
	size_t tx_len;
	char tx_buf[TEXT_MAX];
};

static void text_add(const char *s, size_t n, void *arg)
{
	struct text *tx = arg;

	if (n >= sizeof(tx->tx_buf) - tx->tx_len)
		longjmp(tx->tx_over, 1);
	memcpy(tx->tx_buf + tx->tx_len, s, n);
	tx->tx_len += n;
}

/* "_Z", "_R", with the further underscore that some linkers add */
static bool mangled(const char *name)
{
	name += name[0] == '_' && name[1] == '_';
	return name[0] == '_' && (name[1] == 'Z' || name[1] == 'R');
}

/*
 * Rust's older scheme is C++'s with a hash at the end, so Rust is tried first. cplus_demangle()
 * would try more languages, and end the program if there is no memory.
 */
char *dt_demangle(const char *name)
{
	struct text tx;

	if (!mangled(name) || strnlen(name, NAME_MAX_LEN + 1) > NAME_MAX_LEN || setjmp(tx.tx_over))
		return NULL;
	tx.tx_len = 0;
	if (!rust_demangle_callback(name, DMGL_PARAMS, text_add, &tx)) {
		tx.tx_len = 0;
		if (!cplus_demangle_v3_callback(name, DMGL_PARAMS | DMGL_ANSI, text_add, &tx))
			return NULL;
	}
	return base_strndup(tx.tx_buf, tx.tx_len);
}

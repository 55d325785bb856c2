/*
 * Probes that programs define themselves: -h and -G for `provider NAME { probe ...; };`.
 *
 *   cdecl.c     the declared providers, and the spellings of names
 *   header.c    -h: a C header with PROV_PROBE() and PROV_PROBE_ENABLED()
 *   ctype.c     D types of probe arguments as C spells them, and as registers hold them
 *   sites.c     finds the probe sites in an object: calls of __dtrace_PROV___PROBE and notes
 *   patch.c     the machine code of those calls, and its replacement
 *   rewrite.c   writes a patched object back: a note for each site, a symbol for each function with
 *               one
 *   dof.c       the DOF file (dof.h): sections, strings
 *   dof_prov.c  providers and probes as DOF
 *   dof_prog.c  clauses as DOF
 *   link.c      -G: from programs and objects to the object that holds DOF and semaphores
 *   elfout.c    writes that object (elfout.h)
 *
 * The Linux convention. A probe site is a nop and a note (section .note.stapsdt, owner "stapsdt",
 * type 3): the addresses of the nop, of the section .stapsdt.base and of the semaphore, then
 * provider, name and operands ("-4@%edi 8@%rsi"). The semaphore is a 16-bit counter that a tracer
 * raises while it listens. A note has the C name, with its double underscores, as every reader of
 * notes expects; the D name, with hyphens, is in the DOF.
 *
 * The header makes such sites by itself if the compiler is GCC or clang, without -G. -G brings
 * objects with calls of __dtrace_PROV___PROBE() (other compilers, -DDTRACE_CALLS) to the same form,
 * in place: the call becomes a nop and gets its note. A call of __dtraceenabled_PROV___PROBE()
 * stays a call, of a function in -G's output that reads the semaphore: the classic constant 0 would
 * hide the probe from every tracer that can't rewrite code.
 */
#ifndef DT_USDT_H
#define DT_USDT_H

#include <stdio.h>
#include "lang.h"

#define DT_USDT_NAMEMAX 160 /* of a symbol that names a probe */

/* Calls fn for each declared provider (DN_PROVIDER), in order, until it returns non-zero. */
int dt_usdt_providers(const struct dt_lang *, int (*fn)(const struct dt_node *, void *), void *);
const struct dt_node *dt_usdt_provider(const struct dt_lang *, const char *name, size_t len);
/* The provider's probe of that C name ("__" and "-" are equal). */
const struct dt_node *dt_usdt_probe(const struct dt_node *provider, const char *cname);
unsigned dt_usdt_nargs(const struct dt_node *probe);
const struct dt_provider_attrs *dt_usdt_attrs(const struct dt_lang *,
	const struct dt_node *provider);
/* "a-b" or "a__b" to the C name "a__b", and to the D name "a-b". */
char *dt_usdt_cname(const char *name, char *buf, size_t size);
char *dt_usdt_dname(const char *name, char *buf, size_t size);

/* header.c; fname names the include guard */
int dt_usdt_header(const struct dt_lang *, FILE *, const char *fname);

/* ctype.c */
enum dt_argclass { DT_ARG_INT, DT_ARG_FLOAT, DT_ARG_BAD /* struct by value */ };
enum dt_argclass dt_usdt_argclass(const struct dt_type *, unsigned *size, bool *is_signed);
/* The C spelling of a parameter of this type called name. */
char *dt_usdt_ctype(const struct dt_type *, const char *name, char *buf, size_t size);
/*
 * The arguments of a call in the format of a note, by the machine's calling convention; those on
 * the stack begin at stack. "" if they don't fit.
 */
char *dt_usdt_operands(const struct dt_node *probe, unsigned machine, unsigned stack, char *buf,
	size_t size);

#endif

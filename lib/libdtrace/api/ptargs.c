/*
 * The types of the arguments of a function of a process, and which of arg0, arg1 ... hold them.
 *
 * arg0, arg1 ... are the registers that pass integers and addresses, and after them the words on
 * the stack. Floating point values are passed in registers of their own, and structures in several,
 * or as words on the stack; the rules are those of the ABI that dtrace is compiled for, which the
 * processes have, too.
 */
#include <stdio.h>
#include <string.h>
#include "ptypes.h"

#if defined(__aarch64__)
#define REGISTERS 8
#else
#define REGISTERS 6
#endif
#if defined(__x86_64__)
#define GO_ARGS \
	"Go has a calling convention of its own; words of arguments and of results are, in " \
	"order, in uregs[R_RAX], R_RBX, R_RCX, R_RDI, R_RSI, R_R8, R_R9, R_R10 and R_R11"
#else
#define GO_ARGS "Go has a calling convention of its own; its words are in registers: uregs[]"
#endif
#define FLOATS 8 /* registers for floating point values */

struct places {
	struct dt_pfile *pl_file;
	struct dt_probeinfo *pl_info;
	unsigned pl_used, pl_floats; /* registers */
	uint64_t pl_words;	     /* on the stack */
};

/* Bit n: something in bytes 8n .. 8n+7 of a structure of at most 16 bytes is no floating point. */
static unsigned integer_words(const struct dt_type *ty, uint64_t off)
{
	unsigned words = 0;

	ty = dt_type_resolve(ty);
	if (ty->ty_kind == TY_FLOAT || off >= 16)
		return 0;
	if (ty->ty_kind == TY_ARRAY) {
		const struct dt_type *elem = dt_type_resolve(ty->ty_ref);

		for (uint64_t i = 0; i < ty->ty_nelems && i < 16 && elem->ty_size != 0; i++)
			words |= integer_words(elem, off + i * elem->ty_size);
		return words;
	}
	if (!dt_type_is_sou(ty))
		return 1u << off / 8;
	for (const struct dt_member *m = ty->ty_u.members; m; m = m->mb_next)
		words |= integer_words(m->mb_type, off + m->mb_offset / 8);
	return words;
}

/* The next word on the stack, as the number of an argument. */
static uint8_t on_stack(struct places *pl, uint64_t words)
{
	uint64_t at = REGISTERS + pl->pl_words;

	pl->pl_words += words;
	return at < DT_MAXARGS ? (uint8_t)at : DT_ARG_NOWHERE;
}

static uint8_t in_register(struct places *pl)
{
	return pl->pl_used < REGISTERS ? (uint8_t)pl->pl_used++ : on_stack(pl, 1);
}

/* A structure is in registers as a whole, or on the stack as a whole. */
static void place_structure(struct places *pl, const struct dt_type *ty)
{
	unsigned total = (unsigned)((ty->ty_size + 7) / 8), integers = 0, floats;

	if (ty->ty_size <= 16) {
		unsigned words = integer_words(ty, 0);

		integers = (words & 1) + (words >> 1 & 1);
		floats = total - integers;
#if defined(__aarch64__)
		integers = integers ? total : 0;
		floats = integers ? 0 : floats;
#endif
		if (pl->pl_used + integers <= REGISTERS && pl->pl_floats + floats <= FLOATS) {
			pl->pl_used += integers;
			pl->pl_floats += floats;
			return;
		}
	}
#if defined(__aarch64__)
	if (ty->ty_size > 16) {
		in_register(pl); /* the address of a copy */
		return;
	}
#endif
	on_stack(pl, total);
}

static void place_float(struct places *pl, const struct dt_type *ty)
{
	if (ty->ty_size <= 8 && pl->pl_floats < FLOATS) {
		pl->pl_floats++;
		return;
	}
	if (ty->ty_size > 8)
		pl->pl_words += pl->pl_words & 1; /* aligned */
	on_stack(pl, (ty->ty_size + 7) / 8);
}

/* Returns the number of the argument that is the parameter, or DT_ARG_NOWHERE. */
static uint8_t place(struct places *pl, uint64_t number, const struct dt_type *ty)
{
	const struct dt_type *r = dt_type_resolve(ty);
	bool whole = dt_type_is_sou(r) || r->ty_kind == TY_FORWARD || r->ty_kind == TY_ARRAY;

	if (r->ty_kind == TY_FLOAT)
		place_float(pl, r);
	else if (!whole)
		return in_register(pl);
	else if (dt_dwarf_byref(pl->pl_file->pf_dwarf, number))
		in_register(pl);
	else
		place_structure(pl, r);
	return DT_ARG_NOWHERE;
}

/* As a program would write it: "userland" once, before the rest. */
static const char *text_of(struct dt_ptypes *pt, const struct dt_type *ty)
{
	static const char word[] = "userland ";
	char text[512], *at, *from = text + sizeof(word) - 1;
	bool user = false;

	dt_type_name(ty, from, sizeof(text) - sizeof(word));
	while ((at = strstr(from, "userland *"))) {
		memmove(at, at + sizeof(word) - 1, strlen(at + sizeof(word) - 1) + 1);
		user = true;
	}
	if (user)
		from = memcpy(text, word, sizeof(word) - 1);
	return dt_types_strdup(pt->pt_store, from);
}

static void arg_add(struct places *pl, const struct dt_type *ty, uint8_t from)
{
	struct dt_probeinfo *pi = pl->pl_info;

	pi->pi_types[pi->pi_nargs] = ty;
	pi->pi_args[pi->pi_nargs++] = (struct dt_arg){ .ar_native = text_of(pl->pl_file->pf_of, ty),
		.ar_from = from };
}

static bool param_add(uint64_t number, void *arg)
{
	struct places *pl = arg;
	const struct dt_type *ty = dt_ptype_make(pl->pl_file, number);

	if (dt_type_is_void(ty)) /* what is after it can't be known */
		return false;
	arg_add(pl, ty, place(pl, number, ty));
	return pl->pl_info->pi_nargs < DT_MAXARGS;
}

/* args[0] is the offset of the return in the function; args[1] the result. */
static void return_args(struct places *pl, uint64_t number)
{
	const struct dt_type *ty = dt_ptype_make(pl->pl_file, number);

	arg_add(pl, dt_types_lookup(pl->pl_file->pf_of->pt_store, "int"), 0);
	if (!dt_type_is_void(ty))
		arg_add(pl, ty, place(pl, number, ty) == DT_ARG_NOWHERE ? DT_ARG_NOWHERE : 1);
}

/* A large result is stored at an address that the caller passes before the parameters. */
static bool returns_in_memory(struct dt_pfile *pf, uint64_t number)
{
#if defined(__aarch64__)
	(void)pf;
	(void)number;
	return false; /* in a register of its own */
#else
	const struct dt_type *r = dt_type_resolve(dt_ptype_make(pf, number));

	return (dt_type_is_sou(r) && r->ty_size > 16) || dt_dwarf_byref(pf->pf_dwarf, number);
#endif
}

static const char *say(struct dt_ptypes *pt, const char *path, const char *why)
{
	const char *slash = strrchr(path, '/');

	snprintf(pt->pt_why, sizeof(pt->pt_why), "%s: %s", slash ? slash + 1 : path, why);
	return pt->pt_why;
}

/* Such a copy of a function may have lost some of its parameters. */
static bool is_clone(const char *name)
{
	return strstr(name, ".isra.") || strstr(name, ".constprop.") || strstr(name, ".part.") ||
		strstr(name, ".cold");
}

void dt_ptypes_args(struct dt_ptypes *pt, const struct dt_probe *pr, struct dt_probeinfo *pi)
{
	struct places pl = { .pl_info = pi };
	struct dt_probefunc fn;
	struct dt_dwtype dw;
	uint64_t vaddr, number = 0;

	pi->pi_nargs = 0;
	if (!pr->pr_provider->pv_function(pr, &fn))
		return;
	pl.pl_file = dt_pfile_of(pt, fn.pf_pid, fn.pf_fd, fn.pf_path);
	if (pl.pl_file && !pl.pl_file->pf_dwarf)
		pi->pi_why = say(pt, fn.pf_path, pl.pl_file->pf_why);
	if (!pl.pl_file || !pl.pl_file->pf_dwarf)
		return;
	if (!is_clone(pr->pr_func) && dt_dwarf_vaddr(pl.pl_file->pf_dwarf, fn.pf_offset, &vaddr))
		number = dt_dwarf_function(pl.pl_file->pf_dwarf, vaddr);
	if (!dt_dwarf_type(pl.pl_file->pf_dwarf, number, &dw)) {
		const char *lack = dt_dwarf_lacks(pl.pl_file->pf_dwarf);

		pi->pi_why = say(pt, fn.pf_path,
			lack ? lack : "its debugging information does not describe the function");
		return;
	}
	if (dt_dwarf_isgo(pl.pl_file->pf_dwarf, number)) {
		pi->pi_why = say(pt, fn.pf_path, GO_ARGS);
		return;
	}
	if (fn.pf_return) {
		return_args(&pl, dw.dw_ref);
		return;
	}
	pl.pl_used = returns_in_memory(pl.pl_file, dw.dw_ref);
	dt_dwarf_params(pl.pl_file->pf_dwarf, number, param_add, &pl);
}

/* By their names and sizes: to compare all of their members could take any time. */
bool dt_ptypes_same(const struct dt_probeinfo *a, const struct dt_probeinfo *b)
{
	if (a->pi_nargs != b->pi_nargs)
		return false;
	for (unsigned i = 0; i < a->pi_nargs; i++)
		if (strcmp(a->pi_args[i].ar_native, b->pi_args[i].ar_native) != 0 ||
			a->pi_args[i].ar_from != b->pi_args[i].ar_from ||
			dt_type_resolve(a->pi_types[i])->ty_size !=
				dt_type_resolve(b->pi_types[i])->ty_size)
			return false;
	return true;
}

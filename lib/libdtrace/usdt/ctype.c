/* Types of probe arguments in C and in registers. */
#include <elf.h>
#include <stdio.h>
#include <string.h>
#include "usdt.h"

/*
 * Whether <stdint.h> or <sys/types.h> declares the type; other names may be unknown where the
 * header is used.
 */
static bool is_known(const char *name)
{
	static const char *const names[] = { "int8_t", "int16_t", "int32_t", "int64_t", "uint8_t",
		"uint16_t", "uint32_t", "uint64_t", "intptr_t", "uintptr_t", "size_t", "ssize_t",
		"pid_t", "uid_t", "gid_t", "id_t", "off_t", "time_t", "mode_t", "dev_t", "ino_t",
		"clock_t", "key_t" };

	for (size_t i = 0; name && i < sizeof(names) / sizeof(*names); i++)
		if (strcmp(name, names[i]) == 0)
			return true;
	return false;
}

static const char *qualifier(const struct dt_type *t)
{
	return t->ty_kind == TY_CONST ? "const " : t->ty_kind == TY_VOLATILE ? "volatile " : "";
}

/* Resolves to a type that C has a name for; quals collects the qualifiers. */
static const struct dt_type *strip(const struct dt_type *t, char *quals, size_t size)
{
	while (t->ty_kind == TY_CONST || t->ty_kind == TY_VOLATILE || t->ty_kind == TY_RESTRICT ||
		(t->ty_kind == TY_TYPEDEF && !is_known(t->ty_name))) {
		if (!strstr(quals, qualifier(t)) && strlen(quals) + 10 < size)
			strcat(quals, qualifier(t));
		t = t->ty_ref;
	}
	return t;
}

static const char *tag_word(const struct dt_type *t)
{
	enum dt_tkind k = t->ty_kind == TY_FORWARD ? t->ty_u.fwd : t->ty_kind;

	return k == TY_UNION ? "union " : k == TY_ENUM ? "enum " : "struct ";
}

/* declr: what follows the type: stars and name. */
static void spell(const struct dt_type *t, const char *declr, char *buf, size_t size)
{
	char quals[32] = "", inner[256];

	t = strip(t, quals, sizeof(quals));
	switch (t->ty_kind) {
	case TY_STRING: snprintf(buf, size, "const char *%s", declr); return;
	case TY_POINTER:
	case TY_ARRAY:
		snprintf(inner, sizeof(inner), "*%s%s", quals, declr);
		spell(t->ty_ref, inner, buf, size);
		return;
	case TY_STRUCT:
	case TY_UNION:
	case TY_FORWARD:
		if (t->ty_name)
			snprintf(buf, size, "%s%s%s %s", quals, tag_word(t), t->ty_name, declr);
		else
			snprintf(buf, size, "%svoid %s", quals, declr);
		return;
	case TY_ENUM: snprintf(buf, size, "%sint %s", quals, declr); return;
	default: snprintf(buf, size, "%s%s %s", quals, t->ty_name ? t->ty_name : "void", declr);
	}
}

char *dt_usdt_ctype(const struct dt_type *t, const char *name, char *buf, size_t size)
{
	spell(t, name, buf, size);
	if (!*name && *buf && buf[strlen(buf) - 1] == ' ')
		buf[strlen(buf) - 1] = '\0';
	return buf;
}

enum dt_argclass dt_usdt_argclass(const struct dt_type *t, unsigned *size, bool *is_signed)
{
	t = dt_type_resolve(t);
	*size = t->ty_kind == TY_INTEGER || t->ty_kind == TY_FLOAT ? t->ty_size : 8;
	*is_signed = t->ty_kind == TY_INTEGER && t->ty_signed;
	switch (t->ty_kind) {
	case TY_ENUM:
		*size = 4;
		*is_signed = true;
		return DT_ARG_INT;
	case TY_FLOAT: return *size <= 8 ? DT_ARG_FLOAT : DT_ARG_BAD;
	case TY_INTEGER:
	case TY_POINTER:
	case TY_ARRAY:
	case TY_STRING:
	case TY_FUNCTION: return DT_ARG_INT;
	default: return DT_ARG_BAD;
	}
}

struct passing { /* registers of the next argument */
	unsigned pa_ints, pa_floats, pa_stack;
};

static int operand_x86(struct passing *pa, enum dt_argclass c, unsigned size, char *buf, size_t len)
{
	static const char *const regs[6][4] = { { "dil", "di", "edi", "rdi" },
		{ "sil", "si", "esi", "rsi" }, { "dl", "dx", "edx", "rdx" },
		{ "cl", "cx", "ecx", "rcx" }, { "r8b", "r8w", "r8d", "r8" },
		{ "r9b", "r9w", "r9d", "r9" } };
	unsigned log = size == 1 ? 0 : size == 2 ? 1 : size == 4 ? 2 : 3;

	if (c == DT_ARG_FLOAT && pa->pa_floats < 8)
		return snprintf(buf, len, "%%xmm%u", pa->pa_floats++);
	if (c == DT_ARG_INT && pa->pa_ints < 6)
		return snprintf(buf, len, "%%%s", regs[pa->pa_ints++][log]);
	return snprintf(buf, len, "%u(%%rsp)", (pa->pa_stack += 8) - 8);
}

static int operand_arm(struct passing *pa, enum dt_argclass c, char *buf, size_t len)
{
	if (c == DT_ARG_FLOAT && pa->pa_floats < 8)
		return snprintf(buf, len, "d%u", pa->pa_floats++);
	if (c == DT_ARG_INT && pa->pa_ints < 8)
		return snprintf(buf, len, "x%u", pa->pa_ints++);
	return snprintf(buf, len, "[sp, %u]", (pa->pa_stack += 8) - 8);
}

char *dt_usdt_operands(const struct dt_node *probe, unsigned machine, unsigned stack, char *buf,
	size_t size)
{
	struct passing pa = { .pa_stack = stack };
	size_t n = 0;

	*buf = '\0';
	for (const struct dt_param *p = probe->dn_dtype->ty_u.params; p; p = p->pr_next) {
		char where[32];
		unsigned bytes;
		bool sgn;
		enum dt_argclass c = dt_usdt_argclass(p->pr_type, &bytes, &sgn);

		if (machine == EM_X86_64)
			operand_x86(&pa, c, bytes, where, sizeof(where));
		else
			operand_arm(&pa, c, where, sizeof(where));
		n += (size_t)snprintf(buf + n, size - n, "%s%s%u%s@%s", n ? " " : "",
			sgn ? "-" : "", bytes, c == DT_ARG_FLOAT ? "f" : "", where);
		if (n >= size) {
			*buf = '\0';
			break;
		}
	}
	return buf;
}

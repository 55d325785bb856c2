/* Field paths in the kernel's type data; see path.h. */
#include "path.h"
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "alloc.h"
#include "frame.h"

static int btf_error(struct dt_btf *b, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(b->bt_err, sizeof(b->bt_err), fmt, ap);
	va_end(ap);
	return -1;
}

int dt_btf_open(struct dt_btf *b)
{
	if (b->bt_btf.bb_data || base_btf_open(&b->bt_btf, "/sys/kernel/btf/vmlinux", NULL) == 0)
		return 0;
	return btf_error(b,
		"can't read the kernel's type data /sys/kernel/btf/vmlinux: %s "
		"(it must be built with CONFIG_DEBUG_INFO_BTF=y)",
		strerror(errno));
}

void dt_btf_close(struct dt_btf *b)
{
	base_btf_close(&b->bt_btf);
}

/*
 * A tracepoint's prototype is the pointed-to type of the typedef btf_trace_NAME; its first argument
 * is private.
 */
static const struct btf_type *btf_proto(struct dt_btf *b, uint32_t tp)
{
	const struct btf_type *t = base_btf_plain(&b->bt_btf, tp);

	if (!t || !btf_is(t, BTF_KIND_PTR))
		return NULL;
	t = base_btf_plain(&b->bt_btf, t->type);
	return t && btf_is(t, BTF_KIND_FUNC_PROTO) && btf_vlen(t) > 0 ? t : NULL;
}

uint32_t dt_btf_tracepoint(struct dt_btf *b, const char *name, unsigned *nargs)
{
	char sym[128];

	snprintf(sym, sizeof(sym), "btf_trace_%s", name);
	uint32_t id = base_btf_find(&b->bt_btf, sym, BTF_KIND_TYPEDEF);
	const struct btf_type *proto = id ? btf_proto(b, id) : NULL;

	if (!proto)
		return 0;
	*nargs = btf_vlen(proto) - 1u;
	return id;
}

uint32_t dt_btf_iterator(struct dt_btf *b, const char *name)
{
	char sym[128];

	snprintf(sym, sizeof(sym), "__traceiter_%s", name);
	return dt_btf_open(b) == 0 ? base_btf_find(&b->bt_btf, sym, BTF_KIND_FUNC) : 0;
}

struct dt_walk {
	struct dt_btf *wk_btf;
	const char *wk_text, *wk_cur;
	struct dt_path *wk_path;
	const struct btf_type *wk_type; /* type at the current step; NULL: a plain u64 */
	uint32_t wk_off;		/* from the last pointer */
	bool wk_indirect;		/* the current value is in memory, not in a register */
};

static int walk_error(struct dt_walk *w, const char *what)
{
	return btf_error(w->wk_btf, "this kernel has no \"%s\": %s", w->wk_text, what);
}

static size_t walk_word(struct dt_walk *w, char *buf, size_t size)
{
	size_t n = 0;

	while (isalnum((unsigned char)w->wk_cur[n]) || w->wk_cur[n] == '_')
		n++;
	snprintf(buf, size, "%.*s", (int)n, w->wk_cur);
	w->wk_cur += n;
	return n;
}

static int walk_deref(struct dt_walk *w)
{
	struct dt_path *p = w->wk_path;

	if (!w->wk_type || !btf_is(w->wk_type, BTF_KIND_PTR))
		return walk_error(w, "not a pointer");
	if (w->wk_indirect) {
		if (p->pt_nsteps == DT_PATH_STEPS - 1)
			return walk_error(w, "too many steps");
		p->pt_off[p->pt_nsteps++] = w->wk_off;
	}
	w->wk_type = base_btf_plain(&w->wk_btf->bt_btf, w->wk_type->type);
	w->wk_off = 0;
	w->wk_indirect = true;
	return 0;
}

/* Finds a member by name, also in the anonymous structs and unions inside. */
static const struct btf_member *walk_find(struct dt_btf *b, const struct btf_type *t,
	const char *name, uint32_t *off, unsigned depth)
{
	const struct btf_member *m = btf_members(t);

	for (unsigned i = 0; i < btf_vlen(t); i++) {
		const char *n = base_btf_name(&b->bt_btf, m[i].name_off);
		uint32_t bits = btf_member_bit_offset(t, i);

		if (strcmp(n, name) == 0) {
			if (btf_member_bitfield_size(t, i) != 0 || bits % 8 != 0)
				return NULL;
			*off += bits / 8;
			return &m[i];
		}
		const struct btf_type *in = *n == '\0' ? base_btf_plain(&b->bt_btf, m[i].type) :
							 NULL;

		if (!in || !btf_is_composite(in) || depth > 8)
			continue;
		uint32_t o = *off + bits / 8;
		const struct btf_member *f = walk_find(b, in, name, &o, depth + 1);

		if (f) {
			*off = o;
			return f;
		}
	}
	return NULL;
}

static int walk_member(struct dt_walk *w)
{
	char name[64];
	const struct btf_member *m;

	walk_word(w, name, sizeof(name));
	if (!w->wk_indirect || !w->wk_type || !btf_is_composite(w->wk_type))
		return walk_error(w, "not a structure");
	m = walk_find(w->wk_btf, w->wk_type, name, &w->wk_off, 0);
	if (!m)
		return walk_error(w, "no such member");
	w->wk_type = base_btf_plain(&w->wk_btf->bt_btf, m->type);
	return 0;
}

static int walk_index(struct dt_walk *w)
{
	char *end;
	unsigned long n = strtoul(w->wk_cur, &end, 10);
	const struct btf_array *a;

	if (*end != ']' || !w->wk_indirect || !w->wk_type || !btf_is(w->wk_type, BTF_KIND_ARRAY))
		return walk_error(w, "not an array");
	a = btf_array(w->wk_type);
	int64_t size = base_btf_size(&w->wk_btf->bt_btf, a->type);

	if ((n >= a->nelems && a->nelems != 0) || size < 0) /* 0: any number */
		return walk_error(w, "index out of range");
	w->wk_off += (uint32_t)n * (uint32_t)size;
	w->wk_type = base_btf_plain(&w->wk_btf->bt_btf, a->type);
	w->wk_cur = end + 1;
	return 0;
}

static int walk_args(struct dt_walk *w, uint32_t tp, const char *names, const char *root)
{
	const struct btf_type *proto = tp != 0 ? btf_proto(w->wk_btf, tp) : NULL;
	size_t len = strlen(root);

	for (unsigned i = 0; names && *names != '\0'; i++) {
		size_t n = strcspn(names, " ");

		if (n == len && strncmp(names, root, n) == 0) {
			w->wk_path->pt_root = (uint8_t)i;
			w->wk_type = NULL;
			if (!proto)
				return 0;
			if (i + 1 >= btf_vlen(proto))
				return walk_error(w, "the tracepoint has fewer arguments");
			w->wk_type = base_btf_plain(&w->wk_btf->bt_btf,
				btf_params(proto)[i + 1].type);
			return 0;
		}
		names += n + strspn(names + n, " ");
	}
	return walk_error(w, "no such argument");
}

#if defined(__aarch64__)
#define REGS "user_pt_regs"
#else
#define REGS "pt_regs"
#endif

static int walk_struct(struct dt_walk *w, const char *name, uint8_t root)
{
	uint32_t id = base_btf_find(&w->wk_btf->bt_btf, name, BTF_KIND_STRUCT);

	if (!id)
		return walk_error(w, "no such structure in its type data");
	w->wk_path->pt_root = root;
	w->wk_type = base_btf_type(&w->wk_btf->bt_btf, id);
	w->wk_indirect = true;
	return 0;
}

static int walk_root(struct dt_walk *w, uint32_t tp, const char *names)
{
	char root[64];
	bool regs;

	walk_word(w, root, sizeof(root));
	regs = strcmp(root, "regs") == 0 && *names == '\0';
	if (!regs && strcmp(root, "current") != 0)
		return walk_args(w, tp, names, root);
	if (walk_struct(w, regs ? REGS : "task_struct", regs ? DT_PATH_REGS : DT_PATH_CURRENT) != 0)
		return -1;
	if (*w->wk_cur == '\0' && !regs) { /* the task's address */
		w->wk_indirect = false;
		w->wk_type = NULL;
		return 0;
	}
	/* "current" means *current, so that the first "->" only selects a member */
	if (strncmp(w->wk_cur, "->", 2) != 0)
		return walk_error(w, "a member is required");
	w->wk_cur += 2;
	return walk_member(w);
}

static int walk_step(struct dt_walk *w)
{
	if (strncmp(w->wk_cur, "->", 2) == 0) {
		w->wk_cur += 2;
		return walk_deref(w) == 0 ? walk_member(w) : -1;
	}
	if (*w->wk_cur == '.') {
		w->wk_cur++;
		return walk_member(w);
	}
	if (*w->wk_cur == '[') {
		w->wk_cur++;
		return walk_index(w);
	}
	return walk_error(w, "bad path");
}

/* The value at the last step becomes the path's value. */
static int walk_value(struct dt_walk *w)
{
	struct dt_path *p = w->wk_path;
	const struct btf_type *t = w->wk_type;

	p->pt_size = 8;
	if (t && btf_is(t, BTF_KIND_ARRAY)) {
		const struct btf_type *e = base_btf_plain(&w->wk_btf->bt_btf, btf_array(t)->type);

		if (!w->wk_indirect || !e || !btf_is(e, BTF_KIND_INT) || e->size != 1)
			return walk_error(w, "not an array of char");
		p->pt_chars = btf_array(t)->nelems;
	} else if (t && !btf_is(t, BTF_KIND_PTR)) {
		if (!btf_is(t, BTF_KIND_INT) && !btf_is_any_enum(t))
			return walk_error(w, "not a number");
		if (t->size != 1 && t->size != 2 && t->size != 4 && t->size != 8)
			return walk_error(w, "odd size");
		p->pt_size = (uint8_t)t->size;
		p->pt_signed = btf_is(t, BTF_KIND_INT) ?
			(btf_int_encoding(t) & BTF_INT_SIGNED) != 0 :
			true;
	}
	if (w->wk_indirect)
		p->pt_off[p->pt_nsteps++] = w->wk_off;
	return 0;
}

int dt_btf_path(struct dt_btf *b, uint32_t tp, const char *names, const char *text,
	struct dt_path *path)
{
	struct dt_walk w = { .wk_btf = b, .wk_text = text, .wk_cur = text, .wk_path = path };

	memset(path, 0, sizeof(*path));
	if (dt_operand_is(text)) {
		if (dt_operand_path(text, path))
			return 0;
		return btf_error(b, "operand \"%s\" is unknown", text);
	}
	if (dt_btf_open(b) != 0 || walk_root(&w, tp, names) != 0)
		return -1;
	while (*w.wk_cur != '\0') {
		if (walk_step(&w) != 0)
			return -1;
	}
	return walk_value(&w);
}

int dt_btf_size(struct dt_btf *b, const char *type)
{
	uint32_t id = dt_btf_open(b) == 0 ? base_btf_find(&b->bt_btf, type, BTF_KIND_STRUCT) : 0;

	return id ? (int)base_btf_type(&b->bt_btf, id)->size : -1;
}

int dt_btf_offset(struct dt_btf *b, const char *type, const char *member)
{
	struct dt_path path = { 0 };
	struct dt_walk w = { .wk_btf = b,
		.wk_text = member,
		.wk_cur = member,
		.wk_path = &path,
		.wk_indirect = true };
	uint32_t id = dt_btf_open(b) == 0 ? base_btf_find(&b->bt_btf, type, BTF_KIND_STRUCT) : 0;

	if (!id)
		return -1;
	w.wk_type = base_btf_type(&b->bt_btf, id);
	if (walk_member(&w) != 0)
		return -1;
	while (*w.wk_cur != '\0') {
		if (walk_step(&w) != 0)
			return -1;
	}
	return (int)w.wk_off;
}

static void path_extend(struct dt_asm *a, const struct dt_path *p, uint8_t dst)
{
	int bits = 64 - 8 * p->pt_size;

	if (bits == 0 || (p->pt_nsteps != 0 && !p->pt_signed))
		return; /* loads zero-extend */
	dt_asm_alui(a, BPF_LSH, dst, bits);
	dt_asm_alui(a, p->pt_signed ? BPF_ARSH : BPF_RSH, dst, bits);
}

/*
 * Follows all steps but the last; at a NULL pointer, sets dst to 0 and goes to `null`. Returns the
 * register that the last step loads from, or, if there is none, the value's.
 */
static uint8_t path_walk(struct dt_asm *a, const struct dt_path *p, uint8_t dst, uint32_t null)
{
	uint8_t at = BPF_REG_7;

	if (p->pt_root == DT_PATH_REGS)
		return BPF_REG_6;
	if (p->pt_root != DT_PATH_CURRENT) {
		dt_asm_ldx(a, BPF_DW, dst, BPF_REG_6, (int16_t)(p->pt_root * 8));
		at = dst;
	}
	if (p->pt_root != DT_PATH_CURRENT && p->pt_nsteps != 0) {
		dt_asm_jmpi(a, BPF_JEQ, dst, 0, null);
		a->as_typed = true;
	}
	for (unsigned i = 0; i + 1 < p->pt_nsteps; i++) {
		dt_asm_ldx(a, BPF_DW, dst, at, (int16_t)p->pt_off[i]);
		dt_asm_jmpi(a, BPF_JEQ, dst, 0, null);
		at = dst;
	}
	return at;
}

/* Adds a register of the user's, times the scale, to r3. */
static void user_add(struct dt_asm *a, uint16_t reg, uint8_t scale)
{
	if (reg == DT_PATH_NOREG)
		return;
	dt_asm_ldx(a, BPF_DW, BPF_REG_1, BPF_REG_6, (int16_t)reg);
	if (scale > 1)
		dt_asm_alui(a, BPF_MUL, BPF_REG_1, scale);
	dt_asm_alu(a, BPF_ADD, BPF_REG_3, BPF_REG_1);
}

static void user_load(struct dt_asm *a, const struct dt_path *p, uint8_t dst)
{
	dt_asm_imm64(a, BPF_REG_3, (uint64_t)p->pt_value);
	user_add(a, p->pt_base, 1);
	user_add(a, p->pt_index, p->pt_scale);
	dt_asm_mov(a, BPF_REG_1, BPF_REG_10);
	dt_asm_alui(a, BPF_ADD, BPF_REG_1, DT_FRAME_USER);
	dt_asm_movi(a, BPF_REG_2, p->pt_size);
	dt_asm_call(a, dt_asm_read_user(a)); /* zeroes what it can't read */
	dt_asm_ldx(a, dt_asm_size(p->pt_size), dst, BPF_REG_10, DT_FRAME_USER);
	path_extend(a, p, dst);
}

void dt_path_load(struct dt_asm *a, const struct dt_path *p, uint8_t dst)
{
	uint32_t null = dt_asm_label(a);
	uint8_t at;

	if (p->pt_root == DT_PATH_CONST || p->pt_root == DT_PATH_USER) {
		dt_asm_bind(a, null);
		if (p->pt_root == DT_PATH_USER)
			user_load(a, p, dst);
		else
			dt_asm_imm64(a, dst, (uint64_t)p->pt_value);
		return;
	}
	at = path_walk(a, p, dst, null);

	if (p->pt_nsteps > 0)
		dt_asm_ldx(a, dt_asm_size(p->pt_size), dst, at,
			(int16_t)p->pt_off[p->pt_nsteps - 1]);
	else if (at != dst)
		dt_asm_mov(a, dst, at);
	path_extend(a, p, dst);
	dt_asm_bind(a, null);
}

void dt_path_chars(struct dt_asm *a, const struct dt_path *p, uint8_t base, int16_t off,
	uint32_t bytes, uint8_t tmp)
{
	uint32_t null = dt_asm_label(a), done = dt_asm_label(a);
	int16_t at = (int16_t)p->pt_off[p->pt_nsteps - 1];

	uint8_t from = path_walk(a, p, tmp, null);

	for (uint32_t i = 0; i < bytes; i += 8) {
		if (i + 8 <= p->pt_chars)
			dt_asm_ldx(a, BPF_DW, BPF_REG_0, from, (int16_t)(at + (int16_t)i));
		else
			dt_asm_movi(a, BPF_REG_0, 0);
		dt_asm_stx(a, BPF_DW, base, (int16_t)(off + (int16_t)i), BPF_REG_0);
	}
	dt_asm_ja(a, done);
	dt_asm_bind(a, null);
	for (uint32_t i = 0; i < bytes; i += 8)
		dt_asm_sti(a, BPF_DW, base, (int16_t)(off + (int16_t)i), 0);
	dt_asm_bind(a, done);
}

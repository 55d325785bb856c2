/* The assembler: collects an object. */
#include <stdlib.h>
#include <string.h>
#include "alloc.h"
#include "asm.h"

#define MAXTEXT 65536  /* instructions: 256 KiB, the limit of a label */
#define MAXTABLE 65535 /* a wide index */

void dif_asm_init(struct dif_asm *as, struct dt_lang *la, const struct dt_loc *loc)
{
	memset(as, 0, sizeof(*as));
	as->as_la = la;
	as->as_loc = loc;
	as->as_regs = 1;
}

static void *grown(struct dif_asm *as, void *old, uint32_t len, uint32_t *cap, size_t elem)
{
	if (len < *cap)
		return old;
	*cap = *cap ? *cap * 2 : 32;
	void *p = dt_lang_alloc(as->as_la, *cap * elem);
	if (len)
		memcpy(p, old, len * elem);
	return p;
}

void dif_emit(struct dif_asm *as, uint32_t instr)
{
	uint32_t cap = as->as_cap;

	if (as->as_len >= MAXTEXT)
		dt_lang_error(as->as_la, as->as_loc, D_NOREG,
			"DIF program exceeds maximum program size");
	as->as_push = grown(as, as->as_push, as->as_len, &cap, sizeof(*as->as_push));
	cap = as->as_cap;
	as->as_froms = grown(as, as->as_froms, as->as_len, &cap, sizeof(*as->as_froms));
	as->as_text = grown(as, as->as_text, as->as_len, &as->as_cap, sizeof(*as->as_text));
	as->as_push[as->as_len] = NULL;
	as->as_froms[as->as_len] = as->as_from;
	as->as_text[as->as_len++] = instr;
}

uint32_t dif_label(struct dif_asm *as)
{
	as->as_labels = grown(as, as->as_labels, as->as_nlabels, &as->as_caplabels,
		sizeof(*as->as_labels));
	as->as_labels[as->as_nlabels] = 0;
	return as->as_nlabels++;
}

void dif_place(struct dif_asm *as, uint32_t label)
{
	as->as_labels[label] = as->as_len;
}

/* The branch holds the label's number until dif_asm_finish() replaces it with the label's place. */
void dif_emit_branch(struct dif_asm *as, unsigned op, uint32_t label)
{
	dif_emit(as, DIF_INSTR_BR(op, label));
}

int dif_reg(struct dif_asm *as)
{
	int64_t option = as->as_la->la_opts ? dt_opt(as->as_la->la_opts, DT_OPT_IREGS) : DIF_NREGS;
	int n = option < DIF_NREGS ? (int)option : DIF_NREGS;

	for (int r = 1; r < n; r++)
		if (!(as->as_regs & 1u << r)) {
			as->as_regs |= 1u << r;
			return r;
		}
	dt_lang_error(as->as_la, as->as_loc, D_NOREG, "Insufficient registers to generate code");
}

void dif_reg_free(struct dif_asm *as, int r)
{
	if (r > 0)
		as->as_regs &= ~(1u << r);
}

void dif_reg_claim(struct dif_asm *as, int r)
{
	as->as_regs |= 1u << r;
}

void dif_emit_int(struct dif_asm *as, uint64_t value, int rd)
{
	uint32_t i;

	for (i = 0; i < as->as_nints && as->as_ints[i] != value; i++)
		;
	if (i == as->as_nints) {
		if (i > MAXTABLE)
			dt_lang_error(as->as_la, as->as_loc, D_NOREG,
				"DIF program exceeds maximum program size");
		as->as_ints = grown(as, as->as_ints, i, &as->as_capints, sizeof(*as->as_ints));
		as->as_ints[as->as_nints++] = value;
	}
	dif_emit(as, DIF_INSTR_WIDE(DIF_OP_SETX, i, rd));
}

static bool find_str(const struct dif_asm *as, const char *s, size_t len, uint32_t *at)
{
	uint32_t o = 0;

	while (o + len + 1 <= as->as_strlen) {
		if (memcmp(as->as_strs + o, s, len) == 0 && as->as_strs[o + len] == '\0') {
			*at = o;
			return true;
		}
		o += (uint32_t)strlen(as->as_strs + o) + 1;
	}
	return false;
}

void dif_emit_str(struct dif_asm *as, const char *s, size_t len, int rd)
{
	uint32_t at;

	if (!find_str(as, s, len, &at)) {
		at = as->as_strlen;
		if (at + len + 1 > MAXTABLE)
			dt_lang_error(as->as_la, as->as_loc, D_NOREG,
				"DIF program exceeds maximum program size");
		while (as->as_capstrs < at + len + 1)
			as->as_strs = grown(as, as->as_strs, as->as_capstrs, &as->as_capstrs, 1);
		memcpy(as->as_strs + at, s, len);
		as->as_strs[at + len] = '\0';
		as->as_strlen += (uint32_t)len + 1;
	}
	dif_emit(as, DIF_INSTR_WIDE(DIF_OP_SETS, at, rd));
}

bool dif_by_ref(const struct dt_type *t)
{
	const struct dt_type *r = dt_type_resolve(t);

	return dt_type_is_byref(r) || (r->ty_kind == TY_FLOAT && r->ty_size > 8);
}

static uint8_t ckind_of(const struct dt_type *t)
{
	static const uint8_t kinds[] = {
		[TY_VOID] = DIF_CK_INTEGER,
		[TY_INTEGER] = DIF_CK_INTEGER,
		[TY_FLOAT] = DIF_CK_FLOAT,
		[TY_POINTER] = DIF_CK_POINTER,
		[TY_ARRAY] = DIF_CK_ARRAY,
		[TY_FUNCTION] = DIF_CK_FUNCTION,
		[TY_STRUCT] = DIF_CK_STRUCT,
		[TY_UNION] = DIF_CK_UNION,
		[TY_ENUM] = DIF_CK_ENUM,
		[TY_FORWARD] = DIF_CK_FORWARD,
		[TY_TYPEDEF] = DIF_CK_TYPEDEF,
		[TY_CONST] = DIF_CK_CONST,
		[TY_VOLATILE] = DIF_CK_VOLATILE,
		[TY_RESTRICT] = DIF_CK_RESTRICT,
		[TY_DYN] = DIF_CK_UNKNOWN,
	};

	return kinds[t->ty_kind];
}

struct dif_type dif_type_of(struct dt_lang *la, const struct dt_loc *loc, const struct dt_type *t)
{
	uint64_t size = dt_type_size(la->la_types, t);
	char name[256];
	struct dif_type dt = { 0 };

	dt.dt_kind = dt_type_is_string(t) ? DIF_TYPE_STRING : DIF_TYPE_CTF;
	dt.dt_ckind = dt.dt_kind == DIF_TYPE_STRING ? DIF_CK_UNKNOWN : ckind_of(t);
	dt.dt_flags = (dif_by_ref(t) ? DIF_TF_BYREF : 0) |
		(dt_sema_is_signed(t) ? DIF_TF_SIGNED : 0);
	if (size > DIF_MAX_VALUE)
		dt_lang_error(la, loc, D_DECL_ARRBIG,
			"object of %llu bytes is too big: at most %u bytes",
			(unsigned long long)size, DIF_MAX_VALUE);
	dt.dt_size = (uint32_t)size;
	dt.dt_name = dt_types_strdup(la->la_types, dt_type_name(t, name, sizeof(name)));
	return dt;
}

uint64_t dif_size_of(struct dif_asm *as, const struct dt_type *t)
{
	return dt_type_size(as->as_la->la_types, t);
}

static uint8_t scope_of(const struct dt_ident *id)
{
	return id->id_scope == SC_SELF	? DIF_SCOPE_THREAD :
		id->id_scope == SC_THIS ? DIF_SCOPE_LOCAL :
					  DIF_SCOPE_GLOBAL;
}

static struct dif_varinfo *var_of(struct dif_asm *as, const struct dt_ident *id,
	const struct dt_type *t)
{
	uint8_t scope = scope_of(id);

	for (uint32_t i = 0; i < as->as_nvars; i++)
		if (as->as_vars[i].dv_id == id->id_num && as->as_vars[i].dv_scope == scope)
			return &as->as_vars[i];
	as->as_vars = grown(as, as->as_vars, as->as_nvars, &as->as_capvars, sizeof(*as->as_vars));
	struct dif_varinfo *dv = &as->as_vars[as->as_nvars++];
	*dv = (struct dif_varinfo){
		.dv_name = id->id_name,
		.dv_id = id->id_num,
		.dv_kind = id->id_kind == ID_ASSOC || id->id_kind == ID_ARRAY ||
				id->id_kind == ID_ARGS ?
			DIF_KIND_ARRAY :
			DIF_KIND_SCALAR,
		.dv_scope = scope,
		.dv_type = dif_type_of(as->as_la, as->as_loc, id->id_type ? id->id_type : t),
	};
	return dv;
}

void dif_emit_var(struct dif_asm *as, unsigned op, const struct dt_ident *id,
	const struct dt_type *t, int reg, bool write)
{
	var_of(as, id, t)->dv_flags |= write ? DIF_VF_WRITE : DIF_VF_READ;
	dif_emit(as, DIF_INSTR_WIDE(op, id->id_num, reg));
}

void dif_emit_push(struct dif_asm *as, const struct dt_type *t, int rsize, int rvalue)
{
	bool ref = dif_by_ref(t);
	struct dif_type *dt = dt_types_alloc(as->as_la->la_types, sizeof(*dt));

	*dt = dif_type_of(as->as_la, as->as_loc, t);
	dif_emit(as,
		DIF_INSTR_RRR(ref ? DIF_OP_PUSHTR : DIF_OP_PUSHTV, dt->dt_kind, rsize, rvalue));
	as->as_push[as->as_len - 1] = dt;
}

static bool is_branch(uint32_t instr)
{
	return DIF_I_OP(instr) >= DIF_OP_BA && DIF_I_OP(instr) <= DIF_OP_BLEU;
}

static void resolve(struct dif_asm *as)
{
	for (uint32_t i = 0; i < as->as_len; i++)
		if (is_branch(as->as_text[i]))
			as->as_text[i] = DIF_INSTR_BR(DIF_I_OP(as->as_text[i]),
				as->as_labels[DIF_I_LABEL(as->as_text[i])]);
}

static void *copied(const void *from, size_t n, size_t elem)
{
	if (n == 0)
		return NULL;
	void *p = base_malloc(n * elem);
	if (!p)
		dt_over_jump();
	return memcpy(p, from, n * elem);
}

/* A text that goes on in the next line has more opening brackets. */
static bool is_cut(const char *text)
{
	int open = 0;

	for (; *text; text++)
		open += (strchr("([", *text) != NULL) - (strchr(")]", *text) != NULL);
	return open > 0;
}

/* As in the source, up to the end of its line; NULL if that isn't known. */
static const char *text_of(struct dif_asm *as, const struct dt_loc *loc)
{
	static const char more[] = " ...";
	char *text;
	size_t len;

	if (!loc || !loc->lo_text || !loc->lo_col || loc->lo_endcol < loc->lo_col)
		return NULL;
	len = strnlen(loc->lo_text + loc->lo_col - 1, loc->lo_endcol - loc->lo_col + 1);
	text = dt_types_alloc(as->as_la->la_types, len + sizeof(more));
	memcpy(text, loc->lo_text + loc->lo_col - 1, len);
	text[len] = 0;
	return is_cut(text) ? strcat(text, more) : text;
}

static void name_reads(struct dif_asm *as, struct dif_object *o)
{
	bool any = false;
	const char **texts = dt_lang_alloc(as->as_la, (o->do_len + 1) * sizeof(*texts));

	for (uint32_t i = 0; i < o->do_len; i++) {
		texts[i] = dif_reads_process(o, i) ? text_of(as, as->as_froms[i]) : NULL;
		any |= texts[i] != NULL;
	}
	o->do_reads = any ? copied(texts, o->do_len, sizeof(*texts)) : NULL;
}

struct dif_object *dif_asm_finish(struct dif_asm *as, const struct dif_type *result)
{
	struct dif_object o = { 0 };

	resolve(as);
	o.do_text = copied(as->as_text, as->as_len, sizeof(*as->as_text));
	o.do_len = as->as_len;
	o.do_ints = copied(as->as_ints, as->as_nints, sizeof(*as->as_ints));
	o.do_nints = as->as_nints;
	o.do_strs = copied(as->as_strs, as->as_strlen, 1);
	o.do_strlen = as->as_strlen;
	o.do_vars = copied(as->as_vars, as->as_nvars, sizeof(*as->as_vars));
	o.do_nvars = as->as_nvars;
	o.do_pushtypes = copied(as->as_push, as->as_len, sizeof(*as->as_push));
	o.do_type = *result;
	name_reads(as, &o);
	return copied(&o, 1, sizeof(o));
}

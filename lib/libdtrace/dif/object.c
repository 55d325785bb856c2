/* The tables of instructions, variables and subroutines; freeing of objects. */
#include "dif_impl.h"

#include <stdlib.h>

const struct dif_opinfo dif_ops[DIF_NOPS] = {
#define DIF_OP(n, NAME, s, f) [n] = { s, DIF_FORM_##f },
#include "opcodes.def"
#undef DIF_OP
};

const char *dif_op_name(unsigned op)
{
	return op < DIF_NOPS ? dif_ops[op].oi_name : NULL;
}

const char *dif_var_name(uint32_t id)
{
	switch (id) {
/* clang-format off */
#define DIF_VAR(n, NAME, s, t, a, plan, path) case n: return s;
/* clang-format on */
#include "builtins.def"
#undef DIF_VAR
	}
	return NULL;
}

const char *dif_subr_name(unsigned subr)
{
	switch (subr) {
/* clang-format off */
#define DIF_SUBR(n, NAME, s, since, p, reads, needs, fn) case n: return s;
/* clang-format on */
#include "subrs.def"
#undef DIF_SUBR
	}
	return NULL;
}

const struct dif_varinfo *dif_find_var(const struct dif_object *o, unsigned scope, uint32_t id)
{
	for (uint32_t i = 0; i < o->do_nvars; i++)
		if (o->do_vars[i].dv_id == id && o->do_vars[i].dv_scope == scope)
			return &o->do_vars[i];
	return NULL;
}

void dif_op_var(unsigned op, unsigned *scope, unsigned *kind)
{
	bool array = op == DIF_OP_LDGAA || op == DIF_OP_STGAA || op == DIF_OP_LDTAA ||
		op == DIF_OP_STTAA;

	*kind = array ? DIF_KIND_ARRAY : DIF_KIND_SCALAR;
	*scope = DIF_SCOPE_GLOBAL;
	if (op == DIF_OP_LDLS || op == DIF_OP_STLS)
		*scope = DIF_SCOPE_LOCAL;
	if (op == DIF_OP_LDTS || op == DIF_OP_STTS || op == DIF_OP_LDTAA || op == DIF_OP_STTAA)
		*scope = DIF_SCOPE_THREAD;
}

bool dif_is_destructive(const struct dif_object *o)
{
	for (uint32_t pc = 0; pc < o->do_len; pc++) {
		uint32_t i = o->do_text[pc];

		if (DIF_I_OP(i) == DIF_OP_CALL &&
			(DIF_I_WIDE(i) == DIF_SUBR_COPYOUT || DIF_I_WIDE(i) == DIF_SUBR_COPYOUTSTR))
			return true;
	}
	return false;
}

bool dif_is_user_access(const struct dif_object *o, uint32_t pc)
{
	static const uint16_t subrs[] = { DIF_SUBR_COPYIN, DIF_SUBR_COPYINSTR, DIF_SUBR_COPYINTO,
		DIF_SUBR_COPYOUT, DIF_SUBR_COPYOUTSTR };
	uint32_t i = pc < o->do_len ? o->do_text[pc] : DIF_OP_NOP << 24;

	for (size_t k = 0; DIF_I_OP(i) == DIF_OP_CALL && k < sizeof(subrs) / sizeof(*subrs); k++)
		if (DIF_I_WIDE(i) == subrs[k])
			return true;
	return DIF_I_OP(i) >= DIF_OP_ULDSB && DIF_I_OP(i) <= DIF_OP_ULDX;
}

bool dif_reads_process(const struct dif_object *o, uint32_t pc)
{
	return dif_is_user_access(o, pc) ||
		(pc < o->do_len &&
			o->do_text[pc] >> 8 == DIF_INSTR_WIDE(DIF_OP_CALL, DIF_SUBR_OFILE, 0) >> 8);
}

void dif_object_free(struct dif_object *o)
{
	if (!o)
		return;
	dif_unprepare(o);
	free(o->do_text);
	free(o->do_ints);
	free(o->do_strs);
	free(o->do_vars);
	free(o->do_pushtypes);
	free(o->do_reads);
	free(o);
}

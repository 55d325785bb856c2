/*
 * The verifier. An object that passes can be decoded and run without checking registers, labels,
 * table indices or variable numbers again; memory accesses are checked when they run.
 *
 * Branches only go forward, so one pass in order sees all paths to an instruction before the
 * instruction. It keeps the least and the greatest depth that the tuple stack can have there.
 */
#include "dif_impl.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include "alloc.h"

#define MAX_TEXT (1u << 16)  /* instructions: 256 KiB */
#define MAX_TABLE (1u << 16) /* the range of a 16-bit index */

struct depth {
	bool dp_seen; /* the instruction can be reached */
	uint8_t dp_min, dp_max;
};

struct verify {
	const struct dif_object *vf_o;
	struct depth *vf_depth; /* by instruction */
	uint32_t vf_pc;
	uint32_t vf_instr;
	char *vf_err;
	size_t vf_errlen;
};

static int __attribute__((format(printf, 2, 3))) fail(struct verify *vf, const char *fmt, ...)
{
	va_list ap;
	int n;

	n = snprintf(vf->vf_err, vf->vf_errlen, "instruction %u (%08x): ", vf->vf_pc, vf->vf_instr);
	va_start(ap, fmt);
	if (n >= 0 && (size_t)n < vf->vf_errlen)
		vsnprintf(vf->vf_err + n, vf->vf_errlen - (size_t)n, fmt, ap);
	va_end(ap);
	return -1;
}

static int __attribute__((format(printf, 2, 3)))
fail_object(struct verify *vf, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(vf->vf_err, vf->vf_errlen, fmt, ap);
	va_end(ap);
	return -1;
}

/* The fields of each form. */
enum { F_ZERO /* reserved */, F_READ, F_WRITE /* registers */, F_FREE /* not a register */ };

static const struct {
	uint8_t f_r1, f_r2, f_rd;
} fields[] = {
	[DIF_FORM_RRR] = { F_READ, F_READ, F_WRITE },
	[DIF_FORM_RR] = { F_READ, F_ZERO, F_WRITE },
	[DIF_FORM_CMP] = { F_READ, F_READ, F_ZERO },
	[DIF_FORM_TST] = { F_READ, F_ZERO, F_ZERO },
	[DIF_FORM_BR] = { F_FREE, F_FREE, F_FREE },
	[DIF_FORM_LD] = { F_READ, F_ZERO, F_WRITE },
	[DIF_FORM_ST] = { F_READ, F_ZERO, F_READ },
	[DIF_FORM_RET] = { F_ZERO, F_ZERO, F_READ },
	[DIF_FORM_NONE] = { F_ZERO, F_ZERO, F_ZERO },
	[DIF_FORM_SETX] = { F_FREE, F_FREE, F_WRITE },
	[DIF_FORM_SETS] = { F_FREE, F_FREE, F_WRITE },
	[DIF_FORM_LDA] = { F_FREE, F_READ, F_WRITE },
	[DIF_FORM_STA] = { F_FREE, F_READ, F_READ },
	[DIF_FORM_LDV] = { F_FREE, F_FREE, F_WRITE },
	[DIF_FORM_STV] = { F_FREE, F_FREE, F_READ },
	[DIF_FORM_CALL] = { F_FREE, F_FREE, F_WRITE },
	[DIF_FORM_PUSH] = { F_FREE, F_READ, F_READ },
	[DIF_FORM_ALLOC] = { F_READ, F_ZERO, F_WRITE },
	[DIF_FORM_COPY] = { F_READ, F_READ, F_READ },
};

static int check_field(struct verify *vf, unsigned kind, unsigned value, const char *name)
{
	if (kind == F_ZERO && value != 0)
		return fail(vf, "reserved field %s is not zero", name);
	if ((kind == F_READ || kind == F_WRITE) && value >= DIF_NREGS)
		return fail(vf, "no register %%r%u", value);
	if (kind == F_WRITE && value == 0)
		return fail(vf, "%%r0 is written");
	return 0;
}

static int check_fields(struct verify *vf, enum dif_form form)
{
	uint32_t i = vf->vf_instr;

	if (check_field(vf, fields[form].f_r1, DIF_I_R1(i), "r1") ||
		check_field(vf, fields[form].f_r2, DIF_I_R2(i), "r2"))
		return -1;
	return check_field(vf, fields[form].f_rd, DIF_I_RD(i), "rd");
}

/*
 * Operands that are not registers.
 */
static int check_array(struct verify *vf, enum dif_form form)
{
	unsigned id = DIF_I_R1(vf->vf_instr);

	if (DIF_I_OP(vf->vf_instr) == DIF_OP_LDTA)
		return fail(vf, "threads have no arrays of that kind");
	if (id >= DIF_VAR_ARRAY_UMIN) {
		const struct dif_varinfo *dv = dif_find_var(vf->vf_o, DIF_SCOPE_GLOBAL, id);
		if (!dv || dv->dv_kind != DIF_KIND_ARRAY)
			return fail(vf, "no array variable 0x%x", id);
		return 0;
	}
	if (!dif_var_name(id))
		return fail(vf, "no array variable 0x%x", id);
	if (form == DIF_FORM_STA)
		return fail(vf, "%s can't be written", dif_var_name(id));
	return 0;
}

static int check_user_var(struct verify *vf, uint32_t id, enum dif_form form)
{
	const struct depth *dp = &vf->vf_depth[vf->vf_pc];
	unsigned scope, kind;
	const struct dif_varinfo *dv;

	dif_op_var(DIF_I_OP(vf->vf_instr), &scope, &kind);
	dv = dif_find_var(vf->vf_o, scope, id);
	if (!dv)
		return fail(vf, "variable 0x%x is not in the variable table", id);
	if (dv->dv_kind != kind)
		return fail(vf, "variable 0x%x is %s", id,
			kind == DIF_KIND_ARRAY ? "not an array" : "an array");
	if (form == DIF_FORM_STV && !(dv->dv_flags & DIF_VF_WRITE))
		return fail(vf, "variable 0x%x is not marked as written", id);
	if (form == DIF_FORM_LDV && !(dv->dv_flags & DIF_VF_READ))
		return fail(vf, "variable 0x%x is not marked as read", id);
	if (kind == DIF_KIND_ARRAY && dp->dp_seen && dp->dp_min == 0)
		return fail(vf, "no key for array 0x%x", id);
	return 0;
}

static int check_var(struct verify *vf, enum dif_form form)
{
	uint32_t id = DIF_I_WIDE(vf->vf_instr);
	unsigned scope, kind;

	dif_op_var(DIF_I_OP(vf->vf_instr), &scope, &kind);
	if (scope != DIF_SCOPE_GLOBAL || id >= DIF_VAR_OTHER_UMIN)
		return check_user_var(vf, id, form);
	if (kind != DIF_KIND_SCALAR || id < 0x100 || !dif_var_name(id))
		return fail(vf, "no variable 0x%x", id);
	if (form == DIF_FORM_STV)
		return fail(vf, "%s can't be written", dif_var_name(id));
	return 0;
}

static int check_call(struct verify *vf)
{
	unsigned subr = DIF_I_WIDE(vf->vf_instr);
	const struct depth *dp = &vf->vf_depth[vf->vf_pc];
	unsigned min, max;

	if (subr >= DIF_SUBR_MAX || !dif_subrs[subr].su_fn)
		return fail(vf, "no subroutine %u", subr);
	dif_subr_arity(&dif_subrs[subr], &min, &max);
	if (dp->dp_seen && dp->dp_min < min)
		return fail(vf, "%s called with too few arguments", dif_subr_name(subr));
	if (dp->dp_seen && dp->dp_max > max)
		return fail(vf, "%s called with too many arguments", dif_subr_name(subr));
	return 0;
}

static int check_push(struct verify *vf)
{
	if (DIF_I_R1(vf->vf_instr) > DIF_TYPE_STRING)
		return fail(vf, "no type %u", DIF_I_R1(vf->vf_instr));
	if (vf->vf_depth[vf->vf_pc].dp_max >= DIF_NTUPLE)
		return fail(vf, "more than %d on the tuple stack", DIF_NTUPLE);
	return 0;
}

static int check_operand(struct verify *vf, enum dif_form form)
{
	const struct dif_object *o = vf->vf_o;
	uint32_t i = vf->vf_instr;

	switch (form) {
	case DIF_FORM_BR:
		if (DIF_I_LABEL(i) <= vf->vf_pc || DIF_I_LABEL(i) >= o->do_len)
			return fail(vf, "branch to %u", DIF_I_LABEL(i));
		return 0;
	case DIF_FORM_SETX:
		return DIF_I_WIDE(i) < o->do_nints ? 0 : fail(vf, "no integer %u", DIF_I_WIDE(i));
	case DIF_FORM_SETS:
		return DIF_I_WIDE(i) < o->do_strlen ? 0 :
						      fail(vf, "no string at %u", DIF_I_WIDE(i));
	case DIF_FORM_LDA:
	case DIF_FORM_STA: return check_array(vf, form);
	case DIF_FORM_LDV:
	case DIF_FORM_STV: return check_var(vf, form);
	case DIF_FORM_CALL: return check_call(vf);
	case DIF_FORM_PUSH: return check_push(vf);
	default: return 0;
	}
}

/* The flow of control. */
static void reach(struct depth *to, unsigned min, unsigned max)
{
	if (!to->dp_seen || min < to->dp_min)
		to->dp_min = (uint8_t)min;
	if (!to->dp_seen || max > to->dp_max)
		to->dp_max = (uint8_t)max;
	to->dp_seen = true;
}

static void flow(struct verify *vf)
{
	const struct depth *dp = &vf->vf_depth[vf->vf_pc];
	unsigned op = DIF_I_OP(vf->vf_instr), min = dp->dp_min, max = dp->dp_max;

	if (!dp->dp_seen || op == DIF_OP_RET)
		return;
	if (op == DIF_OP_PUSHTR || op == DIF_OP_PUSHTV) {
		min++;
		max++;
	} else if (op == DIF_OP_POPTS) {
		min -= min > 0;
		max -= max > 0;
	} else if (op == DIF_OP_FLUSHTS) {
		min = max = 0;
	}
	if (dif_ops[op].oi_form == DIF_FORM_BR)
		reach(&vf->vf_depth[DIF_I_LABEL(vf->vf_instr)], min, max);
	if (op != DIF_OP_BA && vf->vf_pc + 1 < vf->vf_o->do_len)
		reach(&vf->vf_depth[vf->vf_pc + 1], min, max);
}

static int check_instr(struct verify *vf)
{
	unsigned op = DIF_I_OP(vf->vf_instr);
	enum dif_form form = op < DIF_NOPS ? dif_ops[op].oi_form : DIF_FORM_BAD;

	if (form == DIF_FORM_BAD)
		return fail(vf, "no opcode %u", op);
	if (form == DIF_FORM_XL)
		return fail(vf, "%s is not resolved", dif_ops[op].oi_name);
	if (check_fields(vf, form) || check_operand(vf, form))
		return -1;
	flow(vf);
	return 0;
}

/*
 * The tables.
 */
static int check_type(struct verify *vf, const struct dif_type *dt, const char *of)
{
	uint32_t size = dt->dt_size;

	if (!dt->dt_name)
		return fail_object(vf, "%s: type has no name", of);
	if (dt->dt_kind > DIF_TYPE_STRING || dt->dt_ckind > DIF_CK_RESTRICT)
		return fail_object(vf, "%s: no such kind of type", of);
	if (dt->dt_flags & ~(DIF_TF_BYREF | DIF_TF_BYUREF | DIF_TF_SIGNED))
		return fail_object(vf, "%s: unknown flags 0x%x", of, dt->dt_flags);
	if (dt->dt_kind == DIF_TYPE_STRING && !(dt->dt_flags & (DIF_TF_BYREF | DIF_TF_BYUREF)))
		return fail_object(vf, "%s: a string by value", of);
	if (size > DIF_MAX_VALUE)
		return fail_object(vf, "%s: size %u", of, size);
	return 0;
}

static int check_storage(struct verify *vf, const struct dif_varinfo *dv)
{
	uint32_t size = dv->dv_type.dt_size;

	if (check_type(vf, &dv->dv_type, dv->dv_name))
		return -1;
	if (dv->dv_type.dt_flags & DIF_TF_BYUREF)
		return fail_object(vf, "%s: storage in the traced process", dv->dv_name);
	if (size == 0)
		return fail_object(vf, "%s: size 0", dv->dv_name);
	if (!(dv->dv_type.dt_flags & DIF_TF_BYREF) && size != 1 && size != 2 && size != 4 &&
		size != 8)
		return fail_object(vf, "%s: a value of %u bytes", dv->dv_name, size);
	return 0;
}

static bool is_builtin(const struct dif_varinfo *dv)
{
	return dv->dv_scope == DIF_SCOPE_GLOBAL &&
		(dv->dv_id < DIF_VAR_ARRAY_UMIN ||
			(dv->dv_id >= 0x100 && dv->dv_id < DIF_VAR_OTHER_UMIN));
}

static int check_varinfo(struct verify *vf, const struct dif_varinfo *dv)
{
	if (!dv->dv_name)
		return fail_object(vf, "variable 0x%x has no name", dv->dv_id);
	if (dv->dv_kind > DIF_KIND_SCALAR || dv->dv_scope > DIF_SCOPE_LOCAL)
		return fail_object(vf, "%s: no such kind or scope", dv->dv_name);
	if (dv->dv_flags & ~(DIF_VF_READ | DIF_VF_WRITE))
		return fail_object(vf, "%s: unknown flags 0x%x", dv->dv_name, dv->dv_flags);
	if (dv->dv_id > UINT16_MAX)
		return fail_object(vf, "%s: id 0x%x", dv->dv_name, dv->dv_id);
	if (dv->dv_scope == DIF_SCOPE_LOCAL && dv->dv_kind == DIF_KIND_ARRAY)
		return fail_object(vf, "%s: a clause-local array", dv->dv_name);
	if (!is_builtin(dv))
		return check_storage(vf, dv);
	if (!dif_var_name(dv->dv_id) || (dv->dv_id < 0x100) != (dv->dv_kind == DIF_KIND_ARRAY))
		return fail_object(vf, "%s: no such built-in variable", dv->dv_name);
	return 0;
}

/* Two entries for one variable could disagree about its storage. */
static int check_vars(struct verify *vf)
{
	const struct dif_object *o = vf->vf_o;
	uint8_t *seen = o->do_nvars > 1 ? base_calloc(DIF_SCOPE_LOCAL + 1, (UINT16_MAX + 1) / 8) :
					  NULL;
	int rc = 0;

	if (o->do_nvars > 1 && !seen)
		return fail_object(vf, "out of memory");
	for (uint32_t i = 0; i < o->do_nvars && rc == 0; i++) {
		const struct dif_varinfo *dv = &o->do_vars[i];
		uint32_t bit;

		rc = check_varinfo(vf, dv);
		if (rc || !seen)
			continue;
		bit = dv->dv_scope * (UINT16_MAX + 1u) + dv->dv_id;
		if (seen[bit / 8] & 1 << bit % 8)
			rc = fail_object(vf, "%s: 0x%x is in the variable table twice", dv->dv_name,
				dv->dv_id);
		seen[bit / 8] |= (uint8_t)(1 << bit % 8);
	}
	free(seen);
	return rc;
}

static int check_result(struct verify *vf)
{
	const struct dif_type *dt = &vf->vf_o->do_type;
	uint32_t size = dt->dt_size;

	if (size == 0)
		return 0;
	if (check_type(vf, dt, "result"))
		return -1;
	if (!(dt->dt_flags & (DIF_TF_BYREF | DIF_TF_BYUREF)) && size != 1 && size != 2 &&
		size != 4 && size != 8)
		return fail_object(vf, "result: a value of %u bytes", size);
	return 0;
}

static int check_tables(struct verify *vf)
{
	const struct dif_object *o = vf->vf_o;

	if (o->do_len == 0 || o->do_len > MAX_TEXT || !o->do_text)
		return fail_object(vf, "%u instructions", o->do_len);
	if (o->do_nints > MAX_TABLE || (o->do_nints && !o->do_ints))
		return fail_object(vf, "%u integers", o->do_nints);
	if (o->do_strlen > MAX_TABLE || (o->do_strlen && !o->do_strs))
		return fail_object(vf, "%u bytes of strings", o->do_strlen);
	if (o->do_strlen && o->do_strs[o->do_strlen - 1] != '\0')
		return fail_object(vf, "string table does not end in NUL");
	if (o->do_nvars > MAX_TABLE || (o->do_nvars && !o->do_vars))
		return fail_object(vf, "%u variables", o->do_nvars);
	return check_vars(vf) || check_result(vf) ? -1 : 0;
}

static int check_text(struct verify *vf)
{
	const struct dif_object *o = vf->vf_o;

	vf->vf_depth[0].dp_seen = true;
	for (vf->vf_pc = 0; vf->vf_pc < o->do_len; vf->vf_pc++) {
		vf->vf_instr = o->do_text[vf->vf_pc];
		if (check_instr(vf))
			return -1;
	}
	vf->vf_pc = o->do_len - 1;
	if (DIF_I_OP(vf->vf_instr) != DIF_OP_RET)
		return fail(vf, "the last instruction is not ret");
	return 0;
}

int dif_verify(const struct dif_object *o, char *err, size_t errlen)
{
	struct verify vf = { .vf_o = o, .vf_err = err, .vf_errlen = errlen };
	int rc;

	if (check_tables(&vf))
		return -1;
	vf.vf_depth = base_calloc(o->do_len, sizeof(*vf.vf_depth));
	if (!vf.vf_depth)
		return fail_object(&vf, "out of memory");
	rc = check_text(&vf);
	free(vf.vf_depth);
	return rc;
}

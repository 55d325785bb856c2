/* -S: objects as text. */
#include "dif_impl.h"

#include <ctype.h>

static void put_string(FILE *fp, const char *s)
{
	static const char plain[] = "\a\b\f\n\r\t\v\"\\", names[] = "abfnrtv\"\\";

	fputc('"', fp);
	for (; *s; s++) {
		const char *at = strchr(plain, *s);
		if (at)
			fprintf(fp, "\\%c", names[at - plain]);
		else if (isprint((unsigned char)*s) || (*s & 0x80))
			fputc(*s, fp);
		else
			fprintf(fp, "\\%03o", (unsigned char)*s);
	}
	fputc('"', fp);
}

static const char *ckind_name(unsigned ckind)
{
	static const char *const names[] = { "unknown", "integer", "float", "pointer", "array",
		"function", "struct", "union", "enum", "forward", "typedef", "volatile", "const",
		"restrict" };

	return ckind < sizeof(names) / sizeof(names[0]) ? names[ckind] : names[0];
}

static void put_type(FILE *fp, const struct dif_type *dt)
{
	if (dt->dt_kind == DIF_TYPE_STRING)
		fputs("string (unknown)", fp);
	else
		fprintf(fp, "D type (%s)", ckind_name(dt->dt_ckind));
	if (dt->dt_flags & DIF_TF_BYUREF)
		fputs(" by user ref", fp);
	else if (dt->dt_flags & DIF_TF_BYREF)
		fputs(" by ref", fp);
	fprintf(fp, " (size %u)", dt->dt_size);
}

static void put_var(FILE *fp, const struct dif_object *o, unsigned op, uint32_t id)
{
	unsigned scope, kind;
	const struct dif_varinfo *dv;
	const char *name;

	dif_op_var(op, &scope, &kind);
	dv = dif_find_var(o, scope, id);
	name = dv ? dv->dv_name : scope == DIF_SCOPE_GLOBAL ? dif_var_name(id) : NULL;
	fprintf(fp, "\t\t! DT_VAR(%u) = \"%s\"", id, name ? name : "<unknown>");
}

static void put_push(FILE *fp, const struct dif_object *o, uint32_t pc)
{
	uint32_t i = o->do_text[pc];
	unsigned type = DIF_I_R1(i);

	fprintf(fp, "DT_TYPE(%u), ", type);
	if (DIF_I_OP(i) == DIF_OP_PUSHTR)
		fprintf(fp, "%%r%u, ", DIF_I_R2(i));
	fprintf(fp, "%%r%u\t\t! DT_TYPE(%u) = %s", DIF_I_RD(i), type,
		type == DIF_TYPE_STRING ? "string" : "D type");
}

static void put_index(FILE *fp, const struct dif_object *o, uint32_t i, enum dif_form form)
{
	uint32_t ix = DIF_I_WIDE(i);

	if (form == DIF_FORM_SETX) {
		fprintf(fp, "DT_INTEGER[%u], %%r%u", ix, DIF_I_RD(i));
		if (ix < o->do_nints)
			fprintf(fp, "\t\t! 0x%llx", (unsigned long long)o->do_ints[ix]);
	} else {
		fprintf(fp, "DT_STRING[%u], %%r%u", ix, DIF_I_RD(i));
		if (ix < o->do_strlen) {
			fputs("\t\t! ", fp);
			put_string(fp, o->do_strs + ix);
		}
	}
}

static void put_variable(FILE *fp, const struct dif_object *o, uint32_t i, enum dif_form form)
{
	unsigned op = DIF_I_OP(i);

	switch (form) {
	case DIF_FORM_LDA:
		fprintf(fp, "DT_VAR(%u), %%r%u, %%r%u", DIF_I_R1(i), DIF_I_R2(i), DIF_I_RD(i));
		put_var(fp, o, op, DIF_I_R1(i));
		break;
	case DIF_FORM_STA:
		fprintf(fp, "%%r%u, DT_VAR(%u), %%r%u", DIF_I_RD(i), DIF_I_R1(i), DIF_I_R2(i));
		put_var(fp, o, op, DIF_I_R1(i));
		break;
	case DIF_FORM_LDV:
		fprintf(fp, "DT_VAR(%u), %%r%u", DIF_I_WIDE(i), DIF_I_RD(i));
		put_var(fp, o, op, DIF_I_WIDE(i));
		break;
	default:
		fprintf(fp, "%%r%u, DT_VAR(%u)", DIF_I_RD(i), DIF_I_WIDE(i));
		put_var(fp, o, op, DIF_I_WIDE(i));
		break;
	}
}

static void put_call(FILE *fp, uint32_t i)
{
	const char *name = dif_subr_name(DIF_I_WIDE(i));

	fprintf(fp, "DIF_SUBR(%u), %%r%u\t\t! %s", DIF_I_WIDE(i), DIF_I_RD(i),
		name ? name : "<unknown>");
}

static void put_operands(FILE *fp, const struct dif_object *o, uint32_t pc, enum dif_form form)
{
	uint32_t i = o->do_text[pc];
	unsigned r1 = DIF_I_R1(i), r2 = DIF_I_R2(i), rd = DIF_I_RD(i);

	switch (form) {
	case DIF_FORM_RRR:
	case DIF_FORM_COPY: fprintf(fp, "%%r%u, %%r%u, %%r%u", r1, r2, rd); break;
	case DIF_FORM_RR:
	case DIF_FORM_ALLOC: fprintf(fp, "%%r%u, %%r%u", r1, rd); break;
	case DIF_FORM_CMP: fprintf(fp, "%%r%u, %%r%u", r1, r2); break;
	case DIF_FORM_TST: fprintf(fp, "%%r%u", r1); break;
	case DIF_FORM_BR: fprintf(fp, "%u", DIF_I_LABEL(i)); break;
	case DIF_FORM_LD: fprintf(fp, "[%%r%u], %%r%u", r1, rd); break;
	case DIF_FORM_ST: fprintf(fp, "%%r%u, [%%r%u]", r1, rd); break;
	case DIF_FORM_RET: fprintf(fp, "%%r%u", rd); break;
	case DIF_FORM_SETX:
	case DIF_FORM_SETS: put_index(fp, o, i, form); break;
	case DIF_FORM_LDA:
	case DIF_FORM_STA:
	case DIF_FORM_LDV:
	case DIF_FORM_STV: put_variable(fp, o, i, form); break;
	case DIF_FORM_CALL: put_call(fp, i); break;
	case DIF_FORM_PUSH: put_push(fp, o, pc); break;
	case DIF_FORM_XL: fprintf(fp, "DT_XLREF[%u], %%r%u", DIF_I_WIDE(i), rd); break;
	default: break;
	}
}

static void put_instr(FILE *fp, const struct dif_object *o, uint32_t pc)
{
	uint32_t i = o->do_text[pc];
	const char *name = dif_op_name(DIF_I_OP(i));

	fprintf(fp, "%02lu: %08x    ", (unsigned long)pc, i);
	if (!name) {
		fputs("<invalid>\n", fp);
		return;
	}
	if (dif_ops[DIF_I_OP(i)].oi_form == DIF_FORM_NONE) {
		fprintf(fp, "%s\n", name);
		return;
	}
	fprintf(fp, "%-4s ", name);
	put_operands(fp, o, pc, dif_ops[DIF_I_OP(i)].oi_form);
	fputc('\n', fp);
}

static void put_varinfo(FILE *fp, const struct dif_varinfo *dv)
{
	static const char *const kinds[] = { "arr", "scl" },
				 *const scopes[] = { "glb", "tls", "loc" };
	static const char *const flags[] = { "", "r", "w", "r/w" };

	fprintf(fp, "%-16s %-4x %-3s %-3s %-4s ", dv->dv_name, dv->dv_id, kinds[dv->dv_kind & 1],
		scopes[dv->dv_scope % 3], flags[dv->dv_flags & 3]);
	put_type(fp, &dv->dv_type);
	fputc('\n', fp);
}

void dif_disasm(const struct dif_object *o, FILE *fp)
{
	fprintf(fp, "\nDIFO %p returns ", (const void *)o);
	put_type(fp, &o->do_type);
	fprintf(fp, "\n%-3s %-8s    %s\n", "OFF", "OPCODE", "INSTRUCTION");
	for (uint32_t pc = 0; pc < o->do_len; pc++)
		put_instr(fp, o, pc);
	if (o->do_nvars == 0)
		return;
	fprintf(fp, "\n%-16s %-4s %-3s %-3s %-4s %s\n", "NAME", "ID", "KND", "SCP", "FLAG", "TYPE");
	for (uint32_t i = 0; i < o->do_nvars; i++)
		put_varinfo(fp, &o->do_vars[i]);
}

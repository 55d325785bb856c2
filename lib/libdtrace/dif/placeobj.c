/*
 * DIF objects in the analysis of place.h: is there a translation for each instruction?
 *
 * What a register holds is known by kind, as in the translation itself (difbpf.c): the two must
 * agree. Branches go forward only, so one pass sees all ways to an instruction.
 */
#include "place_impl.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include "alloc.h"

bool dt_place_refuse(struct check *ck, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(ck->ck_why, WHY_SIZE, fmt, ap);
	va_end(ap);
	return false;
}

static const char *name_of(const struct check *ck, unsigned scope, uint32_t id)
{
	const struct dif_varinfo *dv = dif_find_var(ck->ck_o, scope, id);

	return dv && dv->dv_name ? dv->dv_name : "?";
}
bool dt_place_is_text(const struct dif_varinfo *dv)
{
	return dv && dv->dv_type.dt_kind == DIF_TYPE_STRING;
}

bool dt_place_is_scalar(const struct dif_varinfo *dv)
{
	uint32_t n = dv ? dv->dv_type.dt_size : 0;

	return dv && !(dv->dv_type.dt_flags & DIF_TF_BYREF) &&
		(n == 1 || n == 2 || n == 4 || n == 8);
}

bool dt_place_is_div(unsigned op)
{
	return op == DIF_OP_SDIV || op == DIF_OP_UDIV || op == DIF_OP_SREM || op == DIF_OP_UREM;
}

static bool is_number(const struct check *ck, unsigned reg)
{
	return reg == 0 || (reg < DIF_NREGS && ck->ck_now.st_kinds[reg] == KIND_NUMBER);
}

static bool set_kind(struct check *ck, unsigned reg, enum kind kind)
{
	if (reg != 0) {
		ck->ck_now.st_kinds[reg % DIF_NREGS] = (uint8_t)kind;
		ck->ck_now.st_known[reg % DIF_NREGS] = false;
	}
	return true;
}

static bool set_value(struct check *ck, unsigned reg, enum kind kind, uint64_t value)
{
	set_kind(ck, reg, kind);
	ck->ck_now.st_value[reg % DIF_NREGS] = value;
	ck->ck_now.st_known[reg % DIF_NREGS] = reg != 0 && kind == KIND_NUMBER;
	return true;
}

static bool check_builtin(struct check *ck, uint32_t id, unsigned rd)
{
	uint32_t n = id - DIF_VAR_CURTHREAD;
	const char *name = dif_var_name(id);

	if (id < DIF_VAR_CURTHREAD || n >= 64 || !(ck->ck_site->si_reach.re_vars >> n & 1))
		return dt_place_refuse(ck, "reads %s, which the kernel doesn't know there",
			name ? name : "a variable");
	if (id == DIF_VAR_CURCPU)
		return set_kind(ck, rd, KIND_CURCPU);
	if (id == DIF_VAR_EXECNAME)
		return set_kind(ck, rd, KIND_EXECNAME);
	if (id >= DIF_VAR_PROBEPROV && id <= DIF_VAR_PROBENAME)
		return set_value(ck, rd, KIND_PROBE, id);
	return set_kind(ck, rd, KIND_NUMBER);
}

/* Gives a clause-local string a number, if there is one left. */
static bool text_number(struct dt_places *pc, uint32_t id)
{
	if (dt_place_localtext(pc, id) >= 0)
		return true;
	if (pc->pc_ntexts == DT_PLACE_MAXTEXTS)
		return false;
	pc->pc_texts[pc->pc_ntexts++] = id;
	return true;
}

/* Whether the register's string, or NULL, can be kept; `id` is the clause-local variable's. */
static bool assign_text(struct check *ck, const char *name, unsigned rd, uint32_t id)
{
	const struct state *st = &ck->ck_now;
	enum kind kind = rd == 0 ? KIND_NUMBER : st->st_kinds[rd];
	bool local = id != UINT32_MAX;

	switch (kind) {
	case KIND_NUMBER:
		if (rd != 0 && (!st->st_known[rd] || st->st_value[rd] != 0))
			break;
		ck->ck_now.st_assigned &= local ? ~(1u << id) : UINT32_MAX;
		return true;
	case KIND_THREAD: /* it may be NULL */
		if (local)
			break;
		return true;
	case KIND_CONST:
		if (st->st_value[rd] == ANY)
			break;
		return true;
	case KIND_EXECNAME:
	case KIND_COPY:
	case KIND_LOCAL: return true;
	default: break;
	}
	return dt_place_refuse(ck, "keeps a string in %s->%s that the kernel can't",
		local ? "this" : "self", name);
}

static bool check_local(struct check *ck, unsigned op, uint32_t id, unsigned rd)
{
	const struct dif_varinfo *dv = dif_find_var(ck->ck_o, DIF_SCOPE_LOCAL, id);
	const char *name = name_of(ck, DIF_SCOPE_LOCAL, id);
	const struct dt_site *other;
	bool text = dt_place_is_text(dv);

	if (id >= DT_PLACE_MAXLOCALS || (text && !text_number(ck->ck_places, id)))
		return dt_place_refuse(ck, "this->%s: there are too many clause-local variables",
			name);
	if (!text && !dt_place_is_scalar(dv))
		return dt_place_refuse(ck, "this->%s is not a number", name);
	if (op == DIF_OP_STLS) {
		ck->ck_now.st_assigned |= 1u << id;
		ck->ck_unknown &= ~(1u << id);
		if (text)
			return assign_text(ck, name, rd, id);
		ck->ck_scalars |= 1u << id;
		return is_number(ck, rd) || dt_place_refuse(ck, "this->%s is not a number", name);
	}
	if (ck->ck_unknown >> id & 1)
		return dt_place_refuse(ck, "reads this->%s, which the kernel doesn't know", name);
	other = ck->ck_now.st_assigned >> id & 1 ? NULL : dt_place_assigned_here(ck, id);
	if (other && *name == '-') /* the compiler's: which piece of an `if` runs */
		return dt_place_refuse(ck, "belongs to an if of which not all runs in the kernel");
	if (other)
		return dt_place_refuse(ck, "reads this->%s, assigned by clause %u, which %s", name,
			other->si_clause->cl_number, other->si_why);
	if (!text)
		return set_kind(ck, rd, KIND_NUMBER);
	if (!(ck->ck_now.st_assigned >> id & 1)) /* NULL: the DIF machine decides */
		ck->ck_faults = ck->ck_hard = ck->ck_again = true;
	return set_value(ck, rd, KIND_LOCAL, id);
}

static bool check_thread(struct check *ck, unsigned op, uint32_t id, unsigned rd)
{
	const char *name = name_of(ck, DIF_SCOPE_THREAD, id);
	bool text;
	int number = dt_place_var(ck->ck_places, id);

	if (number < 0)
		return dt_place_refuse(ck, "%s self->%s, which is not kept in the kernel",
			op == DIF_OP_STTS ? "assigns" : "reads", name);
	text = dt_place_text(ck->ck_places, (unsigned)number) >= 0;
	if (op == DIF_OP_LDTS && text) {
		ck->ck_texts |= 1u << number;
		return set_value(ck, rd, KIND_THREAD, (uint64_t)number);
	}
	if (op == DIF_OP_LDTS)
		return set_kind(ck, rd, KIND_NUMBER);
	ck->ck_stores = ck->ck_assigns = true;
	if (text)
		return assign_text(ck, name, rd, UINT32_MAX);
	return is_number(ck, rd) || dt_place_refuse(ck, "self->%s is not a number", name);
}

/* The first clause that assigns the global variable while events come. */
static const struct dt_site *assigned_later(const struct dt_places *pc, uint32_t id)
{
	for (unsigned i = 0; i < pc->pc_nsites; i++)
		if (!pc->pc_sites[i].si_reach.re_begin &&
			dt_clause_uses(pc->pc_sites[i].si_clause, DIF_OP_STGS, id))
			return &pc->pc_sites[i];
	return NULL;
}

static bool check_global(struct check *ck, uint32_t id, unsigned rd)
{
	struct dt_places *pc = ck->ck_places;
	const struct dt_site *other = assigned_later(pc, id);
	const char *name = name_of(ck, DIF_SCOPE_GLOBAL, id);

	if (other)
		return dt_place_refuse(ck, "reads the global variable %s, assigned by clause %u",
			name, other->si_clause->cl_number);
	if (!dt_place_is_scalar(dif_find_var(ck->ck_o, DIF_SCOPE_GLOBAL, id)))
		return dt_place_refuse(ck, "reads the global variable %s, which is not a number",
			name);
	if (dt_place_global(pc, id) < 0 && pc->pc_nglobals == DT_PLACE_MAXGLOBALS)
		return dt_place_refuse(ck, "reads the global variable %s, one of too many", name);
	if (dt_place_global(pc, id) < 0)
		pc->pc_globals[pc->pc_nglobals++] = id;
	return set_kind(ck, rd, KIND_NUMBER);
}

static bool check_var(struct check *ck, unsigned op, uint32_t id, unsigned rd)
{
	switch (op) {
	case DIF_OP_LDGS:
		return id >= DIF_VAR_OTHER_UMIN ? check_global(ck, id, rd) :
						  check_builtin(ck, id, rd);
	case DIF_OP_STGS:
		return dt_place_refuse(ck, "assigns the global variable %s",
			name_of(ck, DIF_SCOPE_GLOBAL, id));
	case DIF_OP_LDLS:
	case DIF_OP_STLS: return check_local(ck, op, id, rd);
	case DIF_OP_LDTS:
	case DIF_OP_STTS: return check_thread(ck, op, id, rd);
	default: return dt_place_refuse(ck, "uses an associative array");
	}
}

bool dt_place_is_kept(unsigned kind)
{
	return kind == KIND_EXECNAME || kind == KIND_COPY || kind == KIND_LOCAL ||
		kind == KIND_THREAD;
}

static bool is_zero(const struct check *ck, unsigned reg)
{
	return reg == 0 || (ck->ck_now.st_known[reg] && ck->ck_now.st_value[reg] == 0);
}

/* Numbers; or whether a string of the thread is NULL. */
static bool check_compare(struct check *ck, unsigned a, unsigned b)
{
	const uint8_t *k = ck->ck_now.st_kinds;

	return (is_number(ck, a) && is_number(ck, b)) || (k[a] == KIND_THREAD && is_zero(ck, b)) ||
		(k[b] == KIND_THREAD && is_zero(ck, a)) ||
		dt_place_refuse(ck, "compares a string's address");
}

static bool is_one(const struct check *ck, enum kind kind, unsigned reg)
{
	return ck->ck_now.st_kinds[reg] == kind && ck->ck_now.st_value[reg] != ANY;
}

/* `next` is the instruction after the comparison: of probefunc and its like, only equality. */
static bool check_strings(struct check *ck, unsigned a, unsigned b, unsigned next)
{
	if ((is_one(ck, KIND_PROBE, a) && is_one(ck, KIND_CONST, b)) ||
		(is_one(ck, KIND_CONST, a) && is_one(ck, KIND_PROBE, b)))
		return next == DIF_OP_BE || next == DIF_OP_BNE ||
			dt_place_refuse(ck, "orders a part of the probe's name");
	return (dt_place_is_kept(ck->ck_now.st_kinds[a]) &&
		       (dt_place_is_kept(ck->ck_now.st_kinds[b]) || is_one(ck, KIND_CONST, b))) ||
		(is_one(ck, KIND_CONST, a) && dt_place_is_kept(ck->ck_now.st_kinds[b])) ||
		dt_place_refuse(ck, "compares strings that the kernel can't");
}

/* Kinds of which st_value tells where it is. */
static bool has_place(unsigned kind)
{
	return kind == KIND_RECORD || kind == KIND_COPYIN || kind == KIND_LOCAL ||
		kind == KIND_THREAD;
}

static void state_meet(struct state *into, const struct state *from)
{
	if (!into->st_seen) {
		*into = *from;
		return;
	}
	for (unsigned i = 0; i < DIF_NREGS; i++) {
		bool same = into->st_value[i] == from->st_value[i];

		if (into->st_kinds[i] != from->st_kinds[i] ||
			(has_place(into->st_kinds[i]) && !same))
			into->st_kinds[i] = KIND_MIXED;
		if ((into->st_kinds[i] == KIND_CONST || into->st_kinds[i] == KIND_PROBE) && !same)
			into->st_value[i] = ANY;
		into->st_known[i] &= from->st_known[i] && same;
	}
	into->st_assigned &= from->st_assigned;
	into->st_numbers &= from->st_numbers;
	if (into->st_pushes != from->st_pushes)
		into->st_pushes = MANY;
	if (into->st_second != from->st_second)
		into->st_second = ANY;
}

static bool check_result(struct check *ck, unsigned rd)
{
	enum kind kind = rd == 0 ? KIND_NUMBER : ck->ck_now.st_kinds[rd];
	uint64_t value = ck->ck_now.st_value[rd];

	if (kind == KIND_MIXED ||
		(ck->ck_returned &&
			(ck->ck_result != kind || (has_place(kind) && ck->ck_value != value))))
		return dt_place_refuse(ck, "computes one string or another");
	ck->ck_result = kind;
	ck->ck_value = value;
	ck->ck_returned = true;
	return true;
}

/*
 * The members of the record that the program is given; the kernel wants them aligned, and keeps the
 * first 8 bytes for itself.
 */
#define RECORD_FIRST 8
#define RECORD_END 4096

static bool check_args(struct check *ck, uint32_t i)
{
	unsigned index = DIF_I_R2(i), want = ck->ck_site->si_reach.re_record;

	return (DIF_I_OP(i) == DIF_OP_LDGA && DIF_I_R1(i) == DIF_VAR_ARGS && want != 0 &&
		       ck->ck_now.st_known[index] && ck->ck_now.st_value[index] == want - 1 &&
		       set_value(ck, DIF_I_RD(i), KIND_RECORD, 0)) ||
		dt_place_refuse(ck,
			"reads an array or an argument that the kernel doesn't know there");
}

static unsigned load_size(unsigned op)
{
	switch (op) {
	case DIF_OP_LDSB:
	case DIF_OP_LDUB: return 1;
	case DIF_OP_LDSH:
	case DIF_OP_LDUH: return 2;
	case DIF_OP_LDSW:
	case DIF_OP_LDUW: return 4;
	case DIF_OP_LDX: return 8;
	default: return 0;
	}
}

/* Memory of the process, at an address that is computed. */
static bool check_user_load(struct check *ck, uint32_t i)
{
	if (ck->ck_site->si_reach.re_user == 0)
		return dt_place_refuse(ck,
			"reads memory of a process that the kernel can't read there");
	ck->ck_faults = ck->ck_hard = true;
	ck->ck_again |= ck->ck_site->si_reach.re_repeats;
	return (is_number(ck, DIF_I_R1(i)) && set_kind(ck, DIF_I_RD(i), KIND_NUMBER)) ||
		dt_place_refuse(ck, "reads memory of a process at the address of a string");
}

static bool check_load(struct check *ck, uint32_t i)
{
	unsigned r1 = DIF_I_R1(i), kind = ck->ck_now.st_kinds[r1], size = load_size(DIF_I_OP(i));
	uint64_t off = ck->ck_now.st_value[r1];

	if (r1 != 0 && kind == KIND_CURCPU && DIF_I_OP(i) == DIF_OP_LDSW)
		return set_kind(ck, DIF_I_RD(i), KIND_NUMBER);
	if (r1 != 0 && kind == KIND_COPYIN && size != 0)
		return ((off & UINT32_MAX) % size == 0 && (off & UINT32_MAX) + size <= off >> 32 &&
			       set_kind(ck, DIF_I_RD(i), KIND_NUMBER)) ||
			dt_place_refuse(ck, "reads beside what copyin() has read");
	if (r1 == 0 || kind != KIND_RECORD || size == 0)
		return dt_place_refuse(ck, "reads memory at an address");
	if (off < RECORD_FIRST || off > RECORD_END || off % size != 0)
		return dt_place_refuse(ck, "reads a member of the record that the kernel keeps");
	return set_kind(ck, DIF_I_RD(i), KIND_NUMBER);
}

static bool check_alu(struct check *ck, uint32_t i)
{
	const struct state *st = &ck->ck_now;

	if (DIF_I_OP(i) == DIF_OP_ADD && st->st_known[DIF_I_R2(i)] &&
		(st->st_kinds[DIF_I_R1(i)] == KIND_RECORD ||
			(st->st_kinds[DIF_I_R1(i)] == KIND_COPYIN &&
				st->st_value[DIF_I_R2(i)] <= UINT16_MAX)))
		return set_value(ck, DIF_I_RD(i), (enum kind)st->st_kinds[DIF_I_R1(i)],
			st->st_value[DIF_I_R1(i)] + st->st_value[DIF_I_R2(i)]);
	if (dt_place_is_div(DIF_I_OP(i)))
		ck->ck_faults = ck->ck_hard = true;
	return (is_number(ck, DIF_I_R1(i)) && is_number(ck, DIF_I_R2(i)) &&
		       set_kind(ck, DIF_I_RD(i), KIND_NUMBER)) ||
		dt_place_refuse(ck, "computes with a string");
}

static bool check_move(struct check *ck, uint32_t i)
{
	bool known = ck->ck_now.st_known[DIF_I_R1(i)];

	if (DIF_I_OP(i) == DIF_OP_NOT && !is_number(ck, DIF_I_R1(i)))
		return dt_place_refuse(ck, "computes with a string");
	if (DIF_I_R1(i) == 0)
		return set_value(ck, DIF_I_RD(i), KIND_NUMBER, 0);
	set_value(ck, DIF_I_RD(i), ck->ck_now.st_kinds[DIF_I_R1(i)],
		ck->ck_now.st_value[DIF_I_R1(i)]);
	ck->ck_now.st_known[DIF_I_RD(i)] &= DIF_I_OP(i) == DIF_OP_MOV && known;
	return true;
}

/* There is room for what one call has read. */
static bool check_call(struct check *ck, unsigned subr, unsigned rd)
{
	struct state *st = &ck->ck_now;
	bool string = subr == DIF_SUBR_COPYINSTR &&
		(st->st_pushes == 1 ||
			(st->st_pushes == 2 && st->st_second != 0 && st->st_second != ANY));
	bool memory = subr == DIF_SUBR_COPYIN && st->st_pushes == 2;

	if ((!string && !memory) || !st->st_numbers)
		return dt_place_refuse(ck, "calls %s()", dif_subr_name(subr));
	if (ck->ck_site->si_reach.re_user == 0)
		return dt_place_refuse(ck,
			"reads memory of a process that the kernel can't read there");
	if (memory && (st->st_second == 0 || st->st_second > ck->ck_site->si_reach.re_user))
		return dt_place_refuse(ck,
			"copies memory of a size that isn't known, or too large");
	for (unsigned i = 0; i < DIF_NREGS; i++)
		if (st->st_kinds[i] == KIND_COPY || st->st_kinds[i] == KIND_COPYIN)
			st->st_kinds[i] = KIND_MIXED;
	ck->ck_faults = ck->ck_hard = true;
	ck->ck_again |= ck->ck_site->si_reach.re_repeats;
	return memory ? set_value(ck, rd, KIND_COPYIN, st->st_second << 32) :
			set_kind(ck, rd, KIND_COPY);
}

static bool check_tuple(struct check *ck, uint32_t i)
{
	struct state *st = &ck->ck_now;
	unsigned op = DIF_I_OP(i), rd = DIF_I_RD(i);

	if (op == DIF_OP_POPTS)
		return dt_place_refuse(ck, "uses an array");
	if (op != DIF_OP_PUSHTV && op != DIF_OP_PUSHTR) {
		st->st_pushes = 0;
		return true;
	}
	st->st_numbers = (st->st_pushes == 0 || st->st_numbers) && op == DIF_OP_PUSHTV &&
		is_number(ck, rd);
	if (st->st_pushes == 1)
		st->st_second = st->st_known[rd] ? st->st_value[rd] : ANY;
	if (st->st_pushes < MANY)
		st->st_pushes++;
	return true;
}

static bool check_insn(struct check *ck, uint32_t i, unsigned next)
{
	unsigned op = DIF_I_OP(i);

	switch (dif_ops[op].oi_form) {
	case DIF_FORM_RRR: return check_alu(ck, i);
	case DIF_FORM_RR: return check_move(ck, i);
	case DIF_FORM_CMP:
		if (op == DIF_OP_SCMP)
			return check_strings(ck, DIF_I_R1(i), DIF_I_R2(i), next);
		return check_compare(ck, DIF_I_R1(i), DIF_I_R2(i));
	case DIF_FORM_TST: return check_compare(ck, DIF_I_R1(i), 0);
	case DIF_FORM_BR: state_meet(&ck->ck_at[DIF_I_LABEL(i)], &ck->ck_now); return true;
	case DIF_FORM_RET: return check_result(ck, DIF_I_RD(i));
	case DIF_FORM_SETX:
		return set_value(ck, DIF_I_RD(i), KIND_NUMBER, ck->ck_o->do_ints[DIF_I_WIDE(i)]);
	case DIF_FORM_LDA: return check_args(ck, i);
	case DIF_FORM_SETS: return set_value(ck, DIF_I_RD(i), KIND_CONST, DIF_I_WIDE(i));
	case DIF_FORM_LDV:
	case DIF_FORM_STV: return check_var(ck, op, DIF_I_WIDE(i), DIF_I_RD(i));
	case DIF_FORM_LD:
		return op >= DIF_OP_ULDSB && op <= DIF_OP_ULDX ? check_user_load(ck, i) :
								 check_load(ck, i);
	case DIF_FORM_CALL: return check_call(ck, DIF_I_WIDE(i), DIF_I_RD(i));
	case DIF_FORM_NONE:
	case DIF_FORM_PUSH: return op == DIF_OP_NOP || check_tuple(ck, i);
	default: return dt_place_refuse(ck, "uses an array or a structure");
	}
}

static bool check_text(struct check *ck)
{
	for (uint32_t pc = 0; pc < ck->ck_o->do_len; pc++) {
		uint32_t i = ck->ck_o->do_text[pc];
		unsigned op = DIF_I_OP(i);

		if (ck->ck_at[pc].st_seen) {
			if (ck->ck_now.st_seen)
				state_meet(&ck->ck_at[pc], &ck->ck_now);
			ck->ck_now = ck->ck_at[pc];
		}
		if (!ck->ck_now.st_seen)
			continue;
		if (!check_insn(ck, i,
			    pc + 1 < ck->ck_o->do_len ? DIF_I_OP(ck->ck_o->do_text[pc + 1]) :
							DIF_OP_NOP))
			return false;
		if (op == DIF_OP_BA || op == DIF_OP_RET)
			ck->ck_now.st_seen = false;
	}
	return true;
}

bool dt_place_object(struct check *ck, const struct dif_object *o)
{
	uint32_t assigned = ck->ck_now.st_assigned;
	bool fits;

	ck->ck_o = o;
	ck->ck_returned = ck->ck_faults = ck->ck_stores = false;
	ck->ck_now = (struct state){ .st_seen = true, .st_assigned = assigned };
	ck->ck_at = base_calloc(o->do_len, sizeof(*ck->ck_at));
	if (!ck->ck_at)
		return dt_place_refuse(ck, "there is no memory to find out");
	fits = check_text(ck);
	free(ck->ck_at);
	return fits;
}

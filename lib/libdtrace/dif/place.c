/*
 * The analysis of place.h.
 *
 * Every clause starts as the kernel's, and every thread-local scalar too.  A pass looks at each
 * clause under the present assumptions and moves it here, and variables with it, if something has
 * no translation; passes are repeated until nothing moves.  Things only ever move here, so this
 * ends.
 *
 * In the kernel a clause that faults is handed over to the DIF machine, which then runs it from its
 * beginning.  So nothing may have changed before: no fault after an effect.
 */
#include "place.h"
#include "dif_impl.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include "alloc.h"

enum kind {
	KIND_NUMBER,
	KIND_CONST,    /* the string constant st_value, or one of several: ANY */
	KIND_EXECNAME, /* the value of execname */
	KIND_COPY,     /* a string that copyinstr() has read */
	KIND_COPYIN,   /* memory that copyin() has read: its size << 32 | the offset in it */
	KIND_LOCAL,    /* the string of the clause-local variable st_value */
	KIND_THREAD,   /* the string of the kernel's variable number st_value */
	KIND_PROBE,    /* the variable st_value, one of probeprov to probename, or ANY of them */
	KIND_RECORD,   /* st_value bytes into the event's record */
	KIND_CURCPU,   /* the record of the CPU, whose first member is its number */
	KIND_MIXED     /* different ones on different paths */
};

#define ANY UINT64_MAX
#define MANY 3
struct state {
	bool st_seen;
	uint8_t st_kinds[DIF_NREGS];
	bool st_known[DIF_NREGS]; /* a number that is st_value */
	uint64_t st_value[DIF_NREGS];
	uint8_t st_pushes;    /* parts on the tuple stack, at most MANY */
	bool st_numbers;      /* all of them are numbers */
	uint64_t st_second;   /* the second one, or ANY */
	uint32_t st_assigned; /* clause-local variables that have a value on every path */
};

struct check {
	struct dt_places *ck_places;
	struct dt_site *ck_site;
	const struct dif_object *ck_o;
	struct state *ck_at; /* by label */
	struct state ck_now;
	uint32_t ck_unknown; /* clause-local variables that this clause assigns, but not in the
				kernel */
	enum kind ck_result;
	uint64_t ck_value; /* st_value of the result */
	bool ck_returned, ck_faults, ck_stores;
	bool ck_again; /* a fault may be gone when the DIF machine tries */
	/* of the clause */
	uint32_t ck_texts;   /* strings of the thread that it reads, by number */
	bool ck_null;	     /* it faults if one of them is NULL */
	bool ck_hard;	     /* it may fault for other reasons */
	bool ck_assigns;     /* thread-local variables */
	uint32_t ck_scalars; /* clause-local scalars that it assigns */
	char *ck_why;
};

#define WHY_SIZE sizeof(((struct dt_site *)NULL)->si_why)

__attribute__((format(printf, 2, 3))) static bool refuse(struct check *ck, const char *fmt, ...)
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

/*
 * Variables.
 */
static struct dt_kvar *var_find(struct dt_places *pc, uint32_t id)
{
	for (unsigned i = 0; i < pc->pc_nvars; i++)
		if (pc->pc_vars[i].kv_id == id)
			return &pc->pc_vars[i];
	return NULL;
}

int dt_place_var(const struct dt_places *pc, uint32_t id)
{
	const struct dt_kvar *kv = pc ? var_find((struct dt_places *)pc, id) : NULL;

	return kv && !kv->kv_here ? (int)(kv - pc->pc_vars) : -1;
}

int dt_place_global(const struct dt_places *pc, uint32_t id)
{
	for (unsigned i = 0; pc && i < pc->pc_nglobals; i++)
		if (pc->pc_globals[i] == id)
			return (int)i;
	return -1;
}

int dt_place_text(const struct dt_places *pc, unsigned number)
{
	int n = 0;

	for (unsigned i = 0; i < number; i++)
		n += pc->pc_vars[i].kv_type.dt_kind == DIF_TYPE_STRING;
	return pc->pc_vars[number].kv_type.dt_kind == DIF_TYPE_STRING ? n : -1;
}

int dt_place_localtext(const struct dt_places *pc, uint32_t id)
{
	for (unsigned i = 0; pc && i < pc->pc_ntexts; i++)
		if (pc->pc_texts[i] == id)
			return (int)i;
	return -1;
}

static bool is_text(const struct dif_varinfo *dv)
{
	return dv && dv->dv_type.dt_kind == DIF_TYPE_STRING;
}

static bool is_scalar(const struct dif_varinfo *dv)
{
	uint32_t n = dv ? dv->dv_type.dt_size : 0;

	return dv && !(dv->dv_type.dt_flags & DIF_TF_BYREF) &&
		(n == 1 || n == 2 || n == 4 || n == 8);
}

static void note_var(struct dt_places *pc, const struct dif_varinfo *dv)
{
	struct dt_kvar *kv = var_find(pc, dv->dv_id);

	if (dv->dv_scope != DIF_SCOPE_THREAD || dv->dv_kind != DIF_KIND_SCALAR)
		return;
	if (!kv && pc->pc_nvars < DT_PLACE_MAXVARS) {
		kv = &pc->pc_vars[pc->pc_nvars++];
		*kv = (struct dt_kvar){ .kv_id = dv->dv_id, .kv_type = dv->dv_type };
	}
	if (!kv)
		return;
	if ((!is_scalar(dv) && !is_text(dv)) || kv->kv_type.dt_size != dv->dv_type.dt_size ||
		dt_place_text(pc, (unsigned)(kv - pc->pc_vars)) >=
			(pc->pc_scalars ? 0 : DT_PLACE_MAXTEXTS))
		kv->kv_here = true;
}

/*
 * Objects: is there a translation for each instruction?
 */
static bool is_div(unsigned op)
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
		return refuse(ck, "reads %s, which the kernel doesn't know there",
			name ? name : "a variable");
	if (id == DIF_VAR_CURCPU)
		return set_kind(ck, rd, KIND_CURCPU);
	if (id == DIF_VAR_EXECNAME)
		return set_kind(ck, rd, KIND_EXECNAME);
	if (id >= DIF_VAR_PROBEPROV && id <= DIF_VAR_PROBENAME)
		return set_value(ck, rd, KIND_PROBE, id);
	return set_kind(ck, rd, KIND_NUMBER);
}

/* The first clause that isn't the kernel's and assigns that clause-local variable. */
static const struct dt_site *assigned_here(const struct check *ck, uint32_t id);

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
	return refuse(ck, "keeps a string in %s->%s that the kernel can't", local ? "this" : "self",
		name);
}

static bool check_local(struct check *ck, unsigned op, uint32_t id, unsigned rd)
{
	const struct dif_varinfo *dv = dif_find_var(ck->ck_o, DIF_SCOPE_LOCAL, id);
	const char *name = name_of(ck, DIF_SCOPE_LOCAL, id);
	const struct dt_site *other;
	bool text = is_text(dv);

	if (id >= DT_PLACE_MAXLOCALS || (text && !text_number(ck->ck_places, id)))
		return refuse(ck, "this->%s: there are too many clause-local variables", name);
	if (!text && !is_scalar(dv))
		return refuse(ck, "this->%s is not a number", name);
	if (op == DIF_OP_STLS) {
		ck->ck_now.st_assigned |= 1u << id;
		ck->ck_unknown &= ~(1u << id);
		if (text)
			return assign_text(ck, name, rd, id);
		ck->ck_scalars |= 1u << id;
		return is_number(ck, rd) || refuse(ck, "this->%s is not a number", name);
	}
	if (ck->ck_unknown >> id & 1)
		return refuse(ck, "reads this->%s, which the kernel doesn't know", name);
	other = ck->ck_now.st_assigned >> id & 1 ? NULL : assigned_here(ck, id);
	if (other && *name == '-') /* the compiler's: which piece of an `if` runs */
		return refuse(ck, "belongs to an if of which not all runs in the kernel");
	if (other)
		return refuse(ck, "reads this->%s, assigned by clause %u, which %s", name,
			other->si_clause->cl_number, other->si_why);
	if (!text)
		return set_kind(ck, rd, KIND_NUMBER);
	if (!(ck->ck_now.st_assigned >> id & 1))
		ck->ck_faults = ck->ck_hard = true;
	return set_value(ck, rd, KIND_LOCAL, id);
}

static bool check_thread(struct check *ck, unsigned op, uint32_t id, unsigned rd)
{
	const char *name = name_of(ck, DIF_SCOPE_THREAD, id);
	bool text;
	int number = dt_place_var(ck->ck_places, id);

	if (number < 0)
		return refuse(ck, "%s self->%s, which is not kept in the kernel",
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
	return is_number(ck, rd) || refuse(ck, "self->%s is not a number", name);
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
		return refuse(ck, "reads the global variable %s, assigned by clause %u", name,
			other->si_clause->cl_number);
	if (!is_scalar(dif_find_var(ck->ck_o, DIF_SCOPE_GLOBAL, id)))
		return refuse(ck, "reads the global variable %s, which is not a number", name);
	if (dt_place_global(pc, id) < 0 && pc->pc_nglobals == DT_PLACE_MAXGLOBALS)
		return refuse(ck, "reads the global variable %s, one of too many", name);
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
		return refuse(ck, "assigns the global variable %s",
			name_of(ck, DIF_SCOPE_GLOBAL, id));
	case DIF_OP_LDLS:
	case DIF_OP_STLS: return check_local(ck, op, id, rd);
	case DIF_OP_LDTS:
	case DIF_OP_STTS: return check_thread(ck, op, id, rd);
	default: return refuse(ck, "uses an associative array");
	}
}

static bool is_kept(unsigned kind)
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
		refuse(ck, "compares a string's address");
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
			refuse(ck, "orders a part of the probe's name");
	return (is_kept(ck->ck_now.st_kinds[a]) &&
		       (is_kept(ck->ck_now.st_kinds[b]) || is_one(ck, KIND_CONST, b))) ||
		(is_one(ck, KIND_CONST, a) && is_kept(ck->ck_now.st_kinds[b])) ||
		refuse(ck, "compares strings that the kernel can't");
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
		return refuse(ck, "computes one string or another");
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
		refuse(ck, "reads an array or an argument that the kernel doesn't know there");
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

static bool check_load(struct check *ck, uint32_t i)
{
	unsigned r1 = DIF_I_R1(i), kind = ck->ck_now.st_kinds[r1], size = load_size(DIF_I_OP(i));
	uint64_t off = ck->ck_now.st_value[r1];

	if (r1 != 0 && kind == KIND_CURCPU && DIF_I_OP(i) == DIF_OP_LDSW)
		return set_kind(ck, DIF_I_RD(i), KIND_NUMBER);
	if (r1 != 0 && kind == KIND_COPYIN && size != 0)
		return ((off & UINT32_MAX) % size == 0 && (off & UINT32_MAX) + size <= off >> 32 &&
			       set_kind(ck, DIF_I_RD(i), KIND_NUMBER)) ||
			refuse(ck, "reads beside what copyin() has read");
	if (r1 == 0 || kind != KIND_RECORD || size == 0)
		return refuse(ck, "reads memory at an address");
	if (off < RECORD_FIRST || off > RECORD_END || off % size != 0)
		return refuse(ck, "reads a member of the record that the kernel keeps");
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
	if (is_div(DIF_I_OP(i)))
		ck->ck_faults = ck->ck_hard = true;
	return (is_number(ck, DIF_I_R1(i)) && is_number(ck, DIF_I_R2(i)) &&
		       set_kind(ck, DIF_I_RD(i), KIND_NUMBER)) ||
		refuse(ck, "computes with a string");
}

static bool check_move(struct check *ck, uint32_t i)
{
	bool known = ck->ck_now.st_known[DIF_I_R1(i)];

	if (DIF_I_OP(i) == DIF_OP_NOT && !is_number(ck, DIF_I_R1(i)))
		return refuse(ck, "computes with a string");
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
	bool string = subr == DIF_SUBR_COPYINSTR && st->st_pushes == 1;
	bool memory = subr == DIF_SUBR_COPYIN && st->st_pushes == 2;

	if ((!string && !memory) || !st->st_numbers)
		return refuse(ck, "calls %s()", dif_subr_name(subr));
	if (ck->ck_site->si_reach.re_user == 0)
		return refuse(ck, "reads memory of a process that the kernel can't read there");
	if (memory && (st->st_second == 0 || st->st_second > ck->ck_site->si_reach.re_user))
		return refuse(ck, "copies memory of a size that isn't known, or too large");
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
		return refuse(ck, "uses an array");
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
	case DIF_FORM_LD: return check_load(ck, i);
	case DIF_FORM_CALL: return check_call(ck, DIF_I_WIDE(i), DIF_I_RD(i));
	case DIF_FORM_NONE:
	case DIF_FORM_PUSH: return op == DIF_OP_NOP || check_tuple(ck, i);
	default: return refuse(ck, "uses an array or a structure");
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

/* Leaves the result's kind in ck_result; ck_faults and ck_stores say what it may do. */
static bool check_object(struct check *ck, const struct dif_object *o)
{
	uint32_t assigned = ck->ck_now.st_assigned;
	bool fits;

	ck->ck_o = o;
	ck->ck_returned = ck->ck_faults = ck->ck_stores = false;
	ck->ck_now = (struct state){ .st_seen = true, .st_assigned = assigned };
	ck->ck_at = base_calloc(o->do_len, sizeof(*ck->ck_at));
	if (!ck->ck_at)
		return refuse(ck, "there is no memory to find out");
	fits = check_text(ck);
	free(ck->ck_at);
	return fits;
}

/*
 * Clauses.
 */
bool dt_object_has(const struct dif_object *o, unsigned op, uint32_t from, uint32_t to)
{
	for (uint32_t pc = 0; o && pc < o->do_len; pc++) {
		uint32_t index = DIF_I_WIDE(o->do_text[pc]);

		if (DIF_I_OP(o->do_text[pc]) == op && index >= from && index <= to)
			return true;
	}
	return false;
}

bool dt_clause_has(const struct dt_clause *cl, unsigned op, uint32_t from, uint32_t to)
{
	for (const struct dt_action *ac = cl->cl_actions; ac; ac = ac->ac_next)
		for (uint32_t i = 0; i < ac->ac_nops; i++)
			if (dt_object_has(ac->ac_ops[i].op_difo, op, from, to))
				return true;
	return dt_object_has(cl->cl_pred, op, from, to);
}

bool dt_clause_uses(const struct dt_clause *cl, unsigned op, uint32_t id)
{
	return dt_clause_has(cl, op, id, id);
}

static const struct dt_site *assigned_here(const struct check *ck, uint32_t id)
{
	const struct dt_places *pc = ck->ck_places;

	for (unsigned i = 0; i < pc->pc_nsites; i++)
		if (pc->pc_sites[i].si_place != DT_PLACE_KERNEL &&
			pc->pc_sites[i].si_clause != ck->ck_site->si_clause &&
			dt_clause_uses(pc->pc_sites[i].si_clause, DIF_OP_STLS, id))
			return &pc->pc_sites[i];
	return NULL;
}

static const char *does(const struct dt_action *ac)
{
	switch (ac->ac_kind) {
	case DT_ACT_EXIT: return "ends tracing";
	case DT_ACT_SYSTEM: return "runs a command";
	case DT_ACT_FREOPEN: return "redirects the output";
	case DT_ACT_LIB: return "changes aggregations or options";
	case DT_ACT_CHILL: return "chills";
	case DT_ACT_STOP:
	case DT_ACT_RAISE: return "sends signals";
	}
	return DT_ACT_CLASS(ac->ac_kind) == DT_ACTCLASS_SPECULATION ? "speculates" : "prints";
}

static bool is_statement(const struct dt_action *ac)
{
	return ac->ac_kind == DT_ACT_EXPR && ac->ac_nops == 1 && ac->ac_ops[0].op_size == 0 &&
		ac->ac_ops[0].op_difo;
}

static bool is_string(enum kind kind)
{
	return kind == KIND_CONST || kind == KIND_PROBE || is_kept(kind);
}

/* A part of a key that the kernel can make. */
static bool check_key(struct check *ck, const struct dt_operand *op)
{
	const struct dt_reach *re = &ck->ck_site->si_reach;

	ck->ck_stores = ck->ck_faults = false;
	switch (op->op_kind) {
	case DT_ACT_STACK:
		return re->re_stack || refuse(ck, "has a stack that the kernel can't walk there");
	case DT_ACT_USTACK:
	case DT_ACT_JSTACK:
		return re->re_ustack || refuse(ck, "has a stack that the kernel can't walk there");
	}
	if (!check_object(ck, op->op_difo))
		return false;
	if (ck->ck_result == KIND_THREAD)
		ck->ck_faults = ck->ck_null = true;
	if (op->op_kind == DT_ACT_EXPR && op->op_arg == 1)
		return is_string(ck->ck_result) || refuse(ck, "has a string from memory as a key");
	return ck->ck_result == KIND_NUMBER || refuse(ck, "has an address of a string as a key");
}

/* An aggregation that an event's clause prints must be exact as of that event. */
static bool looked_at(const struct dt_places *pc, uint32_t id)
{
	for (unsigned i = 0; i < pc->pc_nsites; i++) {
		const struct dt_site *si = &pc->pc_sites[i];
		const struct dt_action *ac = si->si_reach.re_own ? NULL : si->si_clause->cl_actions;

		for (; ac; ac = ac->ac_next) {
			bool all = (ac->ac_kind == DT_ACT_PRINTA || ac->ac_kind == DT_ACT_LIB) &&
				ac->ac_naggs == 0;

			for (uint32_t k = 0; !DT_ACT_IS_AGG(ac->ac_kind) && k < ac->ac_naggs; k++)
				all |= ac->ac_aggs[k]->ag_id == id;
			if (all)
				return true;
		}
	}
	return false;
}

static bool check_agg(struct check *ck, const struct dt_action *ac)
{
	const struct dt_aggdesc *ag = ac->ac_aggs[0];
	bool faults = false;

	if (looked_at(ck->ck_places, ag->ag_id))
		return refuse(ck, "fills @%s, which is printed or changed at an event",
			ag->ag_name);
	for (uint32_t i = 0; i < ac->ac_nops; i++) {
		const struct dt_operand *op = &ac->ac_ops[i];
		bool key = i < ag->ag_nkeys;

		if (key ? !check_key(ck, op) : !check_object(ck, op->op_difo))
			return false;
		if (!key && ck->ck_result != KIND_NUMBER)
			return refuse(ck, "aggregates a string");
		if (ck->ck_stores)
			return refuse(ck, "assigns a variable inside an aggregation");
		faults |= ck->ck_faults;
	}
	ck->ck_faults = faults;
	ck->ck_stores = true; /* an effect */
	return true;
}

static bool is_signal(const struct dt_action *ac)
{
	return ac->ac_kind == DT_ACT_STOP || ac->ac_kind == DT_ACT_RAISE;
}

/* Some processes can't get one from the kernel's program: then the DIF machine tries. */
static bool check_signal(struct check *ck, const struct dt_action *ac)
{
	if (!ck->ck_site->si_reach.re_signal)
		return refuse(ck, "sends signals to a thread that doesn't run");
	if (ac->ac_nops != 0 && !check_object(ck, ac->ac_ops[0].op_difo))
		return false;
	ck->ck_faults = ck->ck_hard = ck->ck_again = true;
	ck->ck_stores = true; /* an effect */
	return true;
}

static bool check_action(struct check *ck, const struct dt_action *ac)
{
	if (is_signal(ac))
		return check_signal(ck, ac);
	if (is_statement(ac))
		return check_object(ck, ac->ac_ops[0].op_difo);
	if (DT_ACT_IS_AGG(ac->ac_kind))
		return check_agg(ck, ac);
	return refuse(ck, "%s", does(ac));
}

static bool check_pred(struct check *ck)
{
	const struct dif_object *pred = ck->ck_site->si_clause->cl_pred;

	ck->ck_faults = false;
	if (!pred)
		return true;
	return check_object(ck, pred) &&
		((ck->ck_result == KIND_NUMBER && !ck->ck_stores) ||
			refuse(ck, "assigns a variable in its predicate"));
}

static bool read_elsewhere(const struct check *ck, uint32_t locals)
{
	const struct dt_places *pc = ck->ck_places;

	for (unsigned i = 0; i < pc->pc_nsites; i++)
		for (uint32_t id = 0; id < DT_PLACE_MAXLOCALS; id++)
			if ((locals >> id & 1) &&
				pc->pc_sites[i].si_clause != ck->ck_site->si_clause &&
				dt_clause_uses(pc->pc_sites[i].si_clause, DIF_OP_LDLS, id))
				return true;
	return false;
}

/*
 * Whether the DIF machine does with the clause what the kernel would have done.  It doesn't see
 * strings of the thread: to it all of them are NULL, and what it assigns stays here.
 */
static bool handed_over(struct check *ck)
{
	if (ck->ck_again && (ck->ck_assigns || read_elsewhere(ck, ck->ck_scalars)))
		return refuse(ck, "assigns a variable, and may fault there but not here");
	if (ck->ck_texts != 0 && ck->ck_hard)
		return refuse(ck, "reads a string of the thread, and may fault");
	if (ck->ck_null && (ck->ck_texts & (ck->ck_texts - 1)) != 0)
		return refuse(ck, "reads strings of the thread of which one may be NULL");
	return true;
}

static bool site_fits(struct check *ck)
{
	const struct dt_clause *cl = ck->ck_site->si_clause;
	bool effects = false;

	if (ck->ck_site->si_reach.re_why)
		return refuse(ck, "%s", ck->ck_site->si_reach.re_why);
	if (!cl->cl_actions)
		return refuse(ck, "prints");
	ck->ck_texts = ck->ck_scalars = 0;
	ck->ck_null = ck->ck_hard = ck->ck_again = ck->ck_assigns = false;
	if (!check_pred(ck))
		return false;
	ck->ck_site->si_faults = ck->ck_faults;
	for (const struct dt_action *ac = cl->cl_actions; ac; ac = ac->ac_next) {
		if (!check_action(ck, ac))
			return false;
		ck->ck_site->si_faults |= ck->ck_faults;
		if (effects && ck->ck_faults)
			return refuse(ck, "may fault after it has changed something");
		effects |= ck->ck_stores;
	}
	return handed_over(ck);
}

/*
 * Split clauses.
 */
/* Whether the object always comes to its end, whatever its values are. */
static bool never_faults(const struct dif_object *o)
{
	for (uint32_t pc = 0; o && pc < o->do_len; pc++) {
		unsigned op = DIF_I_OP(o->do_text[pc]), scope, kind;
		const struct dif_varinfo *dv;

		switch (dif_ops[op].oi_form) {
		case DIF_FORM_RRR:
			if (is_div(op))
				return false;
			break;
		case DIF_FORM_CMP:
			if (op == DIF_OP_SCMP)
				return false;
			break;
		case DIF_FORM_STV:
			dif_op_var(op, &scope, &kind);
			dv = dif_find_var(o, scope, DIF_I_WIDE(o->do_text[pc]));
			if (kind == DIF_KIND_ARRAY || !is_scalar(dv))
				return false;
			break;
		case DIF_FORM_LDV:
			dif_op_var(op, &scope, &kind);
			if (kind == DIF_KIND_ARRAY)
				return false;
			break;
		case DIF_FORM_RR:
		case DIF_FORM_TST:
		case DIF_FORM_BR:
		case DIF_FORM_RET:
		case DIF_FORM_NONE:
		case DIF_FORM_SETX:
		case DIF_FORM_SETS: break;
		default: return false;
		}
	}
	return true;
}

/* A string that is recorded must be readable: constants and builtin variables are. */
static bool action_ends_clause(struct check *ck, const struct dt_action *ac)
{
	if (DT_ACT_CLASS(ac->ac_kind) == DT_ACTCLASS_SPECULATION ||
		DT_ACT_CLASS(ac->ac_kind) == DT_ACTCLASS_KERNELDESTR)
		return true;
	for (uint32_t i = 0; i < ac->ac_nops; i++) {
		const struct dif_object *o = ac->ac_ops[i].op_difo;

		if (!o || (never_faults(o) && !(o->do_type.dt_flags & DIF_TF_BYREF)))
			continue;
		if (!check_object(ck, o) || ck->ck_faults)
			return true;
	}
	return false;
}

/* The variables with which the object does that become the DIF machine's. */
static bool keep_here(struct dt_places *pc, const struct dif_object *o, unsigned op)
{
	bool moved = false;

	for (uint32_t i = 0; o && i < o->do_nvars; i++) {
		struct dt_kvar *kv = o->do_vars[i].dv_scope == DIF_SCOPE_THREAD ?
			var_find(pc, o->do_vars[i].dv_id) :
			NULL;

		if (kv && !kv->kv_here && dt_object_has(o, op, kv->kv_id, kv->kv_id))
			moved = kv->kv_here = true;
	}
	return moved;
}

static bool keep_action_here(struct dt_places *pc, const struct dt_action *ac, unsigned op)
{
	bool moved = false;

	for (uint32_t i = 0; i < ac->ac_nops; i++)
		moved |= keep_here(pc, ac->ac_ops[i].op_difo, op);
	return moved;
}

/* A clause that isn't the kernel's as a whole doesn't see strings there. */
static bool keep_texts_here(struct dt_places *pc, const struct dt_clause *cl)
{
	bool moved = false;

	for (unsigned i = 0; i < pc->pc_nvars; i++) {
		struct dt_kvar *kv = &pc->pc_vars[i];

		if (!kv->kv_here && dt_place_text(pc, i) >= 0 &&
			(dt_clause_uses(cl, DIF_OP_LDTS, kv->kv_id) ||
				dt_clause_uses(cl, DIF_OP_STTS, kv->kv_id)))
			moved = kv->kv_here = true;
	}
	return moved;
}

/* Where the thread isn't known, neither are its variables in the kernel. */
static bool keep_read_here(struct dt_places *pc, const struct dt_clause *cl)
{
	bool moved = keep_here(pc, cl->cl_pred, DIF_OP_LDTS);

	for (const struct dt_action *ac = cl->cl_actions; ac; ac = ac->ac_next)
		moved |= keep_action_here(pc, ac, DIF_OP_LDTS);
	return moved;
}

#define MAXPARTS 64

static void forget_locals(struct check *ck, const struct dt_action *ac)
{
	for (uint32_t i = 0; i < ac->ac_nops; i++)
		for (uint32_t id = 0; id < DT_PLACE_MAXLOCALS; id++)
			if (dt_object_has(ac->ac_ops[i].op_difo, DIF_OP_STLS, id, id))
				ck->ck_unknown |= 1u << id;
}

/* Whether the DIF machine will find what the kernel finds. */
static bool fault_is_known(const struct check *ck)
{
	return !ck->ck_faults || !ck->ck_site->si_reach.re_repeats;
}

/*
 * Whether the kernel does the action's part: assignments; of an action that runs here, its faults,
 * because they end the clause.
 */
static bool split_action(struct check *ck, const struct dt_action *ac)
{
	bool faults = false;

	if (is_statement(ac))
		return check_object(ck, ac->ac_ops[0].op_difo) && fault_is_known(ck);
	if (is_signal(ac))
		return check_signal(ck, ac);
	if (DT_ACT_CLASS(ac->ac_kind) == DT_ACTCLASS_SPECULATION || ac->ac_nops == 0)
		return false;
	for (uint32_t i = 0; i < ac->ac_nops; i++) {
		const struct dif_object *o = ac->ac_ops[i].op_difo;

		if (o && (!check_object(ck, o) || ck->ck_stores || !fault_is_known(ck)))
			return false;
		faults |= ck->ck_faults;
	}
	ck->ck_stores = false;
	return faults;
}

/*
 * The kernel's part of a clause that runs here: its assignments, as long as nothing before them
 * can end the clause. Returns whether variables moved; sets si_place.
 */
static bool site_split(struct check *ck)
{
	struct dt_site *si = ck->ck_site;
	const struct dt_clause *cl = si->si_clause;
	char why[WHY_SIZE];
	bool moved, reached;
	unsigned n = 0;

	si->si_place = DT_PLACE_HERE;
	si->si_parts = 0;
	si->si_signals = false;
	if (si->si_reach.re_own)
		return false;
	moved = keep_texts_here(ck->ck_places, cl);
	ck->ck_why = why;
	ck->ck_now.st_assigned = ck->ck_unknown = 0;
	reached = !si->si_reach.re_why && check_pred(ck) && fault_is_known(ck);
	moved |= keep_here(ck->ck_places, cl->cl_pred, DIF_OP_STTS);
	if (!si->si_reach.re_thread)
		moved |= keep_read_here(ck->ck_places, cl);
	for (const struct dt_action *ac = cl->cl_actions; ac; ac = ac->ac_next, n++) {
		if (reached && n < MAXPARTS && split_action(ck, ac)) {
			si->si_parts |= UINT64_C(1) << n;
			if (ck->ck_stores)
				si->si_place = DT_PLACE_SPLIT;
			si->si_signals |= is_signal(ac);
			reached &= !is_signal(ac); /* here it may fault */
			continue;
		}
		forget_locals(ck, ac);
		moved |= keep_action_here(ck->ck_places, ac, DIF_OP_STTS);
		reached = reached && !action_ends_clause(ck, ac);
	}
	return moved;
}

/* Returns whether anything moved here. */
static bool place_site(struct dt_places *pc, struct dt_site *si)
{
	struct check ck = { .ck_places = pc, .ck_site = si, .ck_why = si->si_why };
	enum dt_place was = si->si_place;

	if (was == DT_PLACE_KERNEL && site_fits(&ck))
		return false;
	return site_split(&ck) || was == DT_PLACE_KERNEL;
}

static void note_vars(struct dt_places *pc, const struct dif_object *o)
{
	for (uint32_t i = 0; o && i < o->do_nvars; i++)
		note_var(pc, &o->do_vars[i]);
}

static void note_clause(struct dt_places *pc, const struct dt_clause *cl)
{
	note_vars(pc, cl->cl_pred);
	for (const struct dt_action *ac = cl->cl_actions; ac; ac = ac->ac_next)
		for (uint32_t i = 0; i < ac->ac_nops; i++)
			note_vars(pc, ac->ac_ops[i].op_difo);
}

/* After exit() no clause runs again, and the kernel would learn of it too late. */
static const struct dt_site *ends_tracing(const struct dt_places *pc)
{
	for (unsigned i = 0; i < pc->pc_nsites; i++) {
		const struct dt_site *si = &pc->pc_sites[i];
		const struct dt_action *ac = si->si_reach.re_own ? NULL : si->si_clause->cl_actions;

		for (; ac; ac = ac->ac_next)
			if (ac->ac_kind == DT_ACT_EXIT)
				return si;
	}
	return NULL;
}

void dt_place(struct dt_places *pc)
{
	const struct dt_site *end = ends_tracing(pc);
	bool moved = true;

	pc->pc_nvars = pc->pc_nglobals = pc->pc_ntexts = 0;
	for (unsigned i = 0; i < pc->pc_nsites; i++) {
		pc->pc_sites[i].si_place = DT_PLACE_KERNEL;
		note_clause(pc, pc->pc_sites[i].si_clause);
	}
	for (unsigned i = 0; end && i < pc->pc_nsites; i++) {
		pc->pc_sites[i].si_place = DT_PLACE_HERE;
		snprintf(pc->pc_sites[i].si_why, WHY_SIZE,
			end == &pc->pc_sites[i] ? "ends tracing at an event" :
						  "clause %u ends tracing at an event",
			end->si_clause->cl_number);
	}
	for (unsigned i = 0; end && i < pc->pc_nvars; i++)
		pc->pc_vars[i].kv_here = true;
	while (!end && moved) {
		moved = false;
		for (unsigned i = 0; i < pc->pc_nsites; i++)
			moved |= place_site(pc, &pc->pc_sites[i]);
	}
}

/*
 * Aggregations in the kernel.
 *
 * An aggregation whose key is the same at each firing, or depends on nothing but the probe, has
 * cells: words for each CPU (and each selector of the source) in the shared area.  The others have
 * a per-CPU hash, keyed by the parts of the key as the kernel has them: 8 bytes of a number, 16 of
 * execname, of a string the number that tells which it is.  kdrain.c makes keys of the DIF
 * machine's form of them.  A hash that fills up is replaced by an empty one, in a map of maps.
 *
 * Words: how many values there were, then those of the DIF machine's data that this doesn't give.
 * The count is the last that is updated, so a drain that sees it sees the rest.  Words only grow,
 * by atomic additions, for interrupts nest; but the extremes of min and max, which belong to a
 * generation: those of an older one count for nothing.
 */
#include "lx.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "alloc.h"
#include "aggbucket.h"

#define CELLS_MAX (4u << 20) /* bytes for a CPU */

/*
 * Layout.
 */
static bool is_extreme(const struct dt_aggdesc *ag)
{
	return ag->ag_kind == DT_ACT_AGG_MIN || ag->ag_kind == DT_ACT_AGG_MAX;
}

static bool is_distribution(const struct dt_aggdesc *ag)
{
	return ag->ag_kind == DT_ACT_AGG_QUANTIZE || ag->ag_kind == DT_ACT_AGG_LQUANTIZE ||
		ag->ag_kind == DT_ACT_AGG_LLQUANTIZE;
}

static unsigned words_of(const struct dt_aggdesc *ag)
{
	if (is_extreme(ag))
		return 3;
	if (is_distribution(ag) || ag->ag_kind == DT_ACT_AGG_SUM)
		return 1 + dt_agg_words(ag->ag_kind, ag->ag_arg);
	return dt_agg_words(ag->ag_kind, ag->ag_arg);
}

static enum dt_kpart_kind part_kind(const struct dt_operand *op, const struct dt_places *places)
{
	switch (op->op_kind) {
	case DT_ACT_STACK: return DT_KPART_STACK;
	case DT_ACT_USTACK:
	case DT_ACT_JSTACK: return DT_KPART_USTACK;
	case DT_ACT_USYM:
	case DT_ACT_UMOD:
	case DT_ACT_UADDR: return DT_KPART_UADDR;
	}
	switch (dt_bpf_result(op->op_difo, places)) {
	case DT_BPF_CONST: return DT_KPART_CONST;
	case DT_BPF_PROBE: return DT_KPART_PROBE;
	case DT_BPF_EXECNAME: return DT_KPART_NAME;
	case DT_BPF_COPY:
	case DT_BPF_LOCAL:
	case DT_BPF_THREAD: return DT_KPART_STRING;
	default: return DT_KPART_NUMBER; /* or it has no translation: emit_part() says so */
	}
}

/* Whether the part is the same at each firing of a probe; *value is what it is. */
static bool part_fixed(const struct dt_kpart *kp, const struct dt_operand *op, uint64_t *value)
{
	const struct dif_object *o = op->op_difo;
	uint32_t i;

	if (kp->kp_kind > DT_KPART_PROBE)
		return false;
	i = o->do_text[0];
	if (o->do_len != 2 || kp->kp_kind == DT_KPART_NAME)
		return false;
	switch (DIF_I_OP(i)) {
	case DIF_OP_SETS: *value = DIF_I_WIDE(i); return true;
	case DIF_OP_SETX: *value = o->do_ints[DIF_I_WIDE(i)]; return true;
	case DIF_OP_LDGS:
		*value = DIF_I_WIDE(i) - DIF_VAR_PROBEPROV;
		return kp->kp_kind == DT_KPART_PROBE;
	default: return false;
	}
}

static uint32_t stack_size(uint64_t frames)
{
	return 8 * (uint32_t)(frames < DT_LX_FRAMES ? frames : DT_LX_FRAMES);
}

static uint32_t part_size(const struct dt_linux_feed *f, unsigned kind, const struct dt_operand *op)
{
	switch (kind) {
	case DT_KPART_NAME:
	case DT_KPART_PROBE:
	case DT_KPART_UADDR: return 16;
	case DT_KPART_STRING: return DT_SCRATCH_ROOM(f->lf_strsize);
	case DT_KPART_STACK: return stack_size(op->op_arg);
	case DT_KPART_USTACK: return 8 + stack_size((uint32_t)op->op_arg);
	default: return 8;
	}
}

/* Lays out the key. Returns whether it is fixed. */
static bool parts_make(struct dt_kagg *ka, const struct dt_places *places)
{
	bool fixed = true;

	ka->ka_keysize = 0;
	for (uint32_t i = 0; i < ka->ka_desc->ag_nkeys; i++) {
		struct dt_kpart *kp = &ka->ka_parts[i];

		kp->kp_kind = (uint8_t)part_kind(&ka->ka_action->ac_ops[i], places);
		kp->kp_off = (uint16_t)ka->ka_keysize;
		kp->kp_size = (uint16_t)part_size(ka->ka_source->so_feed, kp->kp_kind,
			&ka->ka_action->ac_ops[i]);
		ka->ka_keysize += kp->kp_size;
		ka->ka_scratch |= kp->kp_kind >= DT_KPART_STRING && kp->kp_kind != DT_KPART_UADDR;
		fixed &= part_fixed(kp, &ka->ka_action->ac_ops[i], &kp->kp_value);
	}
	ka->ka_scratch |= ka->ka_keysize > DT_FRAME_KEYMAX;
	return fixed;
}

static struct dt_kagg *kagg_find(struct dt_linux_feed *f, const struct dt_action *ac,
	const struct dt_lx_source *so, unsigned view)
{
	for (struct dt_kagg *ka = so->so_kaggs; ka; ka = ka->ka_mate)
		if (ka->ka_action == ac && ka->ka_view == view)
			return ka;
	for (struct dt_kagg *ka = f->lf_keyed; ka; ka = ka->ka_mate)
		if (ka->ka_action == ac)
			return ka;
	return NULL;
}

/* The scratch memory that the source needs for it. */
static void scratch_need(struct dt_lx_source *so, const struct dt_kagg *ka)
{
	uint32_t size = DT_SCRATCH_KEY(so->so_feed);

	size += ka && ka->ka_scratch ? ka->ka_keysize : 0;
	if (so->so_scratchsize < size)
		so->so_scratchsize = size;
}

static int kagg_add(struct dt_lx_source *so, unsigned view, const struct dt_action *ac,
	const struct dt_places *places)
{
	struct dt_linux_feed *f = so->so_feed;
	uint32_t rows = so->so_nselect != 0 ? so->so_nselect : 1;
	struct dt_kagg *ka, **mates;
	bool fixed;

	ka = kagg_find(f, ac, so, view);
	if (ka && ka->ka_scratch)
		scratch_need(so, ka);
	if (ka)
		return 0;
	ka = so->so_awaited ? NULL : base_calloc(1, sizeof(*ka)); /* it was awaited with it */
	if (!ka)
		return -1;
	ka->ka_action = ac;
	ka->ka_desc = ac->ac_aggs[0];
	ka->ka_source = so;
	ka->ka_view = view;
	ka->ka_words = words_of(ka->ka_desc);
	ka->ka_fd = ka->ka_outerfd = -1;
	ka->ka_number = f->lf_nkaggs++;
	fixed = parts_make(ka, places);
	if (fixed && !so->so_def->ls_awaits &&
		f->lf_cellsize + (uint64_t)rows * ka->ka_words * 8 <= CELLS_MAX) {
		ka->ka_rows = rows;
		ka->ka_cell = f->lf_cellsize;
		f->lf_cellsize += rows * ka->ka_words * 8;
	}
	if (ka->ka_scratch)
		scratch_need(so, ka);
	ka->ka_next = f->lf_kaggs;
	f->lf_kaggs = ka;
	mates = ka->ka_rows != 0 ? &so->so_kaggs : &f->lf_keyed;
	ka->ka_mate = *mates;
	*mates = ka;
	return 0;
}

static bool uses_texts(const struct dt_places *pc, const struct dt_clause *cl)
{
	bool uses = dt_place_uses_text(pc, cl);

	for (unsigned i = 0; i < pc->pc_ntexts; i++)
		uses |= dt_clause_uses(cl, DIF_OP_LDLS, pc->pc_texts[i]) ||
			dt_clause_uses(cl, DIF_OP_STLS, pc->pc_texts[i]);
	return uses;
}

int dt_kagg_source(struct dt_lx_source *so)
{
	for (unsigned i = 0; i < so->so_nbinds; i++) {
		const struct dt_plan *p = so->so_binds[i].bi_plan;

		if (p->pl_places)
			so->so_feed->lf_places = p->pl_places;
		for (unsigned k = 0; k < p->pl_nplaced; k++) {
			const struct dt_action *ac = p->pl_placed[k].pd_clause->cl_actions;

			if (dt_clause_has(p->pl_placed[k].pd_clause, DIF_OP_CALL, 0, UINT32_MAX) ||
				uses_texts(p->pl_places, p->pl_placed[k].pd_clause))
				scratch_need(so, NULL);
			for (; ac && p->pl_placed[k].pd_whole; ac = ac->ac_next)
				if (DT_ACT_IS_AGG(ac->ac_kind) &&
					kagg_add(so, so->so_binds[i].bi_view, ac, p->pl_places) !=
						0)
					return -1;
		}
	}
	return 0;
}

#define ENTRY_COST 48 /* of an entry in the engine, beside key and words */
#define CPUS_MAX 4    /* whose aggsize counts: all entries are made in advance, for each CPU */

/* As many keys as the engine has room for in aggsize, which it counts for each CPU. */
static uint32_t entries_of(const struct dt_linux_feed *f, const struct dt_kagg *ka)
{
	uint64_t size = (uint64_t)dt_engine_number(f->lf_engine, "aggsize");
	uint64_t one = ENTRY_COST + 8 * dt_agg_words(ka->ka_desc->ag_kind, ka->ka_desc->ag_arg);

	for (uint32_t i = 0; i < ka->ka_desc->ag_nkeys; i++)
		one += ka->ka_desc->ag_keys[i].op_size;
	size = size / one * (f->lf_ncpu < CPUS_MAX ? f->lf_ncpu : CPUS_MAX);
	return size < 16 ? 16 : size > (1u << 20) ? 1u << 20 : (uint32_t)size;
}

/* A map for the keys from now on. */
static int map_new(const struct dt_kagg *ka)
{
	return dt_bpf_map(BPF_MAP_TYPE_PERCPU_HASH, ka->ka_keysize, ka->ka_words * 8,
		ka->ka_entries, 0);
}

static int kagg_open(struct dt_linux_feed *f, struct dt_kagg *ka)
{
	uint32_t zero = 0;

	ka->ka_entries = entries_of(f, ka);
	ka->ka_fd = map_new(ka);
	if (ka->ka_fd < 0)
		return -1;
	ka->ka_outerfd = dt_bpf_map_inner(1, ka->ka_fd);
	return ka->ka_outerfd < 0 ? -1 : dt_bpf_map_set(ka->ka_outerfd, &zero, &ka->ka_fd);
}

int dt_kagg_renew(struct dt_kagg *ka)
{
	uint32_t zero = 0;
	int fd = map_new(ka), old = ka->ka_fd;

	if (fd < 0)
		return -1;
	/* the kernel returns when no program uses the old one */
	if (dt_bpf_map_set(ka->ka_outerfd, &zero, &fd) != 0) {
		close(fd);
		return -1;
	}
	ka->ka_fd = fd;
	return old;
}

int dt_kagg_open(struct dt_linux_feed *f)
{
	for (struct dt_kagg *ka = f->lf_kaggs; ka; ka = ka->ka_next)
		if (ka->ka_rows == 0 && kagg_open(f, ka) != 0)
			return -1;
	return 0;
}

/*
 * The program: r6 the context, r7 the task, r9 the words.
 */
static void add_to(struct dt_asm *a, int16_t off, uint8_t src)
{
	dt_asm_emit(a, BPF_STX | BPF_ATOMIC | BPF_DW, BPF_REG_9, src, off, BPF_ADD);
}

static void emit_count(struct dt_asm *a)
{
	dt_asm_movi(a, BPF_REG_1, 1);
	add_to(a, 0, BPF_REG_1);
}

/*
 * Adds the square of the value to the 128 bits of the last two words. The value's halves are h and
 * l: the square is (h * h << 64) + (h * l << 33) + l * l, of the absolute value.
 */
static void emit_square(struct dt_asm *a)
{
	uint32_t positive = dt_asm_label(a), plain = dt_asm_label(a), more = dt_asm_label(a);

	dt_asm_ldx(a, BPF_DW, BPF_REG_1, BPF_REG_10, DT_FRAME_VALUE);
	dt_asm_jmpi(a, BPF_JSGE, BPF_REG_1, 0, positive);
	dt_asm_alui(a, BPF_NEG, BPF_REG_1, 0);
	dt_asm_bind(a, positive);
	dt_asm_mov(a, BPF_REG_2, BPF_REG_1); /* h */
	dt_asm_alui(a, BPF_RSH, BPF_REG_2, 32);
	dt_asm_alui(a, BPF_LSH, BPF_REG_1, 32); /* l */
	dt_asm_alui(a, BPF_RSH, BPF_REG_1, 32);
	dt_asm_mov(a, BPF_REG_3, BPF_REG_2); /* h * l */
	dt_asm_alu(a, BPF_MUL, BPF_REG_3, BPF_REG_1);
	dt_asm_alu(a, BPF_MUL, BPF_REG_2, BPF_REG_2); /* high half */
	dt_asm_alu(a, BPF_MUL, BPF_REG_1, BPF_REG_1); /* low half */
	dt_asm_mov(a, BPF_REG_4, BPF_REG_3);
	dt_asm_alui(a, BPF_RSH, BPF_REG_4, 31);
	dt_asm_alu(a, BPF_ADD, BPF_REG_2, BPF_REG_4);
	dt_asm_alui(a, BPF_LSH, BPF_REG_3, 33);
	dt_asm_alu(a, BPF_ADD, BPF_REG_1, BPF_REG_3);
	dt_asm_jmp(a, BPF_JGE, BPF_REG_1, BPF_REG_3, plain);
	dt_asm_alui(a, BPF_ADD, BPF_REG_2, 1);
	dt_asm_bind(a, plain);
	dt_asm_mov(a, BPF_REG_3, BPF_REG_1);
	dt_asm_emit(a, BPF_STX | BPF_ATOMIC | BPF_DW, BPF_REG_9, BPF_REG_1, 16,
		BPF_ADD | BPF_FETCH);
	dt_asm_alu(a, BPF_ADD, BPF_REG_1, BPF_REG_3); /* the new low word */
	dt_asm_jmp(a, BPF_JGE, BPF_REG_1, BPF_REG_3, more);
	dt_asm_alui(a, BPF_ADD, BPF_REG_2, 1);
	dt_asm_bind(a, more);
	add_to(a, 24, BPF_REG_2);
}

/*
 * Keeps the value if it passes the present extreme, or if that is of an older generation.  An
 * interrupt may do the same in between: the exchange fails then, and is tried again.
 */
static void emit_extreme(struct dt_asm *a, const struct dt_linux_feed *f, const struct dt_kagg *ka)
{
	uint32_t known = dt_asm_label(a), done = dt_asm_label(a);
	uint8_t keeps = ka->ka_desc->ag_kind == DT_ACT_AGG_MIN ? BPF_JSLE : BPF_JSGE;

	dt_asm_ldx(a, BPF_DW, BPF_REG_2, BPF_REG_10, DT_FRAME_VALUE);
	dt_asm_mapval(a, BPF_REG_1, f->lf_areafd, 8 * ka->ka_number);
	dt_asm_ldx(a, BPF_DW, BPF_REG_1, BPF_REG_1, 0);
	dt_asm_alui(a, BPF_ADD, BPF_REG_1, 1);
	dt_asm_ldx(a, BPF_DW, BPF_REG_3, BPF_REG_9, 8);
	dt_asm_jmp(a, BPF_JEQ, BPF_REG_3, BPF_REG_1, known);
	dt_asm_stx(a, BPF_DW, BPF_REG_9, 16, BPF_REG_2);
	dt_asm_stx(a, BPF_DW, BPF_REG_9, 8, BPF_REG_1);
	dt_asm_bind(a, known);
	for (unsigned tries = 0; tries < 3; tries++) {
		dt_asm_ldx(a, BPF_DW, BPF_REG_0, BPF_REG_9, 16);
		dt_asm_jmp(a, keeps, BPF_REG_0, BPF_REG_2, done);
		dt_asm_emit(a, BPF_STX | BPF_ATOMIC | BPF_DW, BPF_REG_9, BPF_REG_2, 16,
			BPF_CMPXCHG);
	}
	dt_asm_bind(a, done);
}

/* r1 = the base-2 logarithm of r1, which isn't 0. */
static void emit_log2(struct dt_asm *a)
{
	dt_asm_movi(a, BPF_REG_2, 0);
	for (int bits = 32; bits >= 1; bits /= 2) {
		uint32_t below = dt_asm_label(a);

		dt_asm_imm64(a, BPF_REG_3, UINT64_C(1) << bits);
		dt_asm_jmp(a, BPF_JLT, BPF_REG_1, BPF_REG_3, below);
		dt_asm_alui(a, BPF_RSH, BPF_REG_1, bits);
		dt_asm_alui(a, BPF_ADD, BPF_REG_2, bits);
		dt_asm_bind(a, below);
	}
	dt_asm_mov(a, BPF_REG_1, BPF_REG_2);
}

/* r1 = the bucket of the value. */
static void emit_log_bucket(struct dt_asm *a)
{
	uint32_t positive = dt_asm_label(a), zero = dt_asm_label(a), done = dt_asm_label(a);
	uint32_t inside = dt_asm_label(a);

	dt_asm_ldx(a, BPF_DW, BPF_REG_1, BPF_REG_10, DT_FRAME_VALUE);
	dt_asm_jmpi(a, BPF_JEQ, BPF_REG_1, 0, zero);
	dt_asm_jmpi(a, BPF_JSGT, BPF_REG_1, 0, positive);
	dt_asm_alui(a, BPF_NEG, BPF_REG_1, 0);
	emit_log2(a);
	dt_asm_movi(a, BPF_REG_2, DT_QUANT_ZERO - 1);
	dt_asm_jmpi(a, BPF_JLE, BPF_REG_1, DT_QUANT_ZERO - 1, inside);
	dt_asm_movi(a, BPF_REG_1, DT_QUANT_ZERO - 1);
	dt_asm_bind(a, inside);
	dt_asm_alu(a, BPF_SUB, BPF_REG_2, BPF_REG_1);
	dt_asm_mov(a, BPF_REG_1, BPF_REG_2);
	dt_asm_ja(a, done);
	dt_asm_bind(a, positive);
	emit_log2(a);
	dt_asm_alui(a, BPF_ADD, BPF_REG_1, DT_QUANT_ZERO + 1);
	dt_asm_ja(a, done);
	dt_asm_bind(a, zero);
	dt_asm_movi(a, BPF_REG_1, DT_QUANT_ZERO);
	dt_asm_bind(a, done);
}

#define PIECES_MAX 70

struct pieces {
	struct dt_agg_piece pc_at[PIECES_MAX];
	unsigned pc_n;
};

static void piece_add(const struct dt_agg_piece *dr, void *arg)
{
	struct pieces *pc = arg;

	if (pc->pc_n < PIECES_MAX)
		pc->pc_at[pc->pc_n++] = *dr;
}

/* r1 = the bucket of the value: the last piece that begins at or below it is looked for. */
static void emit_piece_bucket(struct dt_asm *a, const struct dt_aggdesc *ag)
{
	struct pieces pc = { .pc_n = 0 };
	uint32_t done = dt_asm_label(a);

	dt_agg_pieces(ag->ag_kind, ag->ag_arg, piece_add, &pc);
	dt_asm_ldx(a, BPF_DW, BPF_REG_1, BPF_REG_10, DT_FRAME_VALUE);
	while (pc.pc_n != 0) {
		const struct dt_agg_piece *dr = &pc.pc_at[--pc.pc_n];
		uint32_t below = dt_asm_label(a);

		dt_asm_imm64(a, BPF_REG_2, (uint64_t)dr->dr_from);
		dt_asm_jmp(a, BPF_JSLT, BPF_REG_1, BPF_REG_2, below);
		dt_asm_alu(a, BPF_SUB, BPF_REG_1, BPF_REG_2);
		dt_asm_imm64(a, BPF_REG_2, dr->dr_step);
		if (dr->dr_step != 0)
			dt_asm_alu(a, BPF_DIV, BPF_REG_1, BPF_REG_2);
		else
			dt_asm_movi(a, BPF_REG_1, 0);
		dt_asm_alui(a, BPF_ADD, BPF_REG_1, (int32_t)dr->dr_bucket);
		dt_asm_ja(a, done);
		dt_asm_bind(a, below);
	}
	dt_asm_movi(a, BPF_REG_1, 0);
	dt_asm_bind(a, done);
}

static void emit_distribution(struct dt_asm *a, const struct dt_kagg *ka, uint32_t end)
{
	if (ka->ka_desc->ag_kind == DT_ACT_AGG_QUANTIZE)
		emit_log_bucket(a);
	else
		emit_piece_bucket(a, ka->ka_desc);
	dt_asm_jmpi(a, BPF_JGE, BPF_REG_1, (int32_t)ka->ka_words - 1, end);
	dt_asm_alui(a, BPF_LSH, BPF_REG_1, 3);
	dt_asm_alu(a, BPF_ADD, BPF_REG_1, BPF_REG_9);
	dt_asm_ldx(a, BPF_DW, BPF_REG_2, BPF_REG_10, DT_FRAME_INCR);
	dt_asm_emit(a, BPF_STX | BPF_ATOMIC | BPF_DW, BPF_REG_1, BPF_REG_2, 8, BPF_ADD);
}

static void emit_update(struct dt_asm *a, const struct dt_linux_feed *f, const struct dt_kagg *ka,
	uint32_t end)
{
	switch (ka->ka_desc->ag_kind) {
	case DT_ACT_AGG_COUNT: break;
	case DT_ACT_AGG_MIN:
	case DT_ACT_AGG_MAX: emit_extreme(a, f, ka); break;
	case DT_ACT_AGG_STDDEV: emit_square(a); /* fall through */
	case DT_ACT_AGG_SUM:
	case DT_ACT_AGG_AVG:
		dt_asm_ldx(a, BPF_DW, BPF_REG_1, BPF_REG_10, DT_FRAME_VALUE);
		add_to(a, 8, BPF_REG_1);
		break;
	default: emit_distribution(a, ka, end); break;
	}
	emit_count(a);
}

/* dst = the address in this CPU's part of the area; goes to fail if there is none. */
static void emit_area(struct dt_asm *a, const struct dt_linux_feed *f, uint32_t off, uint8_t dst,
	uint32_t fail)
{
	dt_asm_ldx(a, BPF_W, BPF_REG_1, BPF_REG_10, DT_FRAME_CPU);
	dt_asm_jmpi(a, BPF_JGE, BPF_REG_1, (int32_t)f->lf_ncpu, fail);
	dt_asm_alui(a, BPF_MUL, BPF_REG_1, (int32_t)f->lf_areastride);
	dt_asm_mapval(a, dst, f->lf_areafd, f->lf_areahead + off);
	dt_asm_alu(a, BPF_ADD, dst, BPF_REG_1);
}

void dt_karea_count(struct dt_asm *a, const struct dt_linux_feed *f, uint32_t what, uint32_t fail)
{
	emit_area(a, f, what, BPF_REG_2, fail);
	dt_asm_movi(a, BPF_REG_1, 1);
	dt_asm_emit(a, BPF_STX | BPF_ATOMIC | BPF_DW, BPF_REG_2, BPF_REG_1, 0, BPF_ADD);
}

static void emit_cell(struct dt_asm *a, const struct dt_linux_feed *f, const struct dt_kagg *ka,
	uint32_t fail)
{
	emit_area(a, f, DT_KAREA_CELLS + ka->ka_cell, BPF_REG_9, fail);
	if (ka->ka_rows == 1)
		return;
	dt_asm_ldx(a, BPF_W, BPF_REG_1, BPF_REG_10, DT_FRAME_SELECT);
	dt_asm_jmpi(a, BPF_JGE, BPF_REG_1, (int32_t)ka->ka_rows, fail);
	dt_asm_alui(a, BPF_MUL, BPF_REG_1, (int32_t)ka->ka_words * 8);
	dt_asm_alu(a, BPF_ADD, BPF_REG_9, BPF_REG_1);
}

/* r2 = the address of the key. */
static void emit_key(struct dt_asm *a, const struct dt_linux_feed *f, const struct dt_kagg *ka)
{
	if (ka->ka_scratch) {
		dt_asm_ldx(a, BPF_DW, BPF_REG_2, BPF_REG_10, DT_FRAME_SCRATCH);
		dt_asm_alui(a, BPF_ADD, BPF_REG_2, (int32_t)DT_SCRATCH_KEY(f));
	} else {
		dt_asm_mov(a, BPF_REG_2, BPF_REG_10);
		dt_asm_alui(a, BPF_ADD, BPF_REG_2, DT_FRAME_KEY);
	}
}

/* r0 = the words of the key in the map r9. */
static void emit_lookup(struct dt_asm *a, const struct dt_linux_feed *f, const struct dt_kagg *ka)
{
	dt_asm_mov(a, BPF_REG_1, BPF_REG_9);
	emit_key(a, f, ka);
	dt_asm_call(a, BPF_FUNC_map_lookup_elem);
}

/* r9 = the present map; goes to fail if there is none, which can't be. */
static void emit_map(struct dt_asm *a, const struct dt_kagg *ka, uint32_t fail)
{
	dt_asm_sti(a, BPF_W, BPF_REG_10, DT_FRAME_TEMP, 0);
	dt_asm_map(a, BPF_REG_1, ka->ka_outerfd);
	dt_asm_mov(a, BPF_REG_2, BPF_REG_10);
	dt_asm_alui(a, BPF_ADD, BPF_REG_2, DT_FRAME_TEMP);
	dt_asm_call(a, BPF_FUNC_map_lookup_elem);
	dt_asm_jmpi(a, BPF_JEQ, BPF_REG_0, 0, fail);
	dt_asm_mov(a, BPF_REG_9, BPF_REG_0);
}

/* A key that is new is added as zeros; the kernel clears the other CPUs' words. */
static void emit_entry(struct dt_asm *a, const struct dt_linux_feed *f, const struct dt_kagg *ka,
	uint32_t fail)
{
	uint32_t found = dt_asm_label(a), drop = dt_asm_label(a), past = dt_asm_label(a);

	emit_map(a, ka, fail);
	emit_lookup(a, f, ka);
	dt_asm_jmpi(a, BPF_JNE, BPF_REG_0, 0, found);
	dt_asm_mov(a, BPF_REG_1, BPF_REG_9);
	emit_key(a, f, ka);
	dt_asm_mapval(a, BPF_REG_3, f->lf_zerofd, 0);
	dt_asm_movi(a, BPF_REG_4, BPF_NOEXIST);
	dt_asm_call(a, BPF_FUNC_map_update_elem);
	emit_lookup(a, f, ka);
	dt_asm_jmpi(a, BPF_JEQ, BPF_REG_0, 0, drop);
	dt_asm_bind(a, found);
	dt_asm_mov(a, BPF_REG_9, BPF_REG_0);
	dt_asm_ja(a, past);
	dt_asm_bind(a, drop);
	dt_karea_count(a, f, DT_KAREA_AGGDROPS, fail);
	dt_asm_ja(a, fail);
	dt_asm_bind(a, past);
}

/* r8 = the base of the part of a key; returns its offset there. */
static int16_t emit_place(struct dt_kclause *k, const struct dt_kagg *ka, uint32_t i)
{
	if (!ka->ka_scratch) {
		dt_asm_mov(k->kc_asm, BPF_REG_8, BPF_REG_10);
		return (int16_t)(DT_FRAME_KEY + ka->ka_parts[i].kp_off);
	}
	dt_asm_ldx(k->kc_asm, BPF_DW, BPF_REG_8, BPF_REG_10, DT_FRAME_SCRATCH);
	return (int16_t)(DT_SCRATCH_KEY(k->kc_source->so_feed) + ka->ka_parts[i].kp_off);
}

static void copy_words(struct dt_asm *a, int16_t to, uint8_t from, int16_t off, uint32_t size)
{
	for (uint32_t n = 0; n < size; n += 8) {
		dt_asm_ldx(a, BPF_DW, BPF_REG_1, from, (int16_t)(off + (int)n));
		dt_asm_stx(a, BPF_DW, BPF_REG_8, (int16_t)(to + (int)n), BPF_REG_1);
	}
}

/* What the kernel can't walk is no frames, as in a record. */
static void emit_none(struct dt_kclause *k, int16_t at, uint32_t size)
{
	for (uint32_t n = 0; n < size; n += 8)
		dt_asm_sti(k->kc_asm, BPF_DW, BPF_REG_8, (int16_t)(at + (int)n), 0);
}

static void emit_user(struct dt_kclause *k, int16_t at, uint32_t size)
{
	emit_none(k, at, size);
	dt_ustack_walk(k->kc_asm, k->kc_source, BPF_REG_8, at, size);
}

static void emit_walk(struct dt_kclause *k, int16_t at, uint32_t size, uint64_t flags)
{
	struct dt_asm *a = k->kc_asm;

	emit_none(k, at, size);
	dt_asm_mov(a, BPF_REG_1, BPF_REG_6);
	dt_asm_mov(a, BPF_REG_2, BPF_REG_8);
	dt_asm_alui(a, BPF_ADD, BPF_REG_2, at);
	dt_asm_movi(a, BPF_REG_3, (int32_t)size);
	dt_asm_movi(a, BPF_REG_4, (int32_t)flags);
	dt_asm_call(a, BPF_FUNC_get_stack);
}

static void emit_kstack(struct dt_kclause *k, int16_t at, uint32_t size)
{
	uint32_t done = dt_asm_label(k->kc_asm), skip = dt_kstack_skip(k->kc_source);

	emit_walk(k, at, size, skip);
	dt_asm_ldx(k->kc_asm, BPF_DW, BPF_REG_1, BPF_REG_8, at);
	dt_iterator_emit(k->kc_asm, k->kc_source, done);
	emit_walk(k, at, size, skip + 1);
	dt_asm_bind(k->kc_asm, done);
}

static bool emit_pid(struct dt_kclause *k, int16_t at)
{
	if (!k->kc_load(k->kc_asm, k->kc_arg, DIF_VAR_PID))
		return false;
	dt_asm_stx(k->kc_asm, BPF_DW, BPF_REG_8, at, BPF_REG_0);
	return true;
}

/* A part that is a stack; it has no object. */
static bool emit_frames(struct dt_kclause *k, const struct dt_kagg *ka, uint32_t i)
{
	const struct dt_kpart *kp = &ka->ka_parts[i];
	int16_t at = emit_place(k, ka, i);

	if (kp->kp_kind == DT_KPART_STACK) {
		if (kp->kp_size != 0)
			emit_kstack(k, at, kp->kp_size);
		return true;
	}
	if (kp->kp_size > 8)
		emit_user(k, (int16_t)(at + 8), kp->kp_size - 8u);
	return emit_pid(k, at);
}

/* What tells the probe whose string it is. */
static void emit_probe(struct dt_kclause *k, int16_t at)
{
	struct dt_asm *a = k->kc_asm;

	dt_asm_sti(a, BPF_W, BPF_REG_8, (int16_t)(at + 8),
		(int32_t)(k->kc_source->so_index | k->kc_view << 24));
	if (k->kc_source->so_nselect > 1)
		dt_asm_ldx(a, BPF_W, BPF_REG_1, BPF_REG_10, DT_FRAME_SELECT);
	else
		dt_asm_movi(a, BPF_REG_1, 0);
	dt_asm_stx(a, BPF_W, BPF_REG_8, (int16_t)(at + 12), BPF_REG_1);
}

/* The value is in r0, or in scratch memory. */
static bool emit_part(struct dt_kclause *k, const struct dt_kagg *ka, uint32_t i)
{
	static const enum dt_bpf_kind kinds[] = { [DT_KPART_NUMBER] = DT_BPF_NUMBER,
		[DT_KPART_NAME] = DT_BPF_EXECNAME,
		[DT_KPART_CONST] = DT_BPF_CONST,
		[DT_KPART_PROBE] = DT_BPF_PROBE,
		[DT_KPART_UADDR] = DT_BPF_NUMBER };
	const struct dt_kpart *kp = &ka->ka_parts[i];
	struct dt_asm *a = k->kc_asm;
	struct dt_bpf_value v;
	int16_t at, off;

	if (kp->kp_kind == DT_KPART_STACK || kp->kp_kind == DT_KPART_USTACK)
		return emit_frames(k, ka, i);
	if (!dt_kclause_object(k, ka->ka_action->ac_ops[i].op_difo, &v) ||
		(kp->kp_kind != DT_KPART_STRING && v.bv_kind != kinds[kp->kp_kind]))
		return false;
	at = emit_place(k, ka, i);
	switch (kp->kp_kind) {
	case DT_KPART_NAME:
		if (!k->kc_execname(a, k->kc_arg, DT_FRAME_NAME))
			return false;
		copy_words(a, at, BPF_REG_10, DT_FRAME_NAME, DT_NAMELEN);
		return true;
	case DT_KPART_STRING:
		if (!dt_kclause_text(k, v, BPF_REG_3, &off))
			return false;
		copy_words(a, at, BPF_REG_3, off, kp->kp_size);
		return true;
	case DT_KPART_PROBE: emit_probe(k, at); break;
	}
	dt_asm_stx(a, BPF_DW, BPF_REG_8, at, BPF_REG_0);
	return kp->kp_kind != DT_KPART_UADDR || emit_pid(k, (int16_t)(at + 8));
}

static bool emit_values(struct dt_kclause *k, const struct dt_kagg *ka)
{
	const struct dt_action *ac = ka->ka_action;
	struct dt_asm *a = k->kc_asm;
	struct dt_bpf_value v;

	dt_asm_sti(a, BPF_DW, BPF_REG_10, DT_FRAME_INCR, 1);
	for (uint32_t i = ka->ka_desc->ag_nkeys; i < ac->ac_nops; i++) {
		bool incr = ac->ac_hasincr && i == ac->ac_nops - 1;

		if (!dt_kclause_object(k, ac->ac_ops[i].op_difo, &v) || v.bv_kind != DT_BPF_NUMBER)
			return false;
		dt_asm_stx(a, BPF_DW, BPF_REG_10, incr ? DT_FRAME_INCR : DT_FRAME_VALUE, BPF_REG_0);
	}
	return true;
}

bool dt_kagg_emit(struct dt_kclause *k, const struct dt_action *ac)
{
	struct dt_linux_feed *f = k->kc_source->so_feed;
	const struct dt_kagg *ka = kagg_find(f, ac, k->kc_source, k->kc_view);
	uint32_t end = dt_asm_label(k->kc_asm);

	if (!ka)
		return false;
	for (uint32_t i = 0; ka->ka_rows == 0 && i < ka->ka_desc->ag_nkeys; i++)
		if (!emit_part(k, ka, i))
			return false;
	if (!emit_values(k, ka))
		return false;
	if (ka->ka_rows != 0)
		emit_cell(k->kc_asm, f, ka, end);
	else
		emit_entry(k->kc_asm, f, ka, end);
	emit_update(k->kc_asm, f, ka, end);
	dt_asm_bind(k->kc_asm, end);
	return true;
}

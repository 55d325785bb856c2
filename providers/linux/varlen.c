/*
 * Varlen fields: what a record has after its slots, in the order of va_varlens, each padded to 8.
 *
 * A field's length is in its slot: 0 if there is nothing, negative if the kernel couldn't read it.
 * A kind of field is a struct dt_varlen_kind: what the capture program does for it, and what its
 * bytes are to a firing.  Here are stacks, user memory and the tracepoint's record; ucopy.c and
 * taskwalk.c have kinds of their own.
 */
#include "lx.h"
#include <asm/ptrace.h>
#include <string.h>

static const struct dt_varlen_kind kstack_kind, ustack_kind, range_kind, record_kind;

/*
 * Layout.
 */
void dt_varlen_add(struct dt_layout *l, struct dt_varlen t)
{
	struct dt_variant *v = l->ly_variant;

	if (t.vl_max == 0 || v->va_nvarlens == sizeof(v->va_varlens) / sizeof(v->va_varlens[0]))
		return; /* not captured: read from the live process, if possible */
	for (unsigned i = 0; i < v->va_nvarlens; i++) {
		struct dt_varlen *o = &v->va_varlens[i];

		if (o->vl_kind != t.vl_kind || o->vl_addr != t.vl_addr || o->vl_size != t.vl_size ||
			o->vl_string != t.vl_string || o->vl_kernel != t.vl_kernel ||
			o->vl_fd != t.vl_fd || o->vl_view != t.vl_view)
			continue;
		if (o->vl_max < t.vl_max)
			o->vl_max = t.vl_max;
		return;
	}
	t.vl_lenoff = dt_layout_room(v, 8);
	v->va_varlens[v->va_nvarlens++] = t;
}

static void layout_stacks(struct dt_layout *l, const struct dt_plan *p,
	const struct dt_linux_view *view)
{
	unsigned k = p->pl_kstack, u = p->pl_ustack;

	if (strcmp(view->lv_task, "current") != 0 && !view->lv_offcpu)
		return; /* only the running thread's stacks can be walked */
	if (p->pl_vars & DT_PLAN_STACKDEPTH)
		k = DT_LX_FRAMES;
	if (p->pl_vars & DT_PLAN_USTACKDEPTH)
		u = DT_LX_FRAMES;
	if ((p->pl_vars & DT_PLAN_CALLER) && k < 2)
		k = 2;
	if ((p->pl_vars & DT_PLAN_UCALLER) && u < 2)
		u = 2;
	k = k > DT_LX_FRAMES ? DT_LX_FRAMES : k;
	u = u > DT_LX_FRAMES ? DT_LX_FRAMES : u;
	if (view->lv_offcpu && (k != 0 || u != 0))
		l->ly_variant->va_offcpu = l->ly_variant->va_passall = true;
	dt_varlen_add(l, (struct dt_varlen){ .vl_kind = &kstack_kind, .vl_max = 8 * k });
	if (u == 0 || !l->ly_source->so_feed->lf_unwind) {
		dt_varlen_add(l, (struct dt_varlen){ .vl_kind = &ustack_kind, .vl_max = 8 * u });
		return;
	}
	dt_varlen_add(l,
		(struct dt_varlen){ .vl_kind = &dt_varlen_ucopy,
			.vl_max = DT_UCOPY_MAX,
			.vl_addr = dt_layout_slot(l, "current->mm", false),
			.vl_size = dt_layout_slot(l, "current->tgid", false) });
}

uint32_t dt_varlen_string(const struct dt_linux_feed *f)
{
	if (f->lf_strsize >= DT_LX_MEMSIZE)
		return DT_LX_MEMSIZE;
	return f->lf_strsize < DT_LX_STRING ? DT_LX_STRING : f->lf_strsize + 1;
}

static void layout_mem(struct dt_layout *l, const struct dt_plan *p,
	const struct dt_linux_view *view, unsigned ix)
{
	for (unsigned i = 0; i < p->pl_nmem; i++) {
		const struct dt_plan_mem *m = &p->pl_mem[i];
		uint32_t size = m->pm_string && m->pm_size == 0 ?
			dt_varlen_string(l->ly_source->so_feed) :
			m->pm_size;
		uint16_t addr, len = 0;

		if (m->pm_arg >= DT_MAXARGS || strcmp(view->lv_task, "current") != 0)
			continue;
		addr = dt_layout_var(l, view, DIF_VAR_ARG0 + m->pm_arg);
		if (addr == 0)
			continue;
		if (m->pm_sizearg != 0) {
			len = dt_layout_var(l, view, DIF_VAR_ARG0 + m->pm_sizearg - 1);
			size = len != 0 ? DT_LX_MEMSIZE : 0;
		}
		if (size > DT_LX_MEMSIZE)
			size = m->pm_string ? DT_LX_MEMSIZE : 0;
		dt_varlen_add(l,
			(struct dt_varlen){ .vl_kind = &dt_varlen_mem,
				.vl_max = size,
				.vl_addr = addr,
				.vl_size = len,
				.vl_string = m->pm_string,
				.vl_view = (uint8_t)ix });
	}
}

/* What the handler needs, independent of the clauses. */
static void layout_texts(struct dt_layout *l, const struct dt_linux_view *view, unsigned ix)
{
	for (unsigned i = 0; i < 2 && view->lv_strings[i]; i++)
		dt_varlen_add(l,
			(struct dt_varlen){ .vl_kind = &dt_varlen_mem,
				.vl_max = 1024,
				.vl_addr = dt_layout_slot(l, view->lv_strings[i], false),
				.vl_string = true,
				.vl_view = (uint8_t)ix });
}

void dt_varlen_wchan(struct dt_layout *l)
{
	dt_varlen_add(l,
		(struct dt_varlen){ .vl_kind = &kstack_kind,
			.vl_max = 8 * dt_wchan_frames(l->ly_source) });
}

void dt_varlen_layout(struct dt_layout *l, const struct dt_plan *p, unsigned ix)
{
	const struct dt_linux_view *view = &l->ly_source->so_def->ls_views[ix];

	layout_stacks(l, p, view);
	layout_mem(l, p, view, ix);
	layout_texts(l, view, ix);
	if (l->ly_source->so_perf)
		dt_varlen_add(l,
			(struct dt_varlen){ .vl_kind = &record_kind,
				.vl_max = DT_LX_RECORD,
				.vl_view = (uint8_t)ix });
}

void dt_varlen_range(struct dt_layout *l)
{
	const struct dt_linux_range *r = l->ly_source->so_def->ls_range;
	struct dt_varlen t = { .vl_kind = &range_kind, .vl_max = DT_LX_MEMSIZE };

	if (!r)
		return;
	t.vl_addr = dt_layout_slot(l, r->lr_from, false);
	t.vl_string = !r->lr_to;
	if (t.vl_string)
		t.vl_max = 1024;
	else
		t.vl_size = dt_layout_slot(l, r->lr_to, false);
	if (l->ly_rc == 0)
		dt_varlen_add(l, t);
}

/*
 * The capture program.  r8 is the staged record, r9 its length so far.
 */
void dt_varlen_size(struct dt_asm *a, const struct dt_varlen *t, uint8_t reg)
{
	uint32_t fits = dt_asm_label(a);

	if (t->vl_size == 0) {
		dt_asm_movi(a, reg, (int32_t)t->vl_max);
		return;
	}
	dt_asm_ldx(a, BPF_DW, reg, BPF_REG_8, (int16_t)t->vl_size);
	if (t->vl_kind == &range_kind) {
		dt_asm_ldx(a, BPF_DW, BPF_REG_5, BPF_REG_8, (int16_t)t->vl_addr);
		dt_asm_alu(a, BPF_SUB, reg, BPF_REG_5);
	}
	dt_asm_jmpi(a, BPF_JLE, reg, (int32_t)t->vl_max, fits);
	dt_asm_movi(a, reg, (int32_t)t->vl_max);
	dt_asm_bind(a, fits);
}

void dt_varlen_skip(struct dt_asm *a, uint8_t reg, int32_t mask)
{
	dt_asm_alui(a, BPF_ADD, reg, 7);
	dt_asm_alui(a, BPF_AND, reg, mask);
	dt_asm_alu(a, BPF_ADD, BPF_REG_9, reg);
}

/* A perf event begins the stack at the tracepoint. */
unsigned dt_kstack_skip(const struct dt_lx_source *so)
{
	return so->so_perf ? 0 : so->so_def->ls_skip;
}

/*
 * If several programs trace a tracepoint, the kernel calls them through a function of its own,
 * which is one innermost frame more.  Others begin and end tracing at any time: only the walked
 * stack shows it.  The function is shorter than ITERATOR_MAX, and what follows it in the text are
 * the same functions of other tracepoints.
 */
#define ITERATOR_MAX 128

void dt_iterator_emit(struct dt_asm *a, struct dt_lx_source *so, uint32_t no)
{
	enum dt_linux_kind kind = so->so_def->ls_kind;
	uint32_t id = 0;

	if (kind == DT_LX_TRACEPOINT || kind == DT_LX_EVENT)
		id = dt_btf_iterator(&so->so_feed->lf_btf, so->so_def->ls_name);
	if (id == 0) {
		dt_asm_ja(a, no);
		return;
	}
	dt_asm_func(a, BPF_REG_2, id);
	dt_asm_jmp(a, BPF_JLT, BPF_REG_1, BPF_REG_2, no);
	dt_asm_alui(a, BPF_ADD, BPF_REG_2, ITERATOR_MAX);
	dt_asm_jmp(a, BPF_JGE, BPF_REG_1, BPF_REG_2, no);
}

static void stack_walk(struct dt_asm *a, const struct dt_varlen *t, uint64_t flags)
{
	dt_asm_mov(a, BPF_REG_1, BPF_REG_6);
	dt_asm_mov(a, BPF_REG_2, BPF_REG_8);
	dt_asm_alu(a, BPF_ADD, BPF_REG_2, BPF_REG_9);
	dt_asm_movi(a, BPF_REG_3, (int32_t)t->vl_max);
	dt_asm_movi(a, BPF_REG_4, (int32_t)flags);
	dt_asm_call(a, BPF_FUNC_get_stack);
}

static void stack_keep(struct dt_asm *a, const struct dt_varlen *t)
{
	uint32_t none = dt_asm_label(a);

	dt_asm_stx(a, BPF_DW, BPF_REG_8, (int16_t)t->vl_lenoff, BPF_REG_0);
	dt_asm_jmpi(a, BPF_JSLT, BPF_REG_0, 0, none);
	dt_varlen_skip(a, BPF_REG_0, DT_LX_VARLENMASK);
	dt_asm_bind(a, none);
}

static void kstack_emit(struct dt_asm *a, struct dt_lx_source *so, const struct dt_varlen *t)
{
	uint32_t done = dt_asm_label(a);

	stack_walk(a, t, dt_kstack_skip(so));
	dt_asm_mov(a, BPF_REG_1, BPF_REG_8);
	dt_asm_alu(a, BPF_ADD, BPF_REG_1, BPF_REG_9);
	dt_asm_ldx(a, BPF_DW, BPF_REG_1, BPF_REG_1, 0);
	dt_iterator_emit(a, so, done);
	stack_walk(a, t, dt_kstack_skip(so) + 1);
	dt_asm_bind(a, done);
	stack_keep(a, t);
}

static void user_walk(struct dt_asm *a, uint8_t base, int16_t off, uint32_t size)
{
	dt_asm_mov(a, BPF_REG_1, BPF_REG_6);
	dt_asm_mov(a, BPF_REG_2, base);
	dt_asm_alui(a, BPF_ADD, BPF_REG_2, off);
	dt_asm_movi(a, BPF_REG_3, (int32_t)size);
	dt_asm_movi(a, BPF_REG_4, BPF_F_USER_STACK);
	dt_asm_call(a, BPF_FUNC_get_stack);
}

#if defined(__x86_64__)
/* r0 = the site's cookie from bit `shift` on. */
static void site_bits(struct dt_asm *a, unsigned shift)
{
	dt_asm_mov(a, BPF_REG_1, BPF_REG_6);
	dt_asm_call(a, BPF_FUNC_get_attach_cookie);
	dt_asm_alui(a, BPF_RSH, BPF_REG_0, (int32_t)shift);
}

/* The return address is where the stack pointer points to; the walk leaves room for it. */
static void walk_from_caller(struct dt_asm *a, uint8_t base, int16_t off, uint32_t size,
	uint32_t none)
{
	user_walk(a, base, (int16_t)(off + 8), size - 8);
	dt_asm_jmpi(a, BPF_JSLE, BPF_REG_0, 0, none);
	dt_asm_alui(a, BPF_ADD, BPF_REG_0, 8);
	dt_asm_stx(a, BPF_DW, BPF_REG_10, DT_FRAME_NAME, BPF_REG_0);
	dt_asm_ldx(a, BPF_DW, BPF_REG_1, base, (int16_t)(off + 8));
	dt_asm_stx(a, BPF_DW, base, off, BPF_REG_1);
	dt_asm_mov(a, BPF_REG_1, base);
	dt_asm_alui(a, BPF_ADD, BPF_REG_1, off + 8);
	dt_asm_movi(a, BPF_REG_2, 8);
	dt_asm_ldx(a, BPF_DW, BPF_REG_3, BPF_REG_6, offsetof(struct pt_regs, rsp));
	dt_asm_call(a, BPF_FUNC_probe_read_user);
	dt_asm_ldx(a, BPF_DW, BPF_REG_0, BPF_REG_10, DT_FRAME_NAME);
}

static void walk_at_entry(struct dt_asm *a, uint8_t base, int16_t off, uint32_t size, uint32_t none)
{
	uint32_t add = dt_asm_label(a), found = dt_asm_label(a);

	site_bits(a, DT_SITE_WALKED);
	dt_asm_jmpi(a, BPF_JEQ, BPF_REG_0, 0, add);
	user_walk(a, base, off, size);
	dt_asm_ja(a, found);
	dt_asm_bind(a, add);
	walk_from_caller(a, base, off, size, none);
	dt_asm_bind(a, found);
}

void dt_ustack_walk(struct dt_asm *a, const struct dt_lx_source *so, uint8_t base, int16_t off,
	uint32_t size)
{
	uint32_t none = dt_asm_label(a);

	bool entry = so->so_def->ls_kind == DT_LX_UENTRY;

	if ((entry || so->so_def->ls_kind == DT_LX_ULEAVE) && size >= 16)
		walk_at_entry(a, base, off, size, none);
	else
		user_walk(a, base, off, size);
	if (entry) {
		dt_asm_jmpi(a, BPF_JSLE, BPF_REG_0, 0, none);
		dt_asm_stx(a, BPF_DW, BPF_REG_10, DT_FRAME_NAME, BPF_REG_0);
		site_bits(a, DT_SITE_MARK);
		dt_asm_alui(a, BPF_AND, BPF_REG_0, 0xff);
		dt_asm_ldx(a, BPF_DW, BPF_REG_1, base, off);
		dt_asm_alu(a, BPF_SUB, BPF_REG_1, BPF_REG_0);
		dt_asm_stx(a, BPF_DW, base, off, BPF_REG_1);
		dt_asm_ldx(a, BPF_DW, BPF_REG_0, BPF_REG_10, DT_FRAME_NAME);
	}
	dt_asm_bind(a, none);
}
#else
void dt_ustack_walk(struct dt_asm *a, const struct dt_lx_source *so, uint8_t base, int16_t off,
	uint32_t size)
{
	(void)so;
	user_walk(a, base, off, size);
}
#endif

static void ustack_emit(struct dt_asm *a, struct dt_lx_source *so, const struct dt_varlen *t)
{
	/* r9 becomes the address meanwhile */
	dt_asm_stx(a, BPF_DW, BPF_REG_10, DT_FRAME_CMPA, BPF_REG_9);
	dt_asm_alu(a, BPF_ADD, BPF_REG_9, BPF_REG_8);
	dt_ustack_walk(a, so, BPF_REG_9, 0, t->vl_max);
	dt_asm_ldx(a, BPF_DW, BPF_REG_9, BPF_REG_10, DT_FRAME_CMPA);
	stack_keep(a, t);
}

static void mem_emit(struct dt_asm *a, struct dt_lx_source *so, const struct dt_varlen *t)
{
	uint32_t none = dt_asm_label(a);

	(void)so;
	dt_asm_mov(a, BPF_REG_1, BPF_REG_8);
	dt_asm_alu(a, BPF_ADD, BPF_REG_1, BPF_REG_9);
	dt_varlen_size(a, t, BPF_REG_2);
	dt_asm_ldx(a, BPF_DW, BPF_REG_3, BPF_REG_8, (int16_t)t->vl_addr);
	if (t->vl_kernel)
		dt_asm_call(a,
			t->vl_string ? BPF_FUNC_probe_read_kernel_str : BPF_FUNC_probe_read_kernel);
	else
		dt_asm_call(a,
			t->vl_string ? BPF_FUNC_probe_read_user_str : BPF_FUNC_probe_read_user);
	dt_asm_stx(a, BPF_DW, BPF_REG_8, (int16_t)t->vl_lenoff, BPF_REG_0);
	dt_asm_jmpi(a, BPF_JSLT, BPF_REG_0, 0, none);
	if (!t->vl_string) { /* 0: all of it */
		dt_varlen_size(a, t, BPF_REG_0);
		dt_asm_stx(a, BPF_DW, BPF_REG_8, (int16_t)t->vl_lenoff, BPF_REG_0);
	}
	dt_varlen_skip(a, BPF_REG_0, DT_LX_VARLENMASK);
	dt_asm_bind(a, none);
}

/* The tracepoint's record, with the strings and arrays after its fixed part. */
static void record_emit(struct dt_asm *a, struct dt_lx_source *so, const struct dt_varlen *t)
{
	const struct dt_tracefs_format *f = so->so_format;
	uint32_t fits = dt_asm_label(a);

	dt_asm_movi(a, BPF_REG_2, (int32_t)f->tf_size);
	for (uint32_t i = 0; i < f->tf_nlocs; i++) {
		uint32_t shorter = dt_asm_label(a);

		dt_asm_ldx(a, BPF_W, BPF_REG_1, BPF_REG_6, (int16_t)f->tf_locs[i].lo_off);
		dt_asm_mov(a, BPF_REG_3, BPF_REG_1);
		dt_asm_alui(a, BPF_AND, BPF_REG_1, 0xffff);
		dt_asm_alui(a, BPF_RSH, BPF_REG_3, 16);
		dt_asm_alu(a, BPF_ADD, BPF_REG_1, BPF_REG_3);
		if (f->tf_locs[i].lo_relative)
			dt_asm_alui(a, BPF_ADD, BPF_REG_1, f->tf_locs[i].lo_off + 4);
		dt_asm_jmp(a, BPF_JLE, BPF_REG_1, BPF_REG_2, shorter);
		dt_asm_mov(a, BPF_REG_2, BPF_REG_1);
		dt_asm_bind(a, shorter);
	}
	dt_asm_jmpi(a, BPF_JLE, BPF_REG_2, (int32_t)t->vl_max, fits);
	dt_asm_movi(a, BPF_REG_2, (int32_t)t->vl_max);
	dt_asm_bind(a, fits);
	dt_asm_stx(a, BPF_DW, BPF_REG_8, (int16_t)t->vl_lenoff, BPF_REG_2);
	dt_asm_mov(a, BPF_REG_1, BPF_REG_8);
	dt_asm_alu(a, BPF_ADD, BPF_REG_1, BPF_REG_9);
	dt_asm_mov(a, BPF_REG_3, BPF_REG_6);
	dt_varlen_skip(a, BPF_REG_2, DT_LX_RECORDMASK);
	dt_asm_call(a, BPF_FUNC_probe_read_kernel);
}

/*
 * The record.
 */
struct at { /* zeroed: before the first field */
	unsigned at_next;
	uint32_t at_pos;
	const struct dt_varlen *at_field;
	const uint8_t *at_data;
	uint32_t at_len; /* 0: not captured */
};

/* Returns false after the last field, and at an impossible length. */
static bool at_step(const struct dt_lx_event *e, struct at *at)
{
	const struct dt_variant *v = e->ev_variant;
	int64_t len;

	at->at_pos = at->at_field ? at->at_pos + ((at->at_len + 7) & ~7u) : v->va_fixed;
	if (at->at_next == v->va_nvarlens)
		return false;
	at->at_field = &v->va_varlens[at->at_next++];
	len = (int64_t)dt_event_slot(e, at->at_field->vl_lenoff);
	at->at_len = len <= 0 ? 0 : (uint32_t)len;
	at->at_data = e->ev_rec + at->at_pos;
	return len <= 0 ||
		(len <= at->at_field->vl_max && at->at_pos <= e->ev_len &&
			(uint64_t)len <= e->ev_len - at->at_pos);
}

void dt_varlen_stacks(const struct dt_lx_event *e, struct dt_stack *k, struct dt_stack *u)
{
	*k = *u = (struct dt_stack){ 0 };
	for (struct at at = { 0 }; at_step(e, &at);) {
		const struct dt_varlen_kind *vk = at.at_field->vl_kind;

		if (vk->vk_stack && at.at_len != 0)
			*(vk == &kstack_kind ? k : u) = vk->vk_stack(e, at.at_field, at.at_data,
				at.at_len);
	}
}

const char *dt_lx_range(const struct dt_lx_event *e, uint32_t *len)
{
	for (struct at at = { 0 }; at_step(e, &at);)
		if (at.at_field->vl_kind == &range_kind && at.at_len != 0) {
			*len = at.at_len;
			return (const char *)at.at_data;
		}
	return NULL;
}

/*
 * User memory that couldn't be read at the event (the page wasn't resident): uses what was read at
 * the call's return; if there is nothing, the interpreter reads the live process.
 */
static void firing_refault(const struct dt_lx_event *e, const struct dt_varlen *t, unsigned ix,
	struct dt_firing *fi)
{
	uint32_t len;
	const uint8_t *data = dt_refault_find(e->ev_source, e->ev_time,
		dt_event_thread(e, t->vl_view), ix, &len);

	if (data)
		t->vl_kind->vk_decode(e, t, data, len, fi);
}

void dt_varlen_decode(const struct dt_lx_event *e, unsigned view, struct dt_firing *fi)
{
	unsigned mem = 0; /* pieces of user memory so far: refault.c counts them */

	for (struct at at = { 0 }; at_step(e, &at);) {
		const struct dt_varlen *t = at.at_field;
		bool user = t->vl_kind == &dt_varlen_mem && !t->vl_kernel;

		mem += user;
		if (t->vl_view != view || !t->vl_kind->vk_decode)
			continue;
		if (at.at_len != 0)
			t->vl_kind->vk_decode(e, t, at.at_data, at.at_len, fi);
		else if (user)
			firing_refault(e, t, mem - 1, fi);
	}
}

static struct dt_stack stack_of(const struct dt_lx_event *e, const struct dt_varlen *t,
	const uint8_t *data, uint32_t len)
{
	(void)e;
	(void)t;
	return (struct dt_stack){ (const uint64_t *)data, len / 8 };
}

static void mem_decode(const struct dt_lx_event *e, const struct dt_varlen *t, const uint8_t *data,
	uint32_t len, struct dt_firing *fi)
{
	dt_event_mem(e, fi,
		(struct dt_mem){ .me_addr = dt_event_slot(e, t->vl_addr),
			.me_data = data,
			.me_len = len,
			.me_user = !t->vl_kernel });
}

/* The record in its format, without the common fields, which the kernel doesn't pass. */
static void record_decode(const struct dt_lx_event *e, const struct dt_varlen *t,
	const uint8_t *data, uint32_t len, struct dt_firing *fi)
{
	uint8_t *to = e->ev_source->so_feed->lf_record;
	uint16_t id = (uint16_t)e->ev_source->so_format->tf_id;

	(void)t;
	if (len > DT_LX_RECORD || len < 8)
		return;
	memset(to, 0, 16);
	memcpy(to + 16, data + 8, len - 8);
	memcpy(to + 4, &id, 2); /* the header: id, version, 64 bits */
	to[7] = 1;
	memcpy(to + 8, &id, 2);
	memcpy(to + 12, &fi->fi_thread->t_tid, 4);
	dt_event_mem(e, fi,
		(struct dt_mem){ .me_addr = (uintptr_t)(to + 4),
			.me_data = to + 4,
			.me_len = len + 4 });
	fi->fi_args[2] = (uintptr_t)(to + 8);
	fi->fi_args[3] = len;
}

static const struct dt_varlen_kind kstack_kind = { .vk_emit = kstack_emit, .vk_stack = stack_of };
static const struct dt_varlen_kind ustack_kind = { .vk_emit = ustack_emit, .vk_stack = stack_of };
static const struct dt_varlen_kind range_kind = { .vk_emit = mem_emit }; /* dt_lx_range() */
static const struct dt_varlen_kind record_kind = { .vk_emit = record_emit,
	.vk_decode = record_decode };
const struct dt_varlen_kind dt_varlen_mem = { .vk_emit = mem_emit, .vk_decode = mem_decode };

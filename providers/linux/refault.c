/*
 * User memory that wasn't resident.
 *
 * A program at a tracepoint can't fault pages in, so a string in a page that the process hasn't
 * touched yet (a file's page after exec or fork) can't be read at the entry of a system call. The
 * call itself faults the page in. So the capture program stores what it missed under the thread's
 * id, and a second program, at the call's return, reads it and stores it in a map under the event's
 * time and thread, where it is found when the event is delivered. If the call has not returned yet,
 * its memory is resident, and the live process is read instead.
 *
 * The address space must be the same at entry and return: a successful exec changes it.
 */
#include "lx.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "alloc.h"

#define AGAIN_ENTRIES 1024
#define ASK_OFF (-128) /* struct dt_refault_wanted in the frame */
#define KEY_OFF (-24)  /* thread, or struct dt_refault_key */

static uint32_t refault_valuesize(const struct dt_lx_source *so)
{
	return DT_AGAIN_MAX * (8 + so->so_refaultsize);
}

int dt_refault_prepare(struct dt_lx_source *so)
{
	uint32_t max = 0;

	for (unsigned i = 0; i < so->so_nvariants; i++) {
		for (unsigned j = 0; j < so->so_variants[i].va_nvarlens; j++) {
			const struct dt_varlen *t = &so->so_variants[i].va_varlens[j];

			if (t->vl_kind == &dt_varlen_mem && !t->vl_kernel && t->vl_max > max)
				max = t->vl_max;
		}
	}
	if (max == 0 || !so->so_def->ls_refault)
		return 0;
	so->so_refaultsize = (max + 7) & ~7u;
	so->so_refaultbuf = base_malloc(refault_valuesize(so));
	so->so_wantedfd = dt_bpf_map(BPF_MAP_TYPE_LRU_HASH, 8, sizeof(struct dt_refault_wanted),
		AGAIN_ENTRIES, 0);
	so->so_foundfd = dt_bpf_map(BPF_MAP_TYPE_LRU_HASH, sizeof(struct dt_refault_key),
		refault_valuesize(so), AGAIN_ENTRIES, 0);
	so->so_refaultstagefd = dt_bpf_map(BPF_MAP_TYPE_ARRAY, 4, refault_valuesize(so),
		so->so_feed->lf_ncpu, 0);
	if (!so->so_refaultbuf || so->so_wantedfd < 0 || so->so_foundfd < 0 ||
		so->so_refaultstagefd < 0)
		return -1;
	return 0;
}

void dt_refault_fini(struct dt_lx_source *so)
{
	int *fds[] = { &so->so_wantedfd, &so->so_foundfd, &so->so_refaultstagefd,
		&so->so_refaultprog };

	for (size_t i = 0; i < sizeof(fds) / sizeof(fds[0]); i++) {
		if (*fds[i] >= 0)
			close(*fds[i]);
		*fds[i] = -1;
	}
	free(so->so_refaultbuf);
	so->so_refaultbuf = NULL;
}

/* r0 = the thread, also at [r10 + KEY_OFF]. */
static void refault_thread(struct dt_asm *a, int16_t off)
{
	dt_asm_call(a, BPF_FUNC_get_current_pid_tgid);
	dt_asm_stx(a, BPF_DW, BPF_REG_10, off, BPF_REG_0);
}

static bool refault_mm(struct dt_asm *a, const struct dt_lx_source *so, uint8_t dst)
{
	struct dt_path p;

	if (dt_btf_path(&so->so_feed->lf_btf, 0, "", "current->mm", &p) != 0)
		return false;
	dt_path_load(a, &p, dst);
	return true;
}

static void refault_piece(struct dt_asm *a, const struct dt_varlen *t, unsigned ix)
{
	int16_t at = (int16_t)(ASK_OFF +
		(int)(offsetof(struct dt_refault_wanted, aw_addr) + 8 * ix));
	int16_t size = (int16_t)(ASK_OFF +
		(int)(offsetof(struct dt_refault_wanted, aw_size) + 4 * ix));
	uint32_t fine = dt_asm_label(a);

	dt_asm_ldx(a, BPF_DW, BPF_REG_1, BPF_REG_8, (int16_t)t->vl_lenoff);
	dt_asm_jmpi(a, BPF_JSGE, BPF_REG_1, 0, fine);
	dt_asm_ldx(a, BPF_DW, BPF_REG_1, BPF_REG_8, (int16_t)t->vl_addr);
	dt_asm_stx(a, BPF_DW, BPF_REG_10, at, BPF_REG_1);
	dt_varlen_size(a, t, BPF_REG_1);
	if (t->vl_string)
		dt_asm_alui(a, BPF_OR, BPF_REG_1, (int32_t)DT_AGAIN_STRING);
	dt_asm_stx(a, BPF_W, BPF_REG_10, size, BPF_REG_1);
	dt_asm_movi(a, BPF_REG_9, 1);
	dt_asm_bind(a, fine);
}

void dt_refault_ask(struct dt_asm *a, const struct dt_lx_source *so, const struct dt_variant *v)
{
	uint32_t done = dt_asm_label(a);
	unsigned n = 0;

	for (size_t i = 0; i < sizeof(struct dt_refault_wanted); i += 8)
		dt_asm_sti(a, BPF_DW, BPF_REG_10, (int16_t)(ASK_OFF + (int)i), 0);
	dt_asm_movi(a, BPF_REG_9, 0);
	for (unsigned i = 0; i < v->va_nvarlens && n < DT_AGAIN_MAX; i++) {
		if (v->va_varlens[i].vl_kind == &dt_varlen_mem && !v->va_varlens[i].vl_kernel)
			refault_piece(a, &v->va_varlens[i], n++);
	}
	dt_asm_jmpi(a, BPF_JEQ, BPF_REG_9, 0, done);
	dt_asm_ldx(a, BPF_DW, BPF_REG_1, BPF_REG_8, offsetof(struct dt_rec, re_time));
	dt_asm_stx(a, BPF_DW, BPF_REG_10,
		ASK_OFF + (int)offsetof(struct dt_refault_wanted, aw_time), BPF_REG_1);
	if (refault_mm(a, so, BPF_REG_1))
		dt_asm_stx(a, BPF_DW, BPF_REG_10,
			ASK_OFF + (int)offsetof(struct dt_refault_wanted, aw_mm), BPF_REG_1);
	refault_thread(a, KEY_OFF);
	dt_asm_map(a, BPF_REG_1, so->so_wantedfd);
	dt_asm_mov(a, BPF_REG_2, BPF_REG_10);
	dt_asm_alui(a, BPF_ADD, BPF_REG_2, KEY_OFF);
	dt_asm_mov(a, BPF_REG_3, BPF_REG_10);
	dt_asm_alui(a, BPF_ADD, BPF_REG_3, ASK_OFF);
	dt_asm_movi(a, BPF_REG_4, BPF_ANY);
	dt_asm_call(a, BPF_FUNC_map_update_elem);
	dt_asm_bind(a, done);
}

/*
 * The second program.  r6 the context, r7 the task, r8 what is wanted, r9 the staging buffer.
 */
static void refault_lookup(struct dt_asm *a, int fd, int16_t key, uint32_t none)
{
	dt_asm_map(a, BPF_REG_1, fd);
	dt_asm_mov(a, BPF_REG_2, BPF_REG_10);
	dt_asm_alui(a, BPF_ADD, BPF_REG_2, key);
	dt_asm_call(a, BPF_FUNC_map_lookup_elem);
	dt_asm_jmpi(a, BPF_JEQ, BPF_REG_0, 0, none);
}

static void refault_select(struct dt_asm *a, const struct dt_lx_source *so,
	const struct dt_path *select, uint32_t none)
{
	dt_path_load(a, select, BPF_REG_1);
	dt_asm_jmpi(a, BPF_JGE, BPF_REG_1, (int32_t)so->so_nselect, none);
	dt_asm_mapval(a, BPF_REG_2, so->so_tablefd, 0);
	dt_asm_alu(a, BPF_ADD, BPF_REG_2, BPF_REG_1);
	dt_asm_ldx(a, BPF_B, BPF_REG_1, BPF_REG_2, 0);
	dt_asm_jmpi(a, BPF_JEQ, BPF_REG_1, 0, none);
}

static void refault_read(struct dt_asm *a, const struct dt_lx_source *so, unsigned ix)
{
	int16_t at = (int16_t)(DT_AGAIN_MAX * 8 + ix * so->so_refaultsize);
	uint32_t none = dt_asm_label(a), plain = dt_asm_label(a), store = dt_asm_label(a);

	dt_asm_sti(a, BPF_DW, BPF_REG_9, (int16_t)(8 * ix), -1);
	dt_asm_ldx(a, BPF_DW, BPF_REG_3, BPF_REG_8,
		(int16_t)(offsetof(struct dt_refault_wanted, aw_addr) + 8 * ix));
	dt_asm_jmpi(a, BPF_JEQ, BPF_REG_3, 0, none);
	dt_asm_ldx(a, BPF_W, BPF_REG_4, BPF_REG_8,
		(int16_t)(offsetof(struct dt_refault_wanted, aw_size) + 4 * ix));
	dt_asm_mov(a, BPF_REG_2, BPF_REG_4);
	dt_asm_alui(a, BPF_AND, BPF_REG_2, 0x7fffffff);
	dt_asm_jmpi(a, BPF_JGT, BPF_REG_2, (int32_t)so->so_refaultsize, none);
	dt_asm_mov(a, BPF_REG_1, BPF_REG_9);
	dt_asm_alui(a, BPF_ADD, BPF_REG_1, at);
	dt_asm_alui(a, BPF_RSH, BPF_REG_4, 31);
	dt_asm_jmpi(a, BPF_JEQ, BPF_REG_4, 0, plain);
	dt_asm_call(a, BPF_FUNC_probe_read_user_str);
	dt_asm_ja(a, store);
	dt_asm_bind(a, plain);
	dt_asm_call(a, BPF_FUNC_probe_read_user);
	dt_asm_jmpi(a, BPF_JNE, BPF_REG_0, 0, none);
	dt_asm_ldx(a, BPF_W, BPF_REG_0, BPF_REG_8,
		(int16_t)(offsetof(struct dt_refault_wanted, aw_size) + 4 * ix));
	dt_asm_bind(a, store);
	dt_asm_stx(a, BPF_DW, BPF_REG_9, (int16_t)(8 * ix), BPF_REG_0);
	dt_asm_bind(a, none);
}

static void refault_store(struct dt_asm *a, const struct dt_lx_source *so)
{
	dt_asm_ldx(a, BPF_DW, BPF_REG_1, BPF_REG_8, offsetof(struct dt_refault_wanted, aw_time));
	dt_asm_stx(a, BPF_DW, BPF_REG_10, KEY_OFF, BPF_REG_1);
	refault_thread(a, KEY_OFF + 8);
	dt_asm_map(a, BPF_REG_1, so->so_foundfd);
	dt_asm_mov(a, BPF_REG_2, BPF_REG_10);
	dt_asm_alui(a, BPF_ADD, BPF_REG_2, KEY_OFF);
	dt_asm_mov(a, BPF_REG_3, BPF_REG_9);
	dt_asm_movi(a, BPF_REG_4, BPF_ANY);
	dt_asm_call(a, BPF_FUNC_map_update_elem);
}

static void refault_body(struct dt_asm *a, const struct dt_lx_source *so,
	const struct dt_path *select)
{
	uint32_t end = dt_asm_label(a), drop = dt_asm_label(a);

	dt_asm_mov(a, BPF_REG_6, BPF_REG_1);
	refault_select(a, so, select, end);
	dt_asm_call(a, BPF_FUNC_get_current_task_btf);
	dt_asm_mov(a, BPF_REG_7, BPF_REG_0);
	refault_thread(a, KEY_OFF);
	refault_lookup(a, so->so_wantedfd, KEY_OFF, end);
	dt_asm_mov(a, BPF_REG_8, BPF_REG_0);
	if (refault_mm(a, so, BPF_REG_1)) {
		dt_asm_ldx(a, BPF_DW, BPF_REG_2, BPF_REG_8,
			offsetof(struct dt_refault_wanted, aw_mm));
		dt_asm_jmp(a, BPF_JNE, BPF_REG_1, BPF_REG_2, drop);
	}
	dt_asm_call(a, BPF_FUNC_get_smp_processor_id);
	dt_asm_stx(a, BPF_W, BPF_REG_10, -4, BPF_REG_0);
	refault_lookup(a, so->so_refaultstagefd, -4, end);
	dt_asm_mov(a, BPF_REG_9, BPF_REG_0);
	for (unsigned i = 0; i < DT_AGAIN_MAX; i++)
		refault_read(a, so, i);
	refault_store(a, so);
	dt_asm_bind(a, drop);
	refault_thread(a, KEY_OFF);
	dt_asm_map(a, BPF_REG_1, so->so_wantedfd);
	dt_asm_mov(a, BPF_REG_2, BPF_REG_10);
	dt_asm_alui(a, BPF_ADD, BPF_REG_2, KEY_OFF);
	dt_asm_call(a, BPF_FUNC_map_delete_elem);
	dt_asm_bind(a, end);
	dt_asm_movi(a, BPF_REG_0, 0);
	dt_asm_exit(a);
}

int dt_refault_load(struct dt_lx_source *so)
{
	struct dt_linux_feed *f = so->so_feed;
	struct dt_bpf_prog prog = { .bp_type = BPF_PROG_TYPE_TRACING,
		.bp_attach = BPF_TRACE_RAW_TP,
		.bp_name = "dtrace_again" };
	struct dt_asm a = { 0 };
	struct dt_path select;
	unsigned nargs;

	if (so->so_refaultsize == 0)
		return 0;
	prog.bp_btf_id = dt_btf_tracepoint(&f->lf_btf, so->so_def->ls_refault, &nargs);
	if (prog.bp_btf_id == 0 ||
		dt_btf_path(&f->lf_btf, prog.bp_btf_id, so->so_def->ls_refaultargs,
			so->so_def->ls_refaultselect, &select) != 0)
		return dt_fail(f->lf_engine, "can't hang on %s: %s", so->so_def->ls_refault,
			f->lf_btf.bt_err);
	refault_body(&a, so, &select);
	so->so_refaultprog = dt_bpf_load_asm(&prog, &a);
	if (so->so_refaultprog < 0)
		return dt_fail(f->lf_engine,
			"the kernel refused the program that retries reads at %s: %s",
			so->so_def->ls_refault, strerror(errno));
	return 0;
}

const uint8_t *dt_refault_find(struct dt_lx_source *so, uint64_t time, uint64_t thread, unsigned ix,
	uint32_t *len)
{
	struct dt_refault_key key = { .ak_time = time, .ak_thread = thread };
	int64_t n;

	if (so->so_refaultsize == 0 || ix >= DT_AGAIN_MAX)
		return NULL;
	/* otherwise: another piece of the same event */
	if (memcmp(&key, &so->so_refaultkey, sizeof(key)) != 0) {
		memset(&so->so_refaultkey, 0, sizeof(key));
		if (dt_bpf_map_take(so->so_foundfd, &key, so->so_refaultbuf) != 0)
			return NULL;
		so->so_refaultkey = key;
	}
	memcpy(&n, so->so_refaultbuf + 8 * ix, sizeof(n));
	if (n <= 0 || n > so->so_refaultsize)
		return NULL;
	*len = (uint32_t)n;
	return so->so_refaultbuf + DT_AGAIN_MAX * 8 + ix * so->so_refaultsize;
}

/*
 * plockstat: locks of user programs, by the functions of the C library that take and release them;
 * a provider for each process that a description names: plockstat1234, plockstat$target.
 *
 * arg0 is the lock's address; arg1 of an acquisition or a release is whether it is recursive, or,
 * of a readers-writer lock, whether it is a writer's. That a thread is going to wait is known at
 * the function's entry from the lock's memory, which the record has; that it has the lock, or an
 * error, at the function's return. A wait for a condition releases its mutex and acquires it again.
 */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "alloc.h"
#include "grow.h"
#include "linux.h"
#include "providers.h"
#include "userobject.h"

extern const struct dt_provider dt_prov_plockstat;

enum view { ACQUIRE, RELEASE, BLOCK, BLOCKED, SPIN, SPUN, ERRORS, VIEWS };
static const char *const view_names[VIEWS] = { "acquire", "release", "block", "blocked", "spin",
	"spun", "error" };

enum op { LOCK, TRY, UNLOCK, WAIT };
static const struct function {
	const char *fu_name;
	enum op fu_op;
	bool fu_rw, fu_writer;
} functions[] = {
	{ "pthread_mutex_lock", LOCK, false, false },
	{ "pthread_mutex_timedlock", LOCK, false, false },
	{ "pthread_mutex_clocklock", LOCK, false, false },
	{ "pthread_mutex_trylock", TRY, false, false },
	{ "pthread_mutex_unlock", UNLOCK, false, false },
	{ "pthread_cond_wait", WAIT, false, false },
	{ "pthread_cond_timedwait", WAIT, false, false },
	{ "pthread_cond_clockwait", WAIT, false, false },
	{ "pthread_rwlock_rdlock", LOCK, true, false },
	{ "pthread_rwlock_timedrdlock", LOCK, true, false },
	{ "pthread_rwlock_clockrdlock", LOCK, true, false },
	{ "pthread_rwlock_tryrdlock", TRY, true, false },
	{ "pthread_rwlock_wrlock", LOCK, true, true },
	{ "pthread_rwlock_timedwrlock", LOCK, true, true },
	{ "pthread_rwlock_clockwrlock", LOCK, true, true },
	{ "pthread_rwlock_trywrlock", TRY, true, true },
	{ "pthread_rwlock_unlock", UNLOCK, true, false },
};
#define NFUNCTIONS (sizeof(functions) / sizeof(*functions))

/*
 * The C library's functions of one process. Threads that wait for a condition can be cancelled,
 * which unwinds their stacks, so those returns are traced by instructions.
 */
enum kind { AT_ENTRY, AT_RETURN, AT_LEAVE, KINDS };

struct library {
	struct user_object li_file; /* first */
	uint64_t *li_offsets[KINDS], *li_numbers[KINDS];
	unsigned li_nsites[KINDS];
};

struct call { /* of a thread, which hasn't returned */
	uint64_t ca_lock;
	bool ca_flag;	 /* arg1 */
	uint8_t ca_wait; /* BLOCK, SPIN, or 0 */
};

struct locks {
	struct dt_provider lk_provider; /* first */
	uint32_t lk_pid;
	struct dt_engine *lk_engine;
	struct library *lk_libraries;
	unsigned lk_nlibraries;
	struct dt_linux_source *lk_sources;
	struct base_table lk_calls; /* by thread */
	struct locks *lk_next;
};

struct state {
	struct locks *st_first;
};

static void state_fini(void *arg)
{
	for (struct locks *lk = ((struct state *)arg)->st_first, *next; lk; lk = next) {
		next = lk->lk_next;
		for (unsigned i = 0; i < lk->lk_nlibraries; i++) {
			for (int k = 0; k < KINDS; k++) {
				free(lk->lk_libraries[i].li_offsets[k]);
				free(lk->lk_libraries[i].li_numbers[k]);
			}
			user_object_close(&lk->lk_libraries[i].li_file);
		}
		base_table_clear(&lk->lk_calls);
		free(lk->lk_libraries);
		free(lk->lk_sources);
		free((void *)lk->lk_provider.pv_name);
		free(lk);
	}
}

/*
 * Sources.  A mutex of the GNU C library begins with its state, count, owner, users and kind; a
 * readers-writer lock with the number of readers, whose low bits say whether a writer has it.
 */
static const struct dt_linux_view views[] = {
#define VIEW(view) [view] = { .lv_tag = view, .lv_task = "current" }
	VIEW(ACQUIRE), VIEW(RELEASE), VIEW(BLOCK), VIEW(BLOCKED), VIEW(SPIN), VIEW(SPUN),
	VIEW(ERRORS), { 0 }
};

enum { F_FIRST, F_SECOND, F_STATE, F_COUNT, F_OWNER, F_KIND };
#if defined(__x86_64__)
static const struct dt_linux_field entry_fields[] = { [F_FIRST] = { "8@%rdi", 0, false },
	[F_SECOND] = { "8@%rsi", 0, false },
	[F_STATE] = { "4@(%rdi)", 0, false },
	[F_COUNT] = { "4@4(%rdi)", 0, false },
	[F_OWNER] = { "4@8(%rdi)", 0, false },
	[F_KIND] = { "4@16(%rdi)", 0, false },
	{ 0 } };
static const struct dt_linux_field return_fields[] = { { "4@%eax", 0, false }, { 0 } };
#elif defined(__aarch64__)
static const struct dt_linux_field entry_fields[] = { [F_FIRST] = { "8@x0", 0, false },
	[F_SECOND] = { "8@x1", 0, false },
	[F_STATE] = { "4@[x0]", 0, false },
	[F_COUNT] = { "4@[x0, 4]", 0, false },
	[F_OWNER] = { "4@[x0, 8]", 0, false },
	[F_KIND] = { "4@[x0, 16]", 0, false },
	{ 0 } };
static const struct dt_linux_field return_fields[] = { { "4@w0", 0, false }, { 0 } };
#else
static const struct dt_linux_field entry_fields[] = { { 0 } }, return_fields[] = { { 0 } };
#endif

enum { KIND_RECURSIVE = 1, KIND_CHECKED = 2, KIND_ADAPTIVE = 3, KIND_MASK = 3 };
enum { RW_WRITE_PHASE = 1, RW_WRITE_LOCKED = 2, RW_READER_SHIFT = 3 };

static void fire(struct dt_feed *fd, const struct dt_lx_event *e, enum view view, uint64_t arg0,
	uint64_t arg1)
{
	struct dt_firing fi;

	if (!dt_lx_firing(e, view, &fi))
		return;
	fi.fi_args[0] = arg0;
	fi.fi_args[1] = arg1;
	dt_fire(fd->fd_engine, dt_lx_probe(e, view), &fi);
}

/* The thread of the event, by any enabled view; NULL: dtrace's own. */
static const thread_t *event_thread(const struct dt_lx_event *e)
{
	struct dt_firing fi;

	for (unsigned v = 0; v < VIEWS; v++)
		if (dt_lx_firing(e, v, &fi))
			return fi.fi_thread;
	return NULL;
}

static const struct function *event_function(const struct dt_lx_event *e)
{
	const struct dt_linux_source *def = dt_lx_definition(dt_lx_source_of(e));

	return &functions[def->ls_numbers[dt_lx_select(e)]];
}

static struct locks *event_locks(const struct dt_lx_event *e)
{
	return (struct locks *)dt_lx_definition(dt_lx_source_of(e))->ls_provider;
}

/* Whether a call of LOCK is going to wait: BLOCK, SPIN, or 0. mine: the thread has the mutex. */
static uint8_t call_waits(const struct dt_lx_event *e, const struct function *fu, bool mine)
{
	uint64_t state = dt_lx_value(e, F_STATE), kind = dt_lx_value(e, F_KIND) & KIND_MASK;

	if (fu->fu_op != LOCK || (mine && (kind == KIND_RECURSIVE || kind == KIND_CHECKED)))
		return 0;
	if (!fu->fu_rw)
		return state == 0 ? 0 : kind == KIND_ADAPTIVE ? SPIN : BLOCK;
	if (state & (fu->fu_writer ? RW_WRITE_LOCKED | RW_WRITE_PHASE : RW_WRITE_PHASE))
		return BLOCK;
	return fu->fu_writer && state >> RW_READER_SHIFT != 0 ? BLOCK : 0;
}

/* arg1 of the call's acquisition or release. */
static bool call_flag(const struct dt_lx_event *e, const struct function *fu, bool mine)
{
	if (fu->fu_rw && fu->fu_op == UNLOCK)
		return dt_lx_value(e, F_STATE) >> RW_READER_SHIFT == 0;
	if (fu->fu_rw)
		return fu->fu_writer;
	return mine && (dt_lx_value(e, F_KIND) & KIND_MASK) == KIND_RECURSIVE &&
		(fu->fu_op != UNLOCK || dt_lx_value(e, F_COUNT) > 1);
}

static void entry_handle(struct dt_feed *fd, const struct dt_lx_event *e)
{
	const struct function *fu = event_function(e);
	const thread_t *t = event_thread(e);
	struct call *ca = t ? base_table_add(&event_locks(e)->lk_calls, (uint32_t)t->t_tid) : NULL;
	bool mine = t && !fu->fu_rw && (int32_t)dt_lx_value(e, F_OWNER) == t->t_tid;

	if (!ca)
		return;
	*ca = (struct call){ .ca_lock = dt_lx_value(e, fu->fu_op == WAIT ? F_SECOND : F_FIRST) };
	if (fu->fu_op == WAIT) {
		fire(fd, e, RELEASE, ca->ca_lock, 0);
		return;
	}
	ca->ca_flag = call_flag(e, fu, mine);
	ca->ca_wait = call_waits(e, fu, mine);
	if (ca->ca_wait != 0)
		fire(fd, e, ca->ca_wait, ca->ca_lock, fu->fu_writer);
}

static void return_handle(struct dt_feed *fd, const struct dt_lx_event *e)
{
	const struct function *fu = event_function(e);
	const thread_t *t = event_thread(e);
	struct locks *lk = event_locks(e);
	struct call *ca = t ? base_table_find(&lk->lk_calls, (uint32_t)t->t_tid) : NULL;
	int error = (int)dt_lx_value(e, 0);
	bool got = error == 0 || error == EOWNERDEAD || fu->fu_op == WAIT;

	if (!ca)
		return;
	if (ca->ca_wait != 0)
		fire(fd, e, ca->ca_wait == SPIN ? SPUN : BLOCKED, ca->ca_lock,
			fu->fu_rw ? fu->fu_writer : got);
	if (got)
		fire(fd, e, fu->fu_op == UNLOCK ? RELEASE : ACQUIRE, ca->ca_lock, ca->ca_flag);
	else if (fu->fu_op != TRY || error != EBUSY)
		fire(fd, e, ERRORS, ca->ca_lock, (uint64_t)error);
	base_table_remove(&lk->lk_calls, (uint32_t)t->t_tid);
}

static struct locks *locks_of(const struct dt_provider *pv)
{
	return (struct locks *)pv;
}

static void source_bind(struct dt_lx_source *so, struct dt_probe *pr)
{
	const struct dt_linux_source *def = dt_lx_definition(so);
	const struct locks *lk = locks_of(dt_probe_provider(pr));
	unsigned function = (unsigned)dt_probe_tag(pr) / VIEWS,
		 view = (unsigned)dt_probe_tag(pr) % VIEWS;

	for (unsigned i = 0; i < lk->lk_nlibraries; i++)
		for (int k = 0; k < KINDS; k++)
			for (unsigned s = 0; lk->lk_libraries[i].li_numbers[k] == def->ls_numbers &&
				s < lk->lk_libraries[i].li_nsites[k];
				s++)
				if (def->ls_numbers[s] == function)
					dt_lx_want(so, pr, view, s);
}

static const struct dt_linux_source *plockstat_sources(struct dt_engine *e,
	const struct dt_provider *pv)
{
	static const enum dt_linux_kind kinds[KINDS] = { DT_LX_UENTRY, DT_LX_URETURN,
		DT_LX_ULEAVE };
	struct locks *lk = locks_of(pv);
	unsigned n = 0;

	(void)e;
	free(lk->lk_sources);
	lk->lk_sources = base_calloc((size_t)lk->lk_nlibraries * KINDS + 1,
		sizeof(*lk->lk_sources));
	for (unsigned i = 0; i < lk->lk_nlibraries && lk->lk_sources; i++)
		for (int k = 0; k < KINDS; k++) {
			const struct library *li = &lk->lk_libraries[i];

			if (li->li_nsites[k] == 0)
				continue;
			lk->lk_sources[n++] = (struct dt_linux_source){ .ls_kind = kinds[k],
				.ls_name = li->li_file.uo_name,
				.ls_file = li->li_file.uo_file,
				.ls_provider = pv,
				.ls_pid = lk->lk_pid,
				.ls_offsets = li->li_offsets[k],
				.ls_numbers = li->li_numbers[k],
				.ls_args = "",
				.ls_views = views,
				.ls_together = true,
				.ls_fields = k == AT_ENTRY ? entry_fields : return_fields,
				.ls_bind = source_bind,
				.ls_handle = k == AT_ENTRY ? entry_handle : return_handle };
		}
	return lk->lk_sources;
}

/*
 * Probes.
 */
static void site_add(struct library *li, enum kind kind, uint64_t offset, unsigned function)
{
	if (!base_more(li->li_offsets[kind], li->li_nsites[kind]) ||
		!base_more(li->li_numbers[kind], li->li_nsites[kind]))
		return;
	li->li_offsets[kind][li->li_nsites[kind]] = offset;
	li->li_numbers[kind][li->li_nsites[kind]++] = function;
}

/* The probes that a function can fire. */
static void probes_make(struct locks *lk, const char *module, unsigned function)
{
	static const uint32_t fires[] = { [LOCK] = ~(1u << RELEASE),
		[TRY] = 1u << ACQUIRE | 1u << ERRORS,
		[UNLOCK] = 1u << RELEASE | 1u << ERRORS,
		[WAIT] = 1u << ACQUIRE | 1u << RELEASE };
	const struct function *fu = &functions[function];
	char name[32];

	for (unsigned v = 0; v < VIEWS; v++) {
		struct dt_probe_spec spec = { .ps_mod = module,
			.ps_func = fu->fu_name,
			.ps_name = name,
			.ps_args = { { "uintptr_t", NULL, 0 }, { "int", NULL, 1 } },
			.ps_tag = (int)(function * VIEWS + v) };

		if (!(fires[fu->fu_op] >> v & 1) || (fu->fu_rw && (v == SPIN || v == SPUN)))
			continue;
		snprintf(name, sizeof(name), "%s-%s", fu->fu_rw ? "rw" : "mutex", view_names[v]);
		dt_probe_create(lk->lk_engine, &lk->lk_provider, &spec);
	}
}

static void function_found(const struct dt_userfunc *uf, void *arg)
{
	struct locks *lk = arg;
	struct user_object want = { .uo_name = (char *)uf->uf_object,
		.uo_path = (char *)uf->uf_path,
		.uo_exe = uf->uf_exe,
		.uo_fd = uf->uf_fd };
	unsigned f = 0;
	struct library *li;
	int at;

	while (f < NFUNCTIONS && strcmp(functions[f].fu_name, uf->uf_name) != 0)
		f++;
	at = f == NFUNCTIONS || uf->uf_ilp32 ?
		-1 :
		user_object_at(&(struct user_objects){ .us_objects = (void **)&lk->lk_libraries,
				       .us_count = &lk->lk_nlibraries,
				       .us_size = sizeof(*lk->lk_libraries) },
			&want);
	if (at < 0)
		return;
	li = &lk->lk_libraries[at];
	site_add(li, AT_ENTRY, uf->uf_offset, f);
	if (functions[f].fu_op != WAIT)
		site_add(li, AT_RETURN, uf->uf_offset, f);
	for (unsigned i = 0; functions[f].fu_op == WAIT && i < uf->uf_nleaves; i++)
		site_add(li, AT_LEAVE, uf->uf_offset + uf->uf_leaves[i], f);
	probes_make(lk, uf->uf_object, f);
}

static void process_add(struct dt_engine *e, uint32_t pid)
{
	struct state *st = dt_engine_state(e, &dt_prov_plockstat, sizeof(*st), state_fini);
	struct locks *lk;
	char *name;

	for (lk = st ? st->st_first : NULL; lk; lk = lk->lk_next)
		if (lk->lk_pid == pid)
			return;
	lk = st ? base_calloc(1, sizeof(*lk)) : NULL;
	if (!lk || base_asprintf(&name, "plockstat%u", pid) < 0) {
		free(lk);
		return;
	}
	lk->lk_pid = pid;
	lk->lk_engine = e;
	lk->lk_calls = (struct base_table){ .mp_size = sizeof(struct call), .mp_max = 65536 };
	lk->lk_provider = (struct dt_provider){ .pv_name = name,
		.pv_attrs = dt_prov_plockstat.pv_attrs,
		.pv_sources = plockstat_sources,
		.pv_live_only = true };
	lk->lk_next = st->st_first;
	st->st_first = lk;
	if (dt_provider_add(e, &lk->lk_provider) == 0)
		dt_user_functions(e, pid,
			&(struct dt_userfuncs){ .uq_object = "",
				.uq_function = "pthread_*",
				.uq_byinsn = true,
				.uq_fn = function_found,
				.uq_arg = lk });
}

static void discover(struct dt_engine *e, const struct dt_provider *pv, const char *const field[4])
{
	const char *number = field[0] + strlen(pv->pv_name);
	unsigned long pid;
	char *end;

	if (strncmp(field[0], pv->pv_name, strlen(pv->pv_name)) != 0 ||
		!isdigit((unsigned char)*number))
		return;
	pid = strtoul(number, &end, 10);
	if (*end == '\0' && pid != 0 && pid <= INT32_MAX)
		process_add(e, (uint32_t)pid);
}

const struct dt_provider dt_prov_plockstat = {
	.pv_name = "plockstat",
	.pv_attrs = PROVIDER_STABILITY(EVOLVING_ISA, EVOLVING_ISA, EVOLVING_ISA),
	.pv_discover = discover,
	.pv_live_only = true,
	.pv_missing = "it traces locks of running processes; a Windows trace has none",
};

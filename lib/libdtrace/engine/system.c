/*
 * The system table: processes, threads and CPUs as of the last event.
 *
 * A record is found by its id until it is retired: when a new process or thread gets the id, or at
 * a limit. Retired and exited records are kept, because a firing, a variable or a later event may
 * still refer to them; if there are more than KEEP of them, the oldest are freed. So the size of
 * the table depends on what is alive in the traced system, not on the length of the stream. A trace
 * may name processes and threads that never existed, so in a replay SYS_MAXPROCS and SYS_MAXTHREADS
 * limit the living records: beyond the limit, the least recently seen one is retired.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "alloc.h"
#include "engine.h"
#include "index.h"
#include "oldest.h"

#define KEEP 65536
#define SYS_MAXPROCS (1u << 17)
#define SYS_MAXTHREADS (1u << 18)
#define SYS_LONGARGS 256
#define SYS_MAXARGS (64u << 20) /* bytes of command lines longer than that */
#define SYS_MAXNAME 768		/* bytes; a component of a path on Windows */

struct sys_node {		   /* in front of every record */
	struct base_aged sn_age;   /* of the living */
	struct base_link sn_link;  /* by id */
	struct sys_node *sn_older; /* queue of the dead, oldest first */
	uint32_t sn_id;
	bool sn_dead, sn_hashed;
};

struct sys_proc {
	struct sys_node sp_node;
	proc_t sp_rec;
	struct base_aged sp_args; /* in sy_args, if its command line is long */
	thread_t *sp_holder;	  /* for events that name a process but no thread */
	uint32_t sp_refs;	  /* threads, dead ones included, that point here */
};

struct sys_thread {
	struct sys_node st_node;
	thread_t st_rec;
};

struct sys_table {
	struct base_index tb_index;
	struct sys_node *tb_dead, **tb_deadtail;
	uint32_t tb_ndead;
	struct base_ages tb_living;
	const char *tb_what;
};

struct dt_system {
	struct dt_engine *sy_en;
	struct dif_blocks *sy_pool;
	struct sys_table sy_procs, sy_threads;
	struct base_ages sy_args; /* long command lines */
	size_t sy_argbytes;
	uint64_t sy_objects; /* records made so far */
	cpu_t **sy_cpus;
	thread_t **sy_idle;
	uint32_t sy_ncpus;
	proc_t *sy_idleproc; /* pid 0 */
	proc_t *sy_unknown;  /* of threads whose process is unknown */
	proc_t *sy_own;	     /* dtrace */
	thread_t *sy_ownthread;
};

#define PROC_OF(p) BASE_ENTRY(p, struct sys_proc, sp_rec)
#define THREAD_OF(t) BASE_ENTRY(t, struct sys_thread, st_rec)

/*
 * The tables.
 */
static struct sys_node *table_find(struct sys_table *tb, uint32_t id)
{
	struct base_link *ln = base_index_first(&tb->tb_index, base_hash_key(id));

	for (; ln; ln = base_index_next(ln)) {
		struct sys_node *sn = BASE_ENTRY(ln, struct sys_node, sn_link);

		if (sn->sn_id == id) {
			sn->sn_age.ag_used = true;
			return sn;
		}
	}
	return NULL;
}

static void table_init(struct sys_table *tb, const char *what)
{
	base_ages_init(&tb->tb_living, 0);
	tb->tb_what = what;
	tb->tb_deadtail = &tb->tb_dead;
}

static void table_add(struct sys_table *tb, struct sys_node *sn, uint32_t id)
{
	sn->sn_id = id;
	sn->sn_hashed = true;
	base_index_add(&tb->tb_index, &sn->sn_link, base_hash_key(id));
	base_ages_add(&tb->tb_living, &sn->sn_age);
}

static void table_unhash(struct sys_table *tb, struct sys_node *sn)
{
	if (!sn->sn_hashed)
		return;
	base_ages_remove(&tb->tb_living, &sn->sn_age);
	base_index_remove(&tb->tb_index, &sn->sn_link);
	sn->sn_hashed = false;
}

static void table_bury(struct sys_table *tb, struct sys_node *sn)
{
	if (sn->sn_dead)
		return;
	base_ages_remove(&tb->tb_living, &sn->sn_age);
	sn->sn_dead = true;
	sn->sn_older = NULL;
	*tb->tb_deadtail = sn;
	tb->tb_deadtail = &sn->sn_older;
	tb->tb_ndead++;
}

static struct sys_node *table_exhume(struct sys_table *tb)
{
	struct sys_node *sn = tb->tb_dead;

	tb->tb_dead = sn->sn_older;
	if (!tb->tb_dead)
		tb->tb_deadtail = &tb->tb_dead;
	tb->tb_ndead--;
	table_unhash(tb, sn);
	return sn;
}

static void table_each(const struct sys_table *tb, void (*fn)(struct sys_node *, void *), void *arg)
{
	const struct base_ages *as = &tb->tb_living;

	for (struct base_aged *ag = as->ag_ends.ag_newer; ag != &as->ag_ends; ag = ag->ag_newer)
		fn(BASE_ENTRY(ag, struct sys_node, sn_age), arg);
}

/*
 * Records.
 */
static void thread_free(struct dt_system *sy, struct sys_thread *st)
{
	/* a CPU still has the thread if its switch-out was not seen */
	for (uint32_t i = 0; i < sy->sy_ncpus; i++)
		if (sy->sy_cpus[i]->c_thread == &st->st_rec)
			sy->sy_cpus[i]->c_thread = sy->sy_idle[i];
	PROC_OF(st->st_rec.t_proc)->sp_refs--;
	dt_pool_strfree(sy->sy_pool, st->st_rec.t_name);
	dt_pool_free(sy->sy_pool, st, sizeof(*st));
}

/* Sets p_args. The total size of long command lines is limited: the oldest are dropped. */
static void set_args(struct dt_system *sy, proc_t *p, const char *args)
{
	struct base_aged *ag = &PROC_OF(p)->sp_args;
	size_t len = strlen(args);

	if (ag->ag_newer)
		sy->sy_argbytes -= strlen(p->p_args);
	base_ages_remove(&sy->sy_args, ag);
	dt_pool_setstr(sy->sy_pool, &p->p_args, args);
	p->p_arglen = len ? (int32_t)len + 1 : 0;
	if (len <= SYS_LONGARGS || strlen(p->p_args) != len)
		return;
	base_ages_add(&sy->sy_args, ag);
	sy->sy_argbytes += len;
	while (sy->sy_argbytes > SYS_MAXARGS)
		set_args(sy,
			&BASE_ENTRY(base_ages_oldest(&sy->sy_args), struct sys_proc, sp_args)
				 ->sp_rec,
			"");
}

static void set_name(struct dt_system *sy, char **to, const char *name)
{
	char cut[SYS_MAXNAME + 1];
	size_t len = strnlen(name, SYS_MAXNAME + 1);

	if (len > SYS_MAXNAME) {
		for (len = SYS_MAXNAME; len && ((unsigned char)name[len] & 0xc0) == 0x80; len--)
			;
		memcpy(cut, name, len);
		cut[len] = '\0';
		name = cut;
	}
	dt_pool_setstr(sy->sy_pool, to, name);
}

static void proc_free(struct dt_system *sy, struct sys_proc *sp)
{
	if (sp->sp_holder)
		thread_free(sy, THREAD_OF(sp->sp_holder));
	set_args(sy, &sp->sp_rec, "");
	dt_pool_strfree(sy->sy_pool, sp->sp_rec.p_name);
	dt_pool_strfree(sy->sy_pool, sp->sp_rec.p_args);
	dt_pool_free(sy->sy_pool, sp, sizeof(*sp));
}

/*
 * Frees the oldest dead records beyond KEEP; a process only when no thread record points to it.
 * Each call looks at a few, which is enough, because each death makes one call.
 */
static void reclaim(struct dt_system *sy)
{
	while (sy->sy_threads.tb_ndead > KEEP)
		thread_free(sy, (struct sys_thread *)table_exhume(&sy->sy_threads));
	for (int n = 0; n < 4 && sy->sy_procs.tb_ndead > KEEP; n++) {
		struct sys_proc *sp = (struct sys_proc *)table_exhume(&sy->sy_procs);
		uint32_t own = sp->sp_holder ? 1 : 0;

		if (sp->sp_refs > own) {
			sp->sp_node.sn_dead = false;
			table_bury(&sy->sy_procs, &sp->sp_node);
		} else {
			proc_free(sy, sp);
		}
	}
}

static void retire(struct dt_system *sy, struct sys_table *tb, struct sys_node *sn)
{
	table_unhash(tb, sn);
	table_bury(tb, sn);
	reclaim(sy);
}

/* Makes room for one more record; the first time, reports what is lost. */
static void make_room(struct dt_system *sy, struct sys_table *tb)
{
	struct base_aged *ag = base_ages_victim(&tb->tb_living);

	if (!ag)
		return;
	if (tb->tb_living.ag_forgotten == 1)
		dt_warn(sy->sy_en,
			"the trace names more than %u %s: the least recently seen are forgotten",
			tb->tb_living.ag_max, tb->tb_what);
	retire(sy, tb, BASE_ENTRY(ag, struct sys_node, sn_age));
}

/*
 * The key of a record until the address of the kernel's object is known. It is odd, so it is no
 * object's address.
 */
static uint64_t object_key(struct dt_system *sy)
{
	return ++sy->sy_objects << 12 | 1;
}

static proc_t *proc_new(struct dt_system *sy, uint32_t pid, const char *name, uint32_t flags)
{
	struct sys_proc *sp = dt_pool_alloc(sy->sy_pool, sizeof(*sp));
	proc_t *p;

	if (!sp)
		return sy->sy_unknown; /* 16 GB of records are in use: goes on without a new one */
	p = &sp->sp_rec;
	p->p_pid = pid;
	p->p_flags = flags;
	p->p_addr = object_key(sy);
	p->p_name = dt_pool_strdup(sy->sy_pool, name);
	p->p_args = dt_pool_strdup(sy->sy_pool, "");
	return p;
}

static void thread_set_proc(thread_t *t, proc_t *p)
{
	if (t->t_proc)
		PROC_OF(t->t_proc)->sp_refs--;
	t->t_proc = p;
	PROC_OF(p)->sp_refs++;
	p->p_nthreads++;
}

static thread_t *thread_new(struct dt_system *sy, uint32_t tid, proc_t *p, uint32_t flags)
{
	struct sys_thread *st = dt_pool_alloc(sy->sy_pool, sizeof(*st));
	thread_t *t;

	if (!st)
		return sy->sy_ownthread;
	t = &st->st_rec;
	t->t_tid = tid;
	t->t_flags = flags;
	t->t_cpu = -1;
	t->t_syscall = -1;
	t->t_addr = object_key(sy);
	t->t_name = dt_pool_strdup(sy->sy_pool, "");
	thread_set_proc(t, p);
	return t;
}

proc_t *dt_sys_proc_find(struct dt_system *sy, uint32_t pid)
{
	struct sys_node *sn = table_find(&sy->sy_procs, pid);

	return sn ? &((struct sys_proc *)sn)->sp_rec : NULL;
}

static proc_t *proc_add(struct dt_system *sy, uint32_t pid, const char *name, uint32_t flags)
{
	proc_t *p;

	make_room(sy, &sy->sy_procs);
	p = proc_new(sy, pid, name, flags);
	if (p != sy->sy_unknown)
		table_add(&sy->sy_procs, &PROC_OF(p)->sp_node, pid);
	return p;
}

proc_t *dt_sys_proc(struct dt_system *sy, uint32_t pid)
{
	proc_t *p;

	if (pid == DT_NOID)
		return sy->sy_unknown;
	p = dt_sys_proc_find(sy, pid);
	return p ? p : proc_add(sy, pid, "<unknown>", PROC_UNKNOWN);
}

/*
 * A placeholder gets its name; a known process, or one that has exited, is retired, because the id
 * has a new owner.
 */
proc_t *dt_sys_proc_start(struct dt_system *sy, uint32_t pid, uint32_t ppid, const char *name,
	const char *args)
{
	proc_t *p = dt_sys_proc_find(sy, pid),
	       *parent = ppid == DT_NOID ? NULL : dt_sys_proc_find(sy, ppid);

	if (p && p != sy->sy_idleproc &&
		(!(p->p_flags & PROC_UNKNOWN) || p->p_flags & PROC_EXITED)) {
		retire(sy, &sy->sy_procs, &PROC_OF(p)->sp_node);
		p = NULL;
	}
	if (!p)
		p = proc_add(sy, pid, "<unknown>", PROC_UNKNOWN);
	p->p_flags &= ~PROC_UNKNOWN;
	p->p_ppid = ppid == DT_NOID ? 0 : ppid;
	if (parent && !name) {
		p->p_uid = parent->p_uid;
		p->p_gid = parent->p_gid;
		p->p_euid = parent->p_euid;
		p->p_egid = parent->p_egid;
		p->p_pgid = parent->p_pgid;
		p->p_sid = parent->p_sid;
		p->p_model = parent->p_model;
		p->p_argc = parent->p_argc;
		p->p_argv = parent->p_argv;
		p->p_envp = parent->p_envp;
		name = parent->p_name;
		args = parent->p_args;
	}
	dt_sys_proc_exec(sy, p, name, args);
	return p;
}

void dt_sys_proc_exec(struct dt_system *sy, proc_t *p, const char *name, const char *args)
{
	if (name) {
		set_name(sy, &p->p_name, name);
		p->p_flags |= PROC_NAMED;
		p->p_flags &= ~PROC_UNKNOWN;
	}
	if (args)
		set_args(sy, p, args);
}

void dt_sys_proc_exit(struct dt_system *sy, proc_t *p, int32_t status)
{
	p->p_exit = status;
	if (p == sy->sy_idleproc || p == sy->sy_unknown || p->p_flags & PROC_EXITED)
		return;
	p->p_flags |= PROC_EXITED;
	table_bury(&sy->sy_procs, &PROC_OF(p)->sp_node);
	reclaim(sy);
}

thread_t *dt_sys_thread_find(struct dt_system *sy, uint32_t tid)
{
	struct sys_node *sn = table_find(&sy->sy_threads, tid);

	return sn ? &((struct sys_thread *)sn)->st_rec : NULL;
}

static thread_t *proc_holder(struct dt_system *sy, proc_t *p)
{
	struct sys_proc *sp = PROC_OF(p);

	if (!sp->sp_holder) {
		sp->sp_holder = thread_new(sy, 0, p, THREAD_UNKNOWN);
		p->p_nthreads--;
	}
	return sp->sp_holder;
}

static thread_t *thread_add(struct dt_system *sy, uint32_t tid, proc_t *p, uint32_t flags)
{
	thread_t *t;

	make_room(sy, &sy->sy_threads);
	t = thread_new(sy, tid, p, flags);
	if (t != sy->sy_ownthread)
		table_add(&sy->sy_threads, &THREAD_OF(t)->st_node, tid);
	return t;
}

thread_t *dt_sys_thread(struct dt_system *sy, uint32_t tid, uint32_t pid)
{
	thread_t *t;

	if (tid == DT_NOID)
		return proc_holder(sy, dt_sys_proc(sy, pid));
	t = dt_sys_thread_find(sy, tid);
	if (t && (pid == DT_NOID || (uint32_t)t->t_proc->p_pid == pid) &&
		t->t_proc != sy->sy_unknown)
		return t;
	if (!t)
		return thread_add(sy, tid, dt_sys_proc(sy, pid), THREAD_UNKNOWN);
	if (pid == DT_NOID)
		return t;
	if (t->t_proc == sy->sy_unknown) {
		thread_set_proc(t, dt_sys_proc(sy, pid));
		return t;
	}
	/* the id belongs to another process now */
	retire(sy, &sy->sy_threads, &THREAD_OF(t)->st_node);
	return thread_add(sy, tid, dt_sys_proc(sy, pid), THREAD_UNKNOWN);
}

thread_t *dt_sys_thread_start(struct dt_system *sy, uint32_t tid, uint32_t pid)
{
	thread_t *t = dt_sys_thread_find(sy, tid);

	if (t && (!(t->t_flags & THREAD_UNKNOWN) || t->t_flags & THREAD_EXITED)) {
		retire(sy, &sy->sy_threads, &THREAD_OF(t)->st_node);
		t = NULL;
	}
	t = dt_sys_thread(sy, tid, pid);
	t->t_flags &= ~THREAD_UNKNOWN;
	return t;
}

void dt_sys_thread_exit(struct dt_system *sy, thread_t *t)
{
	if (t->t_flags & (THREAD_EXITED | THREAD_IDLE) || t == sy->sy_ownthread)
		return;
	t->t_flags |= THREAD_EXITED;
	if (t->t_proc->p_nthreads > 0)
		t->t_proc->p_nthreads--;
	if (sy->sy_en->en_mach.ma_dyn)
		dif_dyn_thread_exit(sy->sy_en->en_mach.ma_dyn, dif_thread_key(t, 0));
	table_bury(&sy->sy_threads, &THREAD_OF(t)->st_node);
	reclaim(sy);
}

void dt_sys_thread_name(struct dt_system *sy, thread_t *t, const char *name)
{
	set_name(sy, &t->t_name, name);
}

/*
 * CPUs.
 */
static int cpus_grow(struct dt_system *sy, uint32_t n)
{
	cpu_t **c = base_realloc(sy->sy_cpus, n * sizeof(*c));
	thread_t **t;

	if (!c)
		return -1;
	sy->sy_cpus = c;
	t = base_realloc(sy->sy_idle, n * sizeof(*t));
	if (!t)
		return -1;
	sy->sy_idle = t;
	for (; sy->sy_ncpus < n; sy->sy_ncpus++) {
		uint32_t i = sy->sy_ncpus;

		t[i] = thread_new(sy, 0, sy->sy_idleproc, THREAD_IDLE);
		c[i] = dt_pool_alloc(sy->sy_pool, sizeof(**c));
		if (!t[i] || !c[i])
			return -1;
		t[i]->t_cpu = i;
		t[i]->t_class = THREAD_CLASS_SYS;
		c[i]->c_id = i;
		c[i]->c_thread = sy->sy_en->en_live ? t[i] : proc_holder(sy, sy->sy_unknown);
	}
	return 0;
}

#define MAXCPU 65536

cpu_t *dt_sys_cpu(struct dt_system *sy, uint32_t cpu)
{
	if (cpu >= sy->sy_ncpus && (cpu >= MAXCPU || cpus_grow(sy, cpu + 1) < 0))
		cpu = 0;
	return sy->sy_cpus[cpu];
}

unsigned dt_sys_ncpu(struct dt_system *sy)
{
	return sy->sy_ncpus;
}

thread_t *dt_sys_idle(struct dt_system *sy, uint32_t cpu)
{
	uint32_t id = dt_sys_cpu(sy, cpu)->c_id; /* may move the tables */

	return sy->sy_idle[id];
}

thread_t *dt_sys_running(struct dt_system *sy, uint32_t cpu)
{
	return dt_sys_cpu(sy, cpu)->c_thread;
}

void dt_sys_switch(struct dt_system *sy, uint32_t cpu, thread_t *next, uint64_t now)
{
	cpu_t *c = dt_sys_cpu(sy, cpu);
	thread_t *prev = c->c_thread;

	if (prev->t_onsince) {
		prev->t_ontime += now > prev->t_onsince ? now - prev->t_onsince : 0;
		prev->t_onsince = 0;
	}
	next->t_cpu = c->c_id;
	next->t_onsince = now ? now : 1;
	c->c_thread = next;
}

void dt_sys_image_load(struct dt_system *sy, uint32_t pid, uint64_t base, uint64_t size,
	uint64_t fileoff, const char *path, uint64_t now)
{
	struct dt_engine *en = sy->sy_en;

	if (en->en_ops->eo_image_load)
		en->en_ops->eo_image_load(en->en_arg, pid, base, size, fileoff, path, now);
}

void dt_sys_image_known(struct dt_system *sy, uint32_t pid, uint64_t base, uint64_t size,
	const char *path)
{
	struct dt_engine *en = sy->sy_en;

	if (en->en_ops->eo_image_known)
		en->en_ops->eo_image_known(en->en_arg, pid, base, size, path);
}

void dt_sys_image_pdb(struct dt_system *sy, uint32_t pid, uint64_t base, const uint8_t guid[16],
	uint32_t age, const char *pdb)
{
	struct dt_engine *en = sy->sy_en;

	if (en->en_ops->eo_image_pdb)
		en->en_ops->eo_image_pdb(en->en_arg, pid, base, guid, age, pdb);
}

void dt_sys_method(struct dt_system *sy, uint32_t pid, uint64_t start, uint64_t size,
	uint64_t module, const char *name)
{
	struct dt_engine *en = sy->sy_en;

	if (en->en_ops->eo_method)
		en->en_ops->eo_method(en->en_arg, pid, start, size, module, name);
}

void dt_sys_module(struct dt_system *sy, uint32_t pid, uint64_t module, const char *path)
{
	struct dt_engine *en = sy->sy_en;

	if (en->en_ops->eo_module)
		en->en_ops->eo_module(en->en_arg, pid, module, path);
}

void dt_sys_image_unload(struct dt_system *sy, uint32_t pid, uint64_t base, uint64_t now)
{
	struct dt_engine *en = sy->sy_en;

	if (en->en_ops->eo_image_unload)
		en->en_ops->eo_image_unload(en->en_arg, pid, base, now);
}

void dt_sys_mapping(struct dt_system *sy, const struct dt_mapping *mg)
{
	struct dt_engine *en = sy->sy_en;

	if (en->en_ops->eo_mapping)
		en->en_ops->eo_mapping(en->en_arg, mg);
	if (en->en_maptap)
		en->en_maptap(en->en_maparg, mg);
}

unsigned dt_sys_unwind(struct dt_system *sy, uint32_t pid, const struct dt_ustack *us,
	uint64_t *pcs, unsigned max)
{
	struct dt_engine *en = sy->sy_en;

	return en->en_ops->eo_unwind ? en->en_ops->eo_unwind(en->en_arg, pid, us, pcs, max) : 0;
}

/*
 * dtrace itself: the context of BEGIN, END and timers. In a replay it has no pid and has used 1 ns,
 * so that two runs print the same.
 */
void dt_own_context(struct dt_engine *en, struct dt_firing *fi)
{
	struct timespec ts = { .tv_nsec = 1 };

	fi->fi_thread = en->en_sys->sy_ownthread;
	if (en->en_live) {
		clock_gettime(CLOCK_THREAD_CPUTIME_ID, &ts);
		fi->fi_thread->t_cpu = fi->fi_cpu;
	}
	fi->fi_vtime = (uint64_t)ts.tv_sec * 1000000000u + (uint64_t)ts.tv_nsec;
	if (!fi->fi_wall)
		fi->fi_wall = en->en_wall;
}

static void own_init(struct dt_system *sy)
{
	bool live = sy->sy_en->en_live;

	sy->sy_own = proc_new(sy, live ? getpid() : 0, "dtrace", PROC_NAMED);
	sy->sy_ownthread = sy->sy_own ? thread_new(sy, live ? gettid() : 0, sy->sy_own, 0) : NULL;
	if (live && sy->sy_ownthread)
		dt_sys_read_own(sy, sy->sy_ownthread);
}

void dt_system_bound(struct dt_system *sy, uint32_t procs, uint32_t threads)
{
	sy->sy_procs.tb_living.ag_max = procs;
	sy->sy_threads.tb_living.ag_max = threads;
}

struct dt_system *dt_system_create(struct dt_engine *en)
{
	struct dt_system *sy = base_calloc(1, sizeof(*sy));

	if (!sy)
		return NULL;
	sy->sy_en = en;
	sy->sy_pool = &en->en_pool;
	base_ages_init(&sy->sy_args, 0);
	table_init(&sy->sy_procs, "processes");
	table_init(&sy->sy_threads, "threads");
	if (!en->en_live) /* live the kernel limits them */
		dt_system_bound(sy, SYS_MAXPROCS, SYS_MAXTHREADS);
	sy->sy_unknown = proc_new(sy, -1, "<unknown>", PROC_UNKNOWN);
	own_init(sy);
	sy->sy_idleproc = proc_add(sy, 0, en->en_live ? "swapper" : "idle",
		PROC_NAMED | PROC_KERNEL);
	if (sy->sy_idleproc)
		base_ages_remove(&sy->sy_procs.tb_living,
			&PROC_OF(sy->sy_idleproc)->sp_node.sn_age);
	if (!sy->sy_unknown || !sy->sy_ownthread || !sy->sy_idleproc || cpus_grow(sy, 1) < 0) {
		dt_system_destroy(sy);
		return NULL;
	}
	return sy;
}

void dt_system_destroy(struct dt_system *sy)
{
	base_index_clear(&sy->sy_procs.tb_index, NULL);
	base_index_clear(&sy->sy_threads.tb_index, NULL);
	free(sy->sy_cpus);
	free(sy->sy_idle);
	free(sy);
}

/*
 * Walks.
 */
struct each {
	void (*ea_proc)(const proc_t *, void *);
	void (*ea_thread)(const thread_t *, void *);
	void *ea_arg;
};

static void each_proc(struct sys_node *sn, void *arg)
{
	const struct each *ea = arg;

	ea->ea_proc(&BASE_ENTRY(sn, struct sys_proc, sp_node)->sp_rec, ea->ea_arg);
}

static void each_thread(struct sys_node *sn, void *arg)
{
	const struct each *ea = arg;

	ea->ea_thread(&BASE_ENTRY(sn, struct sys_thread, st_node)->st_rec, ea->ea_arg);
}

void dt_sys_each_proc(struct dt_system *sy, void (*fn)(const proc_t *, void *), void *arg)
{
	table_each(&sy->sy_procs, each_proc, &(struct each){ .ea_proc = fn, .ea_arg = arg });
}

void dt_sys_each_thread(struct dt_system *sy, void (*fn)(const thread_t *, void *), void *arg)
{
	table_each(&sy->sy_threads, each_thread, &(struct each){ .ea_thread = fn, .ea_arg = arg });
}

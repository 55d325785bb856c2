/*
 * mketl FILE [--compressed] [--ptr 4|8] [--cpus N] [--events N] [--seconds S] [--bufsize KIB]
 *       [--clock qpc|system|cycles] [--lost-events N] [--lost-buffers N] [--linux]
 *       [--scene NAME [--version N]]
 *
 * Writes a small Windows machine that never was: a few processes with threads and images, whose
 * threads take turns on the CPUs, block, wake each other and are sampled at 1 kHz; short-lived
 * processes come and go. The same options give the same bytes. With --events it goes on until
 * about that many events are written, for traces of any size. With --scene it writes one of the
 * scenes of scenes.def instead.
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "etw.h"
#include "scene.h"

#define MAXCPU 64
#define MAXTHREADS 64
#define IMAGES 3
#define MS 1000000u /* everything is planned in nanoseconds */

struct proc {
	uint32_t pr_pid, pr_ppid;
	const char *pr_name, *pr_cmd;
	unsigned pr_nthreads;
	uint64_t pr_code; /* base of its program */
};

static const struct proc procs[] = {
	{ 0, 0, "Idle", "", 0, 0 },
	{ 4, 0, "System", "", 4, 0xfffff80000000000 },
	{ 348, 4, "smss.exe", "\\SystemRoot\\System32\\smss.exe", 1, 0x7ff600000000 },
	{ 1500, 348, "explorer.exe", "C:\\Windows\\Explorer.EXE", 4, 0x7ff610000000 },
	{ 2200, 1500, "sqlservr.exe", "\"C:\\SQL\\sqlservr.exe\" -sDEMO", 6, 0x7ff620000000 },
	{ 3104, 1500, "notepad.exe", "notepad.exe C:\\notes.txt", 2, 0x7ff630000000 },
};
#define NPROCS (sizeof(procs) / sizeof(procs[0]))

struct thread {
	uint32_t th_tid;
	const struct proc *th_proc;
};

struct cpu {
	uint64_t cp_switch, cp_sample; /* ns of the next one */
	uint32_t cp_current;	       /* index of a thread, or ~0 if idle */
};

struct demo {
	struct etw_writer *de_w;
	struct etw_writer_config de_cfg;
	uint64_t de_seed, de_ns, de_events, de_max, de_end;
	uint64_t de_nextproc;
	uint32_t de_nborn;
	struct proc de_child; /* the short-lived one; pid 0 if none lives */
	struct thread de_threads[MAXTHREADS];
	uint32_t de_nthreads;
	const struct scene_entry *de_scene;
	unsigned de_version; /* of a scene's records */
	struct cpu de_cpus[MAXCPU];
};

static uint32_t rnd(struct demo *d, uint32_t n)
{
	d->de_seed = d->de_seed * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(d->de_seed >> 33) % n;
}

static uint64_t raw_time(const struct demo *d, uint64_t ns)
{
	struct scene sc = { .sc_cfg = &d->de_cfg };

	return scene_raw(&sc, ns);
}

static struct etw_event head(struct demo *d, uint32_t cpu, uint8_t opcode, uint8_t version)
{
	struct etw_event ev = { .ev_cpu = cpu,
		.ev_opcode = opcode,
		.ev_version = version,
		.ev_ptrsize = (uint8_t)d->de_cfg.wc_ptrsize,
		.ev_raw = raw_time(d, d->de_ns),
		.ev_pid = ETW_NOID,
		.ev_tid = ETW_NOID };

	d->de_events++;
	return ev;
}

static uint64_t address(const struct demo *d, uint64_t a)
{
	struct scene sc = { .sc_ptrsize = d->de_cfg.wc_ptrsize };

	return scene_addr(&sc, a);
}

static uint32_t wide(const char *s, uint8_t *out, uint32_t max)
{
	return (uint32_t)etw_utf8_to_utf16(s, out, max);
}

static void process(struct demo *d, const struct proc *p, uint8_t opcode, uint32_t actor)
{
	static const uint8_t sid[12] = { 1, 1, 0, 0, 0, 0, 0, 5, 18, 0, 0, 0 };
	uint8_t cmd[256];
	struct etw_process px = { .px_pid = p->pr_pid,
		.px_ppid = p->pr_ppid,
		.px_session = 1,
		.px_key = address(d, 0xffffe00000000000 + p->pr_pid * 0x100),
		.px_dtb = 0x1000 * (uint64_t)p->pr_pid,
		.px_name = p->pr_name,
		.px_namelen = (uint32_t)strlen(p->pr_name),
		.px_sid = sid,
		.px_sidlen = sizeof(sid),
		.px_exit = opcode == 2 ? 0 : 259 };
	struct etw_event ev = head(d, 0, opcode, 4);

	px.px_cmdline = cmd;
	px.px_cmdunits = wide(p->pr_cmd, cmd, sizeof(cmd) / 2);
	ev.ev_pid = actor;
	etw_write_process(d->de_w, &ev, &px);
}

static void thread(struct demo *d, const struct thread *t, uint8_t opcode)
{
	struct etw_thread tx = { .tx_pid = t->th_proc->pr_pid,
		.tx_tid = t->th_tid,
		.tx_affinity = 3,
		.tx_win32start = address(d, t->th_proc->pr_code + 0x1000),
		.tx_basepri = 8,
		.tx_pagepri = 5,
		.tx_iopri = 2 };
	struct etw_event ev = head(d, 0, opcode, 3);

	etw_write_thread(d->de_w, &ev, &tx);
}

static void image(struct demo *d, const struct proc *p, unsigned i, uint8_t opcode)
{
	static const char *const dlls[IMAGES] = { NULL, "ntdll.dll", "kernel32.dll" };
	static const uint64_t bases[IMAGES] = { 0, 0x7ffe10000000, 0x7ffe20000000 };
	char path[128];
	uint8_t name[256];
	struct etw_image im = { .im_base = address(d, i ? bases[i] : p->pr_code),
		.im_size = 0x200000,
		.im_pid = p->pr_pid,
		.im_timestamp = 0x5f000000 + p->pr_pid,
		.im_name = name };
	struct etw_event ev = head(d, 0, opcode, 2);

	im.im_defbase = im.im_base;
	snprintf(path, sizeof(path), "\\Device\\HarddiskVolume2\\Windows\\System32\\%s",
		i		       ? dlls[i] :
			p->pr_pid == 4 ? "ntoskrnl.exe" :
					 p->pr_name);
	im.im_nameunits = wide(path, name, sizeof(name) / 2);
	ev.ev_pid = p->pr_pid;
	etw_write_image(d->de_w, &ev, &im);
}

static void add_thread(struct demo *d, const struct proc *p, uint32_t tid, uint8_t opcode)
{
	struct thread *t = &d->de_threads[d->de_nthreads++];

	t->th_tid = tid;
	t->th_proc = p;
	thread(d, t, opcode);
}

/* What runs when tracing starts, and what still runs when it ends (opcode 3 and 4). */
static void rundown(struct demo *d, uint8_t opcode)
{
	for (size_t i = 0; i < NPROCS; i++) {
		d->de_ns += 1000;
		process(d, &procs[i], opcode, ETW_NOID);
		for (unsigned k = 0; opcode == 3 && k < procs[i].pr_nthreads; k++)
			add_thread(d, &procs[i], procs[i].pr_pid + 4 + 4 * k, opcode);
		for (unsigned k = 0; k < (procs[i].pr_pid > 4 ? IMAGES : procs[i].pr_pid == 4); k++)
			image(d, &procs[i], k, opcode);
	}
	for (uint32_t i = 0; opcode == 4 && i < d->de_nthreads; i++)
		thread(d, &d->de_threads[i], opcode);
}

static void sample(struct demo *d, uint32_t cpu)
{
	struct cpu *c = &d->de_cpus[cpu];
	const struct thread *t = &d->de_threads[c->cp_current];
	uint64_t code = t->th_proc->pr_code;
	uint64_t frames[4] = { address(d, code + 0x1000 + rnd(d, 16) * 0x40),
		address(d, code + 0x2000), address(d, 0x7ffe20001000), address(d, 0x7ffe10001000) };
	struct etw_sample sp = { .sp_ip = frames[0], .sp_tid = t->th_tid, .sp_count = 1 };
	struct etw_stack sk = { .sk_pid = t->th_proc->pr_pid,
		.sk_tid = t->th_tid,
		.sk_frames = (const uint8_t *)frames,
		.sk_nframes = 4,
		.sk_ptrsize = 8 };
	struct etw_event ev = head(d, cpu, 0, 2);

	etw_write_sample(d->de_w, &ev, &sp);
	sk.sk_time = ev.ev_raw;
	ev = head(d, cpu, 0, 2);
	etw_write_stack(d->de_w, &ev, &sk);
}

static int running(const struct demo *d, uint32_t thread)
{
	for (unsigned i = 0; i < d->de_cfg.wc_ncpu; i++)
		if (d->de_cpus[i].cp_current == thread)
			return 1;
	return 0;
}

static void switch_thread(struct demo *d, uint32_t cpu)
{
	struct cpu *c = &d->de_cpus[cpu];
	uint32_t next = rnd(d, 4) ? rnd(d, d->de_nthreads) : ~0u, old = c->cp_current;
	struct etw_ready rt = { 0 };
	struct etw_cswitch cs = { .cs_oldstate = 5, .cs_waitreason = (int8_t)rnd(d, 8) };
	struct etw_event ev;

	if (next != ~0u && running(d, next))
		next = ~0u;
	if (next == old)
		return;
	cs.cs_newtid = rt.rt_tid = next == ~0u ? 0 : d->de_threads[next].th_tid;
	cs.cs_oldtid = old == ~0u ? 0 : d->de_threads[old].th_tid;
	cs.cs_newpri = next == ~0u ? 0 : 8;
	cs.cs_oldpri = old == ~0u ? 0 : 8;
	cs.cs_newwait = rnd(d, 10);
	if (next != ~0u) {
		ev = head(d, rnd(d, d->de_cfg.wc_ncpu), 0, 2);
		etw_write_ready(d->de_w, &ev, &rt);
	}
	ev = head(d, cpu, 0, 4);
	etw_write_cswitch(d->de_w, &ev, &cs);
	c->cp_current = next;
}

/* One provider with a manifest says hello for each birth. */
static void announce(struct demo *d, const struct proc *p)
{
	static const struct etw_guid provider = { 0x22fb2cd6, 0x0e7b, 0x422b,
		{ 0xa0, 0xc7, 0x2f, 0xad, 0x1f, 0xd0, 0xe7, 0x16 } };
	uint8_t payload[256] = { 0 };
	struct etw_event ev = head(d, 0, 1, 0);

	memcpy(payload, &p->pr_pid, 4);
	memcpy(payload + 12, &p->pr_ppid, 4);
	payload[16] = 1;
	ev.ev_paylen = 24 + 2 * wide(p->pr_name, payload + 24, 100) + 2;
	ev.ev_kind = ETW_EVENT;
	ev.ev_id = ev.ev_task = 1;
	ev.ev_level = 4;
	ev.ev_keyword = 0x8000000000000010;
	ev.ev_provider = &provider;
	ev.ev_pid = p->pr_ppid;
	ev.ev_tid = 1504;
	ev.ev_payload = payload;
	etw_writer_put(d->de_w, &ev);
}

static void birth(struct demo *d)
{
	struct proc *p = &d->de_child;

	*p = procs[NPROCS - 1];
	p->pr_pid = 4000 + 20 * (d->de_nborn++ % 1000);
	p->pr_name = "find.exe";
	p->pr_cmd = "find.exe /c demo";
	process(d, p, 1, p->pr_ppid);
	announce(d, p);
	add_thread(d, p, p->pr_pid + 4, 1);
	for (unsigned i = 0; i < IMAGES; i++)
		image(d, p, i, 10);
}

static void death(struct demo *d)
{
	uint32_t last = d->de_nthreads - 1;

	for (unsigned i = 0; i < d->de_cfg.wc_ncpu; i++)
		if (d->de_cpus[i].cp_current == last)
			while (d->de_cpus[i].cp_current == last)
				switch_thread(d, i);
	d->de_nthreads--;
	thread(d, &d->de_threads[last], 2);
	for (unsigned i = 0; i < IMAGES; i++)
		image(d, &d->de_child, i, 2);
	process(d, &d->de_child, 2, d->de_child.pr_pid);
	d->de_child.pr_pid = 0;
}

/* The CPU whose next deed is first. */
static uint32_t next_cpu(const struct demo *d, uint64_t *when)
{
	uint32_t best = 0;

	*when = UINT64_MAX;
	for (unsigned i = 0; i < d->de_cfg.wc_ncpu; i++) {
		const struct cpu *c = &d->de_cpus[i];
		uint64_t t = c->cp_switch < c->cp_sample ? c->cp_switch : c->cp_sample;

		if (t < *when) {
			*when = t;
			best = i;
		}
	}
	return best;
}

static void turn(struct demo *d)
{
	uint64_t when;
	uint32_t cpu = next_cpu(d, &when);
	struct cpu *c = &d->de_cpus[cpu];

	if (d->de_nextproc <= when) {
		d->de_ns = d->de_nextproc;
		d->de_nextproc += 250 * (uint64_t)MS;
		if (d->de_child.pr_pid)
			death(d);
		else
			birth(d);
		return;
	}
	d->de_ns = when;
	if (c->cp_switch <= c->cp_sample) {
		c->cp_switch += MS / 5 + rnd(d, MS);
		switch_thread(d, cpu);
		return;
	}
	c->cp_sample += MS;
	if (c->cp_current != ~0u)
		sample(d, cpu);
}

static void run(struct demo *d)
{
	for (unsigned i = 0; i < d->de_cfg.wc_ncpu; i++)
		d->de_cpus[i] = (struct cpu){ MS + 7000 * i, MS + 50000 * (i + 1), ~0u };
	d->de_nextproc = 100 * (uint64_t)MS;
	rundown(d, 3);
	while (d->de_max ? d->de_events < d->de_max : d->de_ns < d->de_end)
		turn(d);
	if (d->de_child.pr_pid)
		death(d);
	rundown(d, 4);
}

static void play(struct demo *d)
{
	struct scene sc = { .sc_w = d->de_w,
		.sc_cfg = &d->de_cfg,
		.sc_version = d->de_version,
		.sc_ptrsize = d->de_cfg.wc_ptrsize };

	d->de_scene->se_play(&sc);
	d->de_events = sc.sc_events;
}

static int usage(void)
{
	fprintf(stderr,
		"usage: mketl FILE [--compressed] [--ptr 4|8] [--cpus N] [--events N]\n"
		"             [--seconds S] [--bufsize KIB] [--clock qpc|system|cycles]\n"
		"             [--lost-events N] [--lost-buffers N]\n"
		"             [--linux] [--scene NAME [--version N]]\nscenes:\n");
	for (const struct scene_entry *se = scenes; se->se_name; se++)
		fprintf(stderr, "  %-20s %s\n", se->se_name, se->se_what);
	return 2;
}

static int set_scene(struct demo *d, const char *name)
{
	for (const struct scene_entry *se = scenes; se->se_name; se++)
		if (!strcmp(se->se_name, name)) {
			d->de_scene = se;
			return 0;
		}
	return -1;
}

static int set_clock(struct etw_writer_config *c, const char *name)
{
	if (!strcmp(name, "system")) {
		c->wc_clock = ETW_CLOCK_SYSTEM;
		c->wc_t0 = c->wc_starttime;
	} else if (!strcmp(name, "cycles")) {
		c->wc_clock = ETW_CLOCK_CYCLES;
	} else if (strcmp(name, "qpc")) {
		return -1;
	}
	return 0;
}

static int option(struct demo *d, const char *name, const char *value)
{
	struct etw_writer_config *c = &d->de_cfg;
	uint64_t n = value ? strtoull(value, NULL, 0) : 0;

	if (!value)
		return -1;
	if (!strcmp(name, "--ptr"))
		c->wc_ptrsize = (unsigned)n;
	else if (!strcmp(name, "--cpus") && n <= MAXCPU)
		c->wc_ncpu = (unsigned)n;
	else if (!strcmp(name, "--events"))
		d->de_max = n;
	else if (!strcmp(name, "--seconds"))
		d->de_end = n * 1000 * MS;
	else if (!strcmp(name, "--bufsize"))
		c->wc_bufsize = (uint32_t)n * 1024;
	else if (!strcmp(name, "--lost-events"))
		c->wc_events_lost = (uint32_t)n;
	else if (!strcmp(name, "--lost-buffers"))
		c->wc_buffers_lost = (uint32_t)n;
	else if (!strcmp(name, "--clock"))
		return set_clock(c, value);
	else if (!strcmp(name, "--scene"))
		return set_scene(d, value);
	else if (!strcmp(name, "--version"))
		d->de_version = (unsigned)n;
	else
		return -1;
	return 0;
}

int main(int argc, char **argv)
{
	static struct demo d = { .de_seed = 42,
		.de_end = UINT64_C(3000000000),
		.de_version = UINT_MAX };
	char err[256];

	etw_writer_defaults(&d.de_cfg);
	d.de_cfg.wc_logger = "demo";
	for (int i = 2; i < argc; i++) {
		if (!strcmp(argv[i], "--compressed"))
			d.de_cfg.wc_compressed = 1;
		else if (!strcmp(argv[i], "--linux"))
			d.de_cfg.wc_logger = "dtrace on Linux 6.1";
		else if (option(&d, argv[i], argv[i + 1]) < 0)
			return usage();
		else
			i++;
	}
	if (argc < 2)
		return usage();
	d.de_w = etw_writer_create(argv[1], &d.de_cfg, err, sizeof(err));
	if (!d.de_w) {
		fprintf(stderr, "mketl: %s\n", err);
		return 1;
	}
	if (d.de_scene)
		play(&d);
	else
		run(&d);
	if (etw_writer_close(d.de_w) < 0) {
		perror("mketl");
		return 1;
	}
	printf("%llu events\n", (unsigned long long)d.de_events + 1);
	return 0;
}

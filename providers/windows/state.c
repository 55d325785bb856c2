/*
 * The system of a trace: the process and thread of an event, and what events report about processes
 * and threads.
 *
 * A trace reports processes and threads by start events, by a rundown at its beginning (DCStart) or
 * at its end (DCEnd), or not at all. A record that was made for an id in an event is completed when
 * its report arrives; a name is used from then on.
 */
#include <string.h>
#include "windows.h"

const struct etw_guid etl_guid_recorded = DT_RECORDED_GUID;
const struct etw_guid etl_guid_process = { 0x3d6fa8d0, 0xfe05, 0x11d0,
	{ 0x9d, 0xda, 0x00, 0xc0, 0x4f, 0xd7, 0xba, 0x7c } };
const struct etw_guid etl_guid_thread = { 0x3d6fa8d1, 0xfe05, 0x11d0,
	{ 0x9d, 0xda, 0x00, 0xc0, 0x4f, 0xd7, 0xba, 0x7c } };
const struct etw_guid etl_guid_image = { 0x2cb15d1d, 0x5fc1, 0x11d2,
	{ 0xab, 0xe1, 0x00, 0xa0, 0xc9, 0x11, 0xf5, 0x18 } };
const struct etw_guid etl_guid_stackwalk = { 0xdef2fe46, 0x7bd6, 0x4b80,
	{ 0xbd, 0x94, 0xf5, 0x7f, 0xe2, 0x0d, 0x0c, 0xe3 } };
const struct etw_guid etl_guid_perfinfo = { 0xce1dbfb4, 0x137e, 0x4da6,
	{ 0x87, 0xb0, 0x3f, 0x59, 0xaa, 0x10, 0x2c, 0xbc } };
const struct etw_guid etl_guid_diskio = { 0x3d6fa8d4, 0xfe05, 0x11d0,
	{ 0x9d, 0xda, 0x00, 0xc0, 0x4f, 0xd7, 0xba, 0x7c } };
const struct etw_guid etl_guid_pagefault = { 0x3d6fa8d3, 0xfe05, 0x11d0,
	{ 0x9d, 0xda, 0x00, 0xc0, 0x4f, 0xd7, 0xba, 0x7c } };
const struct etw_guid etl_guid_fileio = { 0x90cbdc39, 0x4a3e, 0x11d1,
	{ 0x84, 0xf4, 0x00, 0x00, 0xf8, 0x04, 0x64, 0xe3 } };
const struct etw_guid etl_guid_registry = { 0xae53722e, 0xc863, 0x11d2,
	{ 0x86, 0x59, 0x00, 0xc0, 0x4f, 0xa3, 0x21, 0xa1 } };
const struct etw_guid etl_guid_sysconfig = { 0x01853a65, 0x418f, 0x4f36,
	{ 0xae, 0xfc, 0xdc, 0x0f, 0x1d, 0x2f, 0xd2, 0x35 } };
const struct etw_guid etl_guid_sysconfigex = { 0x9b79ee91, 0xb5fd, 0x41c0,
	{ 0xa2, 0x43, 0x42, 0x48, 0xe2, 0x66, 0xe9, 0xd0 } };

const struct etw_guid etl_guid_tcpip = { 0x9a280ac0, 0xc8e0, 0x11d1,
	{ 0x84, 0xe2, 0x00, 0xc0, 0x4f, 0xb9, 0x98, 0xa2 } };
const struct etw_guid etl_guid_udpip = { 0xbf3a50c5, 0xa9c9, 0x4988,
	{ 0xa0, 0x05, 0x2d, 0xf0, 0xb7, 0xc8, 0x0f, 0x80 } };
const struct etw_guid etl_guid_lost = { 0x6a399ae0, 0x4bc6, 0x4de9,
	{ 0x87, 0x0b, 0x36, 0x57, 0xf8, 0x94, 0x7e, 0x7e } };

/* Process and thread of an event. */
thread_t *etl_thread(struct dt_feed *fd, const struct etw_event *ev, uint32_t tid, uint32_t pid)
{
	struct dt_system *sys = dt_system(fd->fd_engine);

	if (tid == 0 && (pid == 0 || pid == ETW_NOID))
		return dt_sys_idle(sys, ev->ev_cpu);
	if (tid == ETW_NOID && pid == ETW_NOID)
		return dt_sys_running(sys, ev->ev_cpu);
	return dt_sys_thread(sys, tid, pid);
}

thread_t *etl_context(struct dt_feed *fd, const struct etw_event *ev)
{
	return etl_thread(fd, ev, ev->ev_tid, ev->ev_pid);
}

thread_t *etl_context_in(struct dt_feed *fd, const struct etw_event *ev, uint32_t pid)
{
	struct dt_system *sys = dt_system(fd->fd_engine);
	thread_t *t = etl_context(fd, ev);

	if (pid == ETW_NOID || t->t_proc->p_pid == (int32_t)pid)
		return t;
	t = dt_sys_running(sys, ev->ev_cpu);
	if (t->t_proc->p_pid == (int32_t)pid)
		return t;
	return dt_sys_thread(sys, DT_NOID, pid);
}

void etl_firing(struct dt_feed *fd, const struct etw_event *ev, thread_t *t, struct dt_firing *fi)
{
	memset(fi, 0, sizeof(*fi));
	fi->fi_time = ev->ev_ns;
	fi->fi_wall = ev->ev_unix_ns;
	fi->fi_cpu = ev->ev_cpu;
	fi->fi_thread = t;
	fi->fi_event = ev;
	fi->fi_payload = ev->ev_payload;
	fi->fi_paylen = ev->ev_paylen;
	if (etl_of(fd)->ef_linux && (t->t_flags & THREAD_IDLE))
		fi->fi_execname = t->t_name;
	if (etl_of(fd)->ef_hold)
		etl_hold_stack(etl_of(fd), t, fi);
}

void etl_broken(struct dt_feed *fd, const struct etw_event *ev)
{
	etw_report(etl_of(fd)->ef_trace, ev, etw_decode_error());
}

/*
 * Processes.
 */
enum { OP_START = 1, OP_END = 2 }; /* of both groups; the others are rundown */

#define PROCESS_WOW64 0x2 /* px_flags */

static int32_t state_model(const struct etw_event *ev, const struct etw_process *px)
{
	if (ev->ev_ptrsize == 4)
		return 1;
	if (ev->ev_version < 4)
		return 0;
	return px->px_flags & PROCESS_WOW64 ? 1 : 2;
}

/*
 * Whether the event reports a new process with p's id. A rundown may report an id that has exited:
 * the same process, or a new one.
 */
static bool state_newlife(const struct etw_event *ev, const proc_t *p, const char *name)
{
	if (!p || ev->ev_opcode == OP_START)
		return true;
	return (p->p_flags & PROC_EXITED) && ev->ev_opcode != OP_END &&
		strcmp(p->p_name, name) != 0;
}

#define PID_SYSTEM 4   /* the process of the kernel's threads */
#define PID_KTHREADD 2 /* Linux: the parent of each */

static void state_describe(struct dt_feed *fd, const struct etw_event *ev,
	const struct etw_process *px, proc_t *p)
{
	dt_sys_proc_exec(dt_system(fd->fd_engine), p, NULL,
		etl_utf8(fd, px->px_cmdline, px->px_cmdunits));
	p->p_flags &= ~(uint32_t)PROC_UNKNOWN;
	if (etl_of(fd)->ef_linux ? px->px_ppid == PID_KTHREADD || px->px_pid == PID_KTHREADD :
				   px->px_pid == PID_SYSTEM)
		p->p_flags |= PROC_KERNEL;
	p->p_ppid = (int32_t)px->px_ppid;
	p->p_sid = (int32_t)px->px_session;
	p->p_model = state_model(ev, px);
	if (px->px_key != 0)
		p->p_addr = px->px_key;
	if (ev->ev_opcode == OP_START)
		p->p_start = ev->ev_unix_ns;
}

proc_t *etl_learn_proc(struct dt_feed *fd, const struct etw_event *ev, const struct etw_process *px)
{
	struct dt_system *sys = dt_system(fd->fd_engine);
	const char *name = etl_execname(fd, px->px_pid, px->px_name, px->px_namelen);
	proc_t *p = dt_sys_proc_find(sys, px->px_pid);

	if (state_newlife(ev, p, name))
		p = dt_sys_proc_start(sys, px->px_pid, px->px_ppid, name, NULL);
	else if (ev->ev_opcode == OP_END && !(p->p_flags & PROC_UNKNOWN))
		return p;
	else
		dt_sys_proc_exec(sys, p, name, NULL);
	state_describe(fd, ev, px, p);
	return p;
}

/*
 * Threads.
 */
#define PRIORITY_REALTIME 16 /* and above */

void etl_priority(thread_t *t, int32_t pri)
{
	t->t_pri = pri;
	if (!(t->t_flags & THREAD_IDLE))
		t->t_class = pri >= PRIORITY_REALTIME ? THREAD_CLASS_RT : THREAD_CLASS_TS;
}

thread_t *etl_learn_thread(struct dt_feed *fd, const struct etw_event *ev,
	const struct etw_thread *tx)
{
	struct dt_system *sys = dt_system(fd->fd_engine);
	thread_t *t;

	if (tx->tx_tid == 0)
		return dt_sys_idle(sys, ev->ev_cpu);
	if (ev->ev_opcode == OP_START)
		t = dt_sys_thread_start(sys, tx->tx_tid, tx->tx_pid);
	else
		t = etl_thread(fd, ev, tx->tx_tid, tx->tx_pid);
	t->t_startaddr = tx->tx_win32start;
	if (ev->ev_version >= 3) {
		t->t_affinity = tx->tx_affinity;
		t->t_ncpus = __builtin_popcountll(tx->tx_affinity);
		etl_priority(t, tx->tx_basepri);
		t->t_pagepri = tx->tx_pagepri;
		t->t_iopri = tx->tx_iopri;
	}
	if (tx->tx_nameunits != 0)
		dt_sys_thread_name(sys, t, etl_utf8(fd, tx->tx_name, tx->tx_nameunits));
	return t;
}

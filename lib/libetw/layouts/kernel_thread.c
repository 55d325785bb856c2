/* Thread: start, end and rundown; names; the scheduler's context switches and wake-ups. */
#include "kernel.h"

static void take_v2(struct kr *k, struct etw_thread *tx, unsigned version)
{
	tx->tx_stackbase = kr_ptr(k, "stack base");
	tx->tx_stacklimit = kr_ptr(k, "stack limit");
	tx->tx_userstackbase = kr_ptr(k, "user stack base");
	tx->tx_userstacklimit = kr_ptr(k, "user stack limit");
	if (version >= 3)
		tx->tx_affinity = kr_ptr(k, "affinity");
	else
		tx->tx_startaddr = kr_ptr(k, "start address");
	tx->tx_win32start = kr_ptr(k, "Win32 start address");
	if (version >= 2) {
		tx->tx_teb = kr_ptr(k, "TEB");
		tx->tx_tag = kr_u32(k, "service tag");
	} else {
		tx->tx_waitmode = (int8_t)kr_u8(k, "wait mode");
	}
}

static void take_v3(struct kr *k, struct etw_thread *tx)
{
	tx->tx_basepri = kr_u8(k, "base priority");
	tx->tx_pagepri = kr_u8(k, "page priority");
	tx->tx_iopri = kr_u8(k, "I/O priority");
	tx->tx_flags = kr_u8(k, "flags");
	if (!kr_empty(k)) /* Windows 10 1709 appended the name without a new version */
		tx->tx_name = kr_utf16(k, &tx->tx_nameunits);
}

/* Version 0 has the thread first; the end of a version 1 thread is its two ids alone. */
int etw_decode_thread(const struct etw_event *ev, struct etw_thread *tx)
{
	uint32_t *first = ev->ev_version ? &tx->tx_pid : &tx->tx_tid;
	uint32_t *second = ev->ev_version ? &tx->tx_tid : &tx->tx_pid;
	struct kr k;

	memset(tx, 0, sizeof(*tx));
	kr_init(&k, ev);
	*first = kr_u32(&k, "process id");
	*second = kr_u32(&k, "thread id");
	if (ev->ev_version >= 2 || (ev->ev_version == 1 && !kr_empty(&k)))
		take_v2(&k, tx, ev->ev_version);
	if (ev->ev_version >= 3)
		take_v3(&k, tx);
	return kr_done(&k);
}

int etw_decode_thread_name(const struct etw_event *ev, struct etw_thread *tx)
{
	struct kr k;

	memset(tx, 0, sizeof(*tx));
	kr_init(&k, ev);
	tx->tx_pid = kr_u32(&k, "process id");
	tx->tx_tid = kr_u32(&k, "thread id");
	tx->tx_name = kr_utf16(&k, &tx->tx_nameunits);
	return kr_done(&k);
}

int etw_decode_cswitch(const struct etw_event *ev, struct etw_cswitch *cs)
{
	struct kr k;

	memset(cs, 0, sizeof(*cs));
	kr_init(&k, ev);
	cs->cs_newtid = kr_u32(&k, "new thread id");
	cs->cs_oldtid = kr_u32(&k, "old thread id");
	cs->cs_newpri = (int8_t)kr_u8(&k, "new priority");
	cs->cs_oldpri = (int8_t)kr_u8(&k, "old priority");
	cs->cs_prevcstate = kr_u8(&k, "previous C-state");
	cs->cs_spare = kr_u8(&k, "spare byte");
	cs->cs_waitreason = (int8_t)kr_u8(&k, "wait reason");
	cs->cs_flags = kr_u8(&k, "wait mode");
	cs->cs_waitmode = (int8_t)(ev->ev_version >= 3 ? cs->cs_flags & 1 : cs->cs_flags);
	cs->cs_oldstate = (int8_t)kr_u8(&k, "old state");
	cs->cs_ideal = (int8_t)kr_u8(&k, "ideal CPU");
	if (ev->ev_version >= 2) {
		cs->cs_newwait = kr_u32(&k, "wait time");
		cs->cs_remaining = kr_u32(&k, "remaining quantum");
	}
	return kr_done(&k);
}

int etw_decode_ready(const struct etw_event *ev, struct etw_ready *rt)
{
	struct kr k;

	memset(rt, 0, sizeof(*rt));
	kr_init(&k, ev);
	rt->rt_tid = kr_u32(&k, "thread id");
	rt->rt_reason = (int8_t)kr_u8(&k, "adjust reason");
	rt->rt_increment = (int8_t)kr_u8(&k, "adjust increment");
	rt->rt_flags = kr_u8(&k, "flags");
	return kr_done(&k);
}

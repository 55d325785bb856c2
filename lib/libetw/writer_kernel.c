/* The kernel layouts of kernel_*.c, written. */
#include <errno.h>
#include "etl.h"

struct kw {
	uint8_t kw_buf[4096];
	size_t kw_n;
	unsigned kw_ptrsize;
	bool kw_full;
};

static void start(struct kw *k, const struct etw_event *ev)
{
	k->kw_n = 0;
	k->kw_ptrsize = ev->ev_ptrsize;
	k->kw_full = false;
}

static void bytes(struct kw *k, const void *p, size_t n)
{
	if (n > sizeof(k->kw_buf) - k->kw_n) {
		k->kw_full = true;
		return;
	}
	if (n)
		memcpy(k->kw_buf + k->kw_n, p, n);
	k->kw_n += n;
}

static void num(struct kw *k, unsigned n, uint64_t v)
{
	bytes(k, &v, n); /* little-endian, as all of this room */
}

static void ptr(struct kw *k, uint64_t v)
{
	num(k, k->kw_ptrsize, v);
}

static void utf16(struct kw *k, const uint8_t *s, uint32_t units)
{
	bytes(k, s, 2 * (size_t)units);
	num(k, 2, 0);
}

static int put(struct etw_writer *w, struct etw_event *ev, const struct kw *k, enum etw_kind kind,
	unsigned group)
{
	if (k->kw_full) {
		errno = EMSGSIZE;
		return -1;
	}
	ev->ev_kind = kind;
	ev->ev_hookid = (uint16_t)(group << 8 | ev->ev_opcode);
	ev->ev_payload = k->kw_buf;
	ev->ev_paylen = (uint32_t)k->kw_n;
	return etw_writer_put(w, ev);
}

static void put_sid(struct kw *k, const struct etw_process *px)
{
	if (!px->px_sid) {
		num(k, 4, 0);
		return;
	}
	ptr(k, 1); /* where the SID lay: not 0, that says there is none */
	ptr(k, 0);
	bytes(k, px->px_sid, px->px_sidlen);
}

static void put_process_ids(struct kw *k, const struct etw_process *px, unsigned version)
{
	if (version == 0) {
		ptr(k, px->px_pid);
		ptr(k, px->px_ppid);
		return;
	}
	ptr(k, px->px_key);
	num(k, 4, px->px_pid);
	num(k, 4, px->px_ppid);
	num(k, 4, px->px_session);
	num(k, 4, (uint32_t)px->px_exit);
	if (version >= 3)
		ptr(k, px->px_dtb);
	if (version >= 4)
		num(k, 4, px->px_flags);
}

int etw_write_process(struct etw_writer *w, struct etw_event *ev, const struct etw_process *px)
{
	struct kw k;

	start(&k, ev);
	put_process_ids(&k, px, ev->ev_version);
	put_sid(&k, px);
	bytes(&k, px->px_name, px->px_namelen);
	num(&k, 1, 0);
	if (ev->ev_version >= 2)
		utf16(&k, px->px_cmdline, px->px_cmdunits);
	if (ev->ev_version >= 4) {
		utf16(&k, px->px_package, px->px_packageunits);
		utf16(&k, px->px_app, px->px_appunits);
	}
	if (ev->ev_version >= 5)
		num(&k, 8, px->px_exittime);
	return put(w, ev, &k, ETW_SYSTEM, 0x03);
}

static void put_thread_v1(struct kw *k, const struct etw_thread *tx, unsigned version)
{
	ptr(k, tx->tx_stackbase);
	ptr(k, tx->tx_stacklimit);
	ptr(k, tx->tx_userstackbase);
	ptr(k, tx->tx_userstacklimit);
	ptr(k, version >= 3 ? tx->tx_affinity : tx->tx_startaddr);
	ptr(k, tx->tx_win32start);
	if (version == 1) {
		num(k, 1, (uint8_t)tx->tx_waitmode);
		return;
	}
	ptr(k, tx->tx_teb);
	num(k, 4, tx->tx_tag);
}

static void put_thread_v3(struct kw *k, const struct etw_thread *tx)
{
	num(k, 1, tx->tx_basepri);
	num(k, 1, tx->tx_pagepri);
	num(k, 1, tx->tx_iopri);
	num(k, 1, tx->tx_flags);
	if (tx->tx_name)
		utf16(k, tx->tx_name, tx->tx_nameunits);
}

int etw_write_thread(struct etw_writer *w, struct etw_event *ev, const struct etw_thread *tx)
{
	bool ids_only = ev->ev_version == 0 || (ev->ev_version == 1 && ev->ev_opcode == 2);
	struct kw k;

	start(&k, ev);
	num(&k, 4, ev->ev_version ? tx->tx_pid : tx->tx_tid);
	num(&k, 4, ev->ev_version ? tx->tx_tid : tx->tx_pid);
	if (!ids_only)
		put_thread_v1(&k, tx, ev->ev_version);
	if (ev->ev_version >= 3)
		put_thread_v3(&k, tx);
	return put(w, ev, &k, ETW_SYSTEM, 0x05);
}

int etw_write_thread_name(struct etw_writer *w, struct etw_event *ev, const struct etw_thread *tx)
{
	struct kw k;

	start(&k, ev);
	ev->ev_opcode = 0x48;
	num(&k, 4, tx->tx_pid);
	num(&k, 4, tx->tx_tid);
	utf16(&k, tx->tx_name, tx->tx_nameunits);
	return put(w, ev, &k, ETW_SYSTEM, 0x05);
}

static void put_image_v2(struct kw *k, const struct etw_image *im, unsigned version)
{
	static const uint8_t reserved[16];

	num(k, 4, im->im_checksum);
	num(k, 4, im->im_timestamp);
	num(k, 4, version >= 3 ? im->im_siglevel | (uint32_t)im->im_sigtype << 8 : 0);
	ptr(k, im->im_defbase);
	bytes(k, reserved, sizeof(reserved));
}

int etw_write_image(struct etw_writer *w, struct etw_event *ev, const struct etw_image *im)
{
	struct kw k;

	start(&k, ev);
	ptr(&k, im->im_base);
	if (ev->ev_version == 0) {
		num(&k, 4, im->im_size);
	} else {
		ptr(&k, im->im_size);
		num(&k, 4, im->im_pid);
	}
	if (ev->ev_version >= 2)
		put_image_v2(&k, im, ev->ev_version);
	utf16(&k, im->im_name, im->im_nameunits);
	return put(w, ev, &k, ETW_SYSTEM, ev->ev_opcode == 10 ? 0x03 : 0x14);
}

int etw_write_cswitch(struct etw_writer *w, struct etw_event *ev, const struct etw_cswitch *cs)
{
	struct kw k;

	start(&k, ev);
	ev->ev_opcode = 0x24;
	num(&k, 4, cs->cs_newtid);
	num(&k, 4, cs->cs_oldtid);
	num(&k, 1, (uint8_t)cs->cs_newpri);
	num(&k, 1, (uint8_t)cs->cs_oldpri);
	num(&k, 1, cs->cs_prevcstate);
	num(&k, 1, 0);
	num(&k, 1, (uint8_t)cs->cs_waitreason);
	num(&k, 1, ev->ev_version >= 3 ? cs->cs_flags : (uint8_t)cs->cs_waitmode);
	num(&k, 1, (uint8_t)cs->cs_oldstate);
	num(&k, 1, (uint8_t)cs->cs_ideal);
	if (ev->ev_version >= 2) {
		num(&k, 4, cs->cs_newwait);
		num(&k, 4, cs->cs_remaining);
	}
	return put(w, ev, &k, ETW_PERFINFO, 0x05);
}

int etw_write_ready(struct etw_writer *w, struct etw_event *ev, const struct etw_ready *rt)
{
	struct kw k;

	start(&k, ev);
	ev->ev_opcode = 0x32;
	num(&k, 4, rt->rt_tid);
	num(&k, 1, (uint8_t)rt->rt_reason);
	num(&k, 1, (uint8_t)rt->rt_increment);
	num(&k, 1, rt->rt_flags);
	num(&k, 1, 0);
	return put(w, ev, &k, ETW_PERFINFO, 0x05);
}

int etw_write_sample(struct etw_writer *w, struct etw_event *ev, const struct etw_sample *sp)
{
	struct kw k;

	start(&k, ev);
	ev->ev_opcode = 0x2e;
	ptr(&k, sp->sp_ip);
	num(&k, 4, sp->sp_tid);
	num(&k, 2, sp->sp_count);
	num(&k, 1, sp->sp_flags);
	num(&k, 1, sp->sp_rank);
	return put(w, ev, &k, ETW_PERFINFO, 0x0f);
}

/* The frames are written in the event's pointer size, whatever theirs is. */
int etw_write_stack(struct etw_writer *w, struct etw_event *ev, const struct etw_stack *sk)
{
	struct kw k;

	start(&k, ev);
	ev->ev_opcode = 0x20;
	num(&k, 8, sk->sk_time);
	num(&k, 4, sk->sk_pid);
	num(&k, 4, sk->sk_tid);
	for (uint32_t i = 0; i < sk->sk_nframes; i++)
		ptr(&k, etw_stack_frame(sk, i));
	return put(w, ev, &k, ETW_PERFINFO, 0x18);
}

/* The kernel layouts of kernel_*.c that trace a system's processes, written. */
#include "kernel_write.h"

static void put_sid(struct kw *k, const struct etw_process *px)
{
	if (!px->px_sid) {
		kw_num(k, 4, 0);
		return;
	}
	if (px->px_user) {
		kw_bytes(k, px->px_user, 2 * (size_t)k->kw_ptrsize);
	} else {
		kw_ptr(k, 1); /* where the SID lay: not 0, that says there is none */
		kw_ptr(k, 0);
	}
	kw_bytes(k, px->px_sid, px->px_sidlen);
}

static void put_process_ids(struct kw *k, const struct etw_process *px, unsigned version)
{
	if (version == 0) {
		kw_ptr(k, px->px_pid);
		kw_ptr(k, px->px_ppid);
		return;
	}
	kw_ptr(k, px->px_key);
	kw_num(k, 4, px->px_pid);
	kw_num(k, 4, px->px_ppid);
	kw_num(k, 4, px->px_session);
	kw_num(k, 4, (uint32_t)px->px_exit);
	if (version >= 3)
		kw_ptr(k, px->px_dtb);
	if (version >= 4)
		kw_num(k, 4, px->px_flags);
}

int etw_write_process(struct etw_writer *w, struct etw_event *ev, const struct etw_process *px)
{
	struct kw k;

	kw_init(&k, ev);
	put_process_ids(&k, px, ev->ev_version);
	put_sid(&k, px);
	kw_ansi(&k, px->px_name, px->px_namelen);
	if (ev->ev_version >= 2)
		kw_utf16(&k, px->px_cmdline, px->px_cmdunits);
	if (ev->ev_version >= 4) {
		kw_utf16(&k, px->px_package, px->px_packageunits);
		kw_utf16(&k, px->px_app, px->px_appunits);
	}
	if (ev->ev_version >= 5)
		kw_num(&k, 8, px->px_exittime);
	return kw_put(w, ev, &k, ETW_SYSTEM, 0x03);
}

static void put_thread_v1(struct kw *k, const struct etw_thread *tx, unsigned version)
{
	kw_ptr(k, tx->tx_stackbase);
	kw_ptr(k, tx->tx_stacklimit);
	kw_ptr(k, tx->tx_userstackbase);
	kw_ptr(k, tx->tx_userstacklimit);
	kw_ptr(k, version >= 3 ? tx->tx_affinity : tx->tx_startaddr);
	kw_ptr(k, tx->tx_win32start);
	if (version == 1) {
		kw_num(k, 1, (uint8_t)tx->tx_waitmode);
		return;
	}
	kw_ptr(k, tx->tx_teb);
	kw_num(k, 4, tx->tx_tag);
}

static void put_thread_v3(struct kw *k, const struct etw_thread *tx)
{
	kw_num(k, 1, tx->tx_basepri);
	kw_num(k, 1, tx->tx_pagepri);
	kw_num(k, 1, tx->tx_iopri);
	kw_num(k, 1, tx->tx_flags);
	if (tx->tx_name)
		kw_utf16(k, tx->tx_name, tx->tx_nameunits);
}

int etw_write_thread(struct etw_writer *w, struct etw_event *ev, const struct etw_thread *tx)
{
	bool ids_only = ev->ev_version == 0 || (ev->ev_version == 1 && ev->ev_opcode == 2);
	struct kw k;

	kw_init(&k, ev);
	kw_num(&k, 4, ev->ev_version ? tx->tx_pid : tx->tx_tid);
	kw_num(&k, 4, ev->ev_version ? tx->tx_tid : tx->tx_pid);
	if (!ids_only)
		put_thread_v1(&k, tx, ev->ev_version);
	if (ev->ev_version >= 3)
		put_thread_v3(&k, tx);
	return kw_put(w, ev, &k, ETW_SYSTEM, 0x05);
}

int etw_write_thread_name(struct etw_writer *w, struct etw_event *ev, const struct etw_thread *tx)
{
	struct kw k;

	kw_init(&k, ev);
	ev->ev_opcode = 0x48;
	kw_num(&k, 4, tx->tx_pid);
	kw_num(&k, 4, tx->tx_tid);
	kw_utf16(&k, tx->tx_name, tx->tx_nameunits);
	return kw_put(w, ev, &k, ETW_SYSTEM, 0x05);
}

static void put_image_v2(struct kw *k, const struct etw_image *im, unsigned version)
{
	static const uint8_t reserved[16];

	kw_num(k, 4, im->im_checksum);
	kw_num(k, 4, im->im_timestamp);
	kw_num(k, 4, version >= 3 ? im->im_siglevel | (uint32_t)im->im_sigtype << 8 : 0);
	kw_ptr(k, im->im_defbase);
	kw_bytes(k, reserved, sizeof(reserved));
}

int etw_write_image(struct etw_writer *w, struct etw_event *ev, const struct etw_image *im)
{
	struct kw k;

	kw_init(&k, ev);
	kw_ptr(&k, im->im_base);
	if (ev->ev_version == 0) {
		kw_num(&k, 4, im->im_size);
	} else {
		kw_ptr(&k, im->im_size);
		kw_num(&k, 4, im->im_pid);
	}
	if (ev->ev_version >= 2)
		put_image_v2(&k, im, ev->ev_version);
	kw_utf16(&k, im->im_name, im->im_nameunits);
	return kw_put(w, ev, &k, ETW_SYSTEM, ev->ev_opcode == 10 ? 0x03 : 0x14);
}

int etw_write_cswitch(struct etw_writer *w, struct etw_event *ev, const struct etw_cswitch *cs)
{
	struct kw k;

	kw_init(&k, ev);
	ev->ev_opcode = 0x24;
	kw_num(&k, 4, cs->cs_newtid);
	kw_num(&k, 4, cs->cs_oldtid);
	kw_num(&k, 1, (uint8_t)cs->cs_newpri);
	kw_num(&k, 1, (uint8_t)cs->cs_oldpri);
	kw_num(&k, 1, cs->cs_prevcstate);
	kw_num(&k, 1, cs->cs_spare);
	kw_num(&k, 1, (uint8_t)cs->cs_waitreason);
	kw_num(&k, 1, ev->ev_version >= 3 ? cs->cs_flags : (uint8_t)cs->cs_waitmode);
	kw_num(&k, 1, (uint8_t)cs->cs_oldstate);
	kw_num(&k, 1, (uint8_t)cs->cs_ideal);
	if (ev->ev_version >= 2) {
		kw_num(&k, 4, cs->cs_newwait);
		kw_num(&k, 4, cs->cs_remaining);
	}
	return kw_put(w, ev, &k, ETW_PERFINFO, 0x05);
}

int etw_write_ready(struct etw_writer *w, struct etw_event *ev, const struct etw_ready *rt)
{
	struct kw k;

	kw_init(&k, ev);
	ev->ev_opcode = 0x32;
	kw_num(&k, 4, rt->rt_tid);
	kw_num(&k, 1, (uint8_t)rt->rt_reason);
	kw_num(&k, 1, (uint8_t)rt->rt_increment);
	kw_num(&k, 1, rt->rt_flags);
	kw_num(&k, 1, 0);
	return kw_put(w, ev, &k, ETW_PERFINFO, 0x05);
}

int etw_write_sample(struct etw_writer *w, struct etw_event *ev, const struct etw_sample *sp)
{
	struct kw k;

	kw_init(&k, ev);
	ev->ev_opcode = 0x2e;
	kw_ptr(&k, sp->sp_ip);
	kw_num(&k, 4, sp->sp_tid);
	kw_num(&k, 2, sp->sp_count);
	kw_num(&k, 1, sp->sp_flags);
	kw_num(&k, 1, sp->sp_rank);
	return kw_put(w, ev, &k, ETW_PERFINFO, 0x0f);
}

/* The frames are written in the event's pointer size, whatever theirs is. */
int etw_write_stack(struct etw_writer *w, struct etw_event *ev, const struct etw_stack *sk)
{
	struct kw k;

	kw_init(&k, ev);
	ev->ev_opcode = 0x20;
	kw_num(&k, 8, sk->sk_time);
	kw_num(&k, 4, sk->sk_pid);
	kw_num(&k, 4, sk->sk_tid);
	for (uint32_t i = 0; i < sk->sk_nframes; i++)
		kw_ptr(&k, etw_stack_frame(sk, i));
	return kw_put(w, ev, &k, ETW_PERFINFO, 0x18);
}

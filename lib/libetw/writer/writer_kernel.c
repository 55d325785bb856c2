/* The kernel's records: most of them only use the tables. */
#include "encode.h"

#define WRITE(name, type, ...) \
	int etw_write_##name(struct etw_writer *w, struct etw_event *ev, \
		const struct etw_##type *in) \
	{ \
		return etl_encode(w, ev, &etl_rec_##name, etl_rec_##name.rc_group, in); \
	}
#define RECORD WRITE
#define BY_HAND(...)
#include "bind.def"
WRITE(ready, ready)
WRITE(sample, sample)
WRITE(stack, stack)

/* From version 3 on, the wait mode is one bit of its byte. */
int etw_write_cswitch(struct etw_writer *w, struct etw_event *ev, const struct etw_cswitch *cs)
{
	struct etw_cswitch out = *cs;

	if (ev->ev_version < 3)
		out.cs_flags = (uint8_t)cs->cs_waitmode;
	return etl_encode(w, ev, &etl_rec_cswitch, 0x05, &out);
}

/* The load of an image has a hook id of the Process group. */
int etw_write_image(struct etw_writer *w, struct etw_event *ev, const struct etw_image *im)
{
	return etl_encode(w, ev, &etl_rec_image, ev->ev_opcode == 10 ? 0x03 : 0x14, im);
}

static int write_net(struct etw_writer *w, struct etw_event *ev, const struct lay_record *rc,
	const struct etw_net *nt)
{
	if (nt->nt_ipv6)
		ev->ev_opcode += ETW_NET_IPV6;
	return etl_encode(w, ev, rc, rc->rc_group, nt);
}

int etw_write_tcpip(struct etw_writer *w, struct etw_event *ev, const struct etw_net *nt)
{
	return write_net(w, ev, &etl_rec_tcpip, nt);
}

int etw_write_udpip(struct etw_writer *w, struct etw_event *ev, const struct etw_net *nt)
{
	return write_net(w, ev, &etl_rec_udpip, nt);
}

int etw_write_netfail(struct etw_writer *w, struct etw_event *ev, unsigned group,
	const struct etw_netfail *nf)
{
	return etl_encode(w, ev, &etl_rec_netfail, group, nf);
}

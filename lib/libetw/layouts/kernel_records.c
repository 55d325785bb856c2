/* The public decoders: most of them only call the tables. */
#include "kernel_plan.h"

#define DECODE(name, type, ...) \
	int etw_decode_##name(const struct etw_event *ev, struct etw_##type *out) \
	{ \
		return etl_decode(&etl_rec_##name, ev, out); \
	}
#define RECORD DECODE
#define BY_HAND(...)
#include "bind.def"
DECODE(image, image)
DECODE(netfail, netfail)

static int decode_net(const struct lay_record *rc, const struct etw_event *ev, struct etw_net *nt)
{
	int done = etl_decode(rc, ev, nt);

	nt->nt_ipv6 = ev->ev_opcode >= ETW_NET_SEND + ETW_NET_IPV6;
	return done;
}

int etw_decode_tcpip(const struct etw_event *ev, struct etw_net *nt)
{
	return decode_net(&etl_rec_tcpip, ev, nt);
}

int etw_decode_udpip(const struct etw_event *ev, struct etw_net *nt)
{
	return decode_net(&etl_rec_udpip, ev, nt);
}

/* The meaning of a DiskIo opcode; bind.def has the layouts. */
enum etw_diskop etw_disk_op(uint8_t opcode, int *start)
{
	static const struct {
		uint8_t op_code, op_start;
		enum etw_diskop op_what;
	} ops[] = {
		{ 0x0a, 0, ETW_DISK_READ },
		{ 0x0b, 0, ETW_DISK_WRITE },
		{ 0x0c, 1, ETW_DISK_READ },
		{ 0x0d, 1, ETW_DISK_WRITE },
		{ 0x0e, 0, ETW_DISK_FLUSH },
		{ 0x0f, 1, ETW_DISK_FLUSH },
		{ 0x37, 0, ETW_DISK_READ },
		{ 0x38, 0, ETW_DISK_WRITE },
		{ 0x39, 0, ETW_DISK_FLUSH },
		{ 0x3a, 1, ETW_DISK_READ },
		{ 0x3b, 1, ETW_DISK_WRITE },
		{ 0x3c, 1, ETW_DISK_FLUSH },
	};

	for (size_t i = 0; i < sizeof(ops) / sizeof(ops[0]); i++)
		if (ops[i].op_code == opcode) {
			*start = ops[i].op_start;
			return ops[i].op_what;
		}
	return ETW_DISK_NONE;
}

/*
 * From a socket's fields to its two ends.
 */
#include <string.h>
#include "providers.h"
#include "sockets.h"
#include "windows.h"

static void ends_addr6(const struct dt_lx_event *e, unsigned first, uint8_t out[16])
{
	for (unsigned i = 0; i < 4; i++) {
		uint32_t word = (uint32_t)dt_lx_value(e, first + i);

		memcpy(out + 4 * i, &word, 4);
	}
}

static void ends_addr4(const struct dt_lx_event *e, unsigned field, uint8_t out[16])
{
	uint32_t addr = (uint32_t)dt_lx_value(e, field);

	memcpy(out, &addr, 4);
}

/* An IPv6 socket may use IPv4: ::ffff:1.2.3.4 */
static bool ends_mapped(const uint8_t a[16])
{
	static const uint8_t prefix[12] = { [10] = 0xff, [11] = 0xff };

	return memcmp(a, prefix, sizeof(prefix)) == 0;
}

static void ends_unmap(uint8_t a[16])
{
	memmove(a, a + 12, 4);
	memset(a + 4, 0, 12);
}

void sk_ends(const struct dt_lx_event *e, struct sk_ends *se)
{
	uint16_t dport = (uint16_t)dt_lx_value(e, SK_DPORT);

	memset(se, 0, sizeof(*se));
	se->se_family = (int32_t)dt_lx_value(e, SK_FAMILY);
	se->se_sport = (uint16_t)dt_lx_value(e, SK_SPORT);
	se->se_dport = (uint16_t)(dport << 8 | dport >> 8);
	se->se_id = dt_lx_value(e, SK_ADDR);
	if (se->se_family != NET_INET6) {
		ends_addr4(e, SK_SADDR, se->se_saddr);
		ends_addr4(e, SK_DADDR, se->se_daddr);
		return;
	}
	ends_addr6(e, SK_SADDR6, se->se_saddr);
	ends_addr6(e, SK_DADDR6, se->se_daddr);
	if (ends_mapped(se->se_daddr) && ends_mapped(se->se_saddr)) {
		se->se_family = NET_INET;
		ends_unmap(se->se_saddr);
		ends_unmap(se->se_daddr);
	}
}

void sk_record(struct dt_firing *fi, const void *record, size_t size, struct dt_mem mem[SK_MEM])
{
	unsigned n = fi->fi_nmem < SK_MEM - 1 ? fi->fi_nmem : SK_MEM - 1;

	if (n != 0)
		memcpy(mem, fi->fi_mem, n * sizeof(*mem));
	mem[n] = etl_mem(record, size);
	fi->fi_mem = mem;
	fi->fi_nmem = n + 1;
	fi->fi_args[0] = (uintptr_t)record;
}

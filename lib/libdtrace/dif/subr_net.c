/* Internet addresses to text. */
#include <arpa/inet.h>
#include "subr.h"

#define WINDOWS_AF_INET6 23 /* AF_INET6 in events of a trace */

static uint64_t address(struct dif_mach *m, int family, size_t size, uint64_t addr)
{
	const void *p = dif_at(m, addr, size);
	char text[INET6_ADDRSTRLEN];

	if (!p)
		return dif_subr_fault(m, DIF_FLT_BADADDR, addr);
	inet_ntop(family, p, text, sizeof(text));
	return dif_put_text(m, text, strlen(text));
}

uint64_t dif_subr_inet_ntoa(struct dif_mach *m, const struct dif_args *a)
{
	return address(m, AF_INET, 4, a->da_v[0]);
}

uint64_t dif_subr_inet_ntoa6(struct dif_mach *m, const struct dif_args *a)
{
	return address(m, AF_INET6, 16, a->da_v[0]);
}

uint64_t dif_subr_inet_ntop(struct dif_mach *m, const struct dif_args *a)
{
	switch ((int)a->da_v[0]) {
	case AF_INET: return address(m, AF_INET, 4, a->da_v[1]);
	case AF_INET6:
	case WINDOWS_AF_INET6: return address(m, AF_INET6, 16, a->da_v[1]);
	}
	return dif_subr_fault(m, DIF_FLT_ILLOP, a->da_v[0]);
}

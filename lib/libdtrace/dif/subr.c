/* The table of subroutines, what they share, and those the engine answers. */
#include "subr.h"

bool dif_get_text(struct dif_mach *m, uint64_t addr, struct dif_text *tx)
{
	tx->tx_s = dif_str(m, addr, m->ma_strsize, &tx->tx_len);
	return tx->tx_s;
}

uint64_t dif_put_text(struct dif_mach *m, const char *s, size_t n)
{
	char *p;

	if (n >= m->ma_strsize)
		n = m->ma_strsize ? m->ma_strsize - 1 : 0;
	p = dif_scratch(m, n + 1);
	if (!p)
		return 0;
	memcpy(p, s, n);
	p[n] = '\0';
	return (uintptr_t)p;
}

uint64_t dif_subr_fault(struct dif_mach *m, enum dif_fault kind, uint64_t addr)
{
	dif_set_fault(m, kind, addr);
	return 0;
}

uint64_t dif_subr_speculation(struct dif_mach *m, const uint64_t *args, unsigned nargs)
{
	(void)args, (void)nargs;
	return m->ma_ops && m->ma_ops->mo_speculation ? m->ma_ops->mo_speculation(m) : 0;
}

uint64_t dif_subr_progenyof(struct dif_mach *m, const uint64_t *args, unsigned nargs)
{
	(void)nargs;
	return m->ma_ops && m->ma_ops->mo_progenyof && m->ma_ops->mo_progenyof(m, (int32_t)args[0]);
}

uint64_t dif_subr_ofile(struct dif_mach *m, const uint64_t *args, unsigned nargs)
{
	(void)nargs;
	return m->ma_ops && m->ma_ops->mo_ofile ? m->ma_ops->mo_ofile(m, (int32_t)args[0]) : 0;
}

/* least and most arguments; which of them point to what the subroutine reads; the function */
const struct dif_subrinfo dif_subrs[DIF_SUBR_MAX] = {
	[DIF_SUBR_RAND] = { 0, 0, 0, dif_subr_rand },
	[DIF_SUBR_COPYIN] = { 2, 2, 0, dif_subr_copyin },
	[DIF_SUBR_COPYINSTR] = { 1, 2, 0, dif_subr_copyinstr },
	[DIF_SUBR_SPECULATION] = { 0, 0, 0, dif_subr_speculation },
	[DIF_SUBR_PROGENYOF] = { 1, 1, 0, dif_subr_progenyof },
	[DIF_SUBR_STRLEN] = { 1, 1, 1, dif_subr_strlen },
	[DIF_SUBR_COPYOUT] = { 3, 3, 1, dif_subr_copyout },
	[DIF_SUBR_COPYOUTSTR] = { 3, 3, 1, dif_subr_copyoutstr },
	[DIF_SUBR_ALLOCA] = { 1, 1, 0, dif_subr_alloca },
	[DIF_SUBR_BCOPY] = { 3, 3, 1, dif_subr_bcopy },
	[DIF_SUBR_COPYINTO] = { 3, 3, 0, dif_subr_copyinto },
	[DIF_SUBR_GETMAJOR] = { 1, 1, 0, dif_subr_getmajor },
	[DIF_SUBR_GETMINOR] = { 1, 1, 0, dif_subr_getminor },
	[DIF_SUBR_STRJOIN] = { 2, 2, 3, dif_subr_strjoin },
	[DIF_SUBR_LLTOSTR] = { 1, 2, 0, dif_subr_lltostr },
	[DIF_SUBR_BASENAME] = { 1, 1, 1, dif_subr_basename },
	[DIF_SUBR_DIRNAME] = { 1, 1, 1, dif_subr_dirname },
	[DIF_SUBR_CLEANPATH] = { 1, 1, 1, dif_subr_cleanpath },
	[DIF_SUBR_STRCHR] = { 2, 2, 1, dif_subr_strchr },
	[DIF_SUBR_STRRCHR] = { 2, 2, 1, dif_subr_strrchr },
	[DIF_SUBR_STRSTR] = { 2, 2, 3, dif_subr_strstr },
	[DIF_SUBR_STRTOK] = { 2, 2, 3, dif_subr_strtok },
	[DIF_SUBR_SUBSTR] = { 2, 3, 1, dif_subr_substr },
	[DIF_SUBR_INDEX] = { 2, 3, 3, dif_subr_index },
	[DIF_SUBR_RINDEX] = { 2, 3, 3, dif_subr_rindex },
	[DIF_SUBR_HTONS] = { 1, 1, 0, dif_subr_swap16 },
	[DIF_SUBR_HTONL] = { 1, 1, 0, dif_subr_swap32 },
	[DIF_SUBR_HTONLL] = { 1, 1, 0, dif_subr_swap64 },
	[DIF_SUBR_NTOHS] = { 1, 1, 0, dif_subr_swap16 },
	[DIF_SUBR_NTOHL] = { 1, 1, 0, dif_subr_swap32 },
	[DIF_SUBR_NTOHLL] = { 1, 1, 0, dif_subr_swap64 },
	[DIF_SUBR_INET_NTOP] = { 2, 2, 2, dif_subr_inet_ntop },
	[DIF_SUBR_INET_NTOA] = { 1, 1, 1, dif_subr_inet_ntoa },
	[DIF_SUBR_INET_NTOA6] = { 1, 1, 1, dif_subr_inet_ntoa6 },
	[DIF_SUBR_TOUPPER] = { 1, 1, 1, dif_subr_toupper },
	[DIF_SUBR_TOLOWER] = { 1, 1, 1, dif_subr_tolower },
	[DIF_SUBR_JSON] = { 2, 2, 3, dif_subr_json },
	[DIF_SUBR_STRTOLL] = { 1, 2, 1, dif_subr_strtoll },
	[DIF_SUBR_WSTRINGOF] = { 1, 1, 1, dif_subr_wstringof },
	[DIF_SUBR_WSTRLEN] = { 1, 1, 1, dif_subr_wstrlen },
	[DIF_SUBR_ETWFIELD] = { 1, 1, 1, dif_subr_etwfield },
	[DIF_SUBR_ETWFIELDSTR] = { 1, 1, 1, dif_subr_etwfieldstr },
	[DIF_SUBR_ETWPROPS] = { 0, 1, 1, dif_subr_etwprops },
	[DIF_SUBR_OFILE] = { 1, 1, 0, dif_subr_ofile },
};

/*
 * The object file that -G writes. Sections and symbols are added in any order; elfout_write() lays
 * them out.
 */
#ifndef DT_USDT_ELFOUT_H
#define DT_USDT_ELFOUT_H

#include <gelf.h>
#include "dof.h"

enum { EO_DOF = 1, EO_PROBES, EO_BASE, EO_TEXT, EO_STACK, EO_NSECS }; /* section numbers */

struct elfout {
	unsigned eo_machine;
	struct dof_buf eo_bytes[EO_NSECS];
	struct dof_buf eo_relas[EO_NSECS]; /* of EO_DOF, EO_TEXT */
	struct dof_buf eo_locals, eo_syms, eo_strs;
};

void elfout_init(struct elfout *, unsigned machine);
void elfout_fini(struct elfout *);
/*
 * Finds or adds a symbol, and returns its number among the global ones, from 0. shndx 0: defined
 * elsewhere.
 */
uint32_t elfout_symbol(struct elfout *, const char *name, unsigned bind, unsigned type,
	unsigned shndx, uint64_t value, uint64_t size);
void elfout_local(struct elfout *, const char *name, unsigned type, unsigned shndx, uint64_t value,
	uint64_t size);
void elfout_rela(struct elfout *, unsigned section, uint64_t off, unsigned type, uint32_t symbol,
	int64_t addend);
/* returns 0, or -1 with errno or elf_errno() */
int elfout_write(struct elfout *, int fd);

#endif

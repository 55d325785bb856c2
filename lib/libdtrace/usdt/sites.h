/*
 * The objects of a -G and the probe sites in them.  sites.c fills this in for each object,
 * rewrite.c adds the symbols of uf_alias, dof_prov.c and elfout.c refer to them.
 */
#ifndef DT_USDT_SITES_H
#define DT_USDT_SITES_H

#include <gelf.h>
#include "usdt.h"

struct usdt_func {
	char *uf_name;
	/* a global symbol for it; NULL: none, because the linker may drop the function (COMDAT) */
	char *uf_alias;
	bool uf_new; /* the alias is not in the object yet */
	unsigned uf_shndx;
	uint64_t uf_start;
	struct usdt_func *uf_next;
};

struct usdt_site {
	const struct dt_node *us_prov, *us_probe;
	struct usdt_func *us_func;
	uint64_t us_off;	       /* in the section of its function */
	bool us_enabled;	       /* a call of __dtraceenabled_... */
	bool us_call;		       /* a call to be made a nop with a note */
	unsigned us_relsec, us_relndx; /* of that call */
	struct usdt_site *us_next;
};

struct usdt_object {
	const char *uo_path;
	char *uo_tmp; /* the copy that is changed */
	int uo_fd;
	Elf *uo_elf;
	unsigned uo_machine;
	size_t uo_symtab; /* its section's number; 0 none */
	struct usdt_func *uo_funcs;
	struct usdt_site *uo_sites;
	struct usdt_object *uo_next;
};

struct usdt_objects {
	const struct dt_lang *os_la;
	struct usdt_object *os_list;
	unsigned os_machine; /* of all of them */
	char os_error[512];
};

int usdt_fail(struct usdt_objects *, const char *fmt, ...)
	__attribute__((format(printf, 2, 3))); /* -1 */

/* sites.c */
int usdt_object_add(struct usdt_objects *, const char *path);
void usdt_objects_free(struct usdt_objects *);
Elf_Data *usdt_data(Elf *, size_t section, GElf_Shdr *); /* NULL: there is none, or it is damaged */
const char *usdt_symbol(const struct usdt_object *, size_t n,
	GElf_Sym *); /* NULL: no such symbol */

/*
 * patch.c: the call's operand is at off in code; returns 0 and describes the call and its
 * replacement, or -1 if it is no call
 */
struct usdt_insn {
	uint64_t in_start, in_len;
	bool in_tail; /* it is a jump: the return address is still on the stack */
	uint8_t in_new[8];
};
int usdt_patch(unsigned machine, unsigned reltype, const uint8_t *code, uint64_t size, uint64_t off,
	struct usdt_insn *);

/*
 * rewrite.c: replaces the object's calls by nops and adds notes and aliases; an object without
 * calls is unchanged.
 */
int usdt_object_rewrite(struct usdt_objects *, struct usdt_object *);

/* link.c's own */
#define USDT_BASE "_.stapsdt.base"
void usdt_semaphore(const struct dt_node *prov, const struct dt_node *probe, char *buf,
	size_t size);

#endif

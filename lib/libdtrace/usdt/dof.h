/*
 * Builds a DOF file. Sections are numbered as they are added; number 0 is the string table. Records
 * contain offsets of strings and numbers of sections by value, so nothing is patched afterwards.
 * The builder copies everything. dof_finish() fails if an allocation has failed.
 */
#ifndef DT_DOF_H
#define DT_DOF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum dof_type {
	DOF_NONE,
	DOF_COMMENTS,
	DOF_SOURCE,
	DOF_ECBDESC,
	DOF_PROBEDESC,
	DOF_ACTDESC,
	DOF_DIFOHDR,
	DOF_DIF,
	DOF_STRTAB,
	DOF_VARTAB,
	DOF_RELTAB,
	DOF_TYPTAB,
	DOF_URELHDR,
	DOF_KRELHDR,
	DOF_OPTDESC,
	DOF_PROVIDER,
	DOF_PROBES,
	DOF_PRARGS,
	DOF_PROFFS,
	DOF_INTTAB,
	DOF_UTSNAME,
	DOF_XLTAB,
	DOF_XLMEMBERS,
	DOF_XLIMPORT,
	DOF_XLEXPORT,
	DOF_PREXPORT,
	DOF_PRENOFFS
};

#define DOF_SEC_NONE UINT32_MAX
#define DOF_SEC_STRTAB 0
#define DOF_HDR_SIZE 64
#define DOF_SEC_SIZE 32
#define DOF_F_LOAD 1
#define DOF_REL_DOFREL 2 /* of the start of the DOF itself */

struct dof_header {
	uint8_t dh_ident[16];
	uint32_t dh_flags, dh_hdrsize, dh_secsize, dh_nsecs;
	uint64_t dh_secoff, dh_loadsize, dh_filesize, dh_pad;
};

struct dof_section {
	uint32_t ds_type, ds_align, ds_flags, ds_entsize;
	uint64_t ds_off, ds_size;
};

struct dof_ecbdesc {
	uint32_t de_probes, de_pred, de_actions, de_pad;
	uint64_t de_uarg;
};

struct dof_probedesc {
	uint32_t dp_strtab, dp_prov, dp_mod, dp_func, dp_name, dp_id;
};

struct dof_actdesc {
	uint32_t da_difo, da_strtab, da_kind, da_ntuple;
	uint64_t da_arg, da_uarg;
};

struct dof_dtype {
	uint8_t dt_kind, dt_ckind, dt_flags, dt_pad;
	uint32_t dt_size;
};

struct dof_var {
	uint32_t dv_name, dv_id;
	uint8_t dv_kind, dv_scope;
	uint16_t dv_flags;
	struct dof_dtype dv_type;
};

struct dof_provider {
	uint32_t dv_strtab, dv_probes, dv_prargs, dv_proffs, dv_name, dv_attr[5], dv_prenoffs;
};

struct dof_probe {
	uint64_t db_addr;
	uint32_t db_func, db_name, db_native, db_xlated, db_argidx, db_offidx;
	uint8_t db_nnative, db_nxlated;
	uint16_t db_noffs;
	uint32_t db_enoffidx;
	uint16_t db_nenoffs, db_pad1;
	uint32_t db_pad2;
};

struct dof_relhdr {
	uint32_t dr_strtab, dr_relsec, dr_target;
};

struct dof_reldesc {
	uint32_t dr_name, dr_type;
	uint64_t dr_off, dr_data;
};

struct dof_buf { /* bytes that grow */
	uint8_t *bu_p;
	size_t bu_len, bu_size;
	bool bu_failed;
};
size_t dof_append(struct dof_buf *, const void *, size_t); /* where it was put */

struct dof {
	struct dof_part {
		struct dof_section pt_sec;
		uint8_t *pt_data;
	} * df_parts;
	uint32_t df_nparts;
	struct dof_buf df_strings;
	bool df_failed;
};

void dof_init(struct dof *);
void dof_fini(struct dof *);
uint32_t dof_string(struct dof *,
	const char *); /* a new entry each time, because lists of names must be adjacent */
uint32_t dof_add(struct dof *, enum dof_type, uint32_t align, uint32_t entsize, const void *,
	size_t len);
/* Returns the file, to be freed, or NULL if there is no memory. */
uint8_t *dof_finish(struct dof *, size_t *len);
/* The offset of a section's bytes in the file of dof_finish(). */
uint64_t dof_offset(struct dof *, uint32_t section);

/* dof_prog.c */
struct dt_program;
void dof_add_program(struct dof *, const struct dt_program *);

/*
 * dof_prov.c: adds a provider with its sites (sites.h). reloc gets the place of each probe's
 * address, where the linker must put the distance of the function from the start of the DOF.
 */
struct dt_lang;
struct dt_node;
struct usdt_objects;
struct usdt_func;
typedef void dof_reloc_f(void *arg, uint32_t section, uint64_t off, struct usdt_func *);
void dof_add_provider(struct dof *, const struct dt_lang *, const struct dt_node *provider,
	const struct usdt_objects *, dof_reloc_f *reloc, void *arg);

#endif

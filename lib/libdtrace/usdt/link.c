/*
 * -G. If the program declares providers, their sites are searched for in the objects, which are
 * rewritten (rewrite.c); the output defines the semaphores and the functions that read them, and
 * contains the providers' DOF. A program without providers is embedded itself.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "grow.h"
#include "program.h"
#include "elfout.h"
#include "link.h"
#include "sites.h"

struct link {
	const struct dt_lang *ln_la;
	const struct dt_program *ln_pg;
	struct usdt_objects ln_os;
	struct dof ln_dof;
	struct elfout ln_out;
	struct { /* addresses for the linker to fill in */
		uint32_t section;
		uint64_t off;
		struct usdt_func *func;
	} * ln_relocs;
	size_t ln_nrelocs;
};

void usdt_semaphore(const struct dt_node *prov, const struct dt_node *probe, char *buf, size_t size)
{
	char cname[DT_USDT_NAMEMAX];

	snprintf(buf, size, "%s_%s_semaphore", prov->dn_str,
		dt_usdt_cname(probe->dn_str, cname, sizeof(cname)));
}

static int provider_check(const struct dt_node *prov, void *arg)
{
	unsigned size;
	bool sgn;

	for (const struct dt_node *n = prov->dn_list; n; n = n->dn_next)
		for (const struct dt_param *p = n->dn_dtype->ty_u.params; p; p = p->pr_next)
			if (dt_usdt_argclass(p->pr_type, &size, &sgn) == DT_ARG_BAD) {
				*(const struct dt_node **)arg = n;
				return 1;
			}
	return 0;
}

bool dt_usdt_check(const struct dt_lang *la, char *err, size_t errlen)
{
	const struct dt_node *bad = NULL;

	dt_usdt_providers(la, provider_check, &bad);
	if (bad)
		snprintf(err, errlen,
			"probe %s has an argument that is passed as a whole structure",
			bad->dn_str);
	return !bad;
}

/* Calls fn for each provider that this program declares first. */
static void own_providers(struct link *ln, void (*fn)(struct link *, const struct dt_node *))
{
	for (const struct dt_node *n = ln->ln_pg->pg_providers; n != ln->ln_pg->pg_provend;
		n = n->dn_next)
		fn(ln, n);
}

static void code_add(struct link *ln, const char *enabled, uint32_t semaphore)
{
	static const uint8_t x86[8] = { 0x0f, 0xb7, 0x05, 0, 0, 0, 0,
		0xc3 }; /* movzwl s(%rip),%eax; ret */
	static const uint32_t arm[] = { 0x90000000, 0x79400000,
		0xd65f03c0 }; /* adrp, ldrh w0,[x0], ret */
	struct elfout *eo = &ln->ln_out;
	bool is_x86 = eo->eo_machine == EM_X86_64;
	size_t len = is_x86 ? sizeof(x86) : sizeof(arm);
	size_t at = dof_append(&eo->eo_bytes[EO_TEXT], is_x86 ? (const void *)x86 : arm, len);

	if (is_x86) {
		elfout_rela(eo, EO_TEXT, at + 3, R_X86_64_PC32, semaphore, -4);
	} else {
		elfout_rela(eo, EO_TEXT, at, R_AARCH64_ADR_PREL_PG_HI21, semaphore, 0);
		elfout_rela(eo, EO_TEXT, at + 4, R_AARCH64_LDST16_ABS_LO12_NC, semaphore, 0);
	}
	elfout_symbol(eo, enabled, STB_WEAK, STT_FUNC, EO_TEXT, at, len);
}

/* Weak, because headers and another -G may define them as well. */
static void semaphores_add(struct link *ln, const struct dt_node *prov)
{
	char name[2 * DT_USDT_NAMEMAX], cname[DT_USDT_NAMEMAX];

	for (const struct dt_node *n = prov->dn_list; n; n = n->dn_next) {
		size_t at = dof_append(&ln->ln_out.eo_bytes[EO_PROBES], "\0", 2);
		uint32_t sema;

		usdt_semaphore(prov, n, name, sizeof(name));
		sema = elfout_symbol(&ln->ln_out, name, STB_WEAK, STT_OBJECT, EO_PROBES, at, 2);
		snprintf(name, sizeof(name), "__dtraceenabled_%s___%s", prov->dn_str,
			dt_usdt_cname(n->dn_str, cname, sizeof(cname)));
		code_add(ln, name, sema);
	}
}

static void reloc_add(void *arg, uint32_t section, uint64_t off, struct usdt_func *uf)
{
	struct link *ln = arg;

	if (!base_more(ln->ln_relocs, ln->ln_nrelocs)) {
		ln->ln_dof.df_failed = true;
		return;
	}
	ln->ln_relocs[ln->ln_nrelocs].section = section;
	ln->ln_relocs[ln->ln_nrelocs].off = off;
	ln->ln_relocs[ln->ln_nrelocs++].func = uf;
}

static void provider_add(struct link *ln, const struct dt_node *prov)
{
	dof_add_provider(&ln->ln_dof, ln->ln_la, prov, &ln->ln_os, reloc_add, ln);
}

static bool has_sites(const struct link *ln)
{
	for (const struct usdt_object *uo = ln->ln_os.os_list; uo; uo = uo->uo_next)
		for (const struct usdt_site *us = uo->uo_sites; us; us = us->us_next)
			for (const struct dt_node *n = ln->ln_pg->pg_providers;
				n != ln->ln_pg->pg_provend; n = n->dn_next)
				if (us->us_prov == n)
					return true;
	return false;
}

static int objects_take(struct link *ln, unsigned nobjs, char *const *objs)
{
	for (unsigned i = 0; i < nobjs; i++)
		if (usdt_object_add(&ln->ln_os, objs[i]) != 0)
			return -1;
	if (ln->ln_pg->pg_providers != ln->ln_pg->pg_provend && !has_sites(ln) &&
		dt_opt(ln->ln_la->la_opts, DT_OPT_LAZYLOAD) <= 0)
		return usdt_fail(&ln->ln_os, "No probe sites found for declared provider");
	return 0;
}

/*
 * The DOF is laid out now, so the relocations are known only now: S - start of DOF = S + off - P.
 */
static int dof_put(struct link *ln)
{
	static const char made_by[] = "dtrace";
	unsigned type = ln->ln_out.eo_machine == EM_X86_64 ? R_X86_64_PC64 : R_AARCH64_PREL64;
	struct elfout *eo = &ln->ln_out;
	uint8_t *p;
	size_t len;

	dof_add(&ln->ln_dof, DOF_COMMENTS, 1, 0, made_by, sizeof(made_by));
	p = dof_finish(&ln->ln_dof, &len);
	if (!p)
		return usdt_fail(&ln->ln_os, "out of memory");
	dof_append(&eo->eo_bytes[EO_DOF], p, len);
	free(p);
	elfout_local(eo, "__SUNW_dof", STT_OBJECT, EO_DOF, 0, len);
	for (size_t i = 0; i < ln->ln_nrelocs; i++) {
		uint64_t at = dof_offset(&ln->ln_dof, ln->ln_relocs[i].section) +
			ln->ln_relocs[i].off;
		uint32_t sym = elfout_symbol(eo, ln->ln_relocs[i].func->uf_alias, STB_GLOBAL,
			STT_NOTYPE, SHN_UNDEF, 0, 0);

		elfout_rela(eo, EO_DOF, at, type, sym, (int64_t)at);
	}
	return 0;
}

static int file_write(struct link *ln, const char *path)
{
	int fd = open(path, O_CREAT | O_TRUNC | O_RDWR | O_CLOEXEC, 0666), rc;
	const struct dof_buf *dof = &ln->ln_out.eo_bytes[EO_DOF];

	if (fd < 0)
		return usdt_fail(&ln->ln_os, "failed to open %s: %s", path, strerror(errno));
	if (dt_opt(ln->ln_la->la_opts, DT_OPT_LINKTYPE) == DT_LINKTYPE_DOF)
		rc = write(fd, dof->bu_p, dof->bu_len) == (ssize_t)dof->bu_len ? 0 : -1;
	else
		rc = elfout_write(&ln->ln_out, fd);
	if (close(fd) != 0)
		rc = -1;
	if (rc == 0)
		return 0;
	usdt_fail(&ln->ln_os, "failed to write %s: %s", path,
		errno ? strerror(errno) : elf_errmsg(-1));
	unlink(path);
	return -1;
}

static int link_all(struct link *ln, const char *path)
{
	if (ln->ln_pg->pg_providers != ln->ln_pg->pg_provend) {
		own_providers(ln, provider_add);
		own_providers(ln, semaphores_add);
		dof_append(&ln->ln_out.eo_bytes[EO_BASE], "", 1);
		elfout_symbol(&ln->ln_out, USDT_BASE, STB_WEAK, STT_NOTYPE, EO_BASE, 0, 1);
	} else {
		dof_add_program(&ln->ln_dof, ln->ln_pg);
	}
	if (dof_put(ln) != 0)
		return -1;
	for (struct usdt_object *uo = ln->ln_os.os_list; uo; uo = uo->uo_next)
		if (usdt_object_rewrite(&ln->ln_os, uo) != 0)
			return -1;
	return file_write(ln, path);
}

static unsigned host_machine(void)
{
#ifdef __aarch64__
	return EM_AARCH64;
#else
	return EM_X86_64;
#endif
}

int dt_usdt_link(const struct dt_lang *la, const struct dt_program *pg, const char *path,
	unsigned nobjs, char *const *objs, char *err, size_t errlen)
{
	struct link ln = { .ln_la = la, .ln_pg = pg };
	int rc;

	elf_version(EV_CURRENT);
	ln.ln_os.os_la = la;
	dof_init(&ln.ln_dof);
	rc = objects_take(&ln, nobjs, objs);
	elfout_init(&ln.ln_out, ln.ln_os.os_list ? ln.ln_os.os_machine : host_machine());
	if (rc == 0)
		rc = link_all(&ln, path);
	if (rc)
		snprintf(err, errlen, "%s",
			ln.ln_os.os_error[0] ? ln.ln_os.os_error : "out of memory");
	free(ln.ln_relocs);
	elfout_fini(&ln.ln_out);
	dof_fini(&ln.ln_dof);
	usdt_objects_free(&ln.ln_os);
	return rc;
}

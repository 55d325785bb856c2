/*
 * usdt: probes that programs and libraries declare themselves, by the notes of <sys/sdt.h> or of
 * -h and -G.
 *
 * A description names the provider with a process (python1234, python$target), or without
 * (python): then every process has its probes that maps a file which declares them, also one that
 * starts later. The files are those of the processes that run, and of option usdt.
 *
 * A probe may have several places. Those of one file whose arguments have the same operands are a
 * source with one program; the selector is the number of the place among them.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "alloc.h"
#include "glob.h"
#include "grow.h"
#include "linux.h"
#include "providers.h"
#include "userobject.h"

extern const struct dt_provider dt_prov_usdt;

#define NONE UINT32_MAX

struct group { /* places of one file with the same operands */
	unsigned gr_object;
	char *gr_args; /* as the note has them */
	char *gr_operands[DT_MAXARGS];
	uint64_t *gr_offsets, *gr_semaphores; /* in the file, by selector */
	unsigned gr_nsites;
	struct dt_linux_view gr_views[2];
};

struct site {
	uint32_t si_group, si_select;
	uint32_t si_next; /* of the same probe, or NONE */
};

struct declared {			/* a provider that files declare */
	struct dt_provider de_provider; /* first */
	uint32_t de_pid;		/* 0: of any process */
	char *de_base;			/* its name without the pid */
	struct dt_engine *de_engine;
	struct user_object *de_objects;
	unsigned de_nobjects;
	struct group **de_groups;
	unsigned de_ngroups;
	struct site *de_sites;
	unsigned de_nsites;
	struct declared_probe {
		uint32_t pb_first; /* site */
		uint32_t pb_object;
	} * de_probes; /* by tag */
	unsigned de_nprobes;
	struct dt_linux_source *de_sources;
	struct declared *de_next;
};

struct search { /* what descriptions have asked for */
	char *se_provider;
	struct search *se_next;
};

struct state {
	struct declared *st_first;
	struct search *st_searches;
};

static void group_free(struct group *gr)
{
	for (unsigned i = 0; i < DT_MAXARGS; i++)
		free(gr->gr_operands[i]);
	free(gr->gr_args);
	free(gr->gr_offsets);
	free(gr->gr_semaphores);
	free(gr);
}

static void declared_free(struct declared *de)
{
	for (unsigned i = 0; i < de->de_ngroups; i++)
		group_free(de->de_groups[i]);
	for (unsigned i = 0; i < de->de_nobjects; i++)
		user_object_close(&de->de_objects[i]);
	free(de->de_groups);
	free(de->de_objects);
	free(de->de_sites);
	free(de->de_probes);
	free(de->de_sources);
	free(de->de_base);
	free((void *)de->de_provider.pv_name);
	free(de);
}

static void state_fini(void *arg)
{
	struct state *st = arg;

	for (struct declared *de = st->st_first, *next; de; de = next) {
		next = de->de_next;
		declared_free(de);
	}
	for (struct search *se = st->st_searches, *next; se; se = next) {
		next = se->se_next;
		free(se->se_provider);
		free(se);
	}
}

/*
 * Operands: blank-separated; in brackets, as in "8@[sp, 16]", a blank separates nothing.
 */
static size_t operand_length(const char *p)
{
	size_t n = 0;

	for (bool inside = false; p[n] && (inside || p[n] != ' '); n++)
		inside = p[n] == '[' || (inside && p[n] != ']');
	return n;
}

/* The D type of an operand: a size in bytes, negative if it is signed. */
static const char *operand_type(const char *operand)
{
	static const char *const types[2][4] = { { "uint8_t", "uint16_t", "uint32_t", "uint64_t" },
		{ "int8_t", "int16_t", "int32_t", "int64_t" } };
	bool is_signed = *operand == '-';

	switch (operand[is_signed]) {
	case '1': return types[is_signed][0];
	case '2': return types[is_signed][1];
	case '4': return types[is_signed][2];
	default: return types[is_signed][3];
	}
}

static struct group *group_new(struct declared *de, unsigned object, const char *args)
{
	struct group *gr;
	unsigned n = 0;

	if (!base_more(de->de_groups, de->de_ngroups) || !(gr = base_calloc(1, sizeof(*gr))))
		return NULL;
	gr->gr_object = object;
	gr->gr_args = base_strdup(args);
	gr->gr_views[0] = (struct dt_linux_view){ .lv_task = "current", .lv_direct = true };
	for (const char *p = args; *p && n < DT_MAXARGS; n++) {
		p += strspn(p, " ");
		size_t len = operand_length(p);

		gr->gr_operands[n] = len != 0 ? base_strndup(p, len) : NULL;
		if (gr->gr_operands[n] && dt_lx_operand_known(gr->gr_operands[n]))
			gr->gr_views[0].lv_args[n] = gr->gr_operands[n];
		p += len;
	}
	return de->de_groups[de->de_ngroups++] = gr;
}

/* The group of the file and the operands; its number in *at. */
static struct group *group_of(struct declared *de, unsigned object, const char *args, unsigned *at)
{
	for (*at = 0; *at < de->de_ngroups; ++*at)
		if (de->de_groups[*at]->gr_object == object && de->de_groups[*at]->gr_args &&
			!strcmp(de->de_groups[*at]->gr_args, args))
			return de->de_groups[*at];
	return group_new(de, object, args);
}

/*
 * Sources.
 */
static void usdt_handle(struct dt_feed *fd, const struct dt_lx_event *e)
{
	struct dt_firing fi;

	if (dt_lx_firing(e, 0, &fi))
		dt_fire(fd->fd_engine, dt_lx_probe(e, 0), &fi);
}

static struct declared *declared_of(const struct dt_provider *pv)
{
	return (struct declared *)pv;
}

static void unreadable_warn(const struct declared *de, const struct group *gr,
	const struct dt_probe *pr)
{
	const struct dt_plan *plan = dt_probe_plan(pr);

	for (unsigned i = 0; plan && i < DT_MAXARGS && gr->gr_operands[i]; i++)
		if (!gr->gr_views[0].lv_args[i] && (plan->pl_args >> i & 1))
			dt_warn(de->de_engine,
				"arg%u of %s:%s:%s:%s is 0 where it is %s: only general registers, "
				"memory and constants can be read",
				i, de->de_provider.pv_name, dt_probe_mod(pr), dt_probe_func(pr),
				dt_probe_name(pr), gr->gr_operands[i]);
}

static void source_bind(struct dt_lx_source *so, struct dt_probe *pr)
{
	const struct dt_linux_source *def = dt_lx_definition(so);
	const struct declared *de = declared_of(dt_probe_provider(pr));
	uint32_t i = de->de_probes[dt_probe_tag(pr)].pb_first;
	bool bound = false;

	for (; i != NONE; i = de->de_sites[i].si_next) {
		const struct site *si = &de->de_sites[i];

		if (de->de_groups[si->si_group]->gr_offsets != def->ls_offsets)
			continue;
		if (!bound)
			unreadable_warn(de, de->de_groups[si->si_group], pr);
		bound = true;
		dt_lx_want(so, pr, 0, si->si_select);
	}
}

static const struct dt_linux_source *usdt_sources(struct dt_engine *e, const struct dt_provider *pv)
{
	struct declared *de = declared_of(pv);

	(void)e;
	free(de->de_sources);
	de->de_sources = base_calloc((size_t)de->de_ngroups + 1, sizeof(*de->de_sources));
	for (unsigned i = 0; i < de->de_ngroups && de->de_sources; i++) {
		const struct group *gr = de->de_groups[i];
		const struct user_object *ob = &de->de_objects[gr->gr_object];

		de->de_sources[i] = (struct dt_linux_source){ .ls_kind = DT_LX_UCODE,
			.ls_name = ob->uo_name,
			.ls_file = ob->uo_file,
			.ls_pid = de->de_pid,
			.ls_offsets = gr->gr_offsets,
			.ls_semaphores = gr->gr_semaphores,
			.ls_args = "",
			.ls_views = gr->gr_views,
			.ls_bind = source_bind,
			.ls_handle = usdt_handle };
	}
	return de->de_sources;
}

/*
 * Probes.
 */
/* A name as D writes it: two underscores are a hyphen. */
static char *name_of(const char *cname)
{
	char *name = base_strdup(cname), *to = name;

	for (const char *p = name; p && *p; p++) {
		bool hyphen = p[0] == '_' && p[1] == '_' && p != name && p[2] != '\0';

		*to++ = hyphen ? '-' : *p;
		p += hyphen;
	}
	if (to)
		*to = '\0';
	return name;
}

static struct dt_probe *probe_make(struct declared *de, const struct dt_userprobe *up,
	const struct group *gr, unsigned object)
{
	char *name = name_of(up->up_name);
	struct dt_probe_spec spec = { .ps_mod = up->up_object,
		.ps_func = up->up_function,
		.ps_name = name,
		.ps_tag = (int)de->de_nprobes };
	struct dt_probe *pr = name ? dt_probe_find(de->de_engine, de->de_provider.pv_name,
					     spec.ps_mod, spec.ps_func, spec.ps_name) :
				     NULL;

	for (unsigned i = 0; i < DT_MAXARGS && gr->gr_operands[i]; i++)
		spec.ps_args[i] = (struct dt_arg){ .ar_native = operand_type(gr->gr_operands[i]),
			.ar_from = (uint8_t)i };
	if (!pr && name && base_more(de->de_probes, de->de_nprobes)) {
		pr = dt_probe_create(de->de_engine, &de->de_provider, &spec);
		if (pr)
			de->de_probes[de->de_nprobes++] = (struct declared_probe){ NONE,
				(uint32_t)object };
	}
	free(name);
	return pr;
}

static void site_add(struct declared *de, const struct dt_userprobe *up)
{
	struct user_object want = { .uo_name = (char *)up->up_object,
		.uo_path = (char *)up->up_path,
		.uo_exe = up->up_exe,
		.uo_fd = up->up_fd };
	int object = user_object_at(&(struct user_objects){ .us_objects = (void **)&de->de_objects,
					    .us_count = &de->de_nobjects,
					    .us_size = sizeof(*de->de_objects) },
		&want);
	unsigned at;
	struct group *gr = object < 0 ? NULL : group_of(de, (unsigned)object, up->up_args, &at);
	struct dt_probe *pr = gr ? probe_make(de, up, gr, (unsigned)object) : NULL;
	struct declared_probe *pb;

	if (!pr || !base_more(de->de_sites, de->de_nsites) ||
		!base_more(gr->gr_offsets, gr->gr_nsites) ||
		!base_more(gr->gr_semaphores, gr->gr_nsites))
		return;
	pb = &de->de_probes[dt_probe_tag(pr)];
	gr->gr_offsets[gr->gr_nsites] = up->up_offset;
	gr->gr_semaphores[gr->gr_nsites] = up->up_semaphore;
	de->de_sites[de->de_nsites] = (struct site){ at, gr->gr_nsites++, pb->pb_first };
	pb->pb_first = de->de_nsites++;
}

static bool module_is(const struct dt_probe *pr, const char *want)
{
	const struct declared *de = declared_of(dt_probe_provider(pr));

	return user_object_is(&de->de_objects[de->de_probes[dt_probe_tag(pr)].pb_object], want);
}

/* A provider of any process has no name of another provider, whose probes it would seem to have. */
static bool name_taken(struct dt_engine *e, const char *name)
{
	const struct dt_provider *pv;

	for (unsigned i = 0; (pv = dt_provider_at(e, i)); i++)
		if (!strcmp(pv->pv_name, name))
			return true;
	return !strcmp(name, "dtrace");
}

static struct declared *declared_add(struct dt_engine *e, const char *base, uint32_t pid)
{
	struct state *st = dt_engine_state(e, &dt_prov_usdt, sizeof(*st), state_fini);
	struct declared *de;
	char *name = NULL;

	for (de = st ? st->st_first : NULL; de; de = de->de_next)
		if (de->de_pid == pid && !strcmp(de->de_base, base))
			return de;
	if (!st || (pid == 0 && name_taken(e, base)) || !(de = base_calloc(1, sizeof(*de))))
		return NULL;
	de->de_base = base_strdup(base);
	if ((pid != 0 ? base_asprintf(&name, "%s%u", base, pid) :
			base_asprintf(&name, "%s", base)) < 0 ||
		!de->de_base) {
		declared_free(de);
		return NULL;
	}
	de->de_pid = pid;
	de->de_engine = e;
	de->de_provider = (struct dt_provider){ .pv_name = name,
		.pv_attrs = dt_prov_usdt.pv_attrs,
		.pv_discover = dt_prov_usdt.pv_discover, /* more of it with each description */
		.pv_sources = usdt_sources,
		.pv_module = module_is,
		.pv_live_only = true };
	de->de_next = st->st_first;
	st->st_first = de;
	return dt_provider_add(e, &de->de_provider) == 0 ? de : NULL;
}

struct finding {
	struct dt_engine *fi_engine;
	bool fi_all; /* providers of any process */
};

static void place_found(const struct dt_userprobe *up, void *arg)
{
	const struct finding *fi = arg;
	struct declared *de = declared_add(fi->fi_engine, up->up_provider,
		fi->fi_all ? 0 : up->up_pid);

	if (de)
		site_add(de, up);
}

/* Whether the provider was asked for before; notes it. */
static bool was_searched(struct dt_engine *e, const char *provider)
{
	struct state *st = dt_engine_state(e, &dt_prov_usdt, sizeof(*st), state_fini);
	struct search *se;

	for (se = st ? st->st_searches : NULL; se; se = se->se_next)
		if (!strcmp(se->se_provider, provider))
			return true;
	se = st ? base_calloc(1, sizeof(*se)) : NULL;
	if (!se || !(se->se_provider = base_strdup(provider))) {
		free(se);
		return false;
	}
	se->se_next = st->st_searches;
	st->st_searches = se;
	return false;
}

static void probes_find(struct dt_engine *e, uint32_t pid, const char *provider)
{
	struct finding fi = { .fi_engine = e, .fi_all = pid == DT_USER_ALL };

	dt_user_probes(e, pid,
		&(struct dt_userprobes){ .uq_provider = provider,
			.uq_fn = place_found,
			.uq_arg = &fi });
}

/* Splits "python1234"; the pid is 0 if the name doesn't end in the number of a process. */
static uint32_t name_split(const char *prov, char *base, size_t size)
{
	size_t n = strlen(prov);
	unsigned long pid;

	while (n > 0 && isdigit((unsigned char)prov[n - 1]))
		n--;
	pid = strlen(prov + n) > 10 ? 0 : strtoul(prov + n, NULL, 10);
	snprintf(base, size, "%.*s", (int)n, prov);
	return n != 0 && pid <= INT32_MAX ? (uint32_t)pid : 0;
}

static void discover(struct dt_engine *e, const struct dt_provider *pv, const char *const field[4])
{
	const char *prov = field[0];
	char base[256];
	uint32_t pid = name_split(prov, base, sizeof(base));

	(void)pv;
	if (pid != 0 && !strcmp(base, "pid"))
		return;
	if (*prov == '\0' || !strcmp(prov, "*")) {
		if (!was_searched(e, prov))
			probes_find(e, DT_USER_TARGETS, "*");
	} else if (!was_searched(e, prov)) {
		if (pid != 0)
			probes_find(e, pid, base);
		else
			probes_find(e, DT_USER_ALL, prov);
	}
}

const struct dt_provider dt_prov_usdt = {
	.pv_name = "usdt",
	.pv_attrs = { .pa_provider = UNSTABLE_COMMON,
		.pa_module = UNSTABLE_COMMON,
		.pa_function = UNSTABLE_COMMON,
		.pa_name = UNSTABLE_COMMON,
		.pa_args = UNSTABLE_COMMON },
	.pv_discover = discover,
	.pv_live_only = true,
	.pv_missing = "it traces probes of running processes; a Windows trace has none",
};

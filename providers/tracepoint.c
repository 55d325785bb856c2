/*
 * linux-SYSTEM: every tracepoint of the running kernel; a provider for each family that a
 * description names.
 *
 * linux-sched:::sched_switch fires at that tracepoint, linux-sched:::events at each of the family.
 * The arguments are those of ETW providers: arg0 the event's number, arg1 its opcode (0), arg2 the
 * record as the tracepoint's format describes it, arg3 its bytes; the 4 bytes before the record are
 * number, version and pointer size.  args[0] is the record with its fields.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "alloc.h"
#include "grow.h"
#include "glob.h"
#include "linux.h"
#include "providers.h"

extern const struct dt_provider dt_prov_tracepoint;

#define PREFIX "linux-"
#define EVENTS_TAG (1 << 30)

struct family {
	struct dt_provider fa_provider; /* first */
	char *fa_system;
	char **fa_events;
	unsigned fa_nevents;
	struct dt_linux_source *fa_sources;
	struct family *fa_next;
};

struct families {
	struct family *fs_first; /* kept, because tracepoints don't change */
};

static void family_free(struct family *fa)
{
	if (fa->fa_sources)
		free((void *)fa->fa_sources[0].ls_views);
	free(fa->fa_sources);
	for (unsigned i = 0; i < fa->fa_nevents; i++)
		free(fa->fa_events[i]);
	free(fa->fa_events);
	free((void *)fa->fa_provider.pv_name);
	free(fa);
}

static void families_fini(void *arg)
{
	for (struct family *fa = ((struct families *)arg)->fs_first, *next; fa; fa = next) {
		next = fa->fa_next;
		family_free(fa);
	}
}

static void event_handle(struct dt_feed *fd, const struct dt_lx_event *e)
{
	struct dt_firing fi;

	for (unsigned view = 0; view < 2; view++) {
		if (dt_lx_firing(e, view, &fi))
			dt_fire(fd->fd_engine, dt_lx_probe(e, view), &fi);
	}
}

static void event_add(const char *name, void *arg)
{
	struct family *fa = arg;

	if (!base_more(fa->fa_events, fa->fa_nevents))
		return;
	fa->fa_events[fa->fa_nevents] = base_strdup(name);
	fa->fa_nevents += fa->fa_events[fa->fa_nevents] != NULL;
}

/* One source for each event, with two views: the event's own probe, and the family's. */
static void sources_make(struct family *fa)
{
	struct dt_linux_view *views = base_calloc((size_t)fa->fa_nevents * 3, sizeof(*views));

	fa->fa_sources = base_calloc(fa->fa_nevents + 1, sizeof(*fa->fa_sources));
	for (unsigned i = 0; i < fa->fa_nevents && views && fa->fa_sources; i++) {
		struct dt_linux_view *v = &views[3 * i];

		v[0] = (struct dt_linux_view){ .lv_tag = (int)i,
			.lv_task = "current",
			.lv_direct = true };
		v[1] = (struct dt_linux_view){ .lv_tag = EVENTS_TAG,
			.lv_task = "current",
			.lv_direct = true };
		fa->fa_sources[i] = (struct dt_linux_source){ .ls_kind = DT_LX_EVENT,
			.ls_name = fa->fa_events[i],
			.ls_system = fa->fa_system,
			.ls_args = "",
			.ls_views = v,
			.ls_skip = 2,
			.ls_handle = event_handle };
	}
	if (!views || !fa->fa_sources) {
		free(views);
		free(fa->fa_sources);
		fa->fa_sources = NULL;
	}
	fa->fa_provider.pv_linux = fa->fa_sources;
}

static struct family *family_of(struct dt_engine *e, const char *system)
{
	struct families *fs = dt_engine_state(e, &dt_prov_tracepoint, sizeof(*fs), families_fini);
	static const struct dt_provider_attrs attrs = PROVIDER_STABILITY(EVOLVING_ISA, PRIVATE_ISA,
		PRIVATE_ISA);
	struct family *fa;
	char *name;

	for (fa = fs ? fs->fs_first : NULL; fa; fa = fa->fa_next) {
		if (strcmp(fa->fa_system, system) == 0)
			return fa;
	}
	fa = fs ? base_calloc(1, sizeof(*fa)) : NULL;
	if (!fa || base_asprintf(&name, PREFIX "%s", system) < 0) {
		free(fa);
		return NULL;
	}
	fa->fa_system = name + strlen(PREFIX);
	fa->fa_provider = (struct dt_provider){ .pv_name = name,
		.pv_attrs = attrs,
		.pv_live_only = true,
		.pv_missing = "it names tracepoints of Linux; a Windows trace has none" };
	dt_tracefs_events(e, system, event_add, fa);
	sources_make(fa);
	fa->fa_next = fs->fs_first;
	fs->fs_first = fa;
	return fa;
}

struct discovery {
	struct dt_engine *di_engine;
	const char *const *di_field;
};

static bool known(struct dt_engine *e, const struct dt_provider *pv)
{
	const struct dt_provider *at;

	for (unsigned i = 0; (at = dt_provider_at(e, i)); i++) {
		if (at == pv)
			return true;
	}
	return false;
}

static void probes_make(struct dt_engine *e, const struct family *fa)
{
	struct dt_probe_spec spec = { .ps_func = "event",
		.ps_name = "events",
		.ps_tag = EVENTS_TAG };

	dt_probe_create(e, &fa->fa_provider, &spec);
	for (unsigned i = 0; i < fa->fa_nevents; i++) {
		const char *record = dt_tracefs_record(e, fa->fa_system, fa->fa_events[i]);

		spec.ps_name = fa->fa_events[i];
		spec.ps_tag = (int)i;
		spec.ps_args[0] = (struct dt_arg){ .ar_native = record, .ar_from = 2 };
		dt_probe_create(e, &fa->fa_provider, &spec);
	}
}

static void system_discover(const char *system, void *arg)
{
	const struct discovery *di = arg;
	char name[256];
	struct family *fa;

	snprintf(name, sizeof(name), PREFIX "%s", system);
	if (strcmp(system, "ftrace") == 0 ||
		strcmp(system, "syscalls") == 0 || /* not tracepoints; syscall has them */
		!base_glob(di->di_field[0], name))
		return;
	fa = family_of(di->di_engine, system);
	if (!fa || fa->fa_nevents == 0 || known(di->di_engine, &fa->fa_provider) ||
		dt_provider_add(di->di_engine, &fa->fa_provider) != 0)
		return;
	probes_make(di->di_engine, fa);
}

/* A plain probe name is looked up in all families; a pattern is not enough to open them. */
static void discover(struct dt_engine *e, const struct dt_provider *pv, const char *const field[4])
{
	struct discovery di = { e, field };

	(void)pv;
	if (*field[0] == '\0' && !base_is_name(field[3]))
		return;
	if (base_is_name(field[0]) && strncmp(field[0], PREFIX, strlen(PREFIX)) != 0)
		return;
	dt_tracefs_systems(e, system_discover, &di);
}

const struct dt_provider dt_prov_tracepoint = {
	.pv_name = "linux",
	.pv_attrs = PROVIDER_STABILITY(EVOLVING_ISA, PRIVATE_ISA, PRIVATE_ISA),
	.pv_discover = discover,
	.pv_live_only = true,
	.pv_missing = "it names tracepoints of Linux; a Windows trace has none",
};

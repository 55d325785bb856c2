/*
 * profile: probes that fire by the stream's clock, and the samples of the system's own profiler.
 *
 *   profile-N  every CPU, N times a second; in the thread that runs there
 *   tick-N     one CPU, N times a second
 *   sample-N   every sample the profiler took; in a trace its rate is what the trace was made with
 *
 * N may carry a unit and is then a period: 10ms.  Names that are not in the table are made when a description
 * asks for them.  arg0 is the kernel's pc or 0, arg1 the user's pc or 0, arg2 (profile-N) how late it fires in ns.
 */
#include <ctype.h>
#include <string.h>
#include "providers.h"

#define PROFILE_MINPERIOD 200000u	/* ns: 5000 a second */

#define PROFILE_ARGS { { "uintptr_t", NULL, 0 }, { "uintptr_t", NULL, 1 }, { "uint64_t", NULL, 2 } }
#define TICK_ARGS { { "uintptr_t", NULL, 0 }, { "uintptr_t", NULL, 1 } }
#define PROFILE(n) { .ps_name = "profile-" #n, .ps_args = PROFILE_ARGS }
#define TICK(n) { .ps_name = "tick-" #n, .ps_args = TICK_ARGS }
#define SAMPLE(n) { .ps_name = "sample-" #n, .ps_args = TICK_ARGS }

static const struct dt_probe_spec profile_probes[] = {
	PROFILE(97), PROFILE(199), PROFILE(499), PROFILE(997), PROFILE(1999), PROFILE(4001), PROFILE(4999),
	TICK(1), TICK(10), TICK(100), TICK(500), TICK(1000), TICK(5000),
	SAMPLE(97), SAMPLE(199), SAMPLE(499), SAMPLE(997), SAMPLE(1999), SAMPLE(4001), SAMPLE(4999),
	{ 0 }
};

static const struct profile_unit {
	const char *un_name;
	uint64_t un_ns;		/* 0: a rate */
} profile_units[] = {
	{ "", 0 }, { "hz", 0 },
	{ "ns", 1 }, { "nsec", 1 }, { "us", 1000 }, { "usec", 1000 }, { "ms", 1000000 }, { "msec", 1000000 },
	{ "s", 1000000000 }, { "sec", 1000000000 }, { "m", 60000000000 }, { "min", 60000000000 },
	{ "h", 3600000000000 }, { "hour", 3600000000000 }, { "d", 86400000000000 }, { "day", 86400000000000 },
	{ NULL, 0 }
};

/* The probes of one kind share a name's head, their arguments and how they fire. */
enum profile_kind { PK_PROFILE, PK_TICK, PK_SAMPLE, PK_NKINDS };
static const struct dt_probe_spec profile_kinds[PK_NKINDS] = {
	[PK_PROFILE] = { .ps_name = "profile-", .ps_args = PROFILE_ARGS },
	[PK_TICK] = { .ps_name = "tick-", .ps_args = TICK_ARGS },
	[PK_SAMPLE] = { .ps_name = "sample-", .ps_args = TICK_ARGS },
};

/* "10ms" to nanoseconds; 0: not a period, or a shorter one than is allowed. */
static uint64_t profile_period(const char *s)
{
	uint64_t n = 0, ns = 0;

	if (!isdigit((unsigned char)*s))
		return 0;
	for (; isdigit((unsigned char)*s); s++) {
		if (n > (UINT64_MAX - 9) / 10)
			return 0;
		n = n * 10 + (uint64_t)(*s - '0');
	}
	if (n == 0)
		return 0;
	for (const struct profile_unit *u = profile_units; u->un_name != NULL; u++)
		if (strcasecmp(s, u->un_name) == 0)
			ns = u->un_ns == 0 ? 1000000000 / n : n > UINT64_MAX / u->un_ns ? 0 : n * u->un_ns;
	return ns >= PROFILE_MINPERIOD ? ns : 0;
}

static int profile_parse(const char *name, uint64_t *period)
{
	for (int k = 0; k < PK_NKINDS; k++) {
		size_t len = strlen(profile_kinds[k].ps_name);

		if (strncmp(name, profile_kinds[k].ps_name, len) != 0)
			continue;
		*period = profile_period(name + len);
		return *period == 0 ? -1 : k;
	}
	return -1;
}

static void profile_provide(struct dt_engine *en, const struct dt_provider *pv, const char *mod, const char *func,
	const char *name)
{
	struct dt_probe_spec spec;
	uint64_t period;
	int kind;

	if (mod[0] != '\0' || func[0] != '\0' || (kind = profile_parse(name, &period)) < 0)
		return;
	spec = profile_kinds[kind];
	spec.ps_name = name;
	dt_probe_create(en, pv, &spec);
}

const struct dt_provider dt_prov_profile = {
	.pv_name = "profile",
	.pv_attrs = {
		.pa_provider = { DT_STAB_EVOLVING, DT_STAB_EVOLVING, DT_CLASS_COMMON },
		.pa_module = { DT_STAB_UNSTABLE, DT_STAB_UNSTABLE, DT_CLASS_UNKNOWN },
		.pa_function = { DT_STAB_PRIVATE, DT_STAB_PRIVATE, DT_CLASS_UNKNOWN },
		.pa_name = { DT_STAB_EVOLVING, DT_STAB_EVOLVING, DT_CLASS_COMMON },
		.pa_args = { DT_STAB_EVOLVING, DT_STAB_EVOLVING, DT_CLASS_COMMON },
	},
	.pv_probes = profile_probes,
	.pv_provide = profile_provide,
};

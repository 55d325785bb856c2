/*
 * Facts about the system that programs read as variables of the kernel (kernel_t). A trace has few
 * of them; dt_kernel_knows() says which, so that the compiler refuses the others.
 */
#include <stdio.h>
#include <string.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>
#include <unistd.h>
#include "engine.h"

#define HZ 100
#define NSEC 1000000000
#define PAGE 4096 /* of a trace's machine, which is an x86 */

bool dt_kernel_knows(const char *name, bool live)
{
	static const struct {
		const char *name;
		bool traced; /* known in a trace, too */
	} facts[] = { { "hp_avenrun", false }, { "avenrun", false }, { "lbolt", true },
		{ "hz", true }, { "time", true }, { "ncpus", true }, { "ncpus_online", true },
		{ "physmem", false }, { "freemem", false }, { "_pagesize", true },
		{ "utsname", false } };

	for (size_t i = 0; i < sizeof(facts) / sizeof(facts[0]); i++)
		if (!strcmp(facts[i].name, name))
			return live || facts[i].traced;
	return false;
}

/* What doesn't change; the C library finds the number of CPUs in files. */
static void fixed_facts(kernel_t *k, bool live)
{
	struct utsname un;

	k->hz = HZ;
	k->_pagesize = live ? (uint64_t)sysconf(_SC_PAGESIZE) : PAGE;
	if (!live)
		return;
	k->ncpus = (int32_t)sysconf(_SC_NPROCESSORS_CONF);
	k->ncpus_online = (int32_t)sysconf(_SC_NPROCESSORS_ONLN);
	if (uname(&un) != 0)
		return;
	snprintf(k->utsname.sysname, sizeof(k->utsname.sysname), "%s", un.sysname);
	snprintf(k->utsname.nodename, sizeof(k->utsname.nodename), "%s", un.nodename);
	snprintf(k->utsname.release, sizeof(k->utsname.release), "%s", un.release);
	snprintf(k->utsname.version, sizeof(k->utsname.version), "%s", un.version);
	snprintf(k->utsname.machine, sizeof(k->utsname.machine), "%s", un.machine);
}

static void live_facts(kernel_t *k)
{
	struct sysinfo si;

	if (sysinfo(&si) != 0)
		return;
	for (unsigned i = 0; i < 3; i++) {
		k->hp_avenrun[i] = (int32_t)(si.loads[i] << 16 >> SI_LOAD_SHIFT);
		k->avenrun[i] = k->hp_avenrun[i] >> 8;
	}
	k->physmem = si.totalram * si.mem_unit / k->_pagesize;
	k->freemem = si.freeram * si.mem_unit / k->_pagesize;
}

uint64_t dt_kernel_facts(struct dif_mach *ma)
{
	struct dt_engine *en = ma->ma_arg;
	kernel_t *k = dif_scratch(ma, sizeof(*k));

	if (!k)
		return 0;
	if (!en->en_kernel.hz)
		fixed_facts(&en->en_kernel, en->en_live);
	*k = en->en_kernel;
	k->lbolt = (int64_t)(ma->ma_fi->fi_time / (NSEC / HZ));
	k->time = ma->ma_fi->fi_wall / NSEC;
	if (en->en_live)
		live_facts(k);
	else
		k->ncpus = k->ncpus_online = (int32_t)dt_sys_ncpu(en->en_sys);
	return (uintptr_t)k;
}

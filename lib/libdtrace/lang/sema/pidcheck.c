/*
 * Reports what is wrong with a description pidN:object:function:name that matches nothing, as far
 * as the text shows it; le_process knows the processes.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "glob.h"
#include "sema.h"

#define PID_LIMIT INT32_MAX

/*
 * Returns the pid at the end of a provider's name, or 0 if it has none or the number is too large.
 */
static uint32_t trailing_pid(const char *prov)
{
	const char *p = prov + strlen(prov);

	while (p > prov && isdigit((unsigned char)p[-1]))
		p--;
	unsigned long pid = strlen(p) > 10 ? 0 : strtoul(p, NULL, 10);
	return pid <= PID_LIMIT ? (uint32_t)pid : 0;
}

static bool is_pid_provider(const char *prov)
{
	return strncmp(prov, "pid", 3) == 0 && (prov[3] == '\0' || isdigit((unsigned char)prov[3]));
}

/* The offset that a probe name denotes, or -1 if it isn't an offset. */
static int64_t name_offset(struct dt_lang *la, const struct dt_node *pdesc, const char *name)
{
	char *end;

	if (!base_is_name(name) || strcmp(name, "entry") == 0 || strcmp(name, "return") == 0)
		return -1;
	unsigned long off = strtoul(name, &end, 16);
	if (*end != '\0' || !isxdigit((unsigned char)*name) || strlen(name) > 15)
		dt_lang_error(la, &pdesc->dn_loc, D_PROC_NAME,
			"invalid probe name %s: entry, return or a hexadecimal "
			"offset is expected",
			name);
	return (int64_t)off;
}

static const struct {
	enum dt_errtag tag;
	const char *text;
} found[] = {
	[DT_PROC_FOUND] = { D_PROC_NODEV,
		"the function can't be traced there: it only chooses, at start, which of others its name means, or it doesn't return as others do, or its instructions can't be decoded" },
	[DT_PROC_REPLAY] = { D_PROC_NODEV, "functions of processes cannot be traced in a replay" },
	[DT_PROC_NONE] = { D_PROC_GRAB,
		"there is no such process, or you need privilege to inspect it" },
	[DT_PROC_DENIED] = { D_PROC_GRAB,
		"the process is another user's or protected: you need root or CAP_SYS_PTRACE to inspect it" },
	[DT_PROC_STATIC] = { D_PROC_DYN,
		"the process is statically linked: it has no objects but its executable" },
	[DT_PROC_NOOBJECT] = { D_PROC_LIB, "the process has no such object" },
	[DT_PROC_STRIPPED] = { D_PROC_FUNC,
		"the object has no such function: it is stripped, and without its debug file only "
		"what it exports has a name" },
	[DT_PROC_NOFUNCTION] = { D_PROC_FUNC, "the object has no such function" },
	[DT_PROC_NOFILE] = { D_PROC_CREATEFAIL,
		"the object is not a file, and probes can only be placed in files" },
	[DT_PROC_BEYOND] = { D_PROC_OFF, "the offset is beyond the function" },
	[DT_PROC_INSIDE] = { D_PROC_ALIGN, "the offset is inside an instruction" },
};

/* Returns whether a library that is loaded later may have the probe. */
static bool check_pid(struct dt_lang *la, const struct dt_node *pdesc)
{
	const char *const *f = pdesc->dn_desc.pd_field;
	struct dt_procquery q = { .pq_object = f[1], .pq_function = f[2] };

	q.pq_pid = f[0][3 + strspn(f[0] + 3, "0123456789")] == '\0' ? trailing_pid(f[0]) : 0;
	if (q.pq_pid == 0)
		dt_lang_error(la, &pdesc->dn_loc, D_PROC_BADPID, "%s does not contain a valid pid",
			f[0]);
	q.pq_offset = name_offset(la, pdesc, f[3]);
	enum dt_procfound r = la->la_env.le_process(la->la_env.le_arg, &q);
	if (r == DT_PROC_NOOBJECT && base_is_glob(f[1]))
		return true;
	dt_lang_error(la, &pdesc->dn_loc, found[r].tag, "failed to create probe %s:%s:%s:%s: %s%s",
		f[0], f[1], f[2], f[3], found[r].text,
		r == DT_PROC_NOFUNCTION && !base_is_name(f[1]) ?
			"; with -Z, that of a library that is loaded later is traced" :
			"");
}

/* NAMEpid: a provider that the process itself declares. */
static void check_usdt(struct dt_lang *la, const struct dt_node *pdesc)
{
	const char *prov = pdesc->dn_desc.pd_field[0];
	struct dt_procquery q = { .pq_pid = trailing_pid(prov),
		.pq_object = "",
		.pq_function = "",
		.pq_offset = -1 };

	if (q.pq_pid == 0)
		return;
	enum dt_procfound r = la->la_env.le_process(la->la_env.le_arg, &q);
	if (r == DT_PROC_REPLAY)
		return;
	if (r == DT_PROC_NONE || r == DT_PROC_DENIED)
		dt_lang_error(la, &pdesc->dn_loc, D_PROC_BADPROV,
			"provider %s is not known, and there is no process %u that "
			"could declare it",
			prov, q.pq_pid);
	dt_lang_error(la, &pdesc->dn_loc, D_PROC_USDT,
		"failed to find probes of %s: process %u declares no such probe, nor does a "
		"library that it has mapped; dtrace -l -p %u lists those that are declared",
		prov, q.pq_pid, q.pq_pid);
}

bool dt_pid_check(struct dt_lang *la, const struct dt_node *pdesc)
{
	const char *prov = pdesc->dn_desc.pd_field[0];

	if (!la->la_env.le_process || pdesc->dn_desc.pd_id || base_is_glob(prov))
		return false;
	if (is_pid_provider(prov))
		return check_pid(la, pdesc);
	check_usdt(la, pdesc);
	return false;
}

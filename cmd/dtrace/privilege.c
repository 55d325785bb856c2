/*
 * Gives up privileges that are no longer needed when the probes are attached, so that an attacker
 * who takes over this process, by a symbol file or a string of a traced process, doesn't get all of
 * root.
 *
 * Nothing is given up in a replay (option user does that), nor if destructive actions are allowed,
 * because commands of system() need the same privileges. The commands of -c were started before.
 */
#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "cmd.h"

static const unsigned kept[] = {
	CAP_DAC_READ_SEARCH,	/* files that processes map, below any directory */
	CAP_SYS_PTRACE,		/* their memory, maps and roots */
	CAP_CHECKPOINT_RESTORE, /* their mapped files that have no name any more */
	CAP_SYSLOG,		/* the addresses of kallsyms */
	CAP_BPF, CAP_PERFMON,	/* maps, programs' statistics */
};

struct caps {
	struct __user_cap_header_struct cp_head;
	struct __user_cap_data_struct cp_data[_LINUX_CAPABILITY_U32S_3];
	bool cp_admin; /* the kernel wants CAP_SYS_ADMIN for what is traced later */
};

static bool permitted(const struct caps *cp, unsigned cap)
{
	return (cp->cp_data[CAP_TO_INDEX(cap)].permitted & CAP_TO_MASK(cap)) != 0;
}

/* An older kernel needs CAP_SYS_ADMIN instead of a newer capability. */
static bool is_kept(const struct caps *cp, unsigned cap)
{
	if (cap == CAP_SYS_ADMIN)
		return cp->cp_admin || !permitted(cp, CAP_BPF) || !permitted(cp, CAP_PERFMON) ||
			!permitted(cp, CAP_CHECKPOINT_RESTORE);
	for (size_t i = 0; i < sizeof(kept) / sizeof(*kept); i++)
		if (kept[i] == cap)
			return true;
	return false;
}

/*
 * Also removes them from the bounding set, if allowed: otherwise a program that is run as root
 * would get them back.
 */
static void bounding_reduce(const struct caps *cp)
{
	for (unsigned cap = 0; prctl(PR_CAPBSET_READ, cap, 0, 0, 0) >= 0; cap++)
		if (!is_kept(cp, cap))
			prctl(PR_CAPBSET_DROP, cap, 0, 0, 0);
}

void privileges_reduce(struct cmd *cm)
{
	struct caps cp = { .cp_head.version = _LINUX_CAPABILITY_VERSION_3 }, now;
	int64_t destructive = 0;

	dtrace_getopt(cm->cm_hdl, "destructive", &destructive);
	if (cm->cm_nevents || destructive > 0 || syscall(SYS_capget, &cp.cp_head, cp.cp_data) != 0)
		return;
	cp.cp_admin = dtrace_admin_needed(cm->cm_hdl);
	bounding_reduce(&cp);
	now = cp;
	for (unsigned cap = 0; cap < 32 * _LINUX_CAPABILITY_U32S_3; cap++)
		if (!is_kept(&cp, cap)) {
			struct __user_cap_data_struct *data = &now.cp_data[CAP_TO_INDEX(cap)];

			data->effective &= ~CAP_TO_MASK(cap);
			data->permitted &= ~CAP_TO_MASK(cap);
			data->inheritable &= ~CAP_TO_MASK(cap);
		}
	syscall(SYS_capset, &now.cp_head, now.cp_data);
}

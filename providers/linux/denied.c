/* When the kernel denies something: what it takes, what is missing, and the remedy. */
#include "lx.h"
#include <errno.h>
#include <linux/capability.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static bool has_capability(unsigned cap)
{
	struct __user_cap_header_struct head = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3] = { 0 };

	return syscall(SYS_capget, &head, data) == 0 &&
		(data[CAP_TO_INDEX(cap)].effective & CAP_TO_MASK(cap)) != 0;
}

bool dt_lx_is_denial(int err)
{
	return err == EPERM || err == EACCES;
}

const char *dt_lx_missing(void)
{
	bool all = has_capability(CAP_SYS_ADMIN), bpf = all || has_capability(CAP_BPF),
	     perfmon = all || has_capability(CAP_PERFMON);

	if (!bpf)
		return perfmon ? "CAP_BPF is missing" : "both are missing";
	return perfmon ? NULL : "CAP_PERFMON is missing";
}

int dt_lx_denied(struct dt_linux_feed *f, const char *what, const char *name)
{
	int err = errno;
	const char *missing = dt_lx_missing();

	if (!dt_lx_is_denial(err))
		return dt_fail(f->lf_engine, "%s%s: %s", what, name, strerror(err));
	return dt_fail(f->lf_engine,
		"%s%s: %s: tracing the running system requires CAP_BPF and CAP_PERFMON (or root), "
		"and %s: run it with sudo, or give the command both capabilities (setcap cap_bpf,cap_perfmon+ep)",
		what, name, strerror(err),
		missing ? missing : "those of a container or a user namespace are not enough");
}

/*
 * Option user: a replay as root gives up root for good before a byte of the trace is read.
 *
 * The whole process becomes the other user. Open descriptors stay open, including descriptors of
 * the program that uses the library.
 */
#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "handle.h"

static const struct passwd *user_find(const char *name)
{
	const struct passwd *pw = getpwnam(name);
	unsigned long uid;
	char *end;

	if (pw || *name < '0' || *name > '9')
		return pw;
	uid = strtoul(name, &end, 10);
	return *end || uid != (uid_t)uid ? NULL : getpwuid((uid_t)uid);
}

static int become(const struct passwd *pw)
{
	if (initgroups(pw->pw_name, pw->pw_gid) < 0 ||
		setresgid(pw->pw_gid, pw->pw_gid, pw->pw_gid) < 0)
		return -1;
	return setresuid(pw->pw_uid, pw->pw_uid, pw->pw_uid);
}

int dt_user_drop(dtrace_hdl_t *h)
{
	const char *name = h->dh_opts.op_str[DT_OPT_USER];
	const struct passwd *pw;

	if (!name)
		return 0;
	if (!h->dh_npaths)
		return dt_set_message(h, EDT_BADOPTVAL,
			"option user: the running kernel is traced with the caller's "
			"privileges; another user can only replay a trace file (-E)");
	if (geteuid() != 0)
		return dt_set_message(h, EDT_BADOPTVAL,
			"option user: only root can become another user; leave it out");
	pw = user_find(name);
	if (!pw)
		return dt_set_message(h, EDT_BADOPTVAL, "option user: there is no user \"%s\"",
			name);
	if (pw->pw_uid == 0)
		return dt_set_message(h, EDT_BADOPTVAL,
			"option user: \"%s\" is root; name a user without privileges", name);
	if (become(pw) < 0)
		return dt_set_message(h, EDT_BADOPTVAL, "option user: can't become \"%s\": %s",
			name, strerror(errno));
	if (setuid(0) == 0 || seteuid(0) == 0)
		return dt_set_message(h, EDT_BADOPTVAL,
			"option user: this system does not let root give up its "
			"privileges for good");
	return 0;
}

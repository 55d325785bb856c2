/* Limits on the cost of symbols: symlimit.h. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include "symlimit.h"

#define WORK_MAX ((uint64_t)16 << 30) /* some seconds, for all files and debug files */

void dt_symlimit_init(struct dt_symlimit *sl)
{
	*sl = (struct dt_symlimit){ .sl_file = DT_SYMFILESIZE,
		.sl_all = DT_SYMSIZE,
		.sl_work = WORK_MAX };
}

void dt_symlimit_say(struct dt_symlimit *sl, bool *said, const char *fmt, ...)
{
	char line[4400];
	va_list ap;

	if (*said || !sl->sl_say)
		return;
	*said = true;
	va_start(ap, fmt);
	vsnprintf(line, sizeof(line), fmt, ap);
	va_end(ap);
	sl->sl_say(sl->sl_arg, line);
}

void dt_symlimit_say_file(struct dt_symlimit *sl, const char *name)
{
	dt_symlimit_say(sl, &sl->sl_saidfile,
		"symbols of %s and other files are left out: they are larger than option "
		"symfilesize allows (%" PRIu64 "m)",
		name, sl->sl_file >> 20);
}

static void say_all(struct dt_symlimit *sl, const char *name)
{
	dt_symlimit_say(sl, &sl->sl_saidall,
		"symbols of %s and of later files are left out: together they need more memory "
		"than option symsize allows (%" PRIu64 "m)",
		name, sl->sl_all >> 20);
}

bool dt_symlimit_take(struct dt_symlimit *sl, uint64_t *held, uint64_t bytes, const char *name)
{
	if (*held > sl->sl_file || bytes > sl->sl_file - *held) {
		dt_symlimit_say_file(sl, name);
		return false;
	}
	if (sl->sl_used > sl->sl_all || bytes > sl->sl_all - sl->sl_used) {
		say_all(sl, name);
		return false;
	}
	*held += bytes;
	sl->sl_used += bytes;
	return true;
}

void dt_symlimit_give(struct dt_symlimit *sl, uint64_t *held)
{
	sl->sl_used -= *held;
	*held = 0;
}

bool dt_symlimit_read(struct dt_symlimit *sl, uint64_t *read, uint64_t bytes, const char *name)
{
	if (*read > sl->sl_file || bytes > sl->sl_file - *read) {
		dt_symlimit_say_file(sl, name);
		return false;
	}
	*read += bytes;
	return dt_symlimit_work(sl, bytes, name);
}

bool dt_symlimit_work(struct dt_symlimit *sl, uint64_t bytes, const char *name)
{
	if (bytes <= sl->sl_work) {
		sl->sl_work -= bytes;
		return true;
	}
	dt_symlimit_say(sl, &sl->sl_saidwork,
		"symbols of %s and of later files are left out: %" PRIu64 "g of files were "
		"read for symbols",
		name, WORK_MAX >> 30);
	sl->sl_work = 0;
	return false;
}

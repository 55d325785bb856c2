/*
 * What is there when a recording begins, so that its events have names: the processes and threads
 * that the system table knows, and the files that processes have mapped as code. At the end the
 * same for what is there then.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "recorder.h"
#include "stream.h"

struct rundown {
	struct dt_recorder *ru_recorder;
	struct dt_firing ru_firing; /* as if all happened in one thread, now */
	bool ru_end;
};

struct mapping { /* of one file: from its lowest address to the end of its code */
	uint64_t ma_from, ma_to;
	bool ma_code;
	char ma_path[4096];
};

static void mapping_write(struct rundown *ru, uint32_t pid, const struct mapping *ma)
{
	struct dt_recorder *rc = ru->ru_recorder;
	struct etw_event ev = rec_head(rc, &ru->ru_firing, ETW_SYSTEM,
		ru->ru_end ? REC_DCEND : REC_DCSTART, 2);
	struct etw_image im = { .im_base = ma->ma_from,
		.im_size = ma->ma_to - ma->ma_from,
		.im_pid = pid,
		.im_defbase = ma->ma_from };

	if (!ma->ma_code)
		return;
	im.im_name = rec_utf16(rc, 0, ma->ma_path, &im.im_nameunits);
	rec_wrote(rc, etw_write_image(rc->rc_writer, &ev, &im));
}

/* One line of maps; mappings of one file follow each other. */
static void mapping_line(struct rundown *ru, uint32_t pid, const char *line, struct mapping *ma)
{
	uint64_t from, to;
	char mode[5];
	int at = 0;

	if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %4s %*x %*s %*u %n", &from, &to, mode, &at) < 3 ||
		at == 0 || line[at] != '/')
		return;
	if (strcmp(line + at, ma->ma_path) != 0) {
		mapping_write(ru, pid, ma);
		*ma = (struct mapping){ .ma_from = from };
		snprintf(ma->ma_path, sizeof(ma->ma_path), "%s", line + at);
	}
	ma->ma_to = to;
	ma->ma_code |= strchr(mode, 'x') != NULL;
}

static void images_write(struct rundown *ru, uint32_t pid)
{
	struct mapping ma = { .ma_code = false };
	char path[64], line[4200];
	FILE *fp;

	snprintf(path, sizeof(path), "/proc/%" PRIu32 "/maps", pid);
	fp = base_stream(path, "re");
	while (fp && fgets(line, sizeof(line), fp)) {
		line[strcspn(line, "\n")] = '\0';
		mapping_line(ru, pid, line, &ma);
	}
	mapping_write(ru, pid, &ma);
	if (fp)
		fclose(fp);
}

static void proc_write(const proc_t *p, void *arg)
{
	struct rundown *ru = arg;

	if (p->p_flags & (PROC_UNKNOWN | PROC_EXITED))
		return;
	rec_process(ru->ru_recorder, &ru->ru_firing, p, ru->ru_end ? REC_DCEND : REC_DCSTART);
	if (!(p->p_flags & PROC_KERNEL))
		images_write(ru, (uint32_t)p->p_pid);
}

static void thread_write(const thread_t *t, void *arg)
{
	struct rundown *ru = arg;

	if (!(t->t_flags & (THREAD_UNKNOWN | THREAD_EXITED)))
		rec_thread(ru->ru_recorder, &ru->ru_firing, t,
			ru->ru_end ? REC_DCEND : REC_DCSTART);
}

void rec_rundown(struct dt_recorder *rc, bool end)
{
	struct dt_system *sys = dt_system(rc->rc_engine);
	struct rundown ru = { .ru_recorder = rc, .ru_end = end };

	ru.ru_firing.fi_time = rc->rc_last;
	ru.ru_firing.fi_thread = dt_sys_idle(sys, 0);
	dt_sys_each_proc(sys, proc_write, &ru);
	dt_sys_each_thread(sys, thread_write, &ru);
}

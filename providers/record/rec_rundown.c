/*
 * What is there when a recording begins, so that its events have names: the processes and threads
 * that the system table knows, and the files that processes have mapped as code. At the end the
 * same for what is there then.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "mapsline.h"
#include "recorder.h"
#include "stream.h"

struct rundown {
	struct dt_recorder *ru_recorder;
	struct dt_firing ru_firing; /* as if all happened in one thread, now */
	bool ru_end;
};

/*
 * The base of an image is where the file's first byte is, or would be: then an address less the
 * base is a place in the file, whichever parts of it are mapped.
 */
static void image_write(struct dt_recorder *rc, const struct dt_firing *fi, uint8_t opcode,
	const struct dt_mapping *mg)
{
	struct etw_event ev = rec_head(rc, fi, ETW_SYSTEM, opcode, 2);
	struct etw_image im = { .im_base = mg->mg_base - mg->mg_off,
		.im_size = mg->mg_size + mg->mg_off,
		.im_pid = mg->mg_pid,
		.im_defbase = mg->mg_base - mg->mg_off };

	im.im_name = rec_utf16(rc, mg->mg_path, &im.im_nameunits);
	rec_wrote(rc, etw_write_image(rc->rc_writer, &ev, &im));
}

#define OP_LOAD 10

/*
 * What forks and executes is in the trace as such, and its replay does with images what the kernel
 * does.
 */
void rec_mapping(void *recorder, const struct dt_mapping *mg)
{
	struct dt_recorder *rc = recorder;
	struct dt_firing fi = { .fi_time = rc->rc_last };

	if (!rc->rc_writer || mg->mg_what != DT_MAPPING_FILE || mg->mg_path[0] != '/')
		return;
	fi.fi_thread = dt_sys_idle(dt_system(rc->rc_engine), 0);
	image_write(rc, &fi, OP_LOAD, mg);
}

/* A line of maps: only code. */
static void mapping_line(struct dt_recorder *rc, const struct dt_firing *fi, uint32_t pid,
	uint8_t opcode, char *line)
{
	struct base_mapsline ml;

	if (!base_mapsline(line, &ml) || *ml.ml_path != '/' || !ml.ml_code)
		return;
	image_write(rc, fi, opcode,
		&(struct dt_mapping){ .mg_what = DT_MAPPING_FILE,
			.mg_pid = pid,
			.mg_base = ml.ml_base,
			.mg_size = ml.ml_end - ml.ml_base,
			.mg_off = ml.ml_off,
			.mg_path = ml.ml_path });
}

void rec_images(struct dt_recorder *rc, const struct dt_firing *fi, uint32_t pid, uint8_t opcode)
{
	char path[64], line[4200];
	FILE *fp;

	snprintf(path, sizeof(path), "/proc/%" PRIu32 "/maps", pid);
	fp = base_stream(path, "re");
	while (fp && fgets(line, sizeof(line), fp))
		mapping_line(rc, fi, pid, opcode, line);
	if (fp)
		fclose(fp);
}

static void proc_write(const proc_t *p, void *arg)
{
	struct rundown *ru = arg;
	uint8_t opcode = ru->ru_end ? REC_DCEND : REC_DCSTART;

	if (p->p_flags & (PROC_UNKNOWN | PROC_EXITED))
		return;
	rec_process(ru->ru_recorder, &ru->ru_firing, p, opcode);
	if (!(p->p_flags & PROC_KERNEL))
		rec_images(ru->ru_recorder, &ru->ru_firing, (uint32_t)p->p_pid, opcode);
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
	if (end)
		rec_symbols_write(rc, &ru.ru_firing);
}

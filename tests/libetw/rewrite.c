/*
 * rewrite FILE...
 *
 * Takes the kernel's records of each trace apart and writes them anew from what was found in them.
 * The payloads have to be the same, byte by byte: then a layout leaves nothing of a record
 * undecoded, and its writer makes what the kernel does. Prints how many records there were of each
 * group; a layout is a line of the table.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "etw_records.h"
#include "etw_disk.h"
#include "etw_file.h"
#include "etw_memory.h"
#include "etw_net.h"
#include "etw_perf.h"
#include "etw_registry.h"
#include "etw_sched.h"
#include "etw_stack.h"

#define MANY_CPUS 512

#define AGAIN(name) \
	static int again_##name(struct etw_writer *w, struct etw_event *out, \
		const struct etw_event *in) \
	{ \
		struct etw_##name what; \
		return etw_decode_##name(in, &what) < 0 ? -1 : etw_write_##name(w, out, &what); \
	}
AGAIN(cswitch)
AGAIN(diskio)
AGAIN(dpc)
AGAIN(fault)
AGAIN(fileio)
AGAIN(filename)
AGAIN(hardfault)
AGAIN(image)
AGAIN(imagebase)
AGAIN(imgload)
AGAIN(perfctr)
AGAIN(priority)
AGAIN(process)
AGAIN(ready)
AGAIN(interval)
AGAIN(isr)
AGAIN(pmcconfig)
AGAIN(pmcsample)
AGAIN(registry)
AGAIN(sample)
AGAIN(stack)
AGAIN(stackdef)
AGAIN(stackkey)
AGAIN(terminate)
AGAIN(thread)
AGAIN(syscall)
AGAIN(valloc)

static int again_net(struct etw_writer *w, struct etw_event *out, const struct etw_event *in)
{
	struct etw_net nt;
	int tcp = in->ev_hookid >> 8 == 6;

	if ((tcp ? etw_decode_tcpip : etw_decode_udpip)(in, &nt) < 0)
		return -1;
	if (nt.nt_ipv6)
		out->ev_opcode -= ETW_NET_IPV6; /* the writer chooses */
	return (tcp ? etw_write_tcpip : etw_write_udpip)(w, out, &nt);
}

static int again_netfail(struct etw_writer *w, struct etw_event *out, const struct etw_event *in)
{
	struct etw_netfail nf;

	return etw_decode_netfail(in, &nf) < 0 ? -1 :
						 etw_write_netfail(w, out, in->ev_hookid >> 8, &nf);
}

static int again_config(struct etw_writer *w, struct etw_event *out, const struct etw_event *in)
{
	void *room = malloc(etw_record_room(in));
	size_t used;
	int rc = etw_decode_record(in, room, &used) < 0 ? -1 : etw_write_record(w, out, room);

	free(room);
	return rc;
}

static int again_threadname(struct etw_writer *w, struct etw_event *out, const struct etw_event *in)
{
	struct etw_thread tx;

	return etw_decode_thread_name(in, &tx) < 0 ? -1 : etw_write_thread_name(w, out, &tx);
}

static const struct layout {
	uint16_t la_first, la_last; /* hook ids */
	int (*la_again)(struct etw_writer *, struct etw_event *, const struct etw_event *);
} layouts[] = {
	{ 0x010a, 0x010f, again_diskio },
	{ 0x0137, 0x013c, again_diskio },
	{ 0x020a, 0x020f, again_fault },
	{ 0x0220, 0x0220, again_hardfault },
	{ 0x0262, 0x0263, again_valloc },
	{ 0x0269, 0x0269, again_imgload },
	{ 0x0280, 0x0281, again_valloc },
	{ 0x0301, 0x0304, again_process },
	{ 0x030a, 0x030a, again_image },
	{ 0x030b, 0x030b, again_terminate },
	{ 0x0320, 0x0321, again_perfctr },
	{ 0x0327, 0x0327, again_process },
	{ 0x0400, 0x0400, again_filename },
	{ 0x0420, 0x0420, again_filename },
	{ 0x0423, 0x0424, again_filename },
	{ 0x0440, 0x044d, again_fileio },
	{ 0x044f, 0x0451, again_fileio },
	{ 0x060a, 0x0610, again_net },
	{ 0x0611, 0x0611, again_netfail },
	{ 0x0612, 0x0612, again_net },
	{ 0x061a, 0x0620, again_net },
	{ 0x0622, 0x0622, again_net },
	{ 0x080a, 0x080b, again_net },
	{ 0x0811, 0x0811, again_netfail },
	{ 0x081a, 0x081b, again_net },
	{ 0x0501, 0x0504, again_thread },
	{ 0x0524, 0x0524, again_cswitch },
	{ 0x0530, 0x0531, again_priority },
	{ 0x0532, 0x0532, again_ready },
	{ 0x0533, 0x0534, again_priority },
	{ 0x0548, 0x0548, again_threadname },
	{ 0x090a, 0x091d, again_registry },
	{ 0x0f2e, 0x0f2e, again_sample },
	{ 0x1402, 0x1404, again_image },
	{ 0x1421, 0x1422, again_imagebase },
	{ 0x1820, 0x1820, again_stack },
	{ 0x1822, 0x1824, again_stackdef },
	{ 0x1825, 0x1826, again_stackkey },
	{ 0x0b0a, 0x0b12, again_config },
	{ 0x0b15, 0x0b17, again_config },
	{ 0x0b19, 0x0b19, again_config },
	{ 0x0b1c, 0x0b1f, again_config },
	{ 0x0b21, 0x0b25, again_config },
	{ 0x0f2f, 0x0f2f, again_pmcsample },
	{ 0x0f30, 0x0f30, again_pmcconfig },
	{ 0x0f32, 0x0f32, again_isr },
	{ 0x0f33, 0x0f34, again_syscall },
	{ 0x0f42, 0x0f42, again_dpc },
	{ 0x0f43, 0x0f43, again_isr },
	{ 0x0f44, 0x0f45, again_dpc },
	{ 0x0f48, 0x0f4a, again_interval },
};

static const struct layout *layout_of(const struct etw_event *ev)
{
	for (size_t i = 0; i < sizeof(layouts) / sizeof(layouts[0]); i++)
		if (ev->ev_hookid >= layouts[i].la_first && ev->ev_hookid <= layouts[i].la_last)
			return &layouts[i];
	return NULL;
}

static struct etw_trace *open_trace(const char *path)
{
	char err[256];
	struct etw_trace *t = etw_open(&path, 1, err, sizeof(err));

	if (!t) {
		fprintf(stderr, "rewrite: %s\n", err);
		exit(1);
	}
	return t;
}

static struct etw_writer *open_copy(const char *path, const struct etw_logfile *lf)
{
	struct etw_writer_config c;
	struct etw_writer *w;
	char err[256];

	etw_writer_defaults(&c);
	c.wc_ncpu = MANY_CPUS;
	c.wc_t0 = lf->lf_t0;
	w = etw_writer_create(path, &c, err, sizeof(err));
	if (!w) {
		fprintf(stderr, "rewrite: %s\n", err);
		exit(1);
	}
	return w;
}

static void complain(const char *path, const struct etw_event *ev, const char *what)
{
	const char *name = etw_hook_name(ev->ev_hookid);

	printf("%s: buffer %u, event %u: %s version %u, %u-byte pointers, %u bytes: %s\n", path,
		ev->ev_buffer, ev->ev_index, name ? name : "?", ev->ev_version, ev->ev_ptrsize,
		ev->ev_paylen, what);
}

/* Writes what the trace has of the layouts' records; returns how many could not be. */
static unsigned copy(const char *path, struct etw_writer *w)
{
	struct etw_trace *t = open_trace(path);
	struct etw_event ev, out;
	const struct layout *la;
	unsigned bad = 0;

	while (etw_next(t, &ev)) {
		if (!(la = layout_of(&ev)))
			continue;
		out = ev;
		if (la->la_again(w, &out, &ev) == 0)
			continue;
		complain(path, &ev, etw_decode_error());
		bad++;
	}
	etw_close(t);
	return bad;
}

static int next_known(struct etw_trace *t, struct etw_event *ev)
{
	while (etw_next(t, ev))
		if (layout_of(ev))
			return 1;
	return 0;
}

static unsigned compare(const char *path, const char *copied, unsigned counts[256])
{
	struct etw_trace *a = open_trace(path), *b = open_trace(copied);
	struct etw_event ev, again;
	unsigned bad = 0;

	while (next_known(a, &ev)) {
		counts[ev.ev_hookid >> 8]++;
		if (!next_known(b, &again) || again.ev_hookid != ev.ev_hookid ||
			again.ev_paylen != ev.ev_paylen ||
			memcmp(again.ev_payload, ev.ev_payload, ev.ev_paylen) != 0) {
			complain(path, &ev, "is not the same again");
			bad++;
		}
	}
	etw_close(a);
	etw_close(b);
	return bad;
}

static unsigned rewrite(const char *path, unsigned counts[256])
{
	struct etw_trace *t = open_trace(path);
	int fd = memfd_create("copy", 0);
	char name[32];
	struct etw_writer *w;
	unsigned bad;

	snprintf(name, sizeof(name), "/proc/self/fd/%d", fd);
	w = open_copy(name, etw_logfile(t, 0));
	etw_close(t);
	bad = copy(path, w);
	if (etw_writer_close(w) < 0) {
		perror("rewrite");
		exit(1);
	}
	bad = bad ? bad : compare(path, name, counts);
	close(fd);
	return bad;
}

int main(int argc, char **argv)
{
	unsigned counts[256] = { 0 }, bad = 0;

	for (int i = 1; i < argc; i++)
		bad += rewrite(argv[i], counts);
	for (unsigned g = 0; g < 256; g++)
		if (counts[g])
			printf("%s %u\n", etw_group_name((uint8_t)g), counts[g]);
	return bad != 0;
}

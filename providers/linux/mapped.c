/*
 * One perf event that counts nothing for each CPU, whose ring the kernel fills with the mappings of
 * executable memory, and with forks, execs and exits.  See mapped.h.
 */
#include "mapped.h"
#include "dtrace_provider.h"
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <time.h>
#include <unistd.h>
#include "grow.h"
#include "stream.h"

#define RING_PAGES 64
#define RUNNING_NS 100000000 /* for reading the mappings of processes that exist already */

struct dt_mapped_ring {
	int ri_fd;
	struct perf_event_mmap_page *ri_ctl;
	const uint8_t *ri_data;
	size_t ri_size, ri_page;
	uint64_t ri_pos;  /* after the last record read */
	uint64_t ri_head; /* end of what may be read now */
	uint64_t ri_time; /* of the record at ri_pos */
};

/*
 * The records that matter, after their header; each ends with the time (PERF_SAMPLE_TIME of
 * sample_id_all).
 */
struct rec_mmap2 {
	uint32_t pid, tid;
	uint64_t addr, len, pgoff;
	uint32_t maj, min;
	uint64_t ino, generation;
	uint32_t prot, flags;
	char filename[];
};
struct rec_task { /* FORK, EXIT */
	uint32_t pid, ppid, tid, ptid;
};
struct rec_comm {
	uint32_t pid, tid;
};

int dt_mapped_cpu(struct dt_mapped_feed *mf, uint32_t cpu)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE,
		.size = sizeof(attr),
		.config = PERF_COUNT_SW_DUMMY,
		.sample_type = PERF_SAMPLE_TIME,
		.sample_id_all = 1,
		.mmap = 1,
		.mmap2 = 1,
		.comm = 1,
		.comm_exec = 1,
		.task = 1,
		.use_clockid = 1,
		.clockid = CLOCK_MONOTONIC,
		.watermark = 1,
		.wakeup_watermark = UINT32_MAX,
	};
	size_t page = (size_t)sysconf(_SC_PAGESIZE), size = RING_PAGES * page;
	int fd;
	void *p;

	if (!base_more(mf->mf_rings, mf->mf_nrings))
		return -1;
	fd = (int)syscall(__NR_perf_event_open, &attr, -1, (int)cpu, -1, PERF_FLAG_FD_CLOEXEC);
	if (fd < 0)
		return -1;
	p = mmap(NULL, page + size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (p == MAP_FAILED) {
		close(fd);
		return -1;
	}
	mf->mf_rings[mf->mf_nrings++] = (struct dt_mapped_ring){ .ri_fd = fd,
		.ri_ctl = p,
		.ri_data = (uint8_t *)p + page,
		.ri_size = size,
		.ri_page = page };
	return 0;
}

void dt_mapped_close(struct dt_mapped_feed *mf)
{
	for (unsigned i = 0; i < mf->mf_nrings; i++) {
		munmap(mf->mf_rings[i].ri_ctl, mf->mf_rings[i].ri_page + mf->mf_rings[i].ri_size);
		close(mf->mf_rings[i].ri_fd);
	}
	free(mf->mf_rings);
	memset(mf, 0, sizeof(*mf));
}

static uint64_t now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000000000u + (uint64_t)ts.tv_nsec;
}

void dt_mapped_running(struct dt_mapped_feed *mf)
{
	uint64_t until = now_ns() + RUNNING_NS;
	DIR *d = base_opendir("/proc");
	struct dirent *de;

	/* the others are read when one of their addresses is recorded */
	while (d && (de = readdir(d)) && now_ns() < until) {
		if (isdigit((unsigned char)de->d_name[0]))
			dt_sys_mapping(mf->mf_sys,
				&(struct dt_mapping){ .mg_what = DT_MAPPING_RUNS,
					.mg_pid = (uint32_t)strtoul(de->d_name, NULL, 10) });
	}
	if (d)
		closedir(d);
}

/*
 * Reading.
 */
static void ring_copy(const struct dt_mapped_ring *ri, uint64_t pos, void *buf, size_t len)
{
	size_t at = pos % ri->ri_size, first = len < ri->ri_size - at ? len : ri->ri_size - at;

	memcpy(buf, ri->ri_data + at, first);
	memcpy((uint8_t *)buf + first, ri->ri_data, len - first);
}

/* Returns the size of the record at ri_pos and sets ri_time to its time; 0: there is none. */
static size_t ring_peek(struct dt_mapped_ring *ri)
{
	struct perf_event_header hdr;

	if (ri->ri_pos + sizeof(hdr) > ri->ri_head)
		return 0;
	ring_copy(ri, ri->ri_pos, &hdr, sizeof(hdr));
	if (hdr.size < sizeof(hdr) + 8 || ri->ri_pos + hdr.size > ri->ri_head) {
		ri->ri_pos = ri->ri_head; /* the record is malformed */
		return 0;
	}
	ring_copy(ri, ri->ri_pos + hdr.size - 8, &ri->ri_time, sizeof(ri->ri_time));
	return hdr.size;
}

static void told_mmap2(struct dt_mapped_feed *mf, const void *body, size_t len)
{
	const struct rec_mmap2 *mm = body;

	if (len <= sizeof(*mm) || !memchr(mm->filename, '\0', len - sizeof(*mm)) ||
		(mm->filename[0] != '/' && strcmp(mm->filename, "[vdso]") != 0) ||
		strcmp(mm->filename, "//anon") == 0)
		return;
	dt_sys_mapping(mf->mf_sys,
		&(struct dt_mapping){ .mg_what = DT_MAPPING_FILE,
			.mg_pid = mm->pid,
			.mg_base = mm->addr,
			.mg_size = mm->len,
			.mg_off = mm->pgoff,
			.mg_dev = makedev(mm->maj, mm->min),
			.mg_ino = mm->ino,
			.mg_path = mm->filename });
}

static void told_task(struct dt_mapped_feed *mf, enum dt_mapping_what what, const void *body,
	size_t len)
{
	const struct rec_task *ta = body;
	bool process = what == DT_MAPPING_FORK ? ta->pid != ta->ppid : ta->pid == ta->tid;

	if (len >= sizeof(*ta) && process)
		dt_sys_mapping(mf->mf_sys,
			&(struct dt_mapping){ .mg_what = what,
				.mg_pid = ta->pid,
				.mg_parent = ta->ppid });
}

static void told_comm(struct dt_mapped_feed *mf, uint16_t misc, const void *body, size_t len)
{
	const struct rec_comm *co = body;

	if (len >= sizeof(*co) && (misc & PERF_RECORD_MISC_COMM_EXEC))
		dt_sys_mapping(mf->mf_sys,
			&(struct dt_mapping){ .mg_what = DT_MAPPING_EXEC, .mg_pid = co->pid });
}

static void ring_tell(struct dt_mapped_feed *mf, struct dt_mapped_ring *ri, size_t size)
{
	union {
		struct perf_event_header hdr;
		uint8_t bytes[65536];
		uint64_t align;
	} rec;
	const uint8_t *body = rec.bytes + sizeof(rec.hdr);
	size_t len = size - sizeof(rec.hdr) - 8;

	ring_copy(ri, ri->ri_pos, rec.bytes, size);
	ri->ri_pos += size;
	switch (rec.hdr.type) {
	case PERF_RECORD_MMAP2: told_mmap2(mf, body, len); break;
	case PERF_RECORD_COMM: told_comm(mf, rec.hdr.misc, body, len); break;
	case PERF_RECORD_FORK: told_task(mf, DT_MAPPING_FORK, body, len); break;
	case PERF_RECORD_EXIT: told_task(mf, DT_MAPPING_EXIT, body, len); break;
	}
}

uint64_t dt_mapped_deliver(struct dt_mapped_feed *mf, uint64_t upto)
{
	uint64_t next;

	for (unsigned i = 0; i < mf->mf_nrings; i++)
		mf->mf_rings[i].ri_head = __atomic_load_n(&mf->mf_rings[i].ri_ctl->data_head,
			__ATOMIC_ACQUIRE);
	for (;;) {
		struct dt_mapped_ring *oldest = NULL;
		size_t size = 0, n;

		next = UINT64_MAX;
		for (unsigned i = 0; i < mf->mf_nrings; i++) {
			struct dt_mapped_ring *ri = &mf->mf_rings[i];

			n = ring_peek(ri);
			if (n != 0 && ri->ri_time < next) {
				next = ri->ri_time;
				oldest = ri;
				size = n;
			}
		}
		if (!oldest || next > upto)
			break;
		ring_tell(mf, oldest, size);
	}
	for (unsigned i = 0; i < mf->mf_nrings; i++)
		__atomic_store_n(&mf->mf_rings[i].ri_ctl->data_tail, mf->mf_rings[i].ri_pos,
			__ATOMIC_RELEASE);
	return next;
}

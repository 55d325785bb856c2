/* bpf(2) and perf_event_open(2); see bpfcall.h. */
#include "bpfcall.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/btf.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static int dt_bpf(int cmd, union bpf_attr *attr)
{
	return (int)syscall(__NR_bpf, cmd, attr, sizeof(*attr));
}

int dt_bpf_map(enum bpf_map_type type, uint32_t key, uint32_t value, uint32_t entries,
	uint32_t flags)
{
	union bpf_attr attr = { 0 };

	attr.map_type = type;
	attr.key_size = key;
	attr.value_size = value;
	attr.max_entries = entries;
	attr.map_flags = flags;
	strcpy(attr.map_name, "dtrace");
	return dt_bpf(BPF_MAP_CREATE, &attr);
}

int dt_bpf_map_inner(uint32_t entries, int inner_fd)
{
	union bpf_attr attr = { 0 };

	attr.map_type = BPF_MAP_TYPE_ARRAY_OF_MAPS;
	attr.key_size = attr.value_size = sizeof(uint32_t);
	attr.max_entries = entries;
	attr.inner_map_fd = (uint32_t)inner_fd;
	return dt_bpf(BPF_MAP_CREATE, &attr);
}

int dt_bpf_map_set(int fd, const void *key, const void *value)
{
	union bpf_attr attr = { 0 };

	attr.map_fd = (uint32_t)fd;
	attr.key = (uintptr_t)key;
	attr.value = (uintptr_t)value;
	return dt_bpf(BPF_MAP_UPDATE_ELEM, &attr);
}

/* At once, because after a change of a map of maps the kernel waits for all running programs. */
int dt_bpf_map_fill(int fd, const uint32_t *keys, const uint32_t *values, uint32_t n)
{
	union bpf_attr attr = { 0 };

	attr.batch.map_fd = (uint32_t)fd;
	attr.batch.keys = (uintptr_t)keys;
	attr.batch.values = (uintptr_t)values;
	attr.batch.count = n;
	if (dt_bpf(BPF_MAP_UPDATE_BATCH, &attr) == 0)
		return 0;
	for (uint32_t i = 0; i < n; i++) /* before Linux 5.13 */
		if (dt_bpf_map_set(fd, &keys[i], &values[i]) != 0)
			return -1;
	return 0;
}

int dt_bpf_map_take(int fd, const void *key, void *value)
{
	union bpf_attr attr = { 0 };

	attr.map_fd = (uint32_t)fd;
	attr.key = (uintptr_t)key;
	attr.value = (uintptr_t)value;
	if (dt_bpf(BPF_MAP_LOOKUP_ELEM, &attr) != 0)
		return -1;
	attr.value = 0; /* unused members must be 0 for a deletion */
	return dt_bpf(BPF_MAP_DELETE_ELEM, &attr);
}

int dt_bpf_map_batch(int fd, const uint64_t *from, uint64_t *to, void *keys, void *values,
	uint32_t *n)
{
	union bpf_attr attr = { 0 };
	int rc;

	attr.batch.map_fd = (uint32_t)fd;
	attr.batch.in_batch = (uintptr_t)from;
	attr.batch.out_batch = (uintptr_t)to;
	attr.batch.keys = (uintptr_t)keys;
	attr.batch.values = (uintptr_t)values;
	attr.batch.count = *n;
	rc = dt_bpf(BPF_MAP_LOOKUP_BATCH, &attr);
	*n = rc == 0 || errno == ENOENT ? attr.batch.count : 0;
	return rc;
}

/* The map must describe its types: an int, and an array of them. */
static int types_load(uint32_t size)
{
	struct {
		struct btf_header head;
		struct btf_type integer;
		uint32_t bits;
		struct btf_type array;
		struct btf_array elements;
		char names[8];
	} __attribute__((packed)) types = {
		.head = { .magic = BTF_MAGIC,
			.version = BTF_VERSION,
			.hdr_len = sizeof(struct btf_header),
			.type_len = offsetof(typeof(types), names) - sizeof(struct btf_header),
			.str_off = offsetof(typeof(types), names) - sizeof(struct btf_header),
			.str_len = sizeof(types.names) },
		.integer = { .name_off = 1, .info = BTF_KIND_INT << 24, .size = 4 },
		.bits = BTF_INT_SIGNED << 24 | 32,
		.array = { .info = BTF_KIND_ARRAY << 24 },
		.elements = { .type = 1, .index_type = 1, .nelems = size / 4 },
		.names = "\0int",
	};
	union bpf_attr attr = { 0 };

	attr.btf = (uintptr_t)&types;
	attr.btf_size = sizeof(types);
	return dt_bpf(BPF_BTF_LOAD, &attr);
}

int dt_bpf_task_map(uint32_t size)
{
	union bpf_attr attr = { 0 };
	int types = types_load(size), fd;

	if (types < 0)
		return -1;
	attr.map_type = BPF_MAP_TYPE_TASK_STORAGE;
	attr.key_size = 4;
	attr.value_size = size;
	attr.map_flags = BPF_F_NO_PREALLOC;
	attr.btf_fd = (uint32_t)types;
	attr.btf_key_type_id = 1;
	attr.btf_value_type_id = 2;
	strcpy(attr.map_name, "dtrace");
	fd = dt_bpf(BPF_MAP_CREATE, &attr);
	close(types);
	return fd;
}

int dt_bpf_map_freeze(int fd)
{
	union bpf_attr attr = { 0 };

	attr.map_fd = (uint32_t)fd;
	return dt_bpf(BPF_MAP_FREEZE, &attr);
}

int dt_bpf_load(const struct dt_bpf_prog *p)
{
	union bpf_attr attr = { 0 };

	attr.prog_type = p->bp_type;
	attr.insns = (uintptr_t)p->bp_insns;
	attr.insn_cnt = p->bp_len;
	attr.license = (uintptr_t) "GPL";
	snprintf(attr.prog_name, sizeof(attr.prog_name), "%s", p->bp_name);
	attr.prog_flags = p->bp_sleeps ? BPF_F_SLEEPABLE : 0;
	if (p->bp_multi)
		attr.expected_attach_type = DT_BPF_TRACE_UPROBE_MULTI;
	if (p->bp_type == BPF_PROG_TYPE_TRACING) {
		attr.expected_attach_type = p->bp_attach;
		attr.attach_btf_id = p->bp_btf_id;
		attr.attach_btf_obj_fd = (uint32_t)p->bp_btf_fd;
	}
	if (p->bp_log) {
		p->bp_log[0] = '\0';
		attr.log_buf = (uintptr_t)p->bp_log;
		attr.log_size = p->bp_logsize;
		attr.log_level = 1;
	}
	return dt_bpf(BPF_PROG_LOAD, &attr);
}

int dt_bpf_load_asm(struct dt_bpf_prog *p, struct dt_asm *a)
{
	int fd = -1, err = E2BIG;

	if (dt_asm_finish(a) == 0) {
		p->bp_insns = a->as_insns;
		p->bp_len = a->as_len;
		fd = dt_bpf_load(p);
		err = errno;
	}
	dt_asm_fini(a);
	errno = err;
	return fd;
}

int dt_bpf_attach_tp(int prog, const char *name)
{
	union bpf_attr attr = { 0 };

	attr.raw_tracepoint.name = (uintptr_t)name;
	attr.raw_tracepoint.prog_fd = (uint32_t)prog;
	return dt_bpf(BPF_RAW_TRACEPOINT_OPEN, &attr);
}

int dt_bpf_attach_perf(int prog, int perf, uint64_t cookie)
{
	union bpf_attr attr = { 0 };
	int link, err;

	if (perf < 0)
		return -1;
	attr.link_create.prog_fd = (uint32_t)prog;
	attr.link_create.target_fd = (uint32_t)perf;
	attr.link_create.attach_type = BPF_PERF_EVENT;
	attr.link_create.perf_event.bpf_cookie = cookie;
	link = dt_bpf(BPF_LINK_CREATE, &attr);
	err = errno;
	close(perf); /* the link keeps it */
	errno = err;
	return link;
}

/* Newer than the headers at hand. */
struct uprobe_multi {
	uint32_t um_prog, um_target, um_type, um_flags;
	uint64_t um_path, um_offsets, um_refs, um_cookies;
	uint32_t um_count, um_multiflags, um_pid, um_pad;
};
#define UPROBE_MULTI_RETURN 1

int dt_bpf_attach_sites(int prog, const struct dt_bpf_sites *bs)
{
	struct uprobe_multi um = { .um_prog = (uint32_t)prog,
		.um_type = DT_BPF_TRACE_UPROBE_MULTI,
		.um_path = (uintptr_t)bs->bs_file,
		.um_offsets = (uintptr_t)bs->bs_offsets,
		.um_refs = (uintptr_t)bs->bs_semaphores,
		.um_cookies = (uintptr_t)bs->bs_cookies,
		.um_count = bs->bs_count,
		.um_multiflags = bs->bs_return ? UPROBE_MULTI_RETURN : 0,
		.um_pid = bs->bs_pid };

	return (int)syscall(__NR_bpf, BPF_LINK_CREATE, &um, sizeof(um));
}

/* A directory has no code: a kernel with such links says so, another doesn't know them. */
bool dt_bpf_has_multi(void)
{
	static const struct bpf_insn nothing[] = { { .code = BPF_ALU64 | BPF_MOV | BPF_K },
		{ .code = BPF_JMP | BPF_EXIT } };
	const uint64_t offset = 0;
	int prog = dt_bpf_load(&(struct dt_bpf_prog){ .bp_type = BPF_PROG_TYPE_KPROBE,
		.bp_insns = nothing,
		.bp_len = 2,
		.bp_name = "dtrace_multi",
		.bp_multi = true });
	int link = prog < 0 ? -1 :
			      dt_bpf_attach_sites(prog,
				      &(struct dt_bpf_sites){ .bs_file = "/",
					      .bs_offsets = &offset,
					      .bs_count = 1 });
	bool has = prog < 0 || errno != EINVAL; /* without privilege it doesn't matter */

	if (link >= 0)
		close(link);
	if (prog >= 0)
		close(prog);
	return has;
}

/* The first number in a file of sysfs, after `prefix`; -1 if there is none. */
static int sysfs_number(const char *path, const char *prefix)
{
	char text[64] = "";
	size_t n = strlen(prefix);
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return -1;
	ssize_t got = read(fd, text, sizeof(text) - 1);

	close(fd);
	if (got <= 0 || strncmp(text, prefix, n) != 0)
		return -1;
	return atoi(text + n);
}

#define UPROBE_PMU "/sys/bus/event_source/devices/uprobe/"
#define REF_CTR_SHIFT 32 /* in config */

int dt_perf_uprobe(struct dt_perf_uprobe *pu)
{
	int type = sysfs_number(UPROBE_PMU "type", ""),
	    bit = sysfs_number(UPROBE_PMU "format/retprobe", "config:");

	pu->pu_type = (uint32_t)type;
	pu->pu_returnbit = (uint32_t)bit;
	return type < 0 || bit < 0 ? -1 : 0;
}

/* It is of the process, whichever of its threads gets there; pid 0: of all, on whichever CPU. */
int dt_bpf_attach_site(int prog, const struct dt_bpf_sites *bs, uint32_t number,
	const struct dt_perf_uprobe *pu)
{
	struct perf_event_attr attr = {
		.size = sizeof(attr),
		.type = pu->pu_type,
		.config = bs->bs_return ? UINT64_C(1) << pu->pu_returnbit : 0,
		.config1 = (uintptr_t)bs->bs_file,
		.config2 = bs->bs_offsets[number],
	};

	if (bs->bs_semaphores)
		attr.config |= bs->bs_semaphores[number] << REF_CTR_SHIFT;
	return dt_bpf_attach_perf(prog,
		(int)syscall(__NR_perf_event_open, &attr, bs->bs_pid ? (int)bs->bs_pid : -1,
			bs->bs_pid ? -1 : 0, -1, PERF_FLAG_FD_CLOEXEC),
		bs->bs_cookies[number]);
}

int dt_bpf_run(int prog, const void *ctx, uint32_t len, uint32_t *retval)
{
	union bpf_attr attr = { 0 };

	attr.test.prog_fd = (uint32_t)prog;
	attr.test.ctx_in = (uintptr_t)ctx;
	attr.test.ctx_size_in = len;
	int rc = dt_bpf(BPF_PROG_TEST_RUN, &attr);

	*retval = attr.test.retval;
	return rc;
}

uint64_t dt_bpf_misses(int prog)
{
	struct bpf_prog_info info = { 0 };
	union bpf_attr attr = { 0 };

	attr.info.bpf_fd = (uint32_t)prog;
	attr.info.info = (uintptr_t)&info;
	attr.info.info_len = sizeof(info);
	return dt_bpf(BPF_OBJ_GET_INFO_BY_FD, &attr) == 0 ? info.recursion_misses : 0;
}

/* Stores the name of the type data; returns false if it isn't the kernel's or a module's. */
static bool btf_named(int fd, char *name, uint32_t size)
{
	struct bpf_btf_info info = { .name = (uintptr_t)name, .name_len = size };
	union bpf_attr attr = { 0 };

	attr.info.bpf_fd = (uint32_t)fd;
	attr.info.info = (uintptr_t)&info;
	attr.info.info_len = sizeof(info);
	return dt_bpf(BPF_OBJ_GET_INFO_BY_FD, &attr) == 0 && info.kernel_btf;
}

int dt_bpf_module(const char *name)
{
	union bpf_attr next = { 0 };

	while (dt_bpf(BPF_BTF_GET_NEXT_ID, &next) == 0) {
		union bpf_attr attr = { 0 };
		char found[64] = "";
		int fd;

		attr.btf_id = next.start_id = next.next_id;
		fd = dt_bpf(BPF_BTF_GET_FD_BY_ID, &attr);
		if (fd >= 0 && btf_named(fd, found, sizeof(found)) && strcmp(found, name) == 0)
			return fd;
		if (fd >= 0)
			close(fd);
	}
	return 0;
}

int dt_perf_tracepoint(uint32_t cpu, uint32_t id)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_TRACEPOINT,
		.size = sizeof(attr),
		.config = id,
		.sample_period = 1,
	};

	return (int)syscall(__NR_perf_event_open, &attr, -1, (int)cpu, -1, PERF_FLAG_FD_CLOEXEC);
}

int dt_perf_cpu_clock(uint32_t cpu, uint64_t period_ns)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE,
		.size = sizeof(attr),
		.config = PERF_COUNT_SW_CPU_CLOCK,
		.sample_period = period_ns,
		.exclude_idle = 1,
	};

	return (int)syscall(__NR_perf_event_open, &attr, -1, (int)cpu, -1, PERF_FLAG_FD_CLOEXEC);
}

/*
 * A run of the system, written to a trace file in Windows' own format.
 *
 *   recorder.c      opens and closes a recording, its taps, its header, what heads and stacks need
 *   rec_threads.c   processes, threads, switches, wakeups: the kernel's records of them
 *   rec_samples.c   samples of the profiler
 *   rec_net.c       TCP and UDP
 *   rec_probes.c    probes that Windows doesn't have
 *   rec_symbols.c   names of the functions that stacks are in
 *   rec_rundown.c   what is there when the recording begins, and when it ends
 *
 * A tap (dt_probe_tap()) sees each firing of a probe as a clause would, and its function writes the
 * event as the record that a Windows kernel makes of the same fact, or, if it makes none, as an
 * event of our own that describes itself (TraceLogging). So the same providers replay it. A table
 * of each file says which probes it taps, what it reads of them, and which group of option record
 * they belong to.
 *
 * Time is the monotonic clock in nanoseconds. Records go to the writer's buffer of their CPU in the
 * order of the stream, which is that of time.
 *
 * Ownership: the engine's handle owns the recorder; the recorder its taps and the writer.
 */
#ifndef DT_RECORDER_H
#define DT_RECORDER_H

#include "dtrace_provider.h"
#include "program.h"
#include "etw.h"
#include "etw_records.h"
#include "dtrace_recorded.h"
#include "table.h"

/* Groups of option record. */
enum {
	REC_PROCESS = 1 << 0, /* always */
	REC_CPU = 1 << 1,
	REC_SAMPLE = 1 << 2,
	REC_STACKS = 1 << 3,
	REC_SYSCALL = 1 << 4,
	REC_NET = 1 << 5
};

#define REC_FRAMES 127
#define REC_SAMPLEPERIOD 1000000u /* ns: profile-1000 */
#define REC_RECENT 4096
#define REC_ARGS 8192	/* bytes of a command line: as many as the system table has */
#define REC_NAMESIZE 64 /* of a process, with its NUL */

struct rec_pc { /* an address of a stack */
	uint64_t pc_addr;
	uint32_t pc_pid; /* 0: the kernel's */
};

struct dt_recorder;
struct rec_tap {
	const char *rt_prov, *rt_func, *rt_name;
	unsigned rt_group; /* 0 ends the table */
	void (*rt_fn)(struct dt_recorder *, const struct dt_firing *);
	uint32_t rt_args, rt_vars;
	bool rt_stacks; /* if group stacks is recorded */
};

struct rec_tapped { /* a tap that is set */
	struct dt_tap td_tap;
	struct dt_recorder *td_recorder;
	const struct rec_tap *td_kind;
	struct dt_probe *td_probe; /* this and the next: rec_probes.c */
	uint32_t td_number;
};

struct dt_recorder {
	struct dt_engine *rc_engine;
	struct etw_writer *rc_writer; /* NULL until the recording begins */
	char *rc_path;
	unsigned rc_groups;
	struct rec_tapped *rc_taps;
	unsigned rc_ntaps;
	uint64_t rc_begin, rc_last; /* ns: times of the first and the last record */
	uint64_t rc_lost;	    /* events that did not fit in a buffer */
	int8_t *rc_left;	    /* by CPU: the state in which a thread leaves it */
	struct rec_tapped **rc_probes;
	unsigned rc_nprobes;
	bool rc_allcalls;
	struct base_table rc_pcs, rc_named; /* rec_symbols.c */
	struct rec_pc *rc_seen;
	unsigned rc_nseen;
	uint64_t rc_recent[REC_RECENT];
	struct base_table rc_threads; /* known threads: their process */
	uint64_t *rc_switched;	      /* by CPU: when the last switch was recorded */
	struct base_table rc_names;   /* by process: its name, as the trace has it */
	unsigned rc_ncpu;
	uint8_t rc_text[2 * REC_ARGS]; /* UTF-16 of a name */
	struct etw_self rc_self;       /* the event that is being made; rec_self_put() writes it */
};

/* recorder.c */
/* The head of a record of the thread in which the probe fires. */
struct etw_event rec_head(struct dt_recorder *, const struct dt_firing *, enum etw_kind,
	uint8_t opcode, uint8_t version);
/* The thread of dtrace itself. */
thread_t *rec_own(struct dt_recorder *);
/* The result of an etw_write_*(): counts it. */
void rec_wrote(struct dt_recorder *, int rc);
/* UTF-16 in memory of the recorder, until the next call. */
const uint8_t *rec_utf16(struct dt_recorder *, const char *utf8, uint32_t *units);
/* Writes rc_self, which etw_self_begin() began, as an event of that kind. */
void rec_self_put(struct dt_recorder *, const struct dt_firing *, enum dt_recorded_event);
/* Adds the stacks of the firing to rc_self. */
void rec_self_stacks(struct dt_recorder *, const struct dt_firing *);
/* Writes the stacks of the firing, as those of the record written last. */
void rec_stacks(struct dt_recorder *, const struct dt_firing *);

extern const struct rec_tap rec_threads[], rec_samples[], rec_net[];

/* rec_threads.c */
enum { REC_START = 1, REC_END, REC_DCSTART, REC_DCEND }; /* opcodes */
void rec_process(struct dt_recorder *, const struct dt_firing *, const proc_t *, uint8_t opcode);
/* Writes an event if the trace has another name of the process, or none. */
void rec_name(struct dt_recorder *, const struct dt_firing *, const proc_t *);
/* The same for a thread, and its process. */
void rec_introduce(struct dt_recorder *, const struct dt_firing *, const thread_t *);
void rec_thread(struct dt_recorder *, const struct dt_firing *, const thread_t *, uint8_t opcode);

/* rec_probes.c */
void rec_probes_set(struct dt_recorder *);
void rec_probes_write(struct dt_recorder *, const struct dt_firing *); /* what they are */
void rec_probes_fini(struct dt_recorder *);

/* rec_symbols.c */
void rec_symbols_init(struct dt_recorder *);
void rec_symbols_see(struct dt_recorder *, uint32_t pid, const struct dt_stack *);
void rec_symbols_write(struct dt_recorder *, const struct dt_firing *);
void rec_symbols_fini(struct dt_recorder *);

/* rec_rundown.c */
/* What a process has mapped as code now, from /proc. */
void rec_images(struct dt_recorder *, const struct dt_firing *, uint32_t pid, uint8_t opcode);
/* A change of what a process has mapped. */
void rec_mapping(void *recorder, const struct dt_mapping *);
void rec_rundown(struct dt_recorder *, bool end);

#endif

/*
 * What a recording of ours (providers/record/) and its replay (providers/windows/, the providers)
 * agree on.
 *
 * The session's name says that the trace was recorded on Linux: then names of processes keep their
 * case, and statuses of processes are Linux'. Facts for which Windows' kernel has no event are
 * events of a provider of our own.
 */
#ifndef DTRACE_RECORDED_H
#define DTRACE_RECORDED_H

#define DT_LINUX_LOGGER "dtrace on Linux" /* then a blank and the kernel's release */

#define DT_RECORDED_NAME "DTrace.Linux"
/* 3bcaa494-5e06-5729-2b6b-83428ab0e536: that which every TraceLogging provider of the name has */
#define DT_RECORDED_GUID \
	{ \
		0x3bcaa494, 0x5e06, 0x5729, \
		{ \
			0x2b, 0x6b, 0x83, 0x42, 0x8a, 0xb0, 0xe5, 0x36 \
		} \
	}

/* What probes are is said by events of another provider, so that they are found at once. */
#define DT_RECORDED_PROBES_NAME "DTrace.Linux.Probes"
#define DT_RECORDED_PROBES_GUID \
	{ \
		0x519511f1, 0x03b5, 0x5919, \
		{ \
			0x45, 0x67, 0x38, 0xc4, 0x54, 0xeb, 0xbc, 0xdb \
		} \
	}

enum dt_recorded_event {      /* ids */
	DT_RECORDED_EXEC = 1, /* Name, Arguments: the process is another program */
	DT_RECORDED_NAMED,    /* ProcessId, Name: it has another name */
	/* one of the first: RecorderProcessId, whose own events fire nothing;
	   TargetProcessId; SamplePeriod, in
	   ns; System, Release,
	   Version, Machine, Host */
	DT_RECORDED_SYSTEM,
	/* Image (a path; of the kernel: a module), Offset (in the file; of the kernel: the
	   address), Size, Name */
	DT_RECORDED_SYMBOL,
	DT_RECORDED_KSYMBOL,
	/* of the other provider: Probe (a number), Provider, Module, Function, Name, Executable
	   (1: its module is that), Types */
	DT_RECORDED_PROBE,
	DT_RECORDED_FIRED /* Probe, Errno, Uid, Gid (-1: unknown), Arguments, Memory */
};

/*
 * The status of a process that has ended: its exit code, or a value that Windows knows as an
 * application's error, with CLD_KILLED or CLD_DUMPED and the signal.
 */
#define DT_RECORDED_KILLED(why, sig) \
	((int32_t)(0xe0000000u | (uint32_t)(why) << 8 | (uint32_t)(sig)))
#define DT_RECORDED_ISKILLED(status) (((uint32_t)(status)&0xfffff000u) == 0xe0000000u)

#endif

/*
 * The traced process: -c creates one, -p grabs one that runs already.
 *
 *   split.c   cuts the text of -c into words
 *   stage.c   lets a created process run to its entry point or to main()
 *   target.c  holds the process
 *
 * A created process is held by ptrace after its exec (or later, as evaltime says), so that tracing
 * can start with the new image in place. It is detached when tracing has started; from then on
 * dtrace isn't attached to it. Until then it can't outlive dtrace (PTRACE_O_EXITKILL; before that,
 * it waits on a socket, and dtrace holds the other end). A grabbed process is never stopped.
 *
 * A process file descriptor reports its end: dt_target_fd() goes into the caller's poll set and
 * becomes readable.
 *
 * Everything happens on the thread that created the target, as ptrace requires.
 */
#ifndef DT_TARGET_H
#define DT_TARGET_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct dt_target;

struct dt_target_end {
	bool te_known; /* the next two are known, because the process is a child of dtrace */
	int te_status; /* exit status */
	int te_signal; /* the signal that ended it, or 0 */
};

enum dt_stage { DT_STAGE_EXEC, DT_STAGE_ENTRY, DT_STAGE_MAIN };

struct dt_target_how {
	enum dt_stage th_stage; /* where it is held */
	bool th_fixed;		/* dt_target_advance() has no effect */
	/* changes to its environment, in order: "A=1\nB\n..." sets A and removes B; may be NULL */
	const char *th_environ;
};

/* Returns NULL and the whole message in err: "failed to execute lss: No such file or directory" */
struct dt_target *dt_target_start(const char *file, char *const *argv, const struct dt_target_how *,
	char *err, size_t errlen);
struct dt_target *dt_target_create(const char *cmdline, const struct dt_target_how *, char *err,
	size_t errlen);
struct dt_target *dt_target_grab(pid_t, char *err, size_t errlen);
/* Kills and reaps a process that was created and never continued; releases any other. */
void dt_target_destroy(struct dt_target *);

/*
 * Lets a process that is held after its exec run to its entry point: its libraries are mapped
 * there. No effect on any other, nor if the user said where to hold it.
 */
void dt_target_advance(struct dt_target *);

pid_t dt_target_pid(const struct dt_target *);
int dt_target_fd(const struct dt_target *);
/* returns -1 with errno; no effect if it runs already */
int dt_target_continue(struct dt_target *);
bool dt_target_poll(struct dt_target *,
	struct dt_target_end *); /* returns true after it has ended */

/*
 * The words of a command, NULL-terminated, in one block to be freed; or NULL, and *why is a static
 * text.
 */
char **dt_target_split(const char *cmdline, const char **why);

#endif

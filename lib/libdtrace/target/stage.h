/* Within the room: how far a created process comes before it is held. */
#ifndef DT_STAGE_H
#define DT_STAGE_H

#include <stdbool.h>
#include <sys/types.h>
#include "target.h"

/*
 * The process is stopped behind its exec, ours by ptrace, and is again afterwards; true: it has
 * ended, with *status.
 */
bool dt_stage_reach(pid_t, enum dt_stage, int *status);

#endif

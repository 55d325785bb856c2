/* Internal to target/: where a created process is held. */
#ifndef DT_STAGE_H
#define DT_STAGE_H

#include <stdbool.h>
#include <sys/types.h>
#include "target.h"

/*
 * The process is stopped after its exec, traced by this thread, and it is stopped again afterwards.
 * Returns true if it has ended, with *status.
 */
bool dt_stage_reach(pid_t, enum dt_stage, int *status);

#endif

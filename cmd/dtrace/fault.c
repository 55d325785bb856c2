/*
 * Faults of clauses. A fault that repeats is printed a few times in each second, on the clock of
 * the events; what is left out is counted, and the count is printed when the second is over.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "alloc.h"
#include "cmd.h"

enum { KINDS = 64, SHOWN = 3 };

/*
 * Faults of one kind: of the same place of the same clause. Those of the library have no place, so
 * they must have the same text.
 */
struct kind {
	uint32_t ki_epid;
	int ki_action, ki_offset, ki_fault;
	uint64_t ki_count;
	char *ki_msg; /* of the first one */
};

static struct kind kinds[KINDS];
static unsigned nkinds;
static uint64_t second, others; /* others: for which there was no room in kinds */

static void counts_print(void)
{
	for (unsigned i = 0; i < nkinds; i++) {
		struct kind *ki = &kinds[i];

		if (ki->ki_count > SHOWN)
			note("%" PRIu64 " more of: %.*s", ki->ki_count - SHOWN,
				(int)(ki->ki_msg ? strcspn(ki->ki_msg, "\n") : 0),
				ki->ki_msg ? ki->ki_msg : "");
		free(ki->ki_msg);
	}
	if (others)
		note("%" PRIu64 " faults of other kinds", others);
	nkinds = 0;
	others = 0;
}

static bool is_kind(const struct kind *ki, const dtrace_errdata_t *data)
{
	return ki->ki_epid == data->dteda_edesc->dtepd_epid &&
		ki->ki_action == data->dteda_action && ki->ki_offset == data->dteda_offset &&
		ki->ki_fault == data->dteda_fault &&
		(data->dteda_action || data->dteda_offset >= 0 ||
			(ki->ki_msg && !strcmp(ki->ki_msg, data->dteda_msg)));
}

static struct kind *kind_find(const dtrace_errdata_t *data)
{
	struct kind *ki = kinds;

	for (; ki < kinds + nkinds; ki++)
		if (is_kind(ki, data))
			return ki;
	if (nkinds == KINDS)
		return NULL;
	nkinds++;
	*ki = (struct kind){ data->dteda_edesc->dtepd_epid, data->dteda_action, data->dteda_offset,
		data->dteda_fault, 0, base_strdup(data->dteda_msg) };
	return ki;
}

int fault_take(const dtrace_errdata_t *data, void *arg)
{
	static bool hinted;
	uint64_t now = data->dteda_time / 1000000000;
	struct kind *ki;

	(void)arg;
	if (now != second)
		counts_print();
	second = now;
	ki = kind_find(data);
	if (!ki) {
		others++;
		return DTRACE_HANDLE_OK;
	}
	if (++ki->ki_count > SHOWN)
		return DTRACE_HANDLE_OK;
	relay(data->dteda_msg);
	if (data->dteda_hint && !hinted) {
		hint("%s", data->dteda_hint);
		hinted = true;
	}
	return DTRACE_HANDLE_OK;
}

void faults_due(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	if ((uint64_t)ts.tv_sec > second)
		counts_print();
}

void faults_end(void)
{
	counts_print();
}

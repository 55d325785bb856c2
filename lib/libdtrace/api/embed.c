/* dtrace -h and -G, as public functions. */
#include "handle.h"
#include "link.h"

static int do_program_header(dtrace_hdl_t *h, FILE *fp, const char *fname)
{
	char err[256];

	if (!h->dh_lang || !dt_usdt_check(h->dh_lang, err, sizeof(err)))
		return dt_set_message(h, EDT_FAILED, "%s",
			h->dh_lang ? err : "nothing has been compiled");
	return dt_usdt_header(h->dh_lang, fp, fname) ?
		dt_set_message(h, EDT_FAILED, "failed to write %s", fname) :
		0;
}

int dtrace_program_header(dtrace_hdl_t *h, FILE *fp, const char *fname)
{
	DT_PUBLIC(h, -1, do_program_header(h, fp, fname));
}

static int do_program_link(dtrace_hdl_t *h, dtrace_prog_t *pg, const char *path, unsigned nobjs,
	char *const objs[])
{
	char err[512];

	if (!dt_usdt_check(h->dh_lang, err, sizeof(err)) ||
		dt_usdt_link(h->dh_lang, pg, path, nobjs, objs, err, sizeof(err)) != 0)
		return dt_set_message(h, EDT_FAILED, "%s", err);
	return 0;
}

int dtrace_program_link(dtrace_hdl_t *h, dtrace_prog_t *pg, const char *path, unsigned nobjs,
	char *const objs[])
{
	DT_PUBLIC(h, -1, do_program_link(h, pg, path, nobjs, objs));
}

#include <string.h>
#include "fix.h"

static int64_t macro(void *arg, const char *name, bool *known)
{
	(void)arg;
	*known = strcmp(name, "target") == 0 || strcmp(name, "uid") == 0;
	return strcmp(name, "target") == 0 ? 1234 : 7;
}

/* The system of these tests has one provider, "here", with one probe. */
static unsigned probes(void *arg, const struct dt_pdesc *pd, struct dt_probeinfo *pi, bool *multi)
{
	(void)arg;
	memset(pi, 0, sizeof(*pi));
	*multi = false;
	return strcmp(pd->pd_field[0], "here") == 0;
}

void fix_open(struct fix *f)
{
	struct dt_lang_env env = { .le_macro = macro, .le_probes = probes };

	dt_options_init(&f->opts);
	dt_options_set(&f->opts, "errtags", NULL, DT_FROM_CMD);
	f->la = dt_lang_create(&env, &f->opts);
}

void fix_close(struct fix *f)
{
	dt_lang_destroy(f->la);
	dt_options_fini(&f->opts);
}

static int parse(struct fix *f, enum dt_context ctx, const char *text, int argc, char *const *argv)
{
	return dt_lang_parse(f->la, ctx, ctx == CTX_FILE ? "test.d" : NULL, text, strlen(text),
		argc, argv);
}

int fix_parse(struct fix *f, enum dt_context ctx, const char *text)
{
	static char *const argv[] = { "test.d", NULL };

	return parse(f, ctx, text, 1, argv);
}

int fix_args(struct fix *f, const char *text, int argc, char *const *argv)
{
	return parse(f, CTX_FILE, text, argc, argv);
}

const char *fix_tag(enum dt_context ctx, const char *text)
{
	struct fix f;
	const char *tag = "ok";

	fix_open(&f);
	if (fix_parse(&f, ctx, text) != 0)
		tag = dt_errtag_name(f.la->la_msg.me_tag);
	fix_close(&f);
	return tag;
}

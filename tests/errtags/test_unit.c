/* The tags that no text raises (the list "unit"): raised through the compiler's own calls. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>
#include "lang.h"

struct unit {
	struct dt_options un_opts;
	struct dt_lang *un_lang;
};

static void unit_open(struct unit *un)
{
	static const struct dt_lang_env env;
	static char *const argv[] = { "unit.d", NULL };

	dt_options_init(&un->un_opts);
	dt_options_set(&un->un_opts, "nolibs", NULL, DT_FROM_CMD);
	dt_options_set(&un->un_opts, "errtags", NULL, DT_FROM_CMD);
	un->un_lang = dt_lang_create(&env, &un->un_opts);
	assert_int_equal(dt_lang_parse(un->un_lang, CTX_FILE, "unit.d", "BEGIN { 1; }", 12, 1,
				 argv),
		0);
}

static void unit_close(struct unit *un)
{
	dt_lang_end(un->un_lang);
	dt_lang_destroy(un->un_lang);
	dt_options_fini(&un->un_opts);
}

/* A clause where an expression belongs: the parser never builds that. */
static void test_unknown(void **state)
{
	struct unit un;

	(void)state;
	unit_open(&un);
	struct dt_node *clause = un.un_lang->la_prog->dn_list;
	if (setjmp(un.un_lang->la_over.ov_jmp) == 0) {
		dt_sema_expr(un.un_lang, clause);
		fail_msg("a clause is no expression");
	}
	assert_int_equal(un.un_lang->la_msg.me_tag, D_UNKNOWN);
	assert_memory_equal(un.un_lang->la_msg.me_text, "[D_UNKNOWN] line 1: ", 20);
	unit_close(&un);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_unknown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* How the verifier follows the depth of the tuple stack, which pushes raise and pops lower. */
#include "fix.h"

static void verify(struct dif_object *o, const char *want)
{
	char err[256] = "";
	int rc = dif_verify(o, err, sizeof(err));

	if (!want && rc != 0)
		fail_msg("refused: %s", err);
	if (want && (rc == 0 || !strstr(err, want)))
		fail_msg("\"%s\", not \"%s\"", err, want);
	dif_object_free(o);
}

static void push(struct dif_object *o, int n)
{
	for (int i = 0; i < n; i++)
		RRR(o, PUSHTV, 0, 0, 1);
}

static void pop(struct dif_object *o, int n)
{
	for (int i = 0; i < n; i++)
		RRR(o, POPTS, 0, 0, 0);
}

/* strlen() takes one argument. */
static void call(struct dif_object *o, const char *want)
{
	WIDE(o, CALL, DIF_SUBR_STRLEN, 1);
	RET(o, 1);
	verify(o, want);
}

static void test_pop(void **state)
{
	struct dif_object *o = as_new();

	(void)state;
	push(o, 2);
	pop(o, 1);
	call(o, NULL);
	o = as_new();
	push(o, 1);
	pop(o, 1);
	call(o, "strlen called with too few arguments");
	o = as_new();
	push(o, 3);
	pop(o, 1);
	call(o, "strlen called with too many arguments");
}

static void test_pop_makes_room(void **state)
{
	struct dif_object *o = as_new();

	(void)state;
	push(o, 8);
	pop(o, 1);
	push(o, 1);
	RET(o, 1);
	verify(o, NULL);
	o = as_new();
	push(o, 8);
	pop(o, 1);
	push(o, 2);
	RET(o, 1);
	verify(o, "more than 8 on the tuple stack");
}

/* There is nothing below an empty stack. */
static void test_pop_empty(void **state)
{
	struct dif_object *o = as_new();

	(void)state;
	pop(o, 3);
	push(o, 1);
	call(o, NULL);
	o = as_new();
	pop(o, 3);
	call(o, "strlen called with too few arguments");
	o = as_new();
	pop(o, 1);
	push(o, 9);
	RET(o, 1);
	verify(o, "more than 8 on the tuple stack");
}

static void test_flush(void **state)
{
	struct dif_object *o = as_new();

	(void)state;
	push(o, 2);
	RRR(o, FLUSHTS, 0, 0, 0);
	push(o, 1);
	call(o, NULL);
	o = as_new();
	push(o, 1);
	RRR(o, FLUSHTS, 0, 0, 0);
	call(o, "strlen called with too few arguments");
}

/* One of two ways pops: the depth is between those of both. */
static void test_branch(void **state)
{
	struct dif_object *o = as_new();

	(void)state;
	push(o, 1);
	BR(o, BE, 3);
	pop(o, 1);
	call(o, "strlen called with too few arguments");
	o = as_new();
	push(o, 2);
	BR(o, BE, 4);
	pop(o, 1);
	call(o, "strlen called with too many arguments");
	o = as_new();
	push(o, 2);
	BR(o, BE, 5);
	pop(o, 1);
	BR(o, BA, 6);
	pop(o, 1);
	call(o, NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_pop),
		cmocka_unit_test(test_pop_makes_room),
		cmocka_unit_test(test_pop_empty),
		cmocka_unit_test(test_flush),
		cmocka_unit_test(test_branch),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

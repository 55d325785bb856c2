/* The disassembly, to the column. */
#include "fix.h"

static void layout(void **state)
{
	struct dif_object *o = as_new();
	const struct dif_type *push[AS_TEXT] = { NULL };
	char *text = NULL, *want = NULL;
	size_t len;
	FILE *fp = open_memstream(&text, &len);

	(void)state;
	as_setx(o, 0x1f, 1);
	as_sets(o, "a\"b\n", 2);
	RRR(o, OR, 1, 2, 3);
	RRR(o, MOV, 1, 0, 2);
	RRR(o, CMP, 1, 2, 0);
	RRR(o, TST, 1, 0, 0);
	BR(o, BGEU, 9);
	RRR(o, LDSB, 1, 0, 2);
	RRR(o, STX, 1, 0, 2);
	RRR(o, NOP, 0, 0, 0);
	RRR(o, LDGA, 0, 1, 2);
	RRR(o, STGA, 0x80, 1, 2);
	WIDE(o, LDGS, DIF_VAR_PID, 2);
	WIDE(o, STGS, GLOBAL(0), 2);
	WIDE(o, LDTAA, 3, 2);
	push[15] = &type_struct;
	RRR(o, PUSHTR, 0, 1, 2);
	RRR(o, PUSHTV, 1, 0, 2);
	RRR(o, FLUSHTS, 0, 0, 0);
	WIDE(o, CALL, DIF_SUBR_STRLEN, 2);
	RRR(o, ALLOCS, 1, 0, 2);
	RRR(o, COPYS, 1, 2, 3);
	RET(o, 2);
	as_var(o, DIF_SCOPE_GLOBAL, DIF_KIND_SCALAR, GLOBAL(0), &type_string);
	as_var(o, DIF_SCOPE_THREAD, DIF_KIND_ARRAY, 3, &type_struct);
	as_var(o, DIF_SCOPE_LOCAL, DIF_KIND_SCALAR, 0, &type_ptr);
	o->do_vars[1].dv_name = "a_name_as_long_as_this";
	o->do_vars[1].dv_flags = DIF_VF_READ;
	o->do_vars[2].dv_flags = DIF_VF_WRITE;
	memcpy(o->do_pushtypes = calloc(AS_TEXT, sizeof(*push)), push, sizeof(push));
	dif_disasm(o, fp);
	fclose(fp);
	assert_true(
		asprintf(&want,
			"\nDIFO %p returns D type (integer) (size 8)\n"
			"OFF OPCODE      INSTRUCTION\n"
			"00: 25000001    setx DT_INTEGER[0], %%r1\t\t! 0x1f\n"
			"01: 26000102    sets DT_STRING[1], %%r2\t\t! \"a\\\"b\\n\"\n"
			"02: 01010203    or   %%r1, %%r2, %%r3\n"
			"03: 0e010002    mov  %%r1, %%r2\n"
			"04: 0f010200    cmp  %%r1, %%r2\n"
			"05: 10010000    tst  %%r1\n"
			"06: 17000009    bgeu 9\n"
			"07: 1c010002    ldsb [%%r1], %%r2\n"
			"08: 3f010002    stx  %%r1, [%%r2]\n"
			"09: 24000000    nop\n"
			"10: 28000102    ldga DT_VAR(0), %%r1, %%r2\t\t! DT_VAR(0) = \"args\"\n"
			"11: 50800102    stga %%r2, DT_VAR(128), %%r1\t\t! DT_VAR(128) = "
			"\"<unknown>\"\n"
			"12: 29011602    ldgs DT_VAR(278), %%r2\t\t! DT_VAR(278) = \"pid\"\n"
			"13: 2a050002    stgs %%r2, DT_VAR(1280)\t\t! DT_VAR(1280) = \"v\"\n"
			"14: 35000302    ldtaa DT_VAR(3), %%r2\t\t! DT_VAR(3) = "
			"\"a_name_as_long_as_this\"\n"
			"15: 30000102    pushtr DT_TYPE(0), %%r1, %%r2\t\t! DT_TYPE(0) = D type\n"
			"16: 31010002    pushtv DT_TYPE(1), %%r2\t\t! DT_TYPE(1) = string\n"
			"17: 33000000    flushts\n"
			"18: 2f000c02    call DIF_SUBR(12), %%r2\t\t! strlen\n"
			"19: 3a010002    allocs %%r1, %%r2\n"
			"20: 3b010203    copys %%r1, %%r2, %%r3\n"
			"21: 23000002    ret  %%r2\n"
			"\n"
			"NAME             ID   KND SCP FLAG TYPE\n"
			"v                500  scl glb r/w  string (unknown) by ref (size 256)\n"
			"a_name_as_long_as_this 3    arr tls r    D type (struct) by ref (size "
			"24)\n"
			"v                0    scl loc w    D type (pointer) (size 8)\n",
			(void *)o) > 0);
	assert_string_equal(text, want);
	free(text);
	free(want);
	dif_object_free(o);
}

static void names(void **state)
{
	(void)state;
	assert_string_equal(dif_op_name(DIF_OP_STGA), "stga");
	assert_null(dif_op_name(0));
	assert_null(dif_op_name(81));
	assert_string_equal(dif_var_name(DIF_VAR_EXECNAME), "execname");
	assert_null(dif_var_name(GLOBAL(0)));
	assert_string_equal(dif_subr_name(DIF_SUBR_RINDEX), "rindex");
	assert_null(dif_subr_name(1));
	assert_null(dif_subr_name(9999));
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(layout), cmocka_unit_test(names) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* What the verifier refuses, and that it says where. */
#include "fix.h"

static struct dif_object *simple(void)
{
	struct dif_object *o = as_new();

	as_setx(o, 1, 1);
	RET(o, 1);
	return o;
}

static void refused(struct dif_object *o, const char *want)
{
	char err[256] = "";

	if (dif_verify(o, err, sizeof(err)) == 0)
		fail_msg("accepted, not: %s", want);
	if (!strstr(err, want))
		fail_msg("\"%s\", not \"%s\"", err, want);
	dif_object_free(o);
}

/* One instruction, then ret. */
static void bad_instr(uint32_t instr, const char *want)
{
	struct dif_object *o = as_new();
	char where[300];

	o->do_ints[0] = 1;
	o->do_nints = 1;
	as_var(o, DIF_SCOPE_GLOBAL, DIF_KIND_SCALAR, GLOBAL(0), &type_int64);
	as_var(o, DIF_SCOPE_GLOBAL, DIF_KIND_ARRAY, GLOBAL(1), &type_int64);
	as_var(o, DIF_SCOPE_LOCAL, DIF_KIND_SCALAR, 0, &type_int64);
	as_var(o, DIF_SCOPE_GLOBAL, DIF_KIND_SCALAR, GLOBAL(2), &type_int64);
	o->do_vars[3].dv_flags = DIF_VF_READ;
	as_var(o, DIF_SCOPE_GLOBAL, DIF_KIND_SCALAR, GLOBAL(3), &type_int64);
	o->do_vars[4].dv_flags = DIF_VF_WRITE;
	RRR(o, NOP, 0, 0, 0);
	as_emit(o, instr);
	RET(o, 1);
	snprintf(where, sizeof(where), "instruction 1 (%08x): %s", instr, want);
	refused(o, where);
}

#define BAD_RRR(op, r1, r2, rd, want) bad_instr(DIF_INSTR_RRR(DIF_OP_##op, r1, r2, rd), want)
#define BAD_WIDE(op, ix, rd, want) bad_instr(DIF_INSTR_WIDE(DIF_OP_##op, ix, rd), want)

static void registers(void **state)
{
	(void)state;
	bad_instr(0, "no opcode 0");
	bad_instr(81u << 24, "no opcode 81");
	bad_instr(0xffffffff, "no opcode 255");
	BAD_RRR(ADD, 8, 1, 1, "no register %r8");
	BAD_RRR(ADD, 1, 9, 1, "no register %r9");
	BAD_RRR(ADD, 1, 1, 255, "no register %r255");
	BAD_RRR(ADD, 1, 1, 0, "%r0 is written");
	BAD_RRR(MOV, 1, 1, 1, "reserved field r2");
	BAD_RRR(CMP, 1, 1, 1, "reserved field rd");
	BAD_RRR(TST, 1, 1, 0, "reserved field r2");
	BAD_RRR(LDX, 1, 0, 0, "%r0 is written");
	BAD_RRR(LDX, 1, 1, 1, "reserved field r2");
	BAD_RRR(STX, 1, 0, 8, "no register %r8");
	BAD_RRR(RET, 1, 0, 1, "reserved field r1");
	BAD_RRR(NOP, 0, 0, 1, "reserved field rd");
	BAD_RRR(FLUSHTS, 0, 1, 0, "reserved field r2");
	BAD_RRR(ALLOCS, 1, 0, 0, "%r0 is written");
	BAD_RRR(COPYS, 1, 8, 1, "no register %r8");
	BAD_RRR(PUSHTV, 2, 0, 1, "no type 2");
	BAD_RRR(PUSHTR, 1, 8, 1, "no register %r8");
	BAD_WIDE(XLATE, 0, 1, "xlate is not resolved");
	BAD_WIDE(XLARG, 0, 1, "xlarg is not resolved");
}

static void operands(void **state)
{
	(void)state;
	bad_instr(DIF_INSTR_BR(DIF_OP_BA, 0), "branch to 0");
	bad_instr(DIF_INSTR_BR(DIF_OP_BE, 1), "branch to 1");
	bad_instr(DIF_INSTR_BR(DIF_OP_BL, 3), "branch to 3");
	bad_instr(DIF_INSTR_BR(DIF_OP_BL, 0xffffff), "branch to 16777215");
	BAD_WIDE(SETX, 1, 1, "no integer 1");
	BAD_WIDE(SETX, 0, 0, "%r0 is written");
	BAD_WIDE(SETS, 1, 1, "no string at 1");
	BAD_WIDE(CALL, 1, 1, "no subroutine 1");
	BAD_WIDE(CALL, 64, 1, "no subroutine 64");
	BAD_WIDE(CALL, 0xffff, 1, "no subroutine 65535");
	BAD_WIDE(CALL, DIF_SUBR_RAND, 0, "%r0 is written");
	BAD_WIDE(CALL, DIF_SUBR_STRLEN, 1, "strlen called with too few arguments");
}

static void variables(void **state)
{
	(void)state;
	BAD_WIDE(LDGS, GLOBAL(9), 1, "variable 0x509 is not in the variable table");
	BAD_WIDE(LDGS, GLOBAL(1), 1, "variable 0x501 is an array");
	BAD_WIDE(LDGAA, GLOBAL(0), 1, "variable 0x500 is not an array");
	BAD_WIDE(LDTS, GLOBAL(0), 1, "variable 0x500 is not in the variable table");
	BAD_WIDE(LDTAA, GLOBAL(1), 1, "variable 0x501 is not in the variable table");
	BAD_WIDE(LDLS, 1, 1, "variable 0x1 is not in the variable table");
	BAD_WIDE(STGS, GLOBAL(2), 1, "variable 0x502 is not marked as written");
	BAD_WIDE(LDGS, GLOBAL(3), 1, "variable 0x503 is not marked as read");
	BAD_WIDE(LDGAA, GLOBAL(1), 1, "no key for array 0x501");
	BAD_WIDE(STGAA, GLOBAL(1), 1, "no key for array 0x501");
	BAD_WIDE(STGS, DIF_VAR_TIMESTAMP, 1, "timestamp can't be written");
	BAD_WIDE(LDGS, 0x1ff, 1, "no variable 0x1ff");
	BAD_WIDE(LDGS, DIF_VAR_ARGS, 1, "no variable 0x0");
	BAD_WIDE(LDGAA, DIF_VAR_PID, 1, "no variable 0x116");
	BAD_RRR(LDGA, 4, 1, 1, "no array variable 0x4");
	BAD_RRR(LDGA, 0x80, 1, 1, "no array variable 0x80");
	BAD_RRR(STGA, DIF_VAR_ARGS, 1, 1, "args can't be written");
	BAD_RRR(LDTA, 0x80, 1, 1, "threads have no arrays");
}

static void flow(void **state)
{
	struct dif_object *o = simple();

	(void)state;
	o->do_len = 1;
	refused(o, "instruction 0 (25000001): the last instruction is not ret");
	o = simple();
	o->do_len = 0;
	refused(o, "0 instructions");
	o = as_new();
	for (int i = 0; i < 9; i++)
		RRR(o, PUSHTV, 0, 0, 1);
	RET(o, 1);
	refused(o, "instruction 8 (31000001): more than 8 on the tuple stack");
	o = as_new();
	RRR(o, PUSHTV, 0, 0, 1);
	RRR(o, PUSHTV, 0, 0, 1);
	WIDE(o, CALL, DIF_SUBR_STRLEN, 1);
	RET(o, 1);
	refused(o, "instruction 2 (2f000c01): strlen called with too many arguments");
}

/* Only one of two ways pushes enough. */
static void flow_joins(void **state)
{
	struct dif_object *o = as_new();

	(void)state;
	BR(o, BE, 2);
	RRR(o, PUSHTV, 0, 0, 1);
	WIDE(o, CALL, DIF_SUBR_STRLEN, 1);
	RET(o, 1);
	refused(o, "instruction 2 (2f000c01): strlen called with too few arguments");
	o = as_new();
	for (int i = 0; i < 7; i++)
		RRR(o, PUSHTV, 0, 0, 1);
	BR(o, BE, 9);
	RRR(o, PUSHTV, 0, 0, 1);
	RRR(o, PUSHTV, 0, 0, 1);
	RET(o, 1);
	refused(o, "instruction 9 (31000001): more than 8");
}

static void accepts(void **state)
{
	struct dif_object *o = as_new();
	char err[128] = "";

	(void)state;
	for (int i = 0; i < 8; i++)
		RRR(o, PUSHTV, 0, 0, 1);
	RRR(o, FLUSHTS, 0, 0, 0);
	BR(o, BA, 11);
	RRR(o, PUSHTV, 0, 0, 1); /* can't be reached */
	RRR(o, PUSHTV, 0, 0, 1);
	WIDE(o, CALL, DIF_SUBR_STRLEN, 1);
	RET(o, 1);
	assert_int_equal(dif_verify(o, err, sizeof(err)), 0);
	dif_object_free(o);
}

static void tables(void **state)
{
	struct dif_object *o = simple();

	(void)state;
	o->do_strs[0] = 'x';
	refused(o, "string table does not end in NUL");
	o = simple();
	o->do_nints = 65537;
	refused(o, "65537 integers");
	o = simple();
	o->do_type.dt_name = NULL;
	refused(o, "result: type has no name");
	o = simple();
	o->do_type.dt_flags = 0x80;
	refused(o, "result: unknown flags");
	o = simple();
	o->do_type.dt_size = 1u << 31;
	refused(o, "result: size");
	o = simple();
	o->do_type.dt_kind = DIF_TYPE_STRING;
	refused(o, "result: a string by value");
	o = simple();
	o->do_type.dt_size = 3;
	refused(o, "result: a value of 3 bytes");
	o = simple();
	as_var(o, DIF_SCOPE_LOCAL, DIF_KIND_ARRAY, 0, &type_int64);
	refused(o, "v: a clause-local array");
	o = simple();
	as_var(o, DIF_SCOPE_GLOBAL, DIF_KIND_SCALAR, GLOBAL(0), &type_int64);
	as_var(o, DIF_SCOPE_THREAD, DIF_KIND_SCALAR, GLOBAL(0), &type_int64);
	as_var(o, DIF_SCOPE_GLOBAL, DIF_KIND_ARRAY, GLOBAL(0), &type_string);
	refused(o, "v: 0x500 is in the variable table twice");
}

static struct dif_object *with_var(struct dif_varinfo **dv)
{
	struct dif_object *o = simple();

	as_var(o, DIF_SCOPE_GLOBAL, DIF_KIND_SCALAR, GLOBAL(0), &type_int64);
	*dv = &o->do_vars[0];
	return o;
}

static void varinfos(void **state)
{
	struct dif_varinfo *dv;
	struct dif_object *o = with_var(&dv);

	(void)state;
	dv->dv_name = NULL;
	refused(o, "variable 0x500 has no name");
	o = with_var(&dv);
	dv->dv_scope = 3;
	refused(o, "v: no such kind or scope");
	o = with_var(&dv);
	dv->dv_flags = 4;
	refused(o, "v: unknown flags");
	o = with_var(&dv);
	dv->dv_id = 0x10000;
	refused(o, "v: id 0x10000");
	o = with_var(&dv);
	dv->dv_id = 0x4ff;
	refused(o, "v: no such built-in variable");
	o = with_var(&dv);
	dv->dv_id = DIF_VAR_PID;
	dv->dv_kind = DIF_KIND_ARRAY;
	refused(o, "v: no such built-in variable");
	o = with_var(&dv);
	dv->dv_type.dt_size = 3;
	refused(o, "v: a value of 3 bytes");
	o = with_var(&dv);
	dv->dv_type.dt_size = 0;
	refused(o, "v: size 0");
	o = with_var(&dv);
	dv->dv_type.dt_flags = DIF_TF_BYUREF;
	refused(o, "v: storage in the traced process");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(registers),
		cmocka_unit_test(operands),
		cmocka_unit_test(variables),
		cmocka_unit_test(flow),
		cmocka_unit_test(flow_joins),
		cmocka_unit_test(accepts),
		cmocka_unit_test(tables),
		cmocka_unit_test(varinfos),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

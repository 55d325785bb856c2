/*
 * Texts that must not compile, and the tag each is refused with; and that a refused text leaves
 * nothing behind.
 */
#include <stdio.h>
#include <string.h>
#include "fixture.h"

#define B(body) "BEGIN { " body "; }"
#define REC "args { "
#define S "struct s { int a; unsigned int b : 3; int arr[2]; }; struct s v; struct s *p; "

static const struct {
	enum dt_errtag tag;
	const char *text;
} bad[] = {
	/* names */
	{ D_IDENT_UNDEF, B("trace(nowhere)") },
	{ D_IDENT_UNDEF, B("x = x + 1") },
	{ D_IDENT_UNDEF, B("trace(`kernel)") },
	{ D_IDENT_UNDEF, "BEGIN { trace(x); } BEGIN { x = 1; }" },
	{ D_IDENT_UNDEF, "BEGIN { trace(x); } int x;" },
	{ D_IDENT_UNDEF, "BEGIN { trace(a[1]); } BEGIN { a[1] = 1; }" },
	{ D_VAR_UNDEF, B("trace(self->x)") },
	{ D_VAR_UNDEF, B("trace(this->x)") },
	{ D_VAR_UNDEF, B("x += 1") },
	{ D_VAR_UNDEF, B("self->x -= 1") },
	{ D_VAR_UNDEF, B("trace(self->x[1])") },
	{ D_IDENT_BADREF, "int a[int]; " B("trace(a)") },
	{ D_IDENT_BADREF, B("trace(strlen)") },
	{ D_IDENT_BADREF, B("trace(args)") },
	{ D_IDENT_BADREF, B("trace(printf)") },
	{ D_IDENT_BADREF, "inline int f[int x] = x; " B("trace(f)") },
	{ D_ARR_BADREF, B("x = 1; trace(x[1])") },
	{ D_ARR_BADREF, B("x = 1; trace(x[1, 2])") },
	{ D_ARR_LOCAL, B("this->a[1] = 2") },
	{ D_PROTO_LEN, B("a[1] = 1; a[1, 2] = 2") },
	{ D_PROTO_ARG, B("a[1] = 1; a[\"x\"] = 2") },
	{ D_PROTO_ARG, "int a[string]; " B("a[1] = 1") },
	{ D_KEY_TYPE, B("a[printf(\"x\")] = 1") },
	{ D_KEY_TYPE, B("a[stack()] = 1") },
	{ D_KEY_TYPE, B("@[trace(1)] = count()") },
	{ D_PROTO_ARG, B("x = 1; trace(uregs[x])") },
	/* functions */
	{ D_FUNC_UNDEF, B("nothing(1)") },
	{ D_FUNC_IDKIND, B("pid(1)") },
	{ D_FUNC_IDENT, B("x = 1; (x + 1)(2)") },
	{ D_PROTO_LEN, B("trace(strlen())") },
	{ D_PROTO_LEN, B("trace(rand(1))") },
	{ D_PROTO_LEN, B("trace(index(\"a\", \"b\", 1, 2))") },
	{ D_PROTO_ARG, B("trace(strlen(1))") },
	{ D_PROTO_ARG, B("trace(lltostr(\"a\"))") },
	{ D_PROTO_ARG, B("trace(strjoin(\"a\", 1))") },
	/* operators */
	{ D_OP_INT, B("trace(1 % \"a\")") },
	{ D_OP_INT, B("trace(\"a\" & 1)") },
	{ D_OP_INT, B("trace(~\"a\")") },
	{ D_OP_INT, B("trace(1 << execname)") },
	{ D_OP_ARITH, B("trace(\"a\" * 2)") },
	{ D_OP_ARITH, B("trace(-execname)") },
	{ D_OP_ARITH, S B("trace(v + 1)") },
	{ D_OP_SCALAR, B("trace(!execname)") },
	{ D_OP_SCALAR, B("trace(execname && 1)") },
	{ D_OP_SCALAR, B("trace(execname ? 1 : 2)") },
	{ D_OP_SCALAR, S B("v++") },
	{ D_OP_INCOMPAT, B("trace(\"a\" == 1)") },
	{ D_OP_INCOMPAT, B("x = 1; x = \"a\"") },
	{ D_OP_INCOMPAT, B("s = \"a\"; s = 1") },
	{ D_OP_INCOMPAT, S B("v = 1") },
	{ D_OP_INCOMPAT, S B("p = (int *)0") },
	{ D_OP_INCOMPAT, S B("trace(p == (int *)0)") },
	{ D_OP_INCOMPAT, S B("trace(p + p)") },
	{ D_OP_INCOMPAT, B("x = 0; trace(x ? 1 : \"a\")") },
	{ D_OP_INCOMPAT, "inline int f = \"a\"; " B("trace(f)") },
	{ D_OP_INCOMPAT, "inline string f[int x] = x; " B("trace(f[1])") },
	{ D_OP_LVAL, B("1 = 2") },
	{ D_OP_LVAL, B("5++") },
	{ D_OP_LVAL, "inline int f = 1; " B("f = 2") },
	{ D_OP_ARRFUN, "int a[3]; int b[3]; " B("a = b") },
	{ D_OP_LVAL, B("x = 1; (x + 1) += 2") },
	{ D_OP_WRITE, B("pid = 1") },
	{ D_OP_WRITE, B("execname = \"a\"") },
	{ D_OP_WRITE, B("arg0++") },
	{ D_OP_INCOMPAT, B("this->p = (void *)0; trace(this->p + 1)") },
	{ D_OP_VFPTR, B("this->p = (void *)0; this->p++") },
	{ D_OP_VFPTR, B("this->p = (void *)0; trace(this->p[1])") },
	{ D_OP_ARRFUN, "int a[3]; " B("trace(!a)") },
	{ D_OP_ARRFUN, "int a[3]; " B("trace(-a)") },
	{ D_OP_PTR, S B("trace(v->a)") },
	{ D_OP_PTR, B("trace(pid->a)") },
	{ D_OP_SOU, S B("trace(p.a)") },
	{ D_OP_SOU, B("trace(pid.a)") },
	{ D_OP_SOU, B("this->p = (int *)0; trace(this->p->a)") },
	{ D_OP_INCOMPLETE, "struct fwd; struct fwd *q; " B("trace(q->a)") },
	{ D_OP_INCOMPLETE, "struct fwd; struct fwd *q; " B("trace(*q)") },
	{ D_OP_ACT, B("x = 1; x ? trace(1) : trace(2)") },
	{ D_OP_ACT, B("x = 1; x ? 1 : printf(\"a\")") },
	{ D_DIV_ZERO, B("trace(1 / 0)") },
	{ D_DIV_ZERO, B("x = 1; trace(x % 0)") },
	{ D_DIV_ZERO, B("x = 1; x /= 0") },
	{ D_DIV_ZERO, B("trace(0 && 1 / 0)") },
	{ D_DIV_ZERO, B("trace(1 / (2 - 2))") },
	{ D_DEREF_NONPTR, B("trace(*pid)") },
	{ D_DEREF_VOID, B("trace(*(void *)0)") },
	{ D_ADDROF_LVAL, B("trace(&1)") },
	{ D_ADDROF_VAR, B("x = 1; trace(&x)") },
	{ D_ADDROF_VAR, S B("trace(&v)") },
	{ D_ADDROF_BITFIELD, S B("trace(&p->b)") },
	{ D_CAST_INVAL, S B("trace((struct s)1)") },
	{ D_CAST_INVAL, S B("trace((int)v)") },
	{ D_STRINGOF_TYPE, S B("trace(stringof(v))") },
	{ D_SIZEOF_TYPE, B("trace(sizeof(void))") },
	{ D_SIZEOF_TYPE, "struct fwd; " B("trace(sizeof(struct fwd))") },
	{ D_SIZEOF_BITFIELD, S B("trace(sizeof(p->b))") },
	{ D_OFFSETOF_TYPE, B("trace(offsetof(int, a))") },
	{ D_OFFSETOF_BITFIELD, S B("trace(offsetof(struct s, b))") },
	{ D_TYPE_MEMBER, S B("trace(v.zz)") },
	{ D_TYPE_MEMBER, S B("trace(p->zz)") },
	{ D_TYPE_MEMBER, S B("trace(offsetof(struct s, zz))") },
	{ D_CG_EXPR, B("x = trace(1)") },
	{ D_CG_EXPR, B("x = count()") },
	{ D_CG_EXPR, B("count()") },
	{ D_CG_EXPR, B("x = stack()") },
	{ D_CG_EXPR, B("trace(1), trace(2)") },
	/* args and translators */
	{ D_ARGS_MULTI, "multi { trace(args[0]); }" },
	{ D_ARGS_IDX, REC "trace(args[4]); }" },
	{ D_PROTO_ARG, REC "x = 1; trace(args[x]); }" },
	{ D_ARGS_TYPE, "badargs { trace(args[0]); }" },
	{ D_ARGS_XLATOR, "badargs { trace(args[1]); }" },
	{ D_XLATE_NOCONV, REC "trace(args[3]->o_none); }" },
	{ D_XLATE_NONE, B("trace(xlate<outp_t>(pid).o_i)") },
	{ D_XLATE_SOU, B("trace(xlate<int>(pid))") },
	{ D_TYPE_MEMBER, REC "trace(args[3]->zz); }" },
	{ D_CG_DYN, REC "x = args[3]; }" },
	{ D_TRACE_DYN, REC "trace(args[3]); }" },
	{ D_PRINT_DYN, REC "print(args[3]); }" },
	{ D_OP_DYN, REC "trace(args[3] + 1); }" },
	{ D_OP_DYN, REC "trace(!args[3]); }" },
	{ D_OP_DYN, REC "trace((int)args[3]); }" },
	{ D_SIZEOF_TYPE, REC "trace(sizeof(args[3])); }" },
	{ D_XLATE_INCOMPAT,
		"struct o { int m; }; translator struct o < int I > { m = \"text\"; }; " B(
			"trace(xlate<struct o>(pid).m)") },
	{ D_IDENT_UNDEF,
		"struct o { int m; }; translator struct o < int I > { m = xlate<struct o>(I).m; }; " B(
			"trace(xlate<struct o>(pid).m)") },
	/* inlines */
	{ D_PROTO_LEN, "inline int f[int x] = x; " B("trace(f[1, 2])") },
	{ D_PROTO_ARG, "inline int f[int x] = x; " B("trace(f[\"a\"])") },
	/* predicates and probes */
	{ D_PRED_SCALAR, "BEGIN /execname/ { }" },
	{ D_PRED_SCALAR, "BEGIN /trace(1)/ { }" },
	{ D_PRED_SCALAR, S "BEGIN /v/ { }" },
	{ D_PDESC_ZERO, "nosuch { }" },
	{ D_PDESC_INVAL, "12345 { }" },
	/* actions */
	{ D_TRACE_VOID, B("trace(trace(1))") },
	{ D_TRACE_AGG, B("trace(@a)") },
	{ D_PRINT_AGG, B("print(@a)") },
	{ D_PRINT_VOID, B("print(trace(1))") },
	{ D_PROTO_LEN, B("trace()") },
	{ D_PROTO_LEN, B("trace(1, 2)") },
	{ D_PROTO_LEN, B("exit()") },
	{ D_PROTO_ARG, B("exit(\"a\")") },
	{ D_PROTO_ARG, B("chill(\"a\")") },
	{ D_PROTO_LEN, B("tracemem(1)") },
	{ D_TRACEMEM_ADDR, S B("tracemem(v, 4)") },
	{ D_TRACEMEM_SIZE, B("tracemem(1, pid)") },
	{ D_TRACEMEM_SIZE, B("tracemem(1, 0)") },
	{ D_TRACEMEM_SIZE, B("tracemem(1, -4)") },
	{ D_TRACEMEM_DYNSIZE, B("tracemem(1, 4, \"a\")") },
	{ D_STACK_PROTO, B("stack(1, 2)") },
	{ D_STACK_SIZE, B("stack(0)") },
	{ D_STACK_SIZE, B("stack(pid)") },
	{ D_USTACK_PROTO, B("ustack(1, 2, 3)") },
	{ D_USTACK_FRAMES, B("ustack(0)") },
	{ D_USTACK_FRAMES, B("jstack(pid)") },
	{ D_USTACK_STRSIZE, B("ustack(1, pid)") },
	{ D_PROTO_LEN, B("sym()") },
	{ D_PROTO_ARG, B("func(\"a\")") },
	{ D_PROTO_ARG, B("setopt(1)") },
	{ D_PROTO_LEN, B("setopt()") },
	{ D_PROTO_LEN, B("ftruncate(1)") },
	/* printf */
	{ D_PROTO_LEN, B("printf()") },
	{ D_PRINTF_ARG_FMT, B("printf(1)") },
	{ D_PRINTF_ARG_FMT, B("printf(execname)") },
	{ D_PRINTF_FMT_EMPTY, B("printf(\"\")") },
	{ D_SYNTAX, B("printf(\"%q\", 1)") },
	{ D_SYNTAX, B("printf(\"%\")") },
	{ D_PRINTF_ARG_PROTO, B("printf(\"%d\")") },
	{ D_PRINTF_ARG_EXTRA, B("printf(\"%d\", 1, 2)") },
	{ D_PRINTF_ARG_TYPE, B("printf(\"%d\", \"a\")") },
	{ D_PRINTF_ARG_TYPE, B("printf(\"%s\", 1)") },
	{ D_PRINTF_ARG_TYPE, B("printf(\"%hd\", 1)") },
	{ D_PRINTF_ARG_TYPE, B("printf(\"%ld\", 1)") },
	{ D_PRINTF_ARG_TYPE, B("printf(\"%f\", 1)") },
	{ D_PRINTF_ARG_TYPE, B("printf(\"%k\", 1)") },
	{ D_PRINTF_ARG_TYPE, B("printf(\"%c\", timestamp)") },
	{ D_PRINTF_ARG_TYPE, B("printf(\"%Y\", pid)") },
	{ D_PRINTF_DYN_PROTO, B("printf(\"%*d\")") },
	{ D_PRINTF_DYN_TYPE, B("printf(\"%*d\", \"a\", 1)") },
	{ D_PRINTF_AGG_CONV, B("printf(\"%@d\", 1)") },
	{ D_PRINTF_ARG_TYPE, B("system(\"%s\", 1)") },
	/* aggregations */
	{ D_AGG_FUNC, B("@a = 1") },
	{ D_AGG_FUNC, B("@a = strlen(\"a\")") },
	{ D_AGG_FUNC, B("@a += count()") },
	{ D_IDENT_UNDEF, B("@a") },
	{ D_AGG_NULL, B("@a = count(); @a") },
	{ D_AGG_MDIM, B("@a[1][2] = count()") },
	{ D_AGG_REDEF, B("@a = count(); @a = sum(1)") },
	{ D_PROTO_LEN, B("@a = count(1)") },
	{ D_PROTO_LEN, B("@a = sum()") },
	{ D_PROTO_LEN, B("@a = avg(1, 2)") },
	{ D_AGG_SCALAR, B("@a = sum(\"a\")") },
	{ D_AGG_SCALAR, B("@a = quantize(\"a\")") },
	{ D_PROTO_LEN, B("@a[1] = count(); @a = count()") },
	{ D_PROTO_ARG, B("@a[1] = count(); @a[\"x\"] = count()") },
	{ D_PROTO_ARG, B("@a[stack()] = count(); @a[1] = count()") },
	{ D_PROTO_LEN, B("@a = quantize()") },
	{ D_PROTO_LEN, B("@a = quantize(1, 2, 3)") },
	{ D_PROTO_ARG, B("@a = quantize(1, \"a\")") },
	{ D_PROTO_LEN, B("@a = lquantize(1)") },
	{ D_LQUANT_BASETYPE, B("@a = lquantize(1, pid, 5)") },
	{ D_LQUANT_BASEVAL, B("@a = lquantize(1, 3000000000, 5)") },
	{ D_PROTO_LEN, B("@a = lquantize(1, 2)") },
	{ D_LQUANT_LIMVAL, B("@a = lquantize(1, 2, 3000000000)") },
	{ D_LQUANT_STEPTYPE, B("@a = lquantize(1, 2, 9, pid)") },
	{ D_LQUANT_STEPTYPE, B("@a = lquantize(1, 2, 9, 0)") },
	{ D_LQUANT_STEPVAL, B("@a = lquantize(1, 2, 9, 70000)") },
	{ D_LQUANT_MISMATCH, B("@a = lquantize(1, 9, 2)") },
	{ D_LQUANT_MISMATCH, B("@a = lquantize(1, 9, 9)") },
	{ D_LQUANT_STEPLARGE, B("@a = lquantize(1, 0, 9, 10)") },
	{ D_LQUANT_STEPSMALL, B("@a = lquantize(1, 0, 100000)") },
	{ D_LQUANT_MATCHBASE, B("@a = lquantize(1, 0, 9); @a = lquantize(1, 1, 10)") },
	{ D_LQUANT_MATCHLIM, B("@a = lquantize(1, 0, 9); @a = lquantize(1, 0, 10)") },
	{ D_LQUANT_MATCHLIM, B("@a = lquantize(1, 0, 9, 3); @a = lquantize(1, 0, 6, 2)") },
	{ D_LQUANT_MATCHSTEP, B("@a = lquantize(1, 0, 9, 3); @a = lquantize(1, 0, 9, 2)") },
	{ D_PROTO_LEN, B("@a = lquantize(1, 0, 9, 3, 1, 1)") },
	{ D_PROTO_LEN, B("@a = llquantize(1)") },
	{ D_LLQUANT_FACTORTYPE, B("@a = llquantize(1, pid, 0, 2, 10)") },
	{ D_LLQUANT_FACTORVAL, B("@a = llquantize(1, 70000, 0, 1, 1)") },
	{ D_LLQUANT_LOWTYPE, B("@a = llquantize(1, 10, pid, 2, 10)") },
	{ D_LLQUANT_LOWVAL, B("@a = llquantize(1, 10, -1, 2, 10)") },
	{ D_LLQUANT_HIGHTYPE, B("@a = llquantize(1, 10, 0, pid, 10)") },
	{ D_LLQUANT_HIGHVAL, B("@a = llquantize(1, 10, 0, 70000, 10)") },
	{ D_LLQUANT_NSTEPTYPE, B("@a = llquantize(1, 10, 0, 2, pid)") },
	{ D_LLQUANT_NSTEPVAL, B("@a = llquantize(1, 10, 0, 2, 70000)") },
	{ D_LLQUANT_FACTORSMALL, B("@a = llquantize(1, 1, 0, 2, 10)") },
	{ D_LLQUANT_MAGRANGE, B("@a = llquantize(1, 10, 2, 2, 10)") },
	{ D_LLQUANT_FACTORNSTEPS, B("@a = llquantize(1, 10, 0, 2, 5)") },
	{ D_LLQUANT_FACTOREVEN, B("@a = llquantize(1, 10, 0, 2, 30)") },
	{ D_LLQUANT_FACTOREVEN, B("@a = llquantize(1, 10, 0, 2, 15)") },
	{ D_LLQUANT_MAGTOOBIG, B("@a = llquantize(1, 10, 0, 20, 10)") },
	{ D_LLQUANT_FACTORMATCH,
		B("@a = llquantize(1, 2, 0, 2, 8); @a = llquantize(1, 4, 0, 2, 8)") },
	{ D_LLQUANT_LOWMATCH,
		B("@a = llquantize(1, 10, 0, 3, 10); @a = llquantize(1, 10, 1, 3, 10)") },
	{ D_LLQUANT_HIGHMATCH,
		B("@a = llquantize(1, 10, 0, 3, 10); @a = llquantize(1, 10, 0, 4, 10)") },
	{ D_LLQUANT_NSTEPMATCH,
		B("@a = llquantize(1, 10, 0, 3, 10); @a = llquantize(1, 10, 0, 3, 100)") },
	{ D_PRINTA_PROTO, B("printa()") },
	{ D_PRINTA_PROTO, B("printa(\"%d\")") },
	{ D_PRINTA_AGGARG, B("printa(1)") },
	{ D_PRINTA_AGGARG, B("@a = count(); printa(\"%@d\", @a, 1)") },
	{ D_PRINTA_AGGBAD, B("printa(@a)") },
	{ D_PRINTA_AGGKEY, B("@a = count(); @b[1] = count(); printa(@a, @b)") },
	{ D_PRINTA_AGGPROTO, B("@a[\"x\"] = count(); @b[1] = count(); printa(@a, @b)") },
	{ D_PRINTF_ARG_PROTO, B("@a[1] = count(); printa(\"%d %d %@d\", @a)") },
	{ D_PRINTF_ARG_TYPE, B("@a[1] = count(); printa(\"%s %@d\", @a)") },
	{ D_PRINTF_ARG_TYPE, B("@a[1] = count(); printa(\"%@s\", @a)") },
	{ D_PRINTF_FMT_EMPTY, B("@a = count(); printa(\"\", @a)") },
	{ D_CLEAR_PROTO, B("clear()") },
	{ D_CLEAR_AGGARG, B("clear(1)") },
	{ D_CLEAR_AGGBAD, B("clear(@a)") },
	{ D_TRUNC_PROTO, B("trunc()") },
	{ D_TRUNC_AGGARG, B("trunc(1)") },
	{ D_TRUNC_AGGBAD, B("trunc(@a)") },
	{ D_TRUNC_SCALAR, B("@a = count(); trunc(@a, \"x\")") },
	{ D_NORMALIZE_PROTO, B("@a = count(); normalize(@a)") },
	{ D_NORMALIZE_AGGARG, B("normalize(1, 2)") },
	{ D_NORMALIZE_AGGBAD, B("normalize(@a, 1)") },
	{ D_NORMALIZE_SCALAR, B("@a = count(); normalize(@a, \"x\")") },
	{ D_NORMALIZE_PROTO, B("denormalize()") },
	{ D_NORMALIZE_AGGARG, B("denormalize(1)") },
	{ D_NORMALIZE_AGGBAD, B("denormalize(@a)") },
	/* order */
	{ D_COMM_COMM, B("commit(1); commit(1)") },
	{ D_COMM_DREC, B("trace(1); commit(1)") },
	{ D_SPEC_SPEC, B("speculate(1); speculate(1)") },
	{ D_SPEC_COMM, B("commit(1); speculate(1)") },
	{ D_SPEC_DREC, B("trace(1); speculate(1)") },
	{ D_AGG_COMM, B("commit(1); @a = count()") },
	{ D_AGG_SPEC, B("speculate(1); @a = count()") },
	{ D_ACT_SPEC, B("speculate(1); stop()") },
	{ D_EXIT_SPEC, B("speculate(1); exit(0)") },
	{ D_DREC_COMM, B("commit(1); trace(1)") },
	/* limits */
	{ D_NOREG, B("a[1,2,3,4,5,6,7,8,9] = 1") },
};

static void test_bad(void **state)
{
	static char text[16384];

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct fx *fx = fx_create();
		snprintf(text, sizeof(text), "%s%s", fx_decls, bad[i].text);
		struct dt_program *pg = fx_compile(fx, text);
		const struct dt_message *me = &fx->fx_lang->la_msg;
		if (pg)
			fail_msg("compiles, but %s is right: %s", dt_errtag_name(bad[i].tag),
				bad[i].text);
		if (me->me_tag != bad[i].tag)
			fail_msg("%s, but %s is right: %s\n%s", dt_errtag_name(me->me_tag),
				dt_errtag_name(bad[i].tag), bad[i].text, me->me_text);
		if (!me->me_loc.lo_line)
			fail_msg("no position: %s: %s", bad[i].text, me->me_text);
		fx_destroy(fx);
	}
}

static const char *const good[] = {
	B("1 ? printf(\"a\") : nothing(1)"),
	B("0 ? nothing(1) : trace(1)"),
	B("trace(NULL == (void *)0)"),
	B("printf(\"%d %s %x %c %% %p %*d %.*s\\n\", 1, \"a\", 2, 'c', (void *)0, 3, 4, 2, \"b\")"),
	B(""),
	B(";;"),
	B("printf(\"%hd %ld %lld %u\", (short)1, (long)2, timestamp, uid)"),
	B("printf(\"%k %a %A\", stack(), sym(1), uaddr(1))"),
	B("@[stack(), ustack(5), sym(arg0), execname, pid] = lquantize(arg0, -10, 10, 2, 3)"),
	B("@a[1, \"x\"] = quantize(1, -1); printa(\"%d %s %@d\", @a); printa(@a)"),
	B("@ = count(); printa(@)"),
	B("@a = count(); @b = max(1); printa(\"%@d %@u\\n\", @a, @b)"),
	B("@a = count(); clear(@a); trunc(@a, 5); trunc(@a)"),
	B("@a[1] = count(); @a[timestamp] = count()"),
	B("freopen(\"\")"),
	B("system(\"echo %d\", pid); raise(9); stop()"),
	B("tracemem(arg0, 16); tracemem(\"abc\", 3, 2); print(pid); stack(); stack(3); ustack(5, 100); jstack()"),
	B("speculate(speculation_id = 1); trace(1)"),
	B("commit(1); x = 1"),
	B("discard(1)"),
	B("exit(0); setopt(\"quiet\")"),
	"multi { trace(arg0); }",
	"BEGIN, END { x = 1; }",
	"BEGIN { x = 1; } int y; BEGIN { y = x; }",
	"BEGIN { y = 1; } int y;",
	"enum e { ONE }; BEGIN { this->e = (enum e)0; trace(this->e == ONE); }",
	"struct fwd; struct fwd *q; BEGIN { q = NULL; }",
	B("self->a[1, \"x\"]++; self->a[2, \"y\"] += 1"),
	"int f(int); BEGIN { }",
};

static void test_good(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		struct fx *fx = fx_create();
		if (!fx_compile(fx, good[i]))
			fail_msg("%s\n%s", fx->fx_lang->la_msg.me_text, good[i]);
		fx_destroy(fx);
	}
}

/* One handle: failures leave nothing, successes stay. */
static void test_undo(void **state)
{
	struct fx *fx = fx_create();

	(void)state;
	assert_null(fx_compile(fx,
		"int a; BEGIN { x = 1; @q = count(); self->t = 1; trace(nowhere); }"));
	assert_null(fx_compile(fx, "BEGIN { trace(x); }"));
	assert_int_equal(fx->fx_lang->la_msg.me_tag, D_IDENT_UNDEF);
	assert_null(fx_compile(fx, "BEGIN { printa(@q); }"));
	assert_null(fx_compile(fx, "BEGIN { trace(self->t); }"));
	fx_run(fx, "string a; BEGIN { a = \"x\"; x = \"text\"; @q = sum(1); }");
	assert_int_equal(
		fx->fx_prog[0]->pg_clauses->cl_actions->ac_next->ac_next->ac_aggs[0]->ag_id, 1);
	fx_run(fx, "BEGIN { trace(x); @r = count(); @q = sum(2); y = 1; }");
	assert_string_equal(fx->fx_values[0].va_str, "text");
	assert_int_equal(fx->fx_prog[1]->pg_clauses->cl_actions->ac_next->ac_aggs[0]->ag_id, 2);
	assert_null(fx_compile(fx, "BEGIN { x = 1; }"));
	assert_int_equal(fx->fx_lang->la_msg.me_tag, D_OP_INCOMPAT);
	fx_destroy(fx);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_bad),
		cmocka_unit_test(test_good),
		cmocka_unit_test(test_undo),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/*
 * -h. For compilers of the GCC family the macros call inline functions, which are the site
 * themselves: a nop and, by assembler directives, its note. Operand formats come from the declared
 * types; sizes come from the compiler that reads the header, because it may have another data
 * model.
 */
#include <ctype.h>
#include <string.h>
#include "usdt.h"

struct header {
	const struct dt_lang *hd_la;
	FILE *hd_fp;
	char hd_guard[256];
	const struct dt_node *hd_prov;
	char hd_upper[DT_USDT_NAMEMAX]; /* PROV */
};

/* Other characters than letters and digits become one underscore: "a-b" and "a__b" are A_B. */
static void macro_name(const char *name, char *buf, size_t size)
{
	char dname[DT_USDT_NAMEMAX];
	size_t n = 0;

	for (const char *s = dt_usdt_dname(name, dname, sizeof(dname)); *s && n + 1 < size; s++)
		buf[n++] = isalnum((unsigned char)*s) ? (char)toupper((unsigned char)*s) : '_';
	buf[n] = '\0';
}

static void guard_name(const char *fname, char *buf, size_t size)
{
	const char *base = strrchr(fname, '/');
	size_t n = 0;

	base = base ? base + 1 : fname;
	buf[n++] = '_';
	for (; *base && n + 1 < size; base++)
		buf[n++] = isalnum((unsigned char)*base) ? (char)toupper((unsigned char)*base) :
							   '_';
	buf[n] = '\0';
}

static void args_list(FILE *fp, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		fprintf(fp, "%sarg%u", i ? ", " : "", i);
}

static void params_list(FILE *fp, const struct dt_node *probe, bool named)
{
	char name[16], buf[512];
	unsigned i = 0;

	for (const struct dt_param *p = probe->dn_dtype->ty_u.params; p; p = p->pr_next, i++) {
		snprintf(name, sizeof(name), named ? "arg%u" : "", i);
		fprintf(fp, "%s%s", i ? ", " : "",
			dt_usdt_ctype(p->pr_type, name, buf, sizeof(buf)));
	}
	if (!i)
		fputs("void", fp);
}

static void symbols(const struct header *hd, const struct dt_node *probe, char *fn, char *enabled)
{
	char cname[DT_USDT_NAMEMAX];

	dt_usdt_cname(probe->dn_str, cname, sizeof(cname));
	snprintf(fn, DT_USDT_NAMEMAX, "__dtrace_%.64s___%.80s", hd->hd_prov->dn_str, cname);
	snprintf(enabled, DT_USDT_NAMEMAX, "__dtraceenabled_%.64s___%.70s", hd->hd_prov->dn_str,
		cname);
}

static void probe_macros(const struct header *hd, const struct dt_node *probe, bool empty)
{
	char upper[DT_USDT_NAMEMAX], fn[DT_USDT_NAMEMAX], enabled[DT_USDT_NAMEMAX];
	unsigned n = dt_usdt_nargs(probe);
	FILE *fp = hd->hd_fp;

	macro_name(probe->dn_str, upper, sizeof(upper));
	symbols(hd, probe, fn, enabled);
	fprintf(fp, "#define\t%s_%s(", hd->hd_upper, upper);
	args_list(fp, n);
	if (empty) {
		fprintf(fp, ")\n#define\t%s_%s_ENABLED() (0)\n", hd->hd_upper, upper);
		return;
	}
	fprintf(fp, ") \\\n\t%s(", fn);
	args_list(fp, n);
	fprintf(fp, ")\n#define\t%s_%s_ENABLED() \\\n\t%s()\n", hd->hd_upper, upper, enabled);
}

/* Few readers of notes know floating-point registers: such an argument is passed as its bits. */
static void float_bits(FILE *fp, const struct dt_node *probe)
{
	unsigned i = 0, size;
	bool sgn;

	for (const struct dt_param *p = probe->dn_dtype->ty_u.params; p; p = p->pr_next, i++)
		if (dt_usdt_argclass(p->pr_type, &size, &sgn) == DT_ARG_FLOAT)
			fprintf(fp,
				"\tuint%u_t bits%u;\n\t__builtin_memcpy(&bits%u, &arg%u, %u);\n",
				8 * size, i, i, i, size);
}

/* The operands of the note: "-4@%[a0]", with the size as a constant that the compiler knows. */
static void note_operands(FILE *fp, const struct dt_node *probe)
{
	const char *constraint = dt_usdt_nargs(probe) > 6 ? "MANY" : "FEW";
	unsigned i, n = dt_usdt_nargs(probe), size;
	bool sgn;

	fputs("\t\t_DTRACE_SDT_ASM_ARGS(\"", fp);
	for (i = 0; i < n; i++)
		fprintf(fp, "%s%%c[s%u]@%%[a%u]", i ? " " : "", i, i);
	fputs("\")\n\t\t: : ", fp);
	i = 0;
	for (const struct dt_param *p = probe->dn_dtype->ty_u.params; p; p = p->pr_next, i++) {
		bool is_float = dt_usdt_argclass(p->pr_type, &size, &sgn) == DT_ARG_FLOAT;

		fprintf(fp, "%s[s%u] \"i\" (%s(int)sizeof(arg%u)), [a%u] _DTRACE_SDT_%s(%s%u)",
			i ? ",\n\t\t  " : "", i, sgn ? "-" : "", i, i, constraint,
			is_float ? "bits" : "arg", i);
	}
	fputs(");\n", fp);
}

static void probe_inline(const struct header *hd, const struct dt_node *probe)
{
	char fn[DT_USDT_NAMEMAX], enabled[DT_USDT_NAMEMAX], cname[DT_USDT_NAMEMAX];
	const char *prov = hd->hd_prov->dn_str;
	FILE *fp = hd->hd_fp;

	symbols(hd, probe, fn, enabled);
	dt_usdt_cname(probe->dn_str, cname, sizeof(cname));
	fprintf(fp, "_DTRACE_SDT_SEMAPHORE(%s_%s_semaphore);\n", prov, cname);
	fprintf(fp, "_DTRACE_SDT_INLINE void %s(", fn);
	params_list(fp, probe, true);
	fputs(")\n{\n", fp);
	float_bits(fp, probe);
	fprintf(fp, "\t__asm__ __volatile__(_DTRACE_SDT_ASM(\"%s\", \"%s\", \"%s_%s_semaphore\")\n",
		prov, cname, prov, cname);
	note_operands(fp, probe);
	fprintf(fp,
		"}\n_DTRACE_SDT_INLINE int %s(void)\n{\n\t"
		"return __builtin_expect(*(volatile unsigned short *)&%s_%s_semaphore != 0, "
		"0);\n}\n",
		enabled, prov, cname);
}

static void probe_extern(const struct header *hd, const struct dt_node *probe)
{
	char fn[DT_USDT_NAMEMAX], enabled[DT_USDT_NAMEMAX];

	symbols(hd, probe, fn, enabled);
	fprintf(hd->hd_fp, "extern void %s(", fn);
	params_list(hd->hd_fp, probe, false);
	fprintf(hd->hd_fp, ");\nextern int %s(void);\n", enabled);
}

/* the list of probes is in reverse order */
static void each_probe(const struct header *hd,
	void (*fn)(const struct header *, const struct dt_node *))
{
	const struct dt_node *stop = NULL, *n;

	while (stop != hd->hd_prov->dn_list) {
		for (n = hd->hd_prov->dn_list; n->dn_next != stop; n = n->dn_next)
			;
		fn(hd, n);
		stop = n;
	}
}

static void macros(const struct header *hd, const struct dt_node *probe)
{
	probe_macros(hd, probe, false);
}

static void macros_empty(const struct header *hd, const struct dt_node *probe)
{
	probe_macros(hd, probe, true);
}

/* Declares tags first: a tag that appears first in a prototype would be local to it. */
static void forward_tags(const struct header *hd, const struct dt_node *probe)
{
	for (const struct dt_param *p = probe->dn_dtype->ty_u.params; p; p = p->pr_next) {
		const struct dt_type *t = dt_type_resolve(p->pr_type);

		while (t->ty_kind == TY_POINTER || t->ty_kind == TY_ARRAY)
			t = dt_type_resolve(t->ty_ref);
		if (t->ty_name && (t->ty_kind == TY_STRUCT || t->ty_kind == TY_UNION))
			fprintf(hd->hd_fp, "%s %s;\n", t->ty_kind == TY_UNION ? "union" : "struct",
				t->ty_name);
		else if (t->ty_name && t->ty_kind == TY_FORWARD && t->ty_u.fwd != TY_ENUM)
			fprintf(hd->hd_fp, "%s %s;\n", t->ty_u.fwd == TY_UNION ? "union" : "struct",
				t->ty_name);
	}
}

static int provider_write(const struct dt_node *prov, void *arg)
{
	struct header *hd = arg;
	FILE *fp = hd->hd_fp;

	hd->hd_prov = prov;
	macro_name(prov->dn_str, hd->hd_upper, sizeof(hd->hd_upper));
	fputs("#if _DTRACE_VERSION\n\n", fp);
	each_probe(hd, macros);
	fputs("\n", fp);
	each_probe(hd, forward_tags);
	fputs("\n#ifdef _DTRACE_SDT_ASM\n\n", fp);
	each_probe(hd, probe_inline);
	fputs("\n#else\n\n", fp);
	each_probe(hd, probe_extern);
	fputs("\n#endif\n\n#else\n\n", fp);
	each_probe(hd, macros_empty);
	fputs("\n#endif\n\n", fp);
	return 0;
}

/* Defined once, in whichever header of a program comes first. */
static const char support[] =
	"#if !defined(_DTRACE_SDT_ASM) && defined(__GNUC__) && defined(__ELF__) && "
	"!defined(DTRACE_CALLS)\n"
	"#ifdef __LP64__\n"
	"#define\t_DTRACE_SDT_ADDR \".8byte\"\n"
	"#define\t_DTRACE_SDT_FEW(x) \"nr\" (x)\n"
	"#else\n"
	"#define\t_DTRACE_SDT_ADDR \".4byte\"\n"
	"#define\t_DTRACE_SDT_FEW(x) \"nor\" (x)\n"
	"#endif\n"
	"#define\t_DTRACE_SDT_MANY(x) \"nor\" (x)\n"
	"#define\t_DTRACE_SDT_INLINE static __inline__ __attribute__((__always_inline__, "
	"__unused__))\n"
	"#define\t_DTRACE_SDT_SEMAPHORE(name) __attribute__((__weak__, __used__, \\\n"
	"\t__section__(\".probes\"), __visibility__(\"hidden\"))) unsigned short name\n"
	"#define\t_DTRACE_SDT_ASM(prov, probe, sema) \\\n"
	"\t\"990:\\tnop\\n\" \\\n"
	"\t\"\\t.pushsection .note.stapsdt,\\\"?\\\",\\\"note\\\"\\n\" \\\n"
	"\t\"\\t.balign 4\\n\" \\\n"
	"\t\"\\t.4byte 992f-991f, 994f-993f, 3\\n\" \\\n"
	"\t\"991:\\t.asciz \\\"stapsdt\\\"\\n\" \\\n"
	"\t\"992:\\t.balign 4\\n\" \\\n"
	"\t\"993:\\t\" _DTRACE_SDT_ADDR \" 990b, _.stapsdt.base, \" sema \"\\n\" \\\n"
	"\t\"\\t.asciz \\\"\" prov \"\\\"\\n\" \\\n"
	"\t\"\\t.asciz \\\"\" probe \"\\\"\\n\"\n"
	"#define\t_DTRACE_SDT_ASM_ARGS(args) \\\n"
	"\t\"\\t.asciz \\\"\" args \"\\\"\\n\" \\\n"
	"\t\"994:\\t.balign 4\\n\" \\\n"
	"\t\"\\t.popsection\\n\" \\\n"
	"\t\"\\t.ifndef _.stapsdt.base\\n\" \\\n"
	"\t\"\\t.pushsection .stapsdt.base,\\\"aG\\\",\\\"progbits\\\",.stapsdt.base,comdat\\n\" "
	"\\\n"
	"\t\"\\t.weak _.stapsdt.base\\n\" \\\n"
	"\t\"\\t.hidden _.stapsdt.base\\n\" \\\n"
	"\t\"_.stapsdt.base:\\t.space 1\\n\" \\\n"
	"\t\"\\t.size _.stapsdt.base, 1\\n\" \\\n"
	"\t\"\\t.popsection\\n\" \\\n"
	"\t\"\\t.endif\\n\"\n"
	"#endif\n\n";

int dt_usdt_header(const struct dt_lang *la, FILE *fp, const char *fname)
{
	struct header hd = { .hd_la = la, .hd_fp = fp };

	guard_name(fname, hd.hd_guard, sizeof(hd.hd_guard));
	fputs("/*\n * Generated by dtrace(8).\n */\n\n", fp);
	fprintf(fp, "#ifndef\t%s\n#define\t%s\n\n", hd.hd_guard, hd.hd_guard);
	fputs("#include <stdint.h>\n#include <sys/types.h>\n\n", fp);
	fputs("/* -D_DTRACE_VERSION=0 leaves the probes out. */\n", fp);
	fputs("#ifndef _DTRACE_VERSION\n#define\t_DTRACE_VERSION 1\n#endif\n\n", fp);
	fputs("#ifdef\t__cplusplus\nextern \"C\" {\n#endif\n\n", fp);
	fputs("#if _DTRACE_VERSION\n", fp);
	fputs(support, fp);
	fputs("#endif\n", fp);
	dt_usdt_providers(la, provider_write, &hd);
	fprintf(fp, "#ifdef\t__cplusplus\n}\n#endif\n\n#endif\t/* %s */\n", hd.hd_guard);
	return ferror(fp) ? -1 : 0;
}

/*
 * Mangled D texts through the parser: a deterministic mutator. Nothing is checked but that each
 * text gives a tree or a message; the sanitizers see the rest. Usage: lang_fuzz [iterations [seed
 * [v]]], v to print the messages
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fix.h"

static const char *const seeds[] = {
	"syscall::read:entry, 12, pid$target::f*:[a-z]?\n/pid == $1 && (arg0 / 2) > 3/\n{ self->t "
	"= timestamp; @a[x, 1] = "
	"quantize(arg0, 2); printf(\"%d\\n\", (uint64_t)x); if (a) { b } else if (c) d; else { e } "
	"}\n",
	"typedef unsigned int u_t; struct s { int a:3, :2, b; u_t c[4]; struct { char d; union { "
	"int e; long f; }; }; "
	"struct s *next; void (*fn)(int, ...); } g, *h[3]; self int i; this string j; int k[int, "
	"string];\n",
	"enum e { A, B = 5, C = A + (B << 2) * 1, }; inline int N = sizeof (enum e *) + "
	"offsetof(struct proc, p_pid);\n"
	"inline string f[int x, string y] = x ? y : \"\\x41\\0\\\"\"; int arr[N][C];\n",
	"struct o { int m; string n; }; translator struct o < thread_t *T > { m = T->t_pri; n = "
	"stringof(T->t_name); };\n"
	"BEGIN { trace(xlate <struct o *>(curthread)->m); `kern.x; mod`sym; ``y; "
	"a.b`c->d[1][2].self }\n",
	"provider p { probe a(int, char *); probe b__c(char *x) : (string x); };\n#pragma D "
	"attributes Stable/Evolving/ISA provider p name\n"
	"#pragma D option quiet\n#line 7 \"x.d\"\n# 9 \"y\" 1\n#pragma D depends_on provider "
	"here\n",
	"#!/usr/sbin/dtrace -s\n#pragma D binding \"1.2\" z\ninline int z = 'ab' + 0x1fUL + 017 + "
	"$target;\n/* c */ END /z ^^ "
	"1 || 0 ? 1 : 2, 3/ { x += y--; ++x; --y; z >>= 1 << 2; x = !~-+*&y; u_t++; uint8_t[1] = "
	"2; }\n",
	"tick-1s{stack();clear(@);printa(\"%@d\",@a);exit(0)}int*x;const volatile char *const "
	"restrict q;userland int *r;"
	"extern long double ld;profile-997/execname==\"a\"/{this->x[1]=$2;}\n",
};

static const char *const pieces[] = {
	"(",
	")",
	"[",
	"]",
	"{",
	"}",
	"/",
	"*",
	"*/",
	"/*",
	"\"",
	"'",
	"\\",
	"\n",
	"#",
	"@",
	"$",
	"`",
	":",
	";",
	",",
	"->",
	"...",
	"struct s {",
	"enum {",
	"typedef ",
	"inline ",
	"int ",
	"string",
	"self->",
	"this ",
	"sizeof ",
	"xlate <",
	"translator ",
	"#pragma D ",
	"#line ",
	"99999999999999999999",
	"0x",
	"08",
	"\0",
	"\377",
	"$1",
	"if (",
	"else ",
	"offsetof(",
	" : 3",
	"= ",
	"probe ",
	"((((((((",
	"********",
	"int x[",
	"?",
	"/ {",
};

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))
#define MAXTEXT 4096

static uint64_t rng;
static bool verbose;

static unsigned rnd(unsigned n)
{
	rng ^= rng << 13;
	rng ^= rng >> 7;
	rng ^= rng << 17;
	return (unsigned)((rng >> 11) % n);
}

struct text {
	char tx_buf[MAXTEXT];
	size_t tx_len;
};

static void splice(struct text *t, size_t at, size_t cut, const char *s, size_t n)
{
	if (at + cut > t->tx_len)
		cut = t->tx_len - at;
	if (t->tx_len - cut + n > MAXTEXT)
		return;
	memmove(t->tx_buf + at + n, t->tx_buf + at + cut, t->tx_len - at - cut);
	memcpy(t->tx_buf + at, s, n);
	t->tx_len += n - cut;
}

static void mutate(struct text *t)
{
	size_t at = rnd((unsigned)t->tx_len + 1), n = rnd(24) + 1;
	const char *s;
	char copy[64];

	switch (rnd(6)) {
	case 0: splice(t, at, n, "", 0); break;
	case 1:
		s = pieces[rnd(COUNT(pieces))];
		splice(t, at, rnd(3), s, *s == '\0' ? 1 : strlen(s));
		break;
	case 2: /* something from another place */
		if (at + n > t->tx_len)
			break;
		memcpy(copy, t->tx_buf + at, n);
		splice(t, rnd((unsigned)t->tx_len + 1), 0, copy, n);
		break;
	case 3:
		if (at < t->tx_len)
			t->tx_buf[at] = (char)rnd(256);
		break;
	case 4: t->tx_len = at; break;
	default:
		s = seeds[rnd(COUNT(seeds))];
		n = rnd((unsigned)strlen(s));
		splice(t, at, 0, s + n, strlen(s) - n);
	}
}

static unsigned run(struct fix *f, const struct text *t)
{
	static char *const argv[] = { "f.d", "arg*", "42", NULL };
	enum dt_context ctx = rnd(8) == 0 ? (enum dt_context)rnd(CTX_LIBRARY + 1) : CTX_FILE;
	char dump[1024];
	int rc = dt_lang_parse(f->la, ctx, ctx == CTX_FILE || ctx == CTX_LIBRARY ? "f.d" : NULL,
		t->tx_buf, t->tx_len, 3, argv);

	if (rc != 0 && f->la->la_msg.me_text[0] == '\0') {
		fprintf(stderr, "failed without a message\n");
		exit(1);
	}
	if (rc != 0 && verbose)
		fprintf(stderr, "%s\n", f->la->la_msg.me_text);
	if (rc == 0 && f->la->la_prog) {
		dump_program(f->la, dump, sizeof(dump));
		dt_node_copylist(f->la, f->la->la_prog->dn_list);
	}
	dt_lang_undo(f->la);
	return rc == 0;
}

int main(int argc, char **argv)
{
	unsigned n = argc > 1 ? (unsigned)atoi(argv[1]) : 20000, i, j, ok, good = 0;
	unsigned seeds_good = 0;
	struct text t;
	struct fix f;

	rng = argc > 2 ? strtoull(argv[2], NULL, 0) : 88172645463325252ull;
	verbose = argc > 3;
	for (i = 0; i < n; i++) {
		if (i % 1000 == 0) {
			if (i != 0)
				fix_close(&f);
			fix_open(&f);
			dt_options_set(&f.opts, "argref", NULL, DT_FROM_CMD);
		}
		t.tx_len = 0;
		splice(&t, 0, 0, seeds[i % COUNT(seeds)], strlen(seeds[i % COUNT(seeds)]));
		for (j = i / COUNT(seeds) == 0 ? 0 : rnd(3) + 1; j > 0; j--)
			mutate(&t);
		ok = run(&f, &t);
		good += ok;
		seeds_good += ok && i < COUNT(seeds);
	}
	fix_close(&f);
	printf("%u texts, %u of them good\n", n, good);
	return n >= COUNT(seeds) && seeds_good != COUNT(seeds);
}

/*
 * Random integer expressions, three ways: folded by the compiler, run by the machine with their
 * leaves in variables, and evaluated here by D's rules (64-bit arithmetic, the signedness of the
 * operand type of higher rank).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fixture.h"

#define NEXPRS 400
#define DEPTH 5

struct type {
	const char *ty_name;
	unsigned ty_bits;
	bool ty_signed;
};

static const struct type types[] = {
	{ "int8_t", 8, true },
	{ "uint8_t", 8, false },
	{ "int16_t", 16, true },
	{ "uint16_t", 16, false },
	{ "int", 32, true },
	{ "unsigned int", 32, false },
	{ "int64_t", 64, true },
	{ "uint64_t", 64, false },
};
#define INT (&types[4])

struct value {
	uint64_t v;
	const struct type *t;
};

struct texts {
	char consts[16384], vars[16384], setup[16384], decls[8192];
	unsigned nvars;
	bool bad; /* divides by zero: not an expression for us */
};

static uint64_t seed = 88172645463325252u;

static uint64_t rnd(void)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return seed;
}

static uint64_t cut(uint64_t v, const struct type *t)
{
	unsigned sh = 64 - t->ty_bits;

	return t->ty_signed ? (uint64_t)((int64_t)(v << sh) >> sh) : v << sh >> sh;
}

static void add(char *s, const char *t)
{
	strcat(s, t);
}

static void both(struct texts *tx, const char *s)
{
	add(tx->consts, s);
	add(tx->vars, s);
}

static struct value leaf(struct texts *tx)
{
	static const uint64_t interesting[] = { 0, 1, 2, 3, 7, 127, 128, 255, 256, 32767, 65535,
		65536, 2147483647, 2147483648, 4294967295, 4294967296, INT64_MAX,
		(uint64_t)INT64_MIN, UINT64_MAX };
	const struct type *t = &types[rnd() % 8];
	uint64_t v = rnd() % 3 ? interesting[rnd() % 19] : rnd();
	char buf[128];

	v = cut(v, t);
	snprintf(buf, sizeof(buf), "((%s)%lluu)", t->ty_name, (unsigned long long)v);
	add(tx->consts, buf);
	snprintf(buf, sizeof(buf), "%s v%u;", t->ty_name, tx->nvars);
	add(tx->decls, buf);
	snprintf(buf, sizeof(buf), "v%u = %lluu;", tx->nvars, (unsigned long long)v);
	add(tx->setup, buf);
	snprintf(buf, sizeof(buf), "v%u", tx->nvars++);
	add(tx->vars, buf);
	return (struct value){ v, t };
}

static const struct type *promote(const struct type *a, const struct type *b)
{
	return b->ty_bits + !b->ty_signed > a->ty_bits + !a->ty_signed ? b : a;
}

static uint64_t divide(struct texts *tx, uint64_t l, uint64_t r, bool sign, bool rem)
{
	if (r == 0) {
		tx->bad = true;
		return 0;
	}
	if (!sign)
		return rem ? l % r : l / r;
	if (r == UINT64_MAX)
		return rem ? 0 : -l;
	return rem ? (uint64_t)((int64_t)l % (int64_t)r) : (uint64_t)((int64_t)l / (int64_t)r);
}

static const char *const ops[] = { "+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "<",
	"<=", ">", ">=", "==", "!=", "&&", "||", "^^" };
#define NOPS (sizeof(ops) / sizeof(ops[0]))

static struct value apply(struct texts *tx, unsigned op, struct value l, struct value r)
{
	const struct type *t = promote(l.t, r.t);
	bool s = t->ty_signed;
	int64_t sl = (int64_t)l.v, sr = (int64_t)r.v;

	switch (op) {
	case 0: return (struct value){ l.v + r.v, t };
	case 1: return (struct value){ l.v - r.v, t };
	case 2: return (struct value){ l.v * r.v, t };
	case 3: return (struct value){ divide(tx, l.v, r.v, s, false), t };
	case 4: return (struct value){ divide(tx, l.v, r.v, s, true), t };
	case 5: return (struct value){ l.v & r.v, t };
	case 6: return (struct value){ l.v | r.v, t };
	case 7: return (struct value){ l.v ^ r.v, t };
	case 8: return (struct value){ l.v << (r.v & 63), l.t };
	case 9:
		return (struct value){ l.t->ty_signed ? (uint64_t)(sl >> (r.v & 63)) :
							l.v >> (r.v & 63),
			l.t };
	case 10: return (struct value){ s ? sl < sr : l.v < r.v, INT };
	case 11: return (struct value){ s ? sl <= sr : l.v <= r.v, INT };
	case 12: return (struct value){ s ? sl > sr : l.v > r.v, INT };
	case 13: return (struct value){ s ? sl >= sr : l.v >= r.v, INT };
	case 14: return (struct value){ l.v == r.v, INT };
	case 15: return (struct value){ l.v != r.v, INT };
	case 16: return (struct value){ l.v && r.v, INT };
	case 17: return (struct value){ l.v || r.v, INT };
	default: return (struct value){ !l.v != !r.v, INT };
	}
}

static struct value expr(struct texts *tx, unsigned depth);

static struct value unary(struct texts *tx, unsigned depth)
{
	static const char *const un[] = { "-", "~", "!", "+" };
	unsigned op = rnd() % 4;

	both(tx, un[op]);
	struct value v = expr(tx, depth - 1);
	v.v = op == 0 ? -v.v : op == 1 ? ~v.v : op == 2 ? !v.v : v.v;
	if (op == 2)
		v.t = INT;
	return v;
}

static struct value cast(struct texts *tx, unsigned depth)
{
	const struct type *t = &types[rnd() % 8];

	both(tx, "(");
	both(tx, t->ty_name);
	both(tx, ")");
	struct value v = expr(tx, depth - 1);
	return (struct value){ cut(v.v, t), t };
}

/*
 * The untaken side's type counts only when the condition is not constant: both get the same type.
 */
static struct value choice(struct texts *tx, unsigned depth)
{
	struct value c = expr(tx, depth - 1);

	both(tx, "?(int64_t)");
	struct value l = expr(tx, depth - 1);
	both(tx, ":(int64_t)");
	struct value r = expr(tx, depth - 1);
	return (struct value){ c.v ? l.v : r.v, &types[6] };
}

static struct value expr(struct texts *tx, unsigned depth)
{
	struct value v;
	unsigned kind = rnd() % 10;

	if (depth == 0 || kind == 0)
		return leaf(tx);
	both(tx, "(");
	if (kind == 1) {
		v = unary(tx, depth);
	} else if (kind == 2) {
		v = cast(tx, depth);
	} else if (kind == 3) {
		v = choice(tx, depth);
	} else {
		unsigned op = rnd() % NOPS;
		struct value l = expr(tx, depth - 1);
		both(tx, ops[op]);
		v = apply(tx, op, l, expr(tx, depth - 1));
	}
	both(tx, ")");
	return v;
}

static void compare(const struct texts *tx, struct value want)
{
	static char text[131072];
	struct fx *fx = fx_create();

	snprintf(text, sizeof(text),
		"%s BEGIN { %s trace((uint64_t)%s); trace((uint64_t)%s); trace(sizeof(%s)); }",
		tx->decls, tx->setup, tx->consts, tx->vars, tx->vars);
	if (!fx_compile(fx, text))
		fail_msg("%s\n%s", fx->fx_lang->la_msg.me_text, text);
	fx_fire(fx, fx->fx_prog[0]);
	if (fx->fx_fault != -1 || fx->fx_nvalues != 3 || fx->fx_values[0].va_int != want.v ||
		fx->fx_values[1].va_int != want.v || fx->fx_values[2].va_int != want.t->ty_bits / 8)
		fail_msg("want %llx (%s), folded %llx, run %llx, size %u\n%s",
			(unsigned long long)want.v, want.t->ty_name,
			(unsigned long long)fx->fx_values[0].va_int,
			(unsigned long long)fx->fx_values[1].va_int,
			(unsigned)fx->fx_values[2].va_int, text);
	fx_destroy(fx);
}

static void test_random(void **state)
{
	static struct texts tx;
	unsigned done = 0;

	(void)state;
	while (done < NEXPRS) {
		memset(&tx, 0, sizeof(tx));
		struct value v = expr(&tx, DEPTH);
		if (tx.bad || tx.nvars > 60)
			continue;
		compare(&tx, v);
		done++;
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_random) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}

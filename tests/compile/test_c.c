/*
 * The same text as D and as C.  The variables have the same names, types and values in both;
 * expressions are chosen so that C's 32-bit arithmetic does not overflow and no char or short is
 * promoted, which is where D differs.
 */
#include <stdio.h>
#include <string.h>
#include "fixture.h"

static const char vars[] =
	"int8_t c; uint8_t uc; int16_t s; uint16_t us; int i; unsigned int u; int64_t l; uint64_t ul;\n"
	"struct pair { int x; unsigned short y; struct { int8_t z[4]; } in; }; struct pair p;\n"
	"struct bits { unsigned int a : 3; int b : 5; unsigned int c : 24; int64_t d : 37; }; struct bits b;\n"
	"int arr[6]; int16_t sa[4];\n";
static const char setup[] =
	"c = -5; uc = 200; s = -300; us = 65000; i = -70000; u = 3000000000; l = -5000000000; ul = 0xf000000000000001;"
	"p.x = 11; p.y = 65535; p.in.z[1] = -3; b.a = 5; b.b = -9; b.c = 0xabcdef; b.d = -68719476735;"
	"arr[0] = 3; arr[1] = 1; arr[2] = 4; arr[3] = 1; arr[4] = 5; arr[5] = 9; sa[0] = -1; sa[3] = 77";

struct pair {
	int x;
	unsigned short y;
	struct {
		int8_t z[4];
	} in;
};
struct bits {
	unsigned int a : 3;
	int b : 5;
	unsigned int c : 24;
	int64_t d : 37;
};

/* clang-format off */
#define EACH_EXPR(X) \
	X(c + 0) X(uc + 0) X(s + 0) X(us + 0) X(i + 0) X(u + 0) X(l + 0) X(ul + 0) X(i + l) \
	X(i - l) X(i * l) X(l / i) X(l % i) X(u / 7) X(u % 7) X(i / 7) X(i % 7) X(ul / 3) \
	X(ul % 1000) X(l >> 3) X(ul >> 3) X(l << 5) X(u >> 4) X(i >> 4) X(l & 0xff00) X(l | 3) \
	X(l ^ ul) X(~l) X(-l) X(!l) X(!!i) X(c < s) X(c < i) X(i < u) X(i < l) X(l < ul) X(u < l) \
	X(-1 < 1u) X(c == -5) X(uc == 200) X(ul > 1) X(ul > l) X(i <= -70000) X(i >= -70000) \
	X(i != -70000) X(u >= 3000000000) X((int8_t)us) X((uint8_t)i) X((int16_t)u) \
	X((uint16_t)l) X((int)l) X((unsigned int)l) X((unsigned int)c) \
	X((int64_t)(unsigned int)c) X((int64_t)(uint8_t)c) X((uint64_t)c) X((int8_t)300) \
	X((uint16_t)-1) X((int64_t)(int)3000000000) X((int64_t)(unsigned int)-5) X(c && uc) \
	X(c || uc) X(c && 0) X(0 || c) X(c > 0 || uc > 0) X(c > 0 && uc > 0) \
	X(!(c > 0) && !(uc > 300)) X(c < 0 ? i : l) X(c > 0 ? i : l) X(c ? u : i) \
	X(c < 0 ? uc > 100 ? 1 : 2 : 3) X((c, i + 1)) X(p.x) X(p.y + 0) X(p.in.z[1] + 0) \
	X(p.x * p.y) X(b.a + 0) X(b.b + 0) X(b.c + 0) X(b.d + 0) X(b.a * b.b) X(b.d / 3) \
	X(b.d + b.c) X(sizeof(struct bits)) X(sizeof(struct pair)) X(sizeof(int [5])) \
	X(sizeof(l)) X(arr[0] + arr[1] * arr[2]) X(arr[arr[1] + arr[3]]) \
	X(arr[arr[arr[1]]] - arr[4]) X(sa[3] + 0) X(sa[0] + 0) X((i = 5, i + i)) \
	X((c = 127, (int8_t)++c) + 0) X((uc = 255, ++uc) + 0) X((s = 5, l = s++, l * 2 + s)) \
	X((i += 5) * 2) X((i -= 5, i *= 2)) X((u /= 7, u %= 1000)) X((l >>= 3)) X((ul >>= 3)) \
	X((l <<= 3)) X((i &= 0xff, i |= 0x100)) X((i ^= -1)) X((arr[2] += 7, arr[2] * 2)) \
	X((arr[arr[1]]++, arr[1])) X((p.in.z[2] = 200) + 0) X((p.y += 2) + 0) \
	X((l = b.a = 9, l + b.a)) X((b.b = 15, ++b.b) + 0) X((b.c += 5, b.c)) X((b.d -= 1) + 0) \
	X((b.a++, b.a++, b.a) + 0) X((l = b.a--, l * 10 + b.a)) X((b.c = 0x1ffffff) + 0) \
	X((sa[1] = 40000) + 0) X((uc += 100) + 0) X((int8_t)(c -= 128) + 0) \
	X(((int)l + 5) * 2 - (int)l / 3) X((l + 1) * (l + 2) - (l + 3) * (l + 4)) \
	X(l - (i - (l - (i - 1)))) X((l * 3 + i) / (i - 1) % 1000 << 3 >> 1) \
	X((ul ^ (ul >> 7)) * 0x9e3779b97f4a7c15) X((l < i) + (i < u) * 2) X((l < 0) == (i < 0)) \
	X(!l == !i) X(-(-l)) X(~~l) X(- -i) X(1 ? l : i) X(i - - -i)
/* clang-format on */

static uint64_t eval_c(int n)
{
	int8_t c = -5;
	uint8_t uc = 200;
	int16_t s = -300, sa[4] = { -1, 0, 0, 77 };
	uint16_t us = 65000;
	int i = -70000, arr[6] = { 3, 1, 4, 1, 5, 9 };
	unsigned int u = 3000000000;
	int64_t l = -5000000000;
	uint64_t ul = 0xf000000000000001;
	struct pair p = { 11, 65535, { { 0, -3, 0, 0 } } };
	struct bits b = { 5, -9, 0xabcdef, -68719476735 };
	int at = 0;

#define X(e) \
	if (at++ == n) \
		return (uint64_t)(int64_t)(e);
	EACH_EXPR(X)
#undef X
	return 0;
}

static void test_all(void **state)
{
#define X(e) #e,
	static const char *const texts[] = { EACH_EXPR(X) };
#undef X

	(void)state;
	for (size_t n = 0; n < sizeof(texts) / sizeof(texts[0]); n++) {
		uint64_t d = (uint64_t)fx_expr(vars, setup, texts[n]), want = eval_c((int)n);
		if (d != want)
			fail_msg("%s: D %llx, C %llx", texts[n], (unsigned long long)d,
				(unsigned long long)want);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_all) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}

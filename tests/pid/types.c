/*
 * For types.sh: functions with arguments of many types. What they point to is overwritten after
 * each call, so only what was read at the probe is right.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define CALLED __attribute__((noipa))

enum color { RED, GREEN = 5, BLUE, PALE = -3 };
enum { LOOSE = 77 };
typedef struct node {
	struct node *next;
	int value;
	char name[16];
} node_t;
typedef unsigned char byte;
union word {
	int i;
	unsigned char c[4];
};
struct inner {
	short a;
	long b;
};
struct unknown;
struct all {
	signed char c;
	unsigned short s;
	int i;
	unsigned b1 : 3, b2 : 5;
	int b3 : 4;
	long long ll;
	enum color color;
	union word u;
	struct inner in;
	struct {
		int x, y;
	};
	int arr[3];
	short grid[2][3];
	char text[12];
	char full[4];
	const char *str;
	node_t *list;
	int (*fn)(int, char *);
	struct unknown *forward;
	void *v;
	double d;
	_Bool yes;
	struct inner pair[2];
};
struct big {
	char pad[9000];
	int last;
};
struct pair {
	int a, b;
};
struct words {
	int a[3];
};

static int callback(int a, char *b)
{
	return a + *b;
}

CALLED long take(struct all *p, int n, const char *t, enum color color, byte b, short s)
{
	return p->i + n + t[0] + (int)color + b + s;
}

CALLED struct inner *give(struct all *p)
{
	return &p->in;
}

CALLED int8_t narrow(int8_t v)
{
	return (int8_t)-v;
}

CALLED int mixed(double d, struct pair p, float f, struct big by_value, int n)
{
	return (int)d + p.a + (int)f + by_value.last + n;
}

CALLED int many(char a, short b, double c, int d, long e, long f, long g, struct big by_value,
	long h, struct pair p)
{
	return a + b + (int)c + d + (int)(e + f + g + h) + by_value.last + p.a;
}

CALLED long words(long a, long b, long c, long d, long e, long f, char g, struct words w, short h)
{
	return a + b + c + d + e + f + g + w.a[2] + h;
}

CALLED int numbers(_Complex double c, int a, _Complex float d, unsigned char b)
{
	return (int)(__real__ c + __imag__ d) + a + b;
}

CALLED void nothing(void)
{
	__asm__ volatile("" ::: "memory");
}

CALLED void large(const struct big *b)
{
	__asm__ volatile("" : : "r"(b) : "memory");
}

static void fill(struct all *p, node_t *n)
{
	static int forty = 40;

	n[0] = (node_t){ &n[1], 1, "one" };
	n[1] = (node_t){ NULL, 2, "two" };
	*p = (struct all){ .c = -1,
		.s = 65535,
		.i = 7,
		.b1 = 3,
		.b2 = 17,
		.b3 = -2,
		.ll = -5,
		.color = BLUE,
		.u = { 0x41424344 },
		.in = { 5, -6 },
		.x = 8,
		.y = 9,
		.arr = { 1, 2, 3 },
		.grid = { { 1, 2, 3 }, { 4, 5, 6 } },
		.text = "hello",
		.full = { 'f', 'u', 'l', 'l' },
		.str = "world",
		.list = n,
		.fn = callback,
		.v = &forty,
		.d = 1.5,
		.yes = 1,
		.pair = { { 10, 11 }, { 12, 13 } } };
}

int main(void)
{
	static struct big big;
	struct all *p = malloc(sizeof(*p));
	node_t *n = malloc(2 * sizeof(*n));
	char text[] = "text";
	long sum = 0;

	memset(&big, 7, sizeof(big));
	for (int i = 0; i < 3; i++) {
		fill(p, n);
		big.last = i;
		memcpy(text, "text", 5);
		sum += take(p, i, text, GREEN, 200, -2);
		sum += give(p)->a + narrow(-100) +
			mixed(2.5, (struct pair){ 3, 4 }, 1.5f, big, 20 + i);
		sum += many(1, 2, 3.5, 4, 5, 6, 7, big, 8, (struct pair){ 9, 10 });
		sum += words(1, 2, 3, 4, 5, 6, -7, (struct words){ { 8, 9, 10 } },
			(short)(-11 - i));
		sum += numbers(1.0, -4, 2.0f, 250);
		nothing();
		large(&big);
		memset(p, 0x55, sizeof(*p));
		memset(n, 0x55, 2 * sizeof(*n));
		memset(text, 'X', 4);
		memset(&big, 0x55, sizeof(big));
	}
	return sum == 0 || LOOSE == 0;
}

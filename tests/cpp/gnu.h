/* What headers of C have and D has not. */
/* clang-format off */
__extension__ typedef signed char small __attribute__ ((unused));
typedef __signed__ int sint;
typedef unsigned __int128 u128;
typedef __builtin_va_list va;
typedef enum { A = 1, WIDE = 0xf00000000ull, MASK = ~0u } flags;
enum __attribute__((unused)) color { RED __attribute__((deprecated)) = 'r', GREEN, };

extern int printf (const char *__restrict __format, ...)
	__asm__ ("" "__isoc99_printf") __attribute__ ((__format__ (__printf__, 1, 2)));
extern void (*signal (int __sig, void (*__handler) (int))) (int);
extern const char *const names[];
_Noreturn void stop(struct nowhere);
int sum(int n, int values[n]);
static const char *const text[] = { "{", "};", [2] = "," }, other;
static int counter = sizeof (struct { int a; });
_Static_assert (sizeof (int) == 4, "int");
;

static __inline__ int
twice(int n)
{
	if (n > '}') {		/* } */
		for (;;)
			return printf("}%d\"", n);
# 33 "gnu.h"
	}
	__asm__ __volatile__ ("nop" : "=r" (n) : : "memory");
	return n << 1;
}
inline int thrice(int n) { return 3 * n; }

struct __attribute__((packed)) packed {
	char c;
	long l;
	short s;
};
struct packed_after {
	char c;
	union {
		int i;
		char b[3];
	};
	_Bool flag;
} __attribute__((__packed__, aligned(4)));
typedef struct {
	char c;
	int apart __attribute__((aligned(16)));
	char self, *string;
	unsigned translator : 3, : 0, userland : 2;
	enum color color;
	struct { } none;
	struct tagged { char in; };
	char none_yet[0];
	__extension__ struct { int tail_length; char tail[]; };
} odd;
struct sized {
	char pad[64 - sizeof (struct packed) * 2 + __alignof__(long)];
	__const __volatile__ int *__restrict p;
};

/* @E: demo */
/* A copy of a declaration of ours is the same type. */
#pragma D option quiet

typedef struct in6_addr {
	union {
		uint8_t s6_addr[16];
		union {
			uint8_t u6_addr8[16];
			uint16_t u6_addr16[8];
			uint32_t u6_addr32[4];
		} in6_u;
		union {
			uint8_t __u6_addr8[16];
			uint16_t __u6_addr16[8];
			uint32_t __u6_addr32[4];
		} __u6_addr;
		union {
			uint8_t __u6_addr8[16];
			uint16_t __u6_addr16[8];
			uint32_t __u6_addr32[4];
		} __in6_u;
	};
} in6_addr_t;
typedef int64_t hrtime_t;
inline int AF_INET6 = 10;

struct in6_addr a;
struct in6_addr *q;

BEGIN
{
	a.s6_addr[15] = 1;
	q = alloca(sizeof (in6_addr_t));
	*q = a;
	printf("%s\n", inet_ntoa6(q));
	exit(0);
}

/* The bytes of an IPv6 address have the names of Linux, of BSD and of POSIX. */
/* @opts: -q */
in6_addr_t a;
struct in6_addr *p;
uint u;

BEGIN
{
	a.in6_u.u6_addr8[0] = 1;
	a.__u6_addr.__u6_addr8[1] = 2;
	a.s6_addr[3] = 3;
	u = a.in6_u.u6_addr16[0];
	printf("%x %x %x %d\n", u, a.__u6_addr.__u6_addr32[0], a.s6_addr[1], sizeof(in6_addr_t));
	exit(0);
}

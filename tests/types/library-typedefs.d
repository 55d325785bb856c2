/* @opts: -q */
BEGIN
{
	printf("%d %d %d %d\n", sizeof (uid_t), sizeof (gid_t), sizeof (hrtime_t), sizeof (processorid_t));
	printf("%d %d %d %d\n", sizeof (caddr_t), sizeof (ipaddr_t), sizeof (in6_addr_t),
	    sizeof (in_addr_t));
	printf("%d %d\n", sizeof (struct in6_addr), sizeof (dev_t) >= 4);
	printf("%d\n", (hrtime_t)-1);
	exit(0);
}

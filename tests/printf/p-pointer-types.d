/* @opts: -q */
struct s {
	int x;
};

BEGIN
{
	printf("%p %p\n", (char *)0x10, (struct s **)0x20);
	exit(0);
}

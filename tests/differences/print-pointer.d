/* @opts: -q */
/* print() of a pointer shows the address, as on Solaris; on Oracle Linux it shows the object. */
struct s {
	int a;
};

BEGIN
{
	print((struct s *)0x10);
	exit(0);
}

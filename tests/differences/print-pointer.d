/* @opts: -q */
struct s {
	int a;
};

BEGIN
{
	print((struct s *)0x10);
	exit(0);
}

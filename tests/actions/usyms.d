/* @opts: -q */
BEGIN
{
	usym(16); ufunc(16); umod(16); uaddr(16);
	printf("\n%A %A\n", uaddr(16), usym(16));
	@s[usym(16)] = sum(1);
	@s[ufunc(16)] = sum(2);
	@m[umod(16)] = sum(3);
	@a[uaddr(16)] = sum(4);
	printa("%A %@d\n", @s);
	printa("%A %@d\n", @m);
	printa(@a);
	exit(0);
}

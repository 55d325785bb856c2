/* Addresses that nothing is known of, as actions, printf arguments and keys. */
/* @opts: -q */
BEGIN
{
	sym(16); func(16); mod(16);
	printf("\n%a %a\n", sym(16), (uintptr_t)17);
	@s[sym(16)] = sum(1);
	@s[func(16)] = sum(2);
	@m[mod(16)] = sum(3);
	printa("%a %@d\n", @s);
	printa("%a %@d\n", @m);
	printa(@s);
	exit(0);
}

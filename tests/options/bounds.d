/* @cmd: for o in stackframes=4097 stackframes=2147483647 ustackframes=536870912 jstackframes=4097 jstackstrsize=64k jstackstrsize=65537 jstackstrsize=4294966896 strsize=16m strsize=16777217 strsize=5g nspec=65537 stackindent=4097; do echo "$o"; dtrace -E $trace -qx $o -x bufsize=600m -s $case 2>&1; done */
/* @status: 1 */
/* What sizes stacks, strings and records is bounded: no number makes one wrap around. */
BEGIN
{
	stack();
	ustack();
	jstack();
	@[jstack()] = count();
	trunc(@);
	printf("%s\n", execname);
	exit(0);
}

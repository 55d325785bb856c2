/* @cmd: dtrace -E $trace -C  -s $case 5 six */
#define unused 1
#pragma D option quiet

BEGIN
{
	@a[$1, $$2] = count();
	printa("%d %s %@d\n", @a);
	printf("%d\n", 'ab');
	exit(0);
}

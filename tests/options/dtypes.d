/* @cmd: t=$(mktemp); dtrace -E $trace -e -x dtypes=$t -s $case; sed -n '/^struct mine {/,/^}/p' $t; rm $t */
struct mine { int a; char b[3]; long c; };

BEGIN
{
	printf("script %d\n", 1);
	exit(0);
}

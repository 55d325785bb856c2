/* @opts: -q */
BEGIN
{
	;
	printf("a");
	;;
	printf("b\n");
	;
	exit(0);
	;
}

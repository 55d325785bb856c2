/* @opts: -q */
   dtrace:::BEGIN
	,
	dtrace:::END
   /  probename == "BEGIN"  /
{
	printf("x\n");
	exit(0);
}

/* @cmd: dtrace -B -q -E $trace -s $case */
BEGIN
{
	printf("one\n");
	@["a"] = count();
	exit(0);
}

/* @cmd: dtrace -q -n 'BEGIN { printf("1"); }' -s $case -P 'dtrace /probename == "BEGIN"/ { printf("3\n"); exit(0); }' */
BEGIN
{
	printf("2");
}

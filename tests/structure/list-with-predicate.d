/* @opts: -q */
BEGIN, END
/probename == "END"/
{
	printf("%s\n", probename);
}

BEGIN
{
	exit(0);
}

/* @opts: -q */
BEGIN
/probename == "BEGIN"/
{
	printf("equal\n");
}

BEGIN
/probename != "BEGIN" || probeprov < "a"/
{
	printf("not equal\n");
}

BEGIN
{
	exit(0);
}

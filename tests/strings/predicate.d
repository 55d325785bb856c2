/* @opts: -q */
BEGIN
{
	s = "go";
}

BEGIN
/s == "go" && execname != "no such name"/
{
	printf("gone\n");
	exit(0);
}

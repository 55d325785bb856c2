/* @opts: */
/* @filter: awk '{ print $2, $3 }' */
/* A clause without statements prints a line, one that records nothing does not; exit() is recorded. */
BEGIN
{
}

BEGIN
{
	x = 1;
}

BEGIN
{
	@ = count();
}

BEGIN
{
	exit(0);
}

END
{
	clear(@);
}

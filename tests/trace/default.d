/* @filter: sed 's/^  [0-9] /  0 /' */
/* No statements: the firing.  Nothing recorded: nothing. */
BEGIN
{
}

BEGIN
{
	x = 1;
}

BEGIN
{
	exit(0);
}

END
{
}

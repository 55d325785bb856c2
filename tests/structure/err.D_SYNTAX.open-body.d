BEGIN
{
	exit(0);

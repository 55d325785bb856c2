/* @filter: sed 's/^[ 0-9][ 0-9][0-9] /  0 /' */
BEGIN,
END,
BEGIN
{
	exit(0);
}

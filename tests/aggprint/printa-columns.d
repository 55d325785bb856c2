/* @filter: sed 's/^[ 0-9][ 0-9][0-9] /  0 /' */
BEGIN
{
	@a["k"] = sum(5);
	printa(@a);
	exit(0);
}

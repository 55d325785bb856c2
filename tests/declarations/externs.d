/* @opts: -q */
extern int nowhere;
extern int function(int, char *);

BEGIN
{
	exit(0);
}

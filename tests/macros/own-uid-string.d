/* @opts: -q */
/* @needs: root */
BEGIN
{
	printf("%s\n", strjoin($$uid, "x"));
	exit(0);
}

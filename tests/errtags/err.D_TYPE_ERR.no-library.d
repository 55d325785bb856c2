/* @opts: -x nolibs */
/* @at: 5 inet_ntoa6(NULL) */
BEGIN
{
	trace(inet_ntoa6(NULL));
}

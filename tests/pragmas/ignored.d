/* @feed: replay */
#pragma D option quiet
#pragma ident "@(#)x.d"
#pragma nosuch thing
#ident "x"
#pragma
#

BEGIN
{
	printf("ok\n");
	exit(0);
}

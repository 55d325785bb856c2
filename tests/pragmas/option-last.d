/* @feed: replay */
BEGIN
{
	printf("hidden heading\n");
	exit(0);
}

#pragma D option quiet

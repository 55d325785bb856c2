/* @feed: live */
/* @opts: -wq */
/* The time that chill() takes shows in walltimestamp at once, in timestamp in the next clause. */
BEGIN
{
	wall = walltimestamp;
	then = timestamp;
	chill(2000000);
	printf("%d %d\n", (walltimestamp - wall) / 2000000, timestamp - then);
}

BEGIN
{
	printf("%d %d\n", (timestamp - then) / 2000000, (walltimestamp - wall) / 2000000);
	exit(0);
}

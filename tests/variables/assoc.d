/* @opts: -q */
BEGIN
{
	a["x", 1] = 10;
	a["x", 2] = 20;
	printf("%d %d %d\n", a["x", 1], a["x", 2], a["y", 1]);
	a["x", 1] = 0;
	a["x", 2] += 5;
	printf("%d %d\n", a["x", 1], a["x", 2]);
	exit(0);
}

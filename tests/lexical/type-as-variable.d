/* @opts: -q */
/* Inside a clause a type's name before ++ -- [ = is a variable. */
BEGIN
{
	size_t = 4;
	pid_t["x"] = 5;
	id_t++;
	ushort_t--;
	printf("%d %d %d %d\n", size_t, pid_t["x"], id_t, ushort_t);
	exit(0);
}

/* @opts: -q */
BEGIN
{
	printf("%d %d %d %d\n", sizeof (int8_t), sizeof (int16_t), sizeof (int32_t), sizeof (int64_t));
	printf("%d %d %d %d\n", (int8_t)-1, (int16_t)-1, (int32_t)-1, (int64_t)-1);
	printf("%d %d %d\n", sizeof (intptr_t), sizeof (ssize_t), sizeof (ptrdiff_t));
	printf("%d %d %d\n", (intptr_t)-1, (ssize_t)-1, (ptrdiff_t)-1);
	printf("%d %d %d\n", sizeof (longlong_t), sizeof (id_t), sizeof (pid_t));
	printf("%d %d %d\n", (longlong_t)-1, (id_t)-1, (pid_t)-1);
	exit(0);
}

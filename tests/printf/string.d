/* @opts: -q */
BEGIN
{
	printf("[%s] [%10s] [%-10s] [%.2s] [%10.3s]\n", "hello", "hello", "hello", "hello", "hello");
	exit(0);
}

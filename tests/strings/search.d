/* @opts: -q */
BEGIN
{
	printf("%s %s %s\n", strchr("hello", 'l'), strrchr("hello", 'l'), strstr("hello", "ll"));
	printf("%d %d\n", strchr("hello", 'z') == NULL, strstr("hello", "zz") == NULL);
	exit(0);
}

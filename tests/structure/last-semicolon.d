/* @opts: -q */
/* The last statement of a block may omit its semicolon, and a block may hold one statement. */
BEGIN
{
	printf("one ");
	printf("two\n")
}

BEGIN { exit(0) }

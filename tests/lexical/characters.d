/* @opts: -q */
BEGIN
{
	printf("%d %x %x %x\n", 'a', 'ab', 'abc', 'abcd');
	printf("%x %x %d %d\n", 'ABCDE', 'ABCDEFGH', sizeof ('a'),
	    'ABCDEFGH' == 0x4142434445464748);
	printf("%d %d %d %d %d %d %d\n", '\a', '\b', '\f', '\n', '\r', '\t', '\v');
	printf("%d %d %d %d\n", '\"', '\'', '\\', '\?');
	printf("%d %d %d %d %d\n", '\0', '\7', '\101', '\x41', '"');
	exit(0);
}

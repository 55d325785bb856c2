/* Strings as they are written; what is malformed, before the value or in it, is NULL. */
/* @opts: -q */
BEGIN
{
	printf("%s\n", json("{\"a\": \"x\\n\\\"y\\u0041\"}", "a"));
	printf("[%s]\n", json("{\"a\": \"\"}", "a"));
	printf("%s\n", json("[10, 20]", "[1]"));
	printf("%s\n", json("{\"a]}\": \"}{\", \"b\": true}", "b"));
	printf("%s\n", json("{\"a\":1,\"a\":2}", "a"));
	printf("%s\n", json("{\"a\":1, and then", "a"));
	printf("%d\n", json("", "a") == NULL);
	printf("%d\n", json("{\"a\":", "a") == NULL);
	printf("%d\n", json("{\"a\": \"x", "a") == NULL);
	printf("%d\n", json("{\"a\": [1, 2", "a") == NULL);
	printf("%d\n", json("{\"a\": [1}", "a") == NULL);
	printf("%d\n", json("{\"b\" 1, \"a\": 2}", "a") == NULL);
	printf("%d\n", json("{b: 1, \"a\": 2}", "a") == NULL);
	printf("%d\n", json("{\"b\": what, \"a\": 2}", "a") == NULL);
	printf("%d\n", json("{\"a\": 1}", "a.") == NULL);
	printf("%d\n", json("[1]", "[x]") == NULL);
	exit(0);
}

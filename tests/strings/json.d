/* @opts: -q */
BEGIN
{
	this->j = "{\"a\": {\"b\": [1, 2, {\"c\": \"x\"}]}, \"d\": true}";
	printf("%s\n", json(this->j, "a.b[2].c"));
	printf("%s\n", json(this->j, "a.b[1]"));
	printf("%s\n", json(this->j, "d"));
	printf("%d\n", json(this->j, "nosuch") == NULL);
	exit(0);
}

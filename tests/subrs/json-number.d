/* A component of a path that is a number indexes an array. */
/* @opts: -q */
BEGIN
{
	this->t = "[\"a\", {\"name\": \"n\", \"7\": [1, [2, 3]]}]";
	printf("%s %s %s %s %s\n", json(this->t, "0"), json(this->t, "1.name"), json(this->t, "1.7.1.0"),
		json(this->t, "[1].7[1].1"), json(this->t, "[1].name"));
	this->none = json(this->t, "2");
	printf("%d %d\n", this->none == NULL, json(this->t, "0x0") == NULL);
	exit(0);
}

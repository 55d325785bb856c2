/* An ERROR clause is a firing of its own: it finds nothing, and leaves what it interrupted alone. */
/* @opts: -q */
BEGIN
{
	this->first = strtok("one two three", " ");
	printf("%s\n", this->first);
}

BEGIN
{
	trace(*(int *)NULL);
}

ERROR
{
	printf("%d %s\n", strtok(NULL, " ") == NULL, strtok("xxxxxxx yyyyyyy", " "));
}

BEGIN
{
	printf("%s\n", strtok(NULL, " "));
	exit(0);
}

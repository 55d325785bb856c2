/* @opts: -q */
BEGIN
{
	this->a = strtok("a,b", ",");
}

BEGIN
{
	printf("%s\n", strtok(NULL, ","));
}

BEGIN
{
	exit(0);
}

END
{
	printf("%d\n", strtok(NULL, ",") == NULL);
}

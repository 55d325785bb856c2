/* The delimiter that ended a token is what the next call looks at first. */
/* @opts: -q */
BEGIN
{
	this->a = strtok("ab-cd--ef", "-");
	this->b = strtok(NULL, "x");
	printf("%s %s\n", this->a, this->b);
}

BEGIN
{
	this->a = strtok("ab-cd--ef", "-");
	this->b = strtok(NULL, "-");
	this->c = strtok(NULL, "-");
	printf("%s %s %s %d\n", this->a, this->b, this->c, strtok(NULL, "-") == NULL);
	exit(0);
}

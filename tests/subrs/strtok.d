/* As in C, but the string is not changed, and the delimiter that ended a token stays for the next call. */
/* @opts: -q */
BEGIN
{
	s = ",,a bc,,d ";
	this->a = strtok(s, " ,");
	this->b = strtok(NULL, ",");
	this->c = strtok(NULL, ", ");
	this->d = strtok(NULL, ", ");
	printf("[%s] [%s] [%s] %d %s\n", this->a, this->b, this->c, this->d == NULL, s);
	printf("%d\n", strtok(NULL, ", ") == NULL);
	printf("%d %d\n", strtok(",,,", ",") == NULL, strtok("", ",") == NULL);
	printf("[%s] [%s]\n", strtok("a,b", ""), strtok("b", "xyz"));
}

BEGIN
{
	this->first = strtok("one two three", " ");
}

/* the state outlives the clause */
BEGIN
{
	printf("%s %s\n", this->first, strtok(NULL, " "));
	exit(0);
}

/* but not the firing */
END
{
	printf("%d\n", strtok(NULL, " ") == NULL);
}

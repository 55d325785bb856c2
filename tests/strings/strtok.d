/* @opts: -q */
BEGIN
{
	this->a = strtok("a,b;;c", ",;");
	this->b = strtok(NULL, ",;");
	this->c = strtok(NULL, ",;");
	printf("%s %s %s %d\n", this->a, this->b, this->c, strtok(NULL, ",;") == NULL);
	exit(0);
}

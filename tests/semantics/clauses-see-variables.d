/* @opts: -q */
/* Clauses of a firing share what the ones before did. */
BEGIN
{
	g = 1;
	self->t = 2;
	this->c = 3;
}

BEGIN
/g == 1 && self->t == 2 && this->c == 3/
{
	printf("seen\n");
	exit(0);
}

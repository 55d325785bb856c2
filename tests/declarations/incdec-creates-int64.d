/* @opts: -q */
BEGIN
{
	a++;
	--b;
	self->c++;
	this->d--;
	e[1]++;
	printf("%d %d %d %d %d\n", a, b, self->c, this->d, e[1]);
	printf("%d %d %d %d %d\n", sizeof (a), sizeof (b), sizeof (self->c), sizeof (this->d),
	    sizeof (e[1]));
	exit(0);
}

/* @opts: -q */
string g;
self string s;
this string t;

BEGIN
{
	printf("%d%d%d\n", g == NULL, self->s == NULL, this->t == NULL);
	g = "a";
	self->s = "b";
	this->t = "c";
	printf("%s%s%s\n", g, self->s, this->t);
	g = self->s;
	self->s = this->t;
	printf("%s%s%s\n", g, self->s, this->t);
	exit(0);
}

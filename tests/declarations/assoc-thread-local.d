/* @opts: -q */
self int d[string];

BEGIN
{
	self->d["x"] = 1;
	self->u[1, "y"] = 2;
	self->u[1, "y"] += 5;
}

BEGIN
{
	printf("%d %d %d\n", self->d["x"], self->u[1, "y"], self->u[2, "y"]);
	self->d["x"] = 0;
	printf("%d\n", self->d["x"]);
	exit(0);
}

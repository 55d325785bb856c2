BEGIN
{
	trace(self->x);
}

BEGIN
{
	self->x = 3;
}

BEGIN
{
	self->f();
}

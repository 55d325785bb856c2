self x;
BEGIN
{
	self->x = "a";
}

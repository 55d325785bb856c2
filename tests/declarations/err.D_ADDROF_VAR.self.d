self int x;

BEGIN
{
	trace(&self->x);
}

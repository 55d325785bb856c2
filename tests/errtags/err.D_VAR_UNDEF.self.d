/* @at: 4 self->x */
BEGIN
{
	trace(self->x);
}

/* Reserved: no variable can have this name. */
BEGIN
{
	self = 1;
}

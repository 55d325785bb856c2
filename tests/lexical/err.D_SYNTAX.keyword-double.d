/* Reserved: no variable can have this name. */
BEGIN
{
	double = 1;
}

/* Reserved: no variable can have this name. */
BEGIN
{
	else = 1;
}

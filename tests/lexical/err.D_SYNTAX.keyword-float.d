/* Reserved: no variable can have this name. */
BEGIN
{
	float = 1;
}

/* Reserved: no variable can have this name. */
BEGIN
{
	void = 1;
}

/* Reserved: no variable can have this name. */
BEGIN
{
	switch = 1;
}

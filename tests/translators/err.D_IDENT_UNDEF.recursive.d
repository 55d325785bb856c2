inline int again = again + 1;

BEGIN
{
	trace(again);
}

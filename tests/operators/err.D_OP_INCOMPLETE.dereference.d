struct nowhere *p;

BEGIN
{
	x = *p;
}

unsigned void *x;

BEGIN
{
}

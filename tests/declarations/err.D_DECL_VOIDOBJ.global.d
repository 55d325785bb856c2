void x;

BEGIN
{
}

void x[4];

BEGIN
{
}

inline void nothing = 1;

BEGIN
{
}

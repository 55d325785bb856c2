inline int one = 1;
int one;

BEGIN
{
}

inline self int one = 1;

BEGIN
{
}

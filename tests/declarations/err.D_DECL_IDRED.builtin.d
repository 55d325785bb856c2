int timestamp;

BEGIN
{
}

#pragma D nosuch
BEGIN
{
}

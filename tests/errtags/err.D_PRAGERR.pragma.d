#pragma D error "not like this"
BEGIN
{
}

BEGIN
{
}
/* never ends

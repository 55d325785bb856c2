BEGIN, nosuch
{
}

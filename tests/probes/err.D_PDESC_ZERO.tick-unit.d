tick-1fortnight
{
}
